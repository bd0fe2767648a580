import { isJsonObject, type JsonObject, type JsonValue } from '../../platform/json.ts';
import { type ApiDocument, lookUp, refOf } from '../read/document.ts';
import { mapOf } from './properties.ts';

/** With these keywords, the names that are evaluated depend on the value. */
const DEPENDS = ['anyOf', 'oneOf', 'if', 'dependentSchemas', '$dynamicRef'];
const MAX_CONJUNCTS = 64;

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
  if (conjuncts === null) return schema;
  const isAllEvaluated = conjuncts.some(
    one => one.additionalProperties !== undefined || one.unevaluatedProperties !== undefined,
  );
  if (isAllEvaluated || unevaluatedProperties === undefined) return others;
  const named = (keyword: string): JsonObject =>
    Object.fromEntries(conjuncts.flatMap(one => Object.keys(mapOf(one, keyword)).map(name => [name, true])));
  const rest: JsonObject = {
    properties: named('properties'),
    patternProperties: named('patternProperties'),
    additionalProperties: unevaluatedProperties,
  };
  return { ...others, allOf: [...(Array.isArray(others.allOf) ? others.allOf : []), rest] };
};

/** The schema, what it refers to, and the members of allOf; null if more is evaluated, or if there are too many. */
const conjunctsOf = (document: ApiDocument, schema: JsonObject): JsonObject[] | null => {
  const found = new Set<JsonObject>();
  const open: (JsonValue | undefined)[] = [schema];
  for (let next = open.pop(); next !== undefined; next = open.pop()) {
    if (!isJsonObject(next) || found.has(next)) continue;
    const conjunct = next;
    if (found.size >= MAX_CONJUNCTS || DEPENDS.some(keyword => conjunct[keyword] !== undefined)) return null;
    found.add(conjunct);
    const ref = refOf(conjunct);
    if (ref !== null) open.push(lookUp(document, ref)?.value);
    if (Array.isArray(conjunct.allOf)) open.push(...conjunct.allOf);
  }
  return [...found];
};
