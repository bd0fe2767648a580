import { isJsonObject, type JsonObject, type JsonValue } from '../../platform/json.ts';
import { type ApiDocument, type Located, lookUp, refOf } from '../read/document.ts';
import { canonical } from '../read/values.ts';
import type { Node } from './schema-map.ts';

export const LISTS = ['oneOf', 'anyOf'] as const;

/** How to read alternatives: simplified, as lists, or as an enum if each is one value. */
export type Reading = 'short' | 'lists' | 'values';

/** How to read the alternatives of two schemas, so that both sides are comparable. */
export const readingOf = (
  documents: { before: ApiDocument; after: ApiDocument },
  [before, ...rest]: Node,
  [after, ...others]: Node,
): Reading => {
  if (before === undefined || after === undefined || rest.length + others.length > 0) return 'short';
  if (areLists(documents, before.value, after.value)) return 'lists';
  return listsValues(before.value, after.value) || listsValues(after.value, before.value) ? 'values' : 'short';
};

/** Whether a single alternative became several or the reverse. Then both are read as lists. */
const areLists = (
  documents: { before: ApiDocument; after: ApiDocument },
  before: JsonValue,
  after: JsonValue,
): boolean =>
  LISTS.some(keyword => {
    if (!isJsonObject(before) || !isJsonObject(after) || before[keyword] === undefined || after[keyword] === undefined)
      return false;
    const [old, now] = [branchesOf(documents.before, before, keyword), branchesOf(documents.after, after, keyword)];
    const [[one], [other]] = [old, now];
    if (one === undefined || other === undefined || Math.min(old.length, now.length) > 1) return false;
    return Math.max(old.length, now.length) > 1 && ![...old, ...now].every(isPlainType);
  });

const branchesOf = (document: ApiDocument, schema: JsonValue, keyword: 'oneOf' | 'anyOf'): JsonValue[] => {
  const list = isJsonObject(schema) ? schema[keyword] : undefined;
  if (!Array.isArray(list)) return [];
  const branches = flatBranches({ value: withPlainNull(document, list), pointer: '' }, keyword);
  const [only] = branches;
  if (branches.length === 1 && only !== undefined) {
    const { value } = coreOf(only);
    const inner = LISTS.find(name => isJsonObject(value) && Array.isArray(value[name]));
    if (inner !== undefined) return branchesOf(document, value, inner);
  }
  return branches.map(({ value }) => value);
};

const NULL: JsonObject = { type: 'null' };

/** The list with null in place of references to schemas that accept only null. */
export const withPlainNull = (document: ApiDocument, list: JsonValue[]): JsonValue[] => {
  const isNull = (branch: JsonValue): boolean => {
    const ref = refOf(branch);
    const target = ref === null ? null : lookUp(document, ref);
    return target !== null && isNullSchema(target.value);
  };
  return list.some(isNull) ? list.map(branch => (isNull(branch) ? NULL : branch)) : list;
};

/** The branches without null. A nested list of the same kind inside anyOf, or alone inside oneOf, is flattened. */
export const flatBranches = (list: Located<JsonValue[]>, keyword: (typeof LISTS)[number]): Located[] => {
  const branches = list.value
    .map((value, index) => ({ value, pointer: `${list.pointer}/${index}` }))
    .filter(({ value }) => !isNullSchema(value));
  if (keyword === 'oneOf' && branches.length > 1) return branches;
  return branches.flatMap(branch => {
    const { value, pointer } = coreOf(branch);
    const inner = isJsonObject(value) && saysNothingBut(value, ONLY[keyword]) ? value[keyword] : undefined;
    return Array.isArray(inner) ? flatBranches({ value: inner, pointer: `${pointer}/${keyword}` }, keyword) : [branch];
  });
};

/** A list that may be null accepts null like a list with null in it, which is left out too. */
const ONLY = { oneOf: new Set(['oneOf', 'nullable']), anyOf: new Set(['anyOf', 'nullable']) };

const WRAPPERS = ['allOf', ...LISTS] as const;
const WRAPPING = new Set([...WRAPPERS, 'nullable']);

/** Unwraps lists with one branch; null beside it is ignored, but not in allOf, where it is a condition. */
export const coreOf = ({ value, pointer }: Located): Located => {
  if (!saysNothingBut(value, WRAPPING)) return { value, pointer };
  const [name, ...others] = WRAPPERS.filter(keyword => value[keyword] !== undefined);
  const list = name === undefined || others.length > 0 ? undefined : value[name];
  if (!Array.isArray(list)) return { value, pointer };
  if (name === 'allOf' && list.length > 1) return { value, pointer };
  const index = list.findIndex(branch => !isNullSchema(branch));
  const isAlone = index >= 0 && list.every((branch, other) => other === index || isNullSchema(branch));
  return isAlone
    ? coreOf({ value: list[index] as JsonValue, pointer: `${pointer}/${name}/${index}` })
    : { value, pointer };
};

