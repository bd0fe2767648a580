import { type JsonSchema, resultSchema } from '../json-schema.ts';
import type { Operation } from '../operations.ts';

type Properties = Record<string, JsonSchema>;
type ObjectSchema = JsonSchema & { properties: Properties };

/** The full output schema of a tool. */
export function answerSchema(operation: Operation): JsonSchema {
  const schema = resultSchema(operation);
  if (operation.result.list !== undefined)
    return { type: 'object', required: ['items', 'total'], properties: { items: schema, total: integer, ...next } };
  return withAdded(schema as ObjectSchema);
}

const integer = { type: 'integer' };
const next = { next_offset: integer };

/** Adds the fields that the facade uses when it cuts an answer. */
function withAdded(schema: ObjectSchema): JsonSchema {
  const { draft, diff_preview, part, items } = schema.properties;
  const added: Properties = {
    ...(items && next),
    ...(part && { omitted: { type: 'string' } }),
    ...(draft && { draft: withAdded(draft as ObjectSchema) }),
    ...(diff_preview && {
      diff_preview: { ...diff_preview, properties: { ...(diff_preview as ObjectSchema).properties, ...next } },
    }),
  };
  const required = part ? ['id', 'version_id', 'method', 'path'] : schema.required;
  return { ...schema, ...(required !== undefined && { required }), properties: { ...schema.properties, ...added } };
}

/** Any JSON. Some clients reject a list of types, and an empty schema looks like a missing one. */
const anyJson = { anyOf: ['object', 'array', 'string', 'number', 'boolean', 'null'].map(type => ({ type })) };
const anyRef = { $ref: '#/$defs/any' };

/**
 * The short schema in tools/list: only the types of the top fields, because clients load the schemas of all tools at
 * once.
 */
export function shownSchema({ type, properties = {} }: JsonSchema): JsonSchema {
  const shown = Object.entries(properties as Properties).map(([name, field]) => [name, typeOf(field)] as const);
  const hasAny = shown.some(([, field]) => field === anyRef);
  return { type, properties: Object.fromEntries(shown), ...(hasAny && { $defs: { any: anyJson } }) };
}

function typeOf({ type, items }: JsonSchema): JsonSchema {
  if (type === undefined) return anyRef;
  return items === undefined ? { type } : { type, items: typeOf(items as JsonSchema) };
}
