import { append, parsePointer } from '../../openapi/pointer.ts';
import { isJsonObject, type JsonObject, type JsonValue, ownField } from '../../platform/json.ts';
import type { ApiDocument, Located } from '../read/document.ts';
import { canonical, compareNumbers, isNumeric, leastCommonMultiple, sameValue } from '../read/values.ts';

/** An absent keyword equals one with its default. */
const DEFAULTS: Record<string, JsonValue> = {
  minLength: 0,
  minItems: 0,
  minProperties: 0,
  uniqueItems: false,
  readOnly: false,
  writeOnly: false,
  deprecated: false,
};

type Read = (value: JsonValue, schema: JsonObject, document: ApiDocument, pointer: string) => JsonValue | undefined;

const asIs: Read = value => value;
const number: Read = value => (isNumeric(value) ? value : undefined);
const text: Read = value => (typeof value === 'string' ? value : undefined);
const list: Read = value => (Array.isArray(value) ? value : undefined);

/**
 * Normalizes the mapping: `cat: Cat` and `cat: '#/components/schemas/Cat'` are the same, and an entry that maps a name
 * to itself is implicit.
 */
const readDiscriminator: Read = value => {
  if (!isJsonObject(value)) return value;
  const { mapping, defaultMapping, ...rest } = value;
  const known = { ...rest, ...(defaultMapping !== undefined && { defaultMapping: nameOf(defaultMapping) }) };
  if (!isJsonObject(mapping)) return mapping === undefined ? known : { ...known, mapping };
  const named = Object.entries(mapping)
    .map(([name, target]): [string, JsonValue] => [name, nameOf(target)])
    .filter(([name, target]) => name !== target);
  return { ...known, mapping: Object.fromEntries(named) };
};