/** Whether alternatives are values, and the other side has no alternatives. */
const listsValues = (schema: JsonValue, other: JsonValue): boolean =>
  isJsonObject(schema) &&
  isJsonObject(other) &&
  LISTS.some(keyword => schema[keyword] !== undefined && valuesOf(schema[keyword]) !== null) &&
  LISTS.every(keyword => other[keyword] === undefined);

/** The values of alternatives that accept one value each, without duplicates; null for other alternatives. */
export const valuesOf = (list: JsonValue | undefined): JsonValue[] | null => {
  if (!Array.isArray(list) || list.length < 2) return null;
  const values: JsonValue[] = [];
  for (const branch of list) {
    const only = onlyValue(branch);
    if (only === null) return null;
    values.push(...only);
  }
  return new Set(values.map(canonical)).size === list.length ? values : null;
};

const VALUED = new Set(['const', 'enum', 'type']);

const onlyValue = (branch: JsonValue): JsonValue[] | null => {
  if (isNullSchema(branch)) return [null];
  if (!saysNothingBut(branch, VALUED)) return null;
  const { const: constant, enum: listed, type } = branch;
  const values = constant === undefined ? listed : listed === undefined ? [constant] : undefined;
  if (!Array.isArray(values) || values.length !== 1) return null;
  return type === undefined || isOfType(values[0], type) ? values : null;
};

const isOfType = (value: JsonValue | undefined, type: JsonValue): boolean =>
  type === (value === null ? 'null' : typeof value) || (type === 'integer' && Number.isInteger(value));

const DESCRIPTIVE = new Set(['title', 'description', 'example', 'examples', 'externalDocs', '$comment', 'deprecated']);
/** Whether the schema accepts everything, so that it only describes. */
export const onlyDescribes = (value: JsonValue): boolean => saysNothingBut(value, NOTHING);

const NOTHING: ReadonlySet<string> = new Set();

/** Whether the schema has only these keywords, besides texts. */
export const saysNothingBut = (value: JsonValue, keywords: ReadonlySet<string>): value is JsonObject =>
  isJsonObject(value) &&
  Object.keys(value).every(key => keywords.has(key) || DESCRIPTIVE.has(key) || key.startsWith('x-'));

export const isEmpty = (value: JsonValue): boolean => isJsonObject(value) && Object.keys(value).length === 0;

/** Whether the schema accepts everything. */
export const isOpen = (value: JsonValue): boolean => value === true || isEmpty(value);

export const acceptsNothing = (value: JsonValue): boolean =>
  value === false || (isJsonObject(value) && value.not !== undefined && isOpen(value.not));

/** Writes a schema that accepts nothing as false. */
export const withPlainFalse = (value: JsonValue): JsonValue => (acceptsNothing(value) ? false : value);

/** Whether the schema has a condition that always holds, or that never does. */
export const isSettled = ({ if: condition }: JsonObject): boolean =>
  condition !== undefined && (isOpen(condition) || acceptsNothing(condition));

/** The part that holds for all values: `then` beside a condition that always holds, `else` beside one that never does. */
export const settledPart = (schema: JsonObject): { value: JsonValue; keyword: 'then' | 'else' } | undefined => {
  if (!isSettled(schema)) return undefined;
  const keyword = acceptsNothing(schema.if as JsonValue) ? 'else' : 'then';
  const value = schema[keyword];
  return value === undefined ? undefined : { value, keyword };
};

/** Whether the schema accepts only null. */
export const isNullSchema = (value: JsonValue): boolean => {
  if (!isJsonObject(value) || !mayBeNull(value) || !saysNothingBut(value, VALUED)) return false;
  const { type, enum: values, const: constant } = value;
  return (
    (type === undefined || type === 'null') &&
    (values === undefined || (Array.isArray(values) && values.length > 0 && values.every(one => one === null))) &&
    (constant === undefined || constant === null)
  );
};

const mayBeNull = ({ type, enum: values, const: constant }: JsonObject): boolean =>
  type === 'null' || constant === null || (type === undefined && Array.isArray(values));

/** The types of a schema without null; none if it is no list of types. */
export const plainTypesOf = (value: JsonValue): JsonValue[] =>
  isJsonObject(value) && value.type !== undefined ? [value.type].flat().filter(type => type !== 'null') : [];

/** Whether the schema is one or more types without other conditions. */
export const isPlainType = (value: JsonValue): boolean =>
  isJsonObject(value) &&
  plainTypesOf(value).length > 0 &&
  Object.keys(value).every(key => key === 'type' || (key === 'nullable' && value.nullable === false));
