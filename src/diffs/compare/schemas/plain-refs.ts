import { isJsonObject, type JsonValue } from '../../../platform/json.ts';
import { refOf } from '../document.ts';

const LISTS = ['allOf', 'anyOf', 'oneOf'] as const;
const SINGLES = ['items', 'additionalProperties'] as const;
/** What stands behind these is judged with a context of its own. */
const TURNS = ['properties', 'patternProperties', 'not', 'if', 'then', 'else', 'contains', 'propertyNames'];
const MORE_TURNS = ['dependentSchemas', 'prefixItems', 'unevaluatedItems', 'unevaluatedProperties', 'contentSchema'];

/**
 * The references in a schema that is nothing but references, lists and plain keywords; null for any other. Written
 * alike on both sides, such a schema can only change through what it refers to.
 */
export const plainRefs = (schema: JsonValue | undefined, found: string[] = []): string[] | null => {
  if (!isJsonObject(schema)) return found;
  const ref = refOf(schema);
  if (ref !== null) found.push(ref);
  if (TURNS.some(keyword => keyword in schema) || MORE_TURNS.some(keyword => keyword in schema)) return null;
  for (const keyword of LISTS) {
    const list = schema[keyword];
    if (Array.isArray(list) && list.some(branch => plainRefs(branch, found) === null)) return null;
  }
  return SINGLES.some(keyword => plainRefs(schema[keyword], found) === null) ? null : found;
};
