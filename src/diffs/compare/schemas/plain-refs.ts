import { isJsonObject, type JsonValue } from '../../../platform/json.ts';
import { refOf } from '../document.ts';

/** How a keyword bears on the question; all others are plain. `turns`: what stands behind it is judged with a context of its own. */
const BEARING: ReadonlyMap<string, 'list' | 'single' | 'turns'> = new Map([
  ...(['allOf', 'anyOf', 'oneOf'] as const).map(keyword => [keyword, 'list'] as const),
  ...(['items', 'additionalProperties'] as const).map(keyword => [keyword, 'single'] as const),
  ...[
    ...['properties', 'patternProperties', 'not', 'if', 'then', 'else', 'contains', 'propertyNames'],
    ...['dependentSchemas', 'prefixItems', 'unevaluatedItems', 'unevaluatedProperties', 'contentSchema', '$dynamicRef'],
    'discriminator',
  ].map(keyword => [keyword, 'turns'] as const),
]);

/**
 * The references in a schema that is nothing but references, lists and plain keywords; null for any other. Written
 * alike on both sides, such a schema can only change through what it refers to.
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
    if (bearing === 'single' && plainRefs(value, found) === null) return null;
    if (bearing === 'list' && Array.isArray(value)) {
      for (const branch of value) if (plainRefs(branch, found) === null) return null;
    }
  }
  return found;
};
