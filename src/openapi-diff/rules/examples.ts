import type { JsonObject, JsonValue } from '../../platform/json.ts';

/**
 * A change as a pair of fragments: two schemas, two operations, or what two documents hold. `isStable`: the operation
 * around the fragment is declared stable.
 */
export type Example = {
  of: 'schema' | 'operation' | 'document';
  before: JsonValue;
  after: JsonValue;
  isStable?: boolean;
};

/** A change of a schema, tried at every place that can have a schema. */
export const schemas = (before: JsonValue, after: JsonValue): Example => ({ of: 'schema', before, after });
/** A change of an operation, tried at a path and in a webhook, where the directions are swapped. */
export const operations = (before: JsonObject, after: JsonObject): Example => ({ of: 'operation', before, after });
/** The root fields of a document beside or instead of one empty operation, `POST /p`. */
export const documents = (before: JsonObject, after: JsonObject): Example => ({ of: 'document', before, after });
export const inStable = (example: Example): Example => ({ ...example, isStable: true });
/** The inverse change. */
export const reversed = ({ before, after, ...rest }: Example): Example => ({ ...rest, before: after, after: before });

/** The responses of an operation about which an example says nothing. */
export const OK: JsonObject = { 200: { description: 'ok' } };

/** The response of an operation, with these fields. */
export const answered = (response: JsonObject): JsonObject => ({
  responses: { 200: { description: 'ok', ...response } },
});

/** What declares a thing deprecated, with the date of its removal if there is one. */
export const deprecated = (sunset?: string): JsonObject => ({
  deprecated: true,
  ...(sunset && { 'x-sunset': sunset }),
});

export const jsonBody = (schema: JsonValue): JsonObject => ({ content: { 'application/json': { schema } } });

/** Component schemas that examples refer to. */
const COMPONENTS: JsonObject = {
  Cat: { type: 'object', properties: { meow: { type: 'boolean' } } },
  Dog: { type: 'object', properties: { bark: { type: 'boolean' } } },
  Note: { description: 'For people' },
};

const inside = (schema: JsonValue): JsonObject => ({ type: 'object', properties: { inside: schema } });
const inert = (schema: JsonValue): JsonObject => ({
  properties: { inert: { allOf: [schema], readOnly: true, writeOnly: true } },
});

/** Where an operation may hold a schema. */
const SITES: ((schema: JsonValue) => JsonObject)[] = [
  schema => ({ requestBody: jsonBody(inside(schema)) }),
  schema => ({ responses: { 200: { description: '', ...jsonBody(inside(schema)) } } }),
  schema => ({ requestBody: jsonBody(schema) }),
  schema => ({ requestBody: { content: { 'text/plain': { schema } } } }),
  schema => ({ requestBody: { content: { 'application/xml': { schema: inside(schema) } } } }),
  schema => ({ requestBody: { content: { 'application/xml': { schema: inert(schema) } } } }),
  schema => ({ requestBody: jsonBody(inert(schema)) }),
  schema => ({ parameters: [{ name: 'q', in: 'query', schema }] }),
  schema => ({ parameters: [{ name: 'q', in: 'query', schema: inside(schema) }] }),
  schema => ({ parameters: [{ name: 'q', in: 'header', schema: inside(schema) }] }),
  schema => ({ responses: { 200: { description: '', headers: { H: { schema } } } } }),
  schema => ({ responses: { 200: { description: '', headers: { H: { schema: inside(schema) } } } } }),
];

const ROOT: JsonObject = { openapi: '3.1.0', info: { title: 't', version: '1' } };

/** A path first, then the same as a webhook. */
const WAYS: ((operation: JsonObject) => JsonObject)[] = [
  operation => ({ ...ROOT, paths: { '/p': { post: { responses: OK, ...operation } } } }),
  operation => ({ ...ROOT, webhooks: { done: { post: { responses: OK, ...operation } } } }),
];

/** The whole documents that an example stands for, the most telling pair first. */
export const documentPairs = ({ of, before, after, isStable }: Example): [JsonObject, JsonObject][] => {
  const promise: JsonObject = isStable ? { 'x-stability-level': 'stable' } : {};
  if (of === 'document') {
    const [plain] = WAYS as [(operation: JsonObject) => JsonObject];
    return [
      [
        { ...plain({}), ...(before as JsonObject) },
        { ...plain({}), ...(after as JsonObject) },
      ],
    ];
  }
  if (of === 'operation')
    return WAYS.map(way => [
      way({ ...promise, ...(before as JsonObject) }),
      way({ ...promise, ...(after as JsonObject) }),
    ]);
  return WAYS.flatMap(way =>
    SITES.map((site): [JsonObject, JsonObject] => {
      const document = (schema: JsonValue): JsonObject => ({
        ...way({ ...promise, ...site(schema) }),
        components: { schemas: COMPONENTS },
      });
      return [document(before), document(after)];
    }),
  );
};

/** The day on which examples are compared, and the notice that a sunset needs: dates of examples are around it. */
export const EXAMPLE_OPTIONS = { today: '2026-06-15', noticeDays: 30 };