const nameOf = (target: JsonValue): JsonValue =>
  typeof target === 'string' ? target.replace(/^#\/components\/schemas\//, '') : target;

/** Drops fields without effect: `false`, the property's own name, and the name of an array that is not wrapped. */
const readXml: Read = (written, { type }, _, pointer) => {
  if (!isJsonObject(written)) return written;
  const [holder, property] = parsePointer(pointer).slice(-2);
  const isList = [type].flat().includes('array');
  const value = withoutNodeType(written, isList);
  const isNameless = isList && value.wrapped !== true;
  const kept = Object.entries(value).filter(
    ([name, said]) =>
      said !== false && !(name === 'name' && (isNameless || (holder === 'properties' && said === property))),
  );
  return kept.length === 0 ? undefined : Object.fromEntries(kept);
};

/** OpenAPI 3.2 replaces `attribute` and `wrapped` by `nodeType`: by default `none` for arrays, otherwise `element`. */
const withoutNodeType = ({ nodeType, ...rest }: JsonObject, isList: boolean): JsonObject => {
  if (nodeType === undefined || nodeType === (isList ? 'none' : 'element')) return rest;
  if (nodeType === 'attribute') return { ...rest, attribute: true };
  return nodeType === 'element' ? { ...rest, wrapped: true } : { ...rest, nodeType };
};

/** Readers of the keywords with plain values. Undefined: the keyword has no effect. */
const READERS: Record<string, Read> = {
  enum: list,
  const: value => [value],
  format: text,
  pattern: value => (typeof value === 'string' && value !== '' ? value : undefined),
  multipleOf: number,
  minimum: (value, schema) => (schema.exclusiveMinimum === true ? undefined : number(value, schema, NO_DOCUMENT, '')),
  maximum: (value, schema) => (schema.exclusiveMaximum === true ? undefined : number(value, schema, NO_DOCUMENT, '')),
  exclusiveMinimum: (value, schema) => exclusive(value, schema.minimum),
  exclusiveMaximum: (value, schema) => exclusive(value, schema.maximum),
  minLength: number,
  maxLength: number,
  minItems: number,
  maxItems: number,
  minProperties: number,
  maxProperties: number,
  minContains: number,
  maxContains: number,
  uniqueItems: asIs,
  readOnly: asIs,
  writeOnly: asIs,
  deprecated: asIs,
  default: asIs,
  discriminator: readDiscriminator,
  dependentRequired: asIs,
  contentEncoding: text,
  contentMediaType: text,
  'x-extensible-enum': list,
  'x-sunset': asIs,
  'x-stability-level': asIs,
  xml: readXml,
  $dynamicRef: asIs,
};

/** Keywords that are read elsewhere, or that concern only the schema itself. */
const ELSEWHERE = new Set([
  ...['type', 'nullable', 'required', 'properties', 'patternProperties', 'dependentSchemas', 'prefixItems'],
  ...['allOf', 'oneOf', 'anyOf', '$ref', '$defs', 'definitions', '$id', '$anchor', '$dynamicAnchor'],
  ...['$schema', '$vocabulary', '$comment'],
]);

/** Whether a keyword is for people: titles, descriptions, examples, and keywords unknown to JSON Schema. */
export const isText = (keyword: string): boolean =>
  !Object.hasOwn(READERS, keyword) && !ELSEWHERE.has(keyword) && !keyword.startsWith('x-');

const NO_DOCUMENT = {} as ApiDocument;

const exclusive = (value: JsonValue, bound: JsonValue | undefined): JsonValue | undefined => {
  if (isNumeric(value)) return value;
  return value === true && isNumeric(bound) ? bound : undefined;
};

/** Binary media types: a string cannot contain their bytes without an encoding. */
const BYTES = /^((image|audio|video|font)\/|application\/(octet-stream|pdf|zip|gzip)$)/;

/**
 * Keywords of 3.1 for `format: byte` and `format: binary` of 3.0. Null: there is no 3.0 form. Undefined: no effect,
 * because 3.0 cannot express the media type of encoded bytes.
 */
const CROSSED: Record<string, (value: JsonValue, schema: JsonObject) => [string, JsonValue] | null | undefined> = {
  contentEncoding: value => (value === 'base64' ? ['format', 'byte'] : null),
  contentMediaType: (value, { contentEncoding }) => {
    if (contentEncoding === 'base64') return undefined;
    return typeof value === 'string' && BYTES.test(value) ? ['format', 'binary'] : null;
  },
};

/** The normal form of a keyword, merged with a previous value; undefined if it has no effect. */
export const readKeyword = (
  document: ApiDocument,
  keywords: ReadonlyMap<string, Located>,
  schema: JsonObject,
  keyword: string,
  pointer: string,
): { name: string; located: Located } | undefined => {
  const reader = READERS[keyword];
  const raw = schema[keyword];
  if (keyword.startsWith('x-') && reader === undefined && raw !== undefined) {
    return { name: keyword, located: { value: raw, pointer: append(pointer, keyword) } };
  }
  if (reader === undefined || raw === undefined || !Object.hasOwn(READERS, keyword)) return;
  const value = reader(raw, schema, document, pointer);
  if (value === undefined || (keyword in DEFAULTS && sameValue(value, DEFAULTS[keyword]))) return;
  const isCrossed = document.crossed && document.dialect === '3.1' && Object.hasOwn(CROSSED, keyword);
  const crossed = isCrossed ? CROSSED[keyword]?.(value, schema) : null;
  if (crossed === undefined) return;
  const [name, normal] = crossed ?? [keyword === 'const' ? 'enum' : keyword, value];
  const known = keywords.get(name);
  const located = { value: normal, pointer: `${pointer}/${keyword}` };
  return { name, located: known === undefined ? located : mergeLocated(name, known, located) };
};

/** A merged value that one of both states has its location, any other value that of the later one. */
const mergeLocated = (name: string, known: Located, later: Located): Located => {
  const value = merge(name, known.value, later.value);
  if (name !== 'enum') return { value, pointer: (value === known.value ? known : later).pointer };
  // If a schema has both `enum` and `const`, the finding points to `enum`, in either order.
  const source = isConst(later) || (value === known.value && !isConst(known)) ? known : later;
  if (value === source.value) return source;
  return { value, pointer: source.pointer, places: placesIn(value as JsonValue[], source) };
};

const isConst = ({ pointer }: Located): boolean => pointer.endsWith('/const');

/** The locations of values in a list that contains them all. */
const placesIn = (values: JsonValue[], { value: list, pointer, places }: Located): string[] => {
  const indexes = new Map((list as JsonValue[]).map((value, index) => [canonical(value), index]));
  return values.map(value => {
    const index = indexes.get(canonical(value)) ?? 0;
    return places?.[index] ?? `${pointer}/${index}`;
  });
};

const stronger =
  (sign: 1 | -1) =>
  (a: JsonValue, b: JsonValue): JsonValue =>
    isNumeric(a) && isNumeric(b) && compareNumbers(a, b) * sign >= 0 ? a : b;

/** How to merge two conjuncts that set the same keyword. */
const MERGERS: Record<string, (a: JsonValue, b: JsonValue) => JsonValue> = {
  enum: (a, b) => commonValues(a as JsonValue[], b as JsonValue[]),
  minimum: stronger(1),
  exclusiveMinimum: stronger(1),
  minLength: stronger(1),
  minItems: stronger(1),
  minProperties: stronger(1),
  maximum: stronger(-1),
  exclusiveMaximum: stronger(-1),
  maxLength: stronger(-1),
  maxItems: stronger(-1),
  maxProperties: stronger(-1),
  minContains: stronger(1),
  maxContains: stronger(-1),
  multipleOf: (a, b) => (sameValue(a, b) ? a : commonMultiple(a, b)),
  dependentRequired: (a, b) => mergeMaps(a, b),
  deprecated: (a, b) => a === true || b === true,
};

/** The list itself if the other one contains all its values. */
const commonValues = (list: JsonValue[], other: JsonValue[]): JsonValue[] => {
  const known = new Set(other.map(canonical));
  const common = list.filter(value => known.has(canonical(value)));
  return common.length === list.length ? list : common;
};

/** Both values apply, and no single value can express that. */
const PILED = new Set(['pattern', 'format', 'contentEncoding', 'contentMediaType']);

const merge = (keyword: string, a: JsonValue, b: JsonValue): JsonValue => {
  const merger = MERGERS[keyword];
  if (merger !== undefined) return merger(a, b);
  if (sameValue(a, b)) return a;
  return PILED.has(keyword) ? [...new Set([a, b].flat())].sort() : a;
};

/** The least common multiple, or both numbers if it is no exact number. */
export const commonMultiple = (a: JsonValue, b: JsonValue): JsonValue =>
  isNumeric(a) && isNumeric(b) ? (leastCommonMultiple(a, b) ?? [a, b].sort(compareNumbers)) : a;

const mergeMaps = (a: JsonValue, b: JsonValue): JsonValue => {
  if (!isJsonObject(a) || !isJsonObject(b)) return a;
  const names = [...new Set([...Object.keys(a), ...Object.keys(b)])];
  const lists = (name: string): JsonValue[] => [a, b].flatMap(map => ownField(map, name) ?? []);
  return Object.fromEntries(names.map(name => [name, [...new Set(lists(name))]]));
};

/** Resolves related keywords: of two bounds on one side only the stronger one applies. */
export const settleKeywords = (keywords: Map<string, Located>): void => {
  for (const [inclusive, exclusive, sign] of BOUNDS) {
    const [at, beyond] = [keywords.get(inclusive)?.value, keywords.get(exclusive)?.value];
    if (!isNumeric(at) || !isNumeric(beyond)) continue;
    keywords.delete(compareNumbers(beyond, at) * sign >= 0 ? inclusive : exclusive);
  }
};

const BOUNDS = [
  ['minimum', 'exclusiveMinimum', 1],
  ['maximum', 'exclusiveMaximum', -1],
] as const;
