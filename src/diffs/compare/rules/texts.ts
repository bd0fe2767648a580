import { append } from '../../../openapi/pointer.ts';
import type { JsonObject, JsonValue } from '../../../platform/json.ts';
import type { Located } from '../document.ts';
import type { Effect } from '../law.ts';
import type { NormalSchema } from '../schemas/normal.ts';
import type { KeywordPair, SchemaPair } from '../schemas/pair.ts';
import { quote, sameValue } from '../values.ts';
import { appears, differs, disappears, keywordRule } from './keyword-rule.ts';
import { NOTHING, type Occurrence, type Rule } from './rule.ts';

/** Two things and the fields of them that speak to people alone. */
export type TextPair = { before: Located<JsonObject>; after: Located<JsonObject>; fields: readonly string[] };

type Value = JsonValue | undefined;

const words = (name: string, end: string, before: Value, after: Value): string => {
  const isShort = [before, after].every(value => typeof value === 'string' && value.length <= 60);
  return end === 'changed' && isShort
    ? `\`${name}\` changed from ${quote(before)} to ${quote(after)}`
    : `\`${name}\` ${end}`;
};

const textRule = (end: string, when: typeof appears): Rule<TextPair> => ({
  id: `annotation-${end}`,
  effect: 'describes',
  *find({ before, after, fields }): Iterable<Occurrence> {
    for (const name of fields) {
      const [oldValue, newValue] = [before.value[name], after.value[name]];
      if (sameValue(oldValue, newValue) || !when(oldValue, newValue)) continue;
      const at = (side: Located, value: Value) => (value === undefined ? side.pointer : append(side.pointer, name));
      const says = words(name, end, oldValue, newValue);
      yield { before: at(before, oldValue), after: at(after, newValue), name, oldValue, newValue, says };
    }
  },
});

/** Words outside schemas: no call and no answer depends on them. */
export const textRules: Rule<TextPair>[] = [
  textRule('added', appears),
  textRule('removed', disappears),
  textRule('changed', differs),
];

/** One keyword, each side with the schema that holds it. */
export type TextKeywordPair = { name: string; before?: Located; after?: Located; schemas: SchemaPair };

const textKeywordRule = (end: string, when: typeof appears): Rule<TextKeywordPair> => ({
  id: `schema-annotation-${end}`,
  effect: 'describes',
  find({ name, before, after, schemas }): Iterable<Occurrence> {
    const [oldValue, newValue] = [before?.value, after?.value];
    if (!when(oldValue, newValue)) return NOTHING;
    const at = (side: Located | undefined, schema: NormalSchema): string =>
      side === undefined ? schema.pointer : append(side.pointer, name);
    const places = { before: at(before, schemas.before), after: at(after, schemas.after) };
    return [{ ...places, name, oldValue, newValue, says: words(name, end, oldValue, newValue) }];
  },
});

/** Titles, descriptions, examples, and keywords that JSON Schema does not know: it takes them for remarks. */
export const textKeywordRules: Rule<TextKeywordPair>[] = [
  textKeywordRule('added', appears),
  textKeywordRule('removed', disappears),
  textKeywordRule('changed', differs),
];

const anyChange = (name: string, words: string, effect?: (schemas: SchemaPair) => Effect): Rule<KeywordPair>[] => [
  keywordRule(`{subject}-${name}-changed`, 'may-change', {
    when: () => true,
    says: (before, after) => `${words} changed from ${quote(before)} to ${quote(after)}`,
    ...(effect && { effect }),
  }),
];

/** What means something in some bodies only, or cannot be followed from here. */
export const opaqueKeywordRules: Record<string, Rule<KeywordPair>[]> = {
  // Only XML is written by it.
  xml: anyChange('xml', 'the way of being written as XML', ({ textual, family }) =>
    textual && family === 'body' ? 'changes' : 'describes',
  ),
  $dynamicRef: anyChange('dynamic-reference', '`$dynamicRef`'),
};
