import { append } from '../../openapi/pointer.ts';
import { isJsonObject, type JsonObject, type JsonValue } from '../../platform/json.ts';
import { MAX_TEXT_CHANGES } from '../budgets.ts';
import { dialectOf, textOf } from '../read/document.ts';
import { quote } from '../read/values.ts';
import { answered, documents, jsonBody } from './examples.ts';
import { BY_LAW, UNSEEN_BY_OASDIFF } from './levels.ts';
import { NOTHING, type Occurrence, type Rule, type RuleFacts } from './rule.ts';

export type DocumentPair = { before: JsonObject; after: JsonObject };

const infoOf = (root: JsonObject, key: string): string | undefined =>
  isJsonObject(root.info) ? textOf(root.info[key]) : undefined;

const infoRule = ({ key, ...facts }: RuleFacts & { key: string }): Rule<DocumentPair> => ({
  ...facts,
  find({ before, after }): Iterable<Occurrence> {
    const [oldValue, newValue] = [infoOf(before, key), infoOf(after, key)];
    if (oldValue === newValue) return NOTHING;
    const at = `/info/${key}`;
    const says = `${key} changed from ${quote(oldValue)} to ${quote(newValue)}`;
    return [{ before: at, after: at, oldValue, newValue, says }];
  },
});

const withInfo = (info: JsonObject): JsonObject => ({ info: { title: 't', version: '1', ...info } });

export const documentRules: Rule<DocumentPair>[] = [
  infoRule({
    id: 'api-version-changed',
    direction: 'request',
    effect: 'describes',
    key: 'version',
    location: 'after',
    levels: BY_LAW,
    checks: 'none',
    examples: [documents({}, withInfo({ version: '2' }))],
  }),
  infoRule({
    id: 'api-title-changed',
    direction: 'request',
    effect: 'describes',
    key: 'title',
    location: 'after',
    levels: BY_LAW,
    checks: 'none',
    examples: [documents({}, withInfo({ title: 'u' }))],
    isText: true,
  }),
];

/** Finds every `nullable: true`, a keyword of 3.0. */
/** Keys of examples and other values of users. */
const VALUES = new Set(['example', 'examples', 'default', 'enum', 'const']);
/** Keys whose objects have names as keys. */
const NAMED = new Set([
  ...[
    'properties',
    'patternProperties',
    'dependentSchemas',
    '$defs',
    'definitions',
    'schemas',
    'responses',
    'parameters',
  ],
  ...['headers', 'requestBodies', 'pathItems', 'callbacks', 'content', 'encoding'],
]);

function* placesOfNullable(value: JsonValue | undefined, pointer: string, hasNames: boolean): Iterable<string> {
  if (typeof value !== 'object' || value === null) return;
  if (isJsonObject(value) && !hasNames && value.nullable === true) yield pointer;
  for (const [key, inner] of Object.entries(value))
    if (hasNames || !(VALUES.has(key) || key.startsWith('x-')))
      yield* placesOfNullable(inner as JsonValue, append(pointer, key), !hasNames && NAMED.has(key));
}

const speaks30 = ({ openapi }: JsonObject): boolean => dialectOf({ openapi: openapi ?? '3.1.0' }) === '3.0';
const ofDialect = (openapi: string): JsonObject => ({
  openapi,
  components: { schemas: { Name: { type: 'string', nullable: true } } },
});

const DEFAULT_DIALECT = 'https://json-schema.org/draft/2020-12/schema';
/** OpenAPI adds only annotations to the default dialect. */
const OF_OPENAPI = /^https:\/\/spec\.openapis\.org\/oas\/3\.\d\/dialect\//;

/** The JSON Schema dialect of the schemas (since 3.1). */
const schemaDialectOf = (root: JsonObject): string => {
  const dialect = textOf(root.jsonSchemaDialect) ?? DEFAULT_DIALECT;
  return speaks30(root) || OF_OPENAPI.test(dialect) ? DEFAULT_DIALECT : dialect;
};

