import { append, parsePointer } from '../../../openapi/pointer.ts';
import type { JsonObject, JsonValue } from '../../../platform/json.ts';
import type { Located } from '../document.ts';
import type { KeywordPair } from '../schemas/pair.ts';
import { quote, sameValue } from '../values.ts';
import { appears, differs, disappears } from './keyword-rule.ts';
import { NOTHING, type Occurrence, type Rule } from './rule.ts';

/** Something that may carry `x-` fields. */
export type ExtensionPair = { before: Located<JsonObject>; after: Located<JsonObject> };

/** These have rules of their own. */
const KNOWN = new Set(['x-sunset', 'x-stability-level', 'x-extensible-enum']);

const isExtension = (key: string): boolean => key.startsWith('x-') && !KNOWN.has(key);

const words = (name: string, end: string, before: JsonValue | undefined, after: JsonValue | undefined): string =>
  end === 'changed' ? `\`${name}\` changed from ${quote(before)} to ${quote(after)}` : `\`${name}\` ${end}`;

const extensionRule = (end: string, when: typeof appears): Rule<ExtensionPair> => ({
  id: `extension-${end}`,
  effect: 'describes',
  *find({ before, after }): Iterable<Occurrence> {
    const [old, now] = [before.value, after.value];
    for (const name of new Set([...Object.keys(old), ...Object.keys(now)].filter(isExtension))) {
      const [oldValue, newValue] = [old[name], now[name]];
      if (sameValue(oldValue, newValue) || !when(oldValue, newValue)) continue;
      const at = (side: Located, value?: JsonValue) =>
        value === undefined ? side.pointer : append(side.pointer, name);
      const says = words(name, end, oldValue, newValue);
      yield { before: at(before, oldValue), after: at(after, newValue), name, oldValue, newValue, says };
    }
  },
});

const keywordRule = (end: string, when: typeof appears): Rule<KeywordPair> => ({
  id: `schema-extension-${end}`,
  effect: 'describes',
  find({ before, after, schemas }): Iterable<Occurrence> {
    const [oldValue, newValue] = [before?.value, after?.value];
    if (!when(oldValue, newValue)) return NOTHING;
    const name = parsePointer((after ?? before)?.pointer ?? '').at(-1) ?? '';
    const at = { before: before?.pointer ?? schemas.before.pointer, after: after?.pointer ?? schemas.after.pointer };
    return [{ ...at, name, oldValue, newValue, says: words(name, end, oldValue, newValue) }];
  },
});

/** The same inside a schema. */
export const extensionKeywordRules: Rule<KeywordPair>[] = [
  keywordRule('added', appears),
  keywordRule('removed', disappears),
  keywordRule('changed', differs),
];

/** What a vendor's field means is not known here: its change is told and never judged. */
export const extensionRules: Rule<ExtensionPair>[] = [
  extensionRule('added', appears),
  extensionRule('removed', disappears),
  extensionRule('changed', differs),
];

const haveAlike = ({ value: old }: Located<JsonObject>, { value: now }: Located<JsonObject>): boolean => {
  for (const key in old) if (isExtension(key) && !sameValue(old[key], now[key])) return false;
  for (const key in now) if (isExtension(key) && !Object.hasOwn(old, key)) return false;
  return true;
};

/** The rules, as long as there is something for them to find. */
export const extensionRulesFor = (before: Located<JsonObject>, after: Located<JsonObject>): Rule<ExtensionPair>[] =>
  haveAlike(before, after) ? [] : extensionRules;
