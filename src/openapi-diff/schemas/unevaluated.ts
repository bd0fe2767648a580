import { isJsonObject, type JsonObject, type JsonValue } from '../../platform/json.ts';
import { type ApiDocument, lookUp, refOf } from '../read/document.ts';

/** With these keywords, the names that are evaluated depend on the value. */
const DEPENDS = ['anyOf', 'oneOf', 'if', 'dependentSchemas', '$dynamicRef'];
/** The maximum number of schemas whose evaluated names are collected. */
export const MAX_EVALUATING_SCHEMAS = 64;

const written = new WeakMap<ApiDocument, WeakMap<JsonObject, JsonObject>>();

/**
 * Writes `unevaluatedProperties` beside references and allOf as `additionalProperties` beside all the names that these
 * describe.
 */
export const withPlainRest = (document: ApiDocument, schema: JsonObject): JsonObject => {
  const { unevaluatedProperties: rest, allOf, $ref } = schema;
  if (rest === undefined || (allOf === undefined && $ref === undefined)) return schema;
  let known = written.get(document);
  if (known === undefined) {
    known = new WeakMap();
    written.set(document, known);
  }
  let plain = known.get(schema);
  if (plain === undefined) {
    plain = write(document, schema);
    known.set(schema, plain);
  }
  return plain;
};

const write = (document: ApiDocument, schema: JsonObject): JsonObject => {
  const { unevaluatedProperties, ...others } = schema;
  const conjuncts = conjunctsOf(document, others);
  if (conjuncts.some(evaluatesAll) || unevaluatedProperties === undefined) return others;
  if (!areDecided(conjuncts)) return schema;
  const rest: JsonObject = {
    properties: namedIn(conjuncts, 'properties'),
    patternProperties: namedIn(conjuncts, 'patternProperties'),
    additionalProperties: unevaluatedProperties,
  };
  return { ...others, allOf: [...(Array.isArray(others.allOf) ? others.allOf : []), rest] };
};

/**
 * The names that the schema and its conjuncts evaluate; undefined if this depends on the value, or if everything is
 * evaluated.
 */
export const namesEvaluatedIn = (
  document: ApiDocument,
  { unevaluatedProperties: _, ...others }: JsonObject,
): JsonObject | undefined => {
  const conjuncts = conjunctsOf(document, others);
  if (conjuncts.some(evaluatesAll) || !areDecided(conjuncts)) return undefined;
  return { properties: namedIn(conjuncts, 'properties'), patternProperties: namedIn(conjuncts, 'patternProperties') };
};

const areDecided = (conjuncts: readonly JsonObject[]): boolean =>
  conjuncts.length <= MAX_EVALUATING_SCHEMAS &&
  !conjuncts.some(one => DEPENDS.some(keyword => one[keyword] !== undefined));

const namedIn = (schemas: readonly JsonObject[], keyword: string): JsonObject =>
  Object.fromEntries(
    schemas.flatMap(({ [keyword]: map }) => (isJsonObject(map) ? Object.keys(map).map(name => [name, true]) : [])),
  );

/** Keywords that evaluate everything, so that nothing is left for the unevaluated keyword. */
export const LEAVES_NOTHING = {
  unevaluatedProperties: ['additionalProperties', 'unevaluatedProperties'],
  unevaluatedItems: ['items', 'unevaluatedItems'],
} as const;

/** Whether nothing is left for this keyword, because the schema or a conjunct of it has a schema for the rest. */
export const isAllEvaluated = (
  document: ApiDocument,
  schema: JsonObject,
  keyword: keyof typeof LEAVES_NOTHING,
): boolean =>
  conjunctsOf(document, { ...schema, [keyword]: undefined as never }).some(one =>
    LEAVES_NOTHING[keyword].some(name => one[name] !== undefined),
  );

const evaluatesAll = (schema: JsonObject): boolean =>
  LEAVES_NOTHING.unevaluatedProperties.some(keyword => schema[keyword] !== undefined);

/** The schema, its references and its allOf members, recursively: at most one more than `MAX_EVALUATING_SCHEMAS`. */
const conjunctsOf = (document: ApiDocument, schema: JsonObject): JsonObject[] => {
  const found = new Set<JsonObject>();
  const open: JsonValue[] = [schema];
  for (let next = open.pop(); next !== undefined && found.size <= MAX_EVALUATING_SCHEMAS; next = open.pop()) {
    if (!isJsonObject(next) || found.has(next)) continue;
    found.add(next);
    const ref = refOf(next);
    if (ref !== null) open.push(lookUp(document, ref)?.value ?? true);
    if (Array.isArray(next.allOf)) open.push(...next.allOf);
  }
  return [...found];
};