/** Reports `nullable` of 3.0 in a 3.1 document: it is compared by its 3.0 meaning, although 3.1 ignores it. */
export const dialectRules: Rule<DocumentPair>[] = [
  {
    id: 'nullable-without-effect',
    direction: 'request',
    effect: 'may-change',
    location: 'after',
    levels: UNSEEN_BY_OASDIFF,
    checks: 'none',
    examples: [documents(ofDialect('3.0.3'), ofDialect('3.1.0'))],
    find({ before, after }): Iterable<Occurrence> {
      if (speaks30(before) === speaks30(after)) return NOTHING;
      const { paths, components } = speaks30(before) ? after : before;
      const places = [
        ...placesOfNullable(paths, '/paths', true),
        ...placesOfNullable(components, '/components', false),
      ];
      const [first] = places;
      if (first === undefined) return NOTHING;
      const where = places.length === 1 ? 'one place' : `${places.length} places`;
      if (speaks30(before)) {
        const says = `\`nullable\` has no effect since 3.1, and is left over in ${where}`;
        return [{ before: '/openapi', after: first, newValue: places.length, says }];
      }
      const says = `\`nullable\` had no effect in 3.1, and stood in ${where}`;
      return [{ before: first, after: '/openapi', oldValue: places.length, says }];
    },
  },
  {
    id: 'schema-dialect-changed',
    direction: 'request',
    effect: 'may-change',
    location: 'after',
    levels: UNSEEN_BY_OASDIFF,
    checks: 'none',
    examples: [documents({}, { jsonSchemaDialect: 'http://json-schema.org/draft-07/schema#' })],
    find({ before, after }): Iterable<Occurrence> {
      const [oldValue, newValue] = [schemaDialectOf(before), schemaDialectOf(after)];
      if (oldValue === newValue) return NOTHING;
      const placeIn = (root: JsonObject): string => (root.jsonSchemaDialect ? '/jsonSchemaDialect' : '/openapi');
      const says = `the dialect of schemas changed from ${quote(oldValue)} to ${quote(newValue)}`;
      return [{ before: placeIn(before), after: placeIn(after), oldValue, newValue, says }];
    },
  },
];

/** More changed texts than are reported one by one. */
const manyTexts = (description: string): JsonObject => {
  const tags = Array.from({ length: MAX_TEXT_CHANGES + 2 }, (_, index) => ({ name: `t${index}`, description }));
  return { tags };
};

export const uncountedTextRules: Rule<{ unreported: number }>[] = [
  {
    id: 'annotations-changed',
    direction: 'request',
    effect: 'describes',
    location: 'after',
    levels: BY_LAW,
    checks: 'none',
    examples: [documents(manyTexts('a'), manyTexts('b'))],
    isText: true,
    find({ unreported }): Iterable<Occurrence> {
      return [{ before: '', after: '', newValue: unreported, says: `${unreported} more texts changed` }];
    },
  },
];

/** Recursive schemas of which each meets each one of the other document. */
const recursive = (length: number, type: string): JsonObject => {
  const next = (index: number): JsonObject => ({ $ref: `#/components/schemas/S${index % length}` });
  const schemas = Array.from({ length }, (_, index): [string, JsonObject] => [
    `S${index}`,
    { properties: { value: { type }, next: next(index + 1) } },
  ]);
  return {
    paths: { '/p': { post: answered(jsonBody(next(0))) } },
    components: { schemas: Object.fromEntries(schemas) },
  };
};

export const tooLargeRules: Rule<{ limit: string; isFirst: boolean; digest: string }>[] = [
  {
    id: 'comparison-too-large',
    direction: 'request',
    effect: 'changes',
    location: 'after',
    levels: BY_LAW,
    checks: 'none',
    examples: [documents(recursive(161, 'string'), recursive(160, 'integer'))],
    find({ limit, isFirst, digest }): Iterable<Occurrence> {
      if (isFirst) {
        const says = `the document is too large to list what is new: more than ${limit}`;
        return [{ before: '', after: '', name: digest, effect: 'describes', says }];
      }
      const says = `the documents differ in too many places to compare: more than ${limit}. Read both texts`;
      // An exception or a mark is for these two documents only.
      return [{ before: '', after: '', name: digest, says }];
    },
  },
];
