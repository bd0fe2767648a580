import { append, parsePointer } from '../../openapi/pointer.ts';
import type { JsonObject, JsonValue } from '../../platform/json.ts';
import { type Located, type Merged, pointerOf } from '../read/document.ts';
import { quote, sameValue } from '../read/values.ts';
import type { NormalSchema } from '../schemas/normal-schema.ts';
import type { KeywordPair, SchemaPair } from '../schemas/pair.ts';
import { documents, type Example, operations, reversed, schemas } from './examples.ts';
import { BY_LAW } from './levels.ts';
import { appears, differs, disappears, NOTHING, type Occurrence, type Rule } from './rule.ts';

/** Two objects, and the names of their fields with text for people. */
export type TextPair = { before: Merged; after: Merged; fields: readonly string[] };

type Value = JsonValue | undefined;
type End = 'added' | 'removed' | 'changed';

const WHEN: Record<End, typeof appears> = { added: appears, removed: disappears, changed: differs };

/** Long texts are not quoted. */
const describeText = (name: string, end: End, before: Value, after: Value): string => {
  const isShort = [before, after].every(value => typeof value === 'string' && value.length <= 60);
  return isShort ? describeChange(name, end, before, after) : `\`${name}\` ${end}`;
};

const describeChange = (name: string, end: End, before: Value, after: Value): string =>
  end === 'changed' ? `\`${name}\` changed from ${quote(before)} to ${quote(after)}` : `\`${name}\` ${end}`;

/** Reports the named fields whose values differ. */
function* findFields(
  { before, after }: Omit<TextPair, 'fields'>,
  fields: Iterable<string>,
  end: End,
  describe: typeof describeText,
): Iterable<Occurrence> {
  for (const name of fields) {
    const [oldValue, newValue] = [before.value[name], after.value[name]];
    if (sameValue(oldValue, newValue) || !WHEN[end](oldValue, newValue)) continue;
    const at = (side: Merged, value: Value) => (value === undefined ? side.pointer : pointerOf(side, name));
    const says = describe(name, end, oldValue, newValue);
    yield { before: at(before, oldValue), after: at(after, newValue), name, oldValue, newValue, says };
  }
}

/** One keyword, each side with the schema that holds it. */
export type TextKeywordPair = { name: string; before?: Located; after?: Located; schemas: SchemaPair };

const findKeyword = ({ name, before, after, schemas }: TextKeywordPair, end: End): Iterable<Occurrence> => {
  const [oldValue, newValue] = [before?.value, after?.value];
  if (!WHEN[end](oldValue, newValue)) return NOTHING;
  const at = (side: Located | undefined, schema: NormalSchema): string =>
    side === undefined ? schema.pointer : append(side.pointer, name);
  const places = { before: at(before, schemas.before), after: at(after, schemas.after) };
  return [{ ...places, name, oldValue, newValue, says: describeText(name, end, oldValue, newValue) }];
};

/** Something that may carry `x-` fields. */
export type ExtensionPair = { before: Merged; after: Merged };

/** These have rules of their own. */
const KNOWN = new Set(['x-sunset', 'x-stability-level', 'x-extensible-enum']);

const isExtension = (key: string): boolean =>
  key.charCodeAt(0) === 0x78 && key.charCodeAt(1) === 0x2d && !KNOWN.has(key);

const extensionsOf = ({ before, after }: ExtensionPair): Set<string> =>
  new Set([...Object.keys(before.value), ...Object.keys(after.value)].filter(isExtension));

const findExtensionKeyword = ({ before, after, schemas }: KeywordPair, end: End): Iterable<Occurrence> => {
  const [oldValue, newValue] = [before?.value, after?.value];
  if (!WHEN[end](oldValue, newValue)) return NOTHING;
  const name = parsePointer((after ?? before)?.pointer ?? '').at(-1) ?? '';
  const at = { before: before?.pointer ?? schemas.before.pointer, after: after?.pointer ?? schemas.after.pointer };
  return [{ ...at, name, oldValue, newValue, says: describeChange(name, end, oldValue, newValue) }];
};

/** What all rules about text and extensions have in common: no call and no response depends on them. */
const OF_TEXT = {
  direction: 'request',
  effect: 'describes',
  levels: BY_LAW,
  checks: 'none',
  isText: true,
  anyDirection: true,
} as const;

