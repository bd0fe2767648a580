import { isJsonObject, type JsonObject, type JsonValue } from '../../platform/json.ts';
import { type ApiDocument, lookUp, refOf } from '../read/document.ts';
import type { NormalSchema } from './normal-schema.ts';
import type { SchemaPair } from './pair.ts';
import { LEAVES_NOTHING, MAX_EVALUATING_SCHEMAS } from './unevaluated.ts';

type Unevaluated = keyof typeof LEAVES_NOTHING;

/** A schema with one of these keywords evaluates more than the names in its `properties`. */
const EVALUATING: Record<Unevaluated, readonly string[]> = {
  unevaluatedProperties: [...['patternProperties', '$dynamicRef'], ...LEAVES_NOTHING.unevaluatedProperties],
  unevaluatedItems: [...['prefixItems', 'contains', '$dynamicRef'], ...LEAVES_NOTHING.unevaluatedItems],
};
const APPLIED = ['allOf', 'anyOf', 'oneOf', 'if', 'then', 'else', 'dependentSchemas', '$ref'];

/** Whether no other schema evaluates properties for this one. */
export const evaluatesAlone = ({ sources }: NormalSchema): boolean =>
  !sources.some(
    ({ value }) => isJsonObject(value) && [...APPLIED, '$dynamicRef'].some(keyword => value[keyword] !== undefined),
  );

/**
 * Whether a part that only one side has may evaluate properties or items that nothing else evaluates, while both sides
 * restrict unevaluated ones. Then the part also lets values in: it is not only a restriction.
 */
export const letsMoreIn = ({ before, after }: SchemaPair, holder: NormalSchema, part: JsonValue | undefined): boolean =>
  (Object.keys(LEAVES_NOTHING) as Unevaluated[]).some(
    keyword =>
      before.subschemas.has(keyword) && after.subschemas.has(keyword) && evaluatesMore(holder, part ?? true, keyword),
  );

const evaluatesMore = (
  { document, properties: named }: NormalSchema,
  part: JsonValue,
  keyword: Unevaluated,
): boolean => {
  const seen = new Set<JsonValue>();
  const open = [part];
  for (let next = open.pop(); next !== undefined; next = open.pop()) {
    if (!isJsonObject(next) || seen.has(next)) continue;
    seen.add(next);
    const schema = next;
    if (seen.size > MAX_EVALUATING_SCHEMAS || EVALUATING[keyword].some(name => schema[name] !== undefined)) return true;
    const { properties } = schema;
    const names = keyword === 'unevaluatedProperties' && isJsonObject(properties) ? Object.keys(properties) : [];
    if (names.some(name => !named.has(name))) return true;
    open.push(...APPLIED.flatMap(name => appliedBy(document, schema, name)));
  }
  return false;
};

const appliedBy = (document: ApiDocument, schema: JsonObject, keyword: string): JsonValue[] => {
  const value = schema[keyword];
  if (value === undefined) return [];
  if (keyword === '$ref') return [lookUp(document, refOf(schema) ?? '')?.value ?? true];
  if (keyword === 'dependentSchemas') return isJsonObject(value) ? (Object.values(value) as JsonValue[]) : [];
  return [value].flat();
};
