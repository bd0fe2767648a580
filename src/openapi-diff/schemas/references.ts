import { parsePointer } from '../../openapi/pointer.ts';
import { isJsonObject, type JsonObject, type JsonValue } from '../../platform/json.ts';
import { type ApiDocument, type Located, lookUp, refOf } from '../read/document.ts';
import type { Node } from './schema-map.ts';
import { isNullSchema, LISTS } from './simple-schemas.ts';

/** The end of a chain of references, if the node is a bare reference. */
export const targetOf = (document: ApiDocument, node: Node): { node: Node; referred: boolean } => {
  const [only] = node;
  const ref = node.length === 1 && only !== undefined ? bareRef(document, only) : null;
  const end = ref === null ? null : endOf(document, ref);
  return end === null ? { node, referred: false } : { node: [end], referred: true };
};

/** The name of a component schema; null for a nested schema, or any other object. */
export const componentName = ({ pointer }: Located): string | null => {
  const [root, kind, name, ...inside] = parsePointer(pointer);
  return root === 'components' && kind === 'schemas' && inside.length === 0 ? (name ?? null) : null;
};

/** Follows a chain of references to its end; null if there is none. A chain that leads to itself limits nothing. */
export const endOf = (document: ApiDocument, ref: string): Located | null => {
  const first = lookUp(document, ref);
  let end = first;
  let next = first === null ? null : bareRef(document, first);
  if (next === null) return end;
  const seen = new Set([ref]);
  while (end !== null && next !== null) {
    if (seen.has(next)) return { value: true, pointer: end.pointer };
    seen.add(next);
    const found = lookUp(document, next);
    if (found === null) return end;
    end = found;
    next = bareRef(document, found);
  }
  return end;
};

/** In 3.0, all keywords beside `$ref` are ignored; in 3.1, only annotations and anchors have no effect there. */
const NO_EFFECT = new Set([
  ...['$ref', 'description', 'summary', 'title', 'example', 'examples', '$comment'],
  ...['$anchor', '$dynamicAnchor'],
]);
const bareRef = (document: ApiDocument, { value }: Located): string | null => {
  const ref = refOf(value);
  if (ref === null || document.dialect === '3.0') return ref;
  return Object.keys(value as object).every(key => NO_EFFECT.has(key)) ? ref : null;
};

/** How `plainRefs` treats a keyword; all others are plain. `turns`: its schemas need their own context. */
const BEARING: ReadonlyMap<string, 'list' | 'single' | 'turns'> = new Map([
  ...(['allOf', 'anyOf', 'oneOf'] as const).map(keyword => [keyword, 'list'] as const),
  ...(['items', 'additionalProperties'] as const).map(keyword => [keyword, 'single'] as const),
  ...[
    ...['properties', 'patternProperties', 'not', 'if', 'then', 'else', 'contains', 'propertyNames'],
    ...['dependentSchemas', 'prefixItems', 'unevaluatedItems', 'unevaluatedProperties', 'contentSchema', '$dynamicRef'],
    ...['discriminator', '$defs'],
  ].map(keyword => [keyword, 'turns'] as const),
]);

/** Whether changes of the alternatives may make them overlap. */
const isExclusive = (schema: JsonObject, list: JsonValue | undefined): boolean =>
  Array.isArray(list) && schema.discriminator === undefined && list.filter(branch => !isNullSchema(branch)).length > 1;

/**
 * The references in a schema with only references, lists and plain keywords; null for any other schema. If its text is
 * equal on both sides, it can differ only through its references.
 */
export const plainRefs = (schema: JsonValue | undefined, found: string[] = []): string[] | null => {
  if (!isJsonObject(schema)) return found;
  const ref = refOf(schema);
  if (ref !== null) found.push(ref);
  for (const keyword in schema) {
    const bearing = BEARING.get(keyword);
    if (bearing === undefined) continue;
    if (bearing === 'turns') return null;
    const value = schema[keyword];
    if (keyword === 'oneOf' && isExclusive(schema, value)) return null;
    if (bearing === 'single' && plainRefs(value, found) === null) return null;
    if (bearing === 'list' && Array.isArray(value)) {
      for (const branch of value) if (plainRefs(branch, found) === null) return null;
    }
  }
  return found;
};

/** Whether a schema with plain references only, or one inside it, consists of several parts that all apply. */
export const hasConjunction = (schema: JsonValue | undefined): boolean => {
  if (!isJsonObject(schema)) return false;
  const lists = LISTS.flatMap(keyword => schema[keyword] ?? []);
  if (schema.allOf !== undefined || (refOf(schema) !== null && lists.length > 0)) return true;
  return [...lists, schema.items, schema.additionalProperties].some(hasConjunction);
};