const info = (description?: string): JsonObject => ({
  info: { title: 't', version: '1', ...(description !== undefined && { description }) },
});
const text = (rest: JsonObject = {}): JsonObject => ({ type: 'string', ...rest });
const DESCRIBED: Example = documents(info(), info('a'));
const EXTENDED: Example = operations({}, { 'x-a': 1 });
const TITLED: Example = schemas(text(), text({ title: 'a' }));
const EXTENDED_SCHEMA: Example = schemas(text(), text({ 'x-a': 1 }));

/** Text outside schemas. */
export const textRules: Rule<TextPair>[] = [
  {
    ...OF_TEXT,
    id: 'annotation-added',
    location: 'after',
    examples: [DESCRIBED],
    find: pair => findFields(pair, pair.fields, 'added', describeText),
  },
  {
    ...OF_TEXT,
    id: 'annotation-removed',
    location: 'before',
    examples: [reversed(DESCRIBED)],
    find: pair => findFields(pair, pair.fields, 'removed', describeText),
  },
  {
    ...OF_TEXT,
    id: 'annotation-changed',
    location: 'after',
    examples: [documents(info('a'), info('b'))],
    find: pair => findFields(pair, pair.fields, 'changed', describeText),
  },
];

/** Titles, descriptions, examples, and keywords that JSON Schema does not know and treats as annotations. */
export const textKeywordRules: Rule<TextKeywordPair>[] = [
  {
    ...OF_TEXT,
    id: 'schema-annotation-added',
    location: 'after',
    examples: [TITLED],
    find: pair => findKeyword(pair, 'added'),
  },
  {
    ...OF_TEXT,
    id: 'schema-annotation-removed',
    location: 'before',
    examples: [reversed(TITLED)],
    find: pair => findKeyword(pair, 'removed'),
  },
  {
    ...OF_TEXT,
    id: 'schema-annotation-changed',
    location: 'after',
    examples: [schemas(text({ title: 'a' }), text({ title: 'b' }))],
    find: pair => findKeyword(pair, 'changed'),
  },
];

/** The fields of vendors: the service does not know what they mean, so it reports them and never judges. */
export const extensionRules: Rule<ExtensionPair>[] = [
  {
    ...OF_TEXT,
    id: 'extension-added',
    location: 'after',
    examples: [EXTENDED],
    find: pair => findFields(pair, extensionsOf(pair), 'added', describeChange),
  },
  {
    ...OF_TEXT,
    id: 'extension-removed',
    location: 'before',
    examples: [reversed(EXTENDED)],
    find: pair => findFields(pair, extensionsOf(pair), 'removed', describeChange),
  },
  {
    ...OF_TEXT,
    id: 'extension-changed',
    location: 'after',
    examples: [operations({ 'x-a': 1 }, { 'x-a': 2 })],
    find: pair => findFields(pair, extensionsOf(pair), 'changed', describeChange),
  },
];

/** Vendor fields inside a schema. */
export const extensionKeywordRules: Rule<KeywordPair>[] = [
  {
    ...OF_TEXT,
    id: 'schema-extension-added',
    location: 'after',
    examples: [EXTENDED_SCHEMA],
    find: pair => findExtensionKeyword(pair, 'added'),
  },
  {
    ...OF_TEXT,
    id: 'schema-extension-removed',
    location: 'before',
    examples: [reversed(EXTENDED_SCHEMA)],
    find: pair => findExtensionKeyword(pair, 'removed'),
  },
  {
    ...OF_TEXT,
    id: 'schema-extension-changed',
    location: 'after',
    examples: [schemas(text({ 'x-a': 1 }), text({ 'x-a': 2 }))],
    find: pair => findExtensionKeyword(pair, 'changed'),
  },
];

const haveSameExtensions = ({ value: old }: Located<JsonObject>, { value: now }: Located<JsonObject>): boolean => {
  for (const key in old) if (isExtension(key) && !sameValue(old[key], now[key])) return false;
  for (const key in now) if (isExtension(key) && !Object.hasOwn(old, key)) return false;
  return true;
};

/** The rules about extensions, or none if there is nothing for them to find. */
export const extensionRulesFor = (before: Located<JsonObject>, after: Located<JsonObject>): Rule<ExtensionPair>[] =>
  haveSameExtensions(before, after) ? [] : extensionRules;
