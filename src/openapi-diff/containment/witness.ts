import { isJsonObject, type JsonObject, type JsonValue, ownField } from '../../platform/json.ts';
import { type ApiDocument, type Located, lookUp, refOf, stringsOf } from '../read/document.ts';
import { canonical, isNumeric } from '../read/values.ts';
import { commonMultiple } from '../schemas/keywords.ts';
import { acceptsValue, type Budget } from './values.ts';

const MAX_LEVELS = 6;
/** The maximum number of values of an enum, and of objects of a schema, that are tried. */
const MAX_VALUES = 8;
/** The maximum length of the arrays that are made. */
const MAX_LENGTH = 64;
/** The maximum number of properties of the schemas that are completed. */
const MAX_PROPERTIES = 64;
/** The maximum length of the texts that are made. */
const MAX_TEXT = 1_000;

/** One schema with the keywords of its reference and its allOf members. Of equal keywords, the first one counts. */
const joinedOf = (document: ApiDocument, schema: JsonValue | undefined, budget: Budget, level = 0): JsonObject => {
  if (!isJsonObject(schema) || level > MAX_LEVELS || --budget.left < 0) return {};
  const ref = refOf(schema);
  const { $ref: _, allOf, ...own } = schema;
  if (ref === null && !Array.isArray(allOf)) return schema;
  const members = [...(ref === null ? [] : [lookUp(document, ref)?.value]), ...(Array.isArray(allOf) ? allOf : [])];
  const all = [own, ...members.map(member => joinedOf(document, member, budget, level + 1))];
  const properties = all.toReversed().map(one => (isJsonObject(one.properties) ? one.properties : {}));
  const required = [...new Set(all.flatMap(one => stringsOf(one.required)))];
  return {
    ...merged(all.toReversed()),
    ...(properties.some(one => Object.keys(one).length > 0) && { properties: merged(properties) }),
    ...(required.length > 0 && { required }),
  };
};

/** `Object.assign` would set the prototype if a property is named `__proto__`. */
const merged = (objects: JsonObject[]): JsonObject => Object.fromEntries(objects.flatMap(one => Object.entries(one)));

/** Small values that the schema probably accepts. */
const samplesOf = (document: ApiDocument, written: JsonValue, budget: Budget, level = 0): JsonValue[] => {
  if (written === true) return [...SMALLEST.values()].flatMap(values => values.slice(0, 1));
  if (!isJsonObject(written) || level > MAX_LEVELS || --budget.left < 0) return [];
  const schema = joinedOf(document, written, budget, level);
  const { const: constant, enum: listed, type, oneOf, anyOf } = schema;
  if (constant !== undefined) return [constant];
  if (Array.isArray(listed)) return listed.slice(0, MAX_VALUES);
  const isObject = type === undefined && (isJsonObject(schema.properties) || Array.isArray(schema.required));
  const alternatives = [oneOf, anyOf].find(list => Array.isArray(list)) as JsonValue[] | undefined;
  if (type === undefined && !isObject && alternatives !== undefined)
    return alternatives.flatMap(branch => samplesOf(document, branch, budget, level + 1)).slice(0, MAX_VALUES);
  if (type === undefined && !isObject) return samplesOf(document, true, budget);
  return (isObject ? ['object'] : [type].flat()).flatMap(one => samplesOfType(document, schema, one, budget, level));
};

const samplesOfType = (
  document: ApiDocument,
  schema: JsonObject,
  type: JsonValue | undefined,
  budget: Budget,
  level: number,
): JsonValue[] => {
  if (type === 'object') return objectsOf(document, schema, budget, level);
  if (type === 'array') return [listOf(document, schema, budget, level)];
  const { minimum, maximum, minLength, maxLength, format } = schema;
  const bounds = type === 'integer' || type === 'number' ? [minimum, maximum].filter(isNumeric) : [];
  const lengths = type === 'string' ? [minLength, maxLength].filter(length => isLength(length, MAX_TEXT)) : [];
  const texts = lengths.map(length => 'a'.repeat(length));
  if (type === 'string') texts.push(...(FORMATTED.get(format) ?? []));
  return [...bounds, ...texts, ...(SMALLEST.get(type) ?? [])];
};

const SMALLEST = new Map<JsonValue | undefined, JsonValue[]>(
  Object.entries({
    ...{ object: [{}], string: ['', 'a'], boolean: [false], array: [[]], null: [null] },
    ...{ integer: [0, 1], number: [0, 1, 0.5] },
  }),
);

const FORMATTED = new Map<JsonValue | undefined, string[]>(
  Object.entries({
    ...{ date: ['2020-01-01'], 'date-time': ['2020-01-01T00:00:00Z'], uuid: ['00000000-0000-0000-0000-000000000000'] },
    ...{ email: ['a@a.aa'], uri: ['a:a'], ipv4: ['0.0.0.0'], hostname: ['a'] },
  }),
);

const isLength = (value: JsonValue | undefined, most: number): value is number =>
  typeof value === 'number' && Number.isInteger(value) && value >= 0 && value <= most;

/** The shortest array that `minItems` allows, of equal items. */
const listOf = (document: ApiDocument, { items, minItems }: JsonObject, budget: Budget, level: number): JsonValue[] => {
  const length = isLength(minItems, MAX_LENGTH) ? minItems : 0;
  const [item = null] = length === 0 ? [] : samplesOf(document, items ?? true, budget, level + 1);
  return Array.from({ length }, () => item);
};

/** Objects with only the required properties. The first property with several samples has each of them in turn. */
const objectsOf = (document: ApiDocument, schema: JsonObject, budget: Budget, level: number): JsonObject[] => {
  const properties = isJsonObject(schema.properties) ? schema.properties : {};
  let objects: JsonObject[] = [{}];
  for (const name of stringsOf(schema.required)) {
    const samples = samplesOf(document, ownField(properties, name) ?? { type: 'string' }, budget, level + 1);
    const tried = objects.length > 1 ? samples.slice(0, 1) : samples;
    objects = objects.flatMap(object => tried.map(value => ({ ...object, [name]: value })));
  }
  return objects.slice(0, MAX_VALUES);
};

type List = { document: ApiDocument; branches: readonly Located[] };

/** Lists with more branches are not checked. */
const MAX_BRANCHES = 256;
/** Lists with more branches share the budget of the comparison. */
const MAX_SHORT = 16;
/** How many schemas may be visited for one short list. */
const MAX_STEPS = 100_000;

/** How many schemas may be visited for one short list of which only components changed. */
const MAX_STEPS_OF_COMPONENTS = 2_000;

/** Whether some sample matches exactly one branch of `narrow`, but several of `wide`, at least one of `further`. */
export const isMatchedTwice = (
  narrow: List,
  wide: List,
  further: readonly Located[],
  shared: Budget,
  steps = MAX_STEPS,
): boolean => {
  const length = Math.max(narrow.branches.length, wide.branches.length);
  if (length > MAX_BRANCHES) return false;
  const isShort = length <= MAX_SHORT;
  const budget = isShort ? { left: steps } : shared;
  const [own, other] = [narrow, wide].map(({ document, branches }) =>
    branches.map(branch => samplesOf(document, branch.value, budget)),
  );
  const samples = [...(own ?? []), ...(other ?? [])].flat();
  if (isShort) samples.push(...joined(narrow, own ?? [], other ?? [], budget), ...multiplesOfTwo(wide, budget));
  return (
    isSomeMatchedTwice(narrow, wide, further, samples, budget) ||
    (isShort &&
      isSomeMatchedTwice(narrow, wide, further, [...completeOf(narrow, budget), ...completeOf(wide, budget)], budget))
  );
};

/** For each branch with few properties, an object that has all of them. */
const completeOf = ({ document, branches }: List, budget: Budget): JsonObject[] =>
  branches.flatMap(({ value }) => {
    const schema = joinedOf(document, value, budget);
    const names = isJsonObject(schema.properties) ? Object.keys(schema.properties) : [];
    if (names.length === 0 || names.length > MAX_PROPERTIES) return [];
    const required = [...new Set([...stringsOf(schema.required), ...names])];
    return objectsOf(document, { ...schema, required }, budget, 0).slice(0, 1);
  });

/** The smallest positive number that two branches may accept by their `multipleOf` and `minimum`, for each two. */
const multiplesOfTwo = ({ document, branches }: List, budget: Budget): number[] => {
  const stepped = branches
    .map(({ value }) => joinedOf(document, value, budget))
    .filter(({ multipleOf }) => multipleOf !== undefined);
  return stepped.flatMap((one, index) =>
    stepped.slice(index + 1).flatMap(other => {
      const step = commonMultiple(one.multipleOf ?? 1, other.multipleOf ?? 1);
      const least = [one.minimum, other.minimum].filter(minimum => typeof minimum === 'number');
      const multiple = typeof step === 'number' ? step * Math.ceil(Math.max(step, ...least) / step) : Number.NaN;
      return Number.isFinite(multiple) ? [multiple] : [];
    }),
  );
};

/** Like `isMatchedTwice`, with few steps: lists of which only the components changed are many. */
export const isFirstMatchedTwice = (narrow: List, wide: List, further: readonly Located[], budget: Budget): boolean => {
  if (wide.branches.length > MAX_BRANCHES) return false;
  const samples = narrow.branches.flatMap(({ value }) => samplesOf(narrow.document, value, budget).slice(0, 1));
  if (isSomeMatchedTwice(narrow, wide, further, samples, budget)) return true;
  const isShort = Math.max(narrow.branches.length, wide.branches.length) <= MAX_SHORT;
  return isShort && isMatchedTwice(narrow, wide, further, budget, MAX_STEPS_OF_COMPONENTS);
};

const isSomeMatchedTwice = (
  narrow: List,
  wide: List,
  further: readonly Located[],
  samples: JsonValue[],
  budget: Budget,
): boolean => {
  const accepts = ({ value: schema }: Located, value: JsonValue): boolean =>
    acceptsValue(wide.document, schema, value, budget) === true;
  const oneOf = narrow.branches.map(branch => branch.value);
  const others = wide.branches.filter(branch => !further.includes(branch));
  return unlike(samples).some(value => {
    const isAccepted = (branch: Located): boolean => accepts(branch, value);
    const first = further.findIndex(isAccepted);
    return (
      first >= 0 &&
      (further.some((branch, index) => index > first && isAccepted(branch)) || others.some(isAccepted)) &&
      acceptsValue(narrow.document, { oneOf }, value, budget) === true
    );
  });
};

/** Branches that have a counterpart give the same samples twice. */
const unlike = (samples: readonly JsonValue[]): JsonValue[] => [
  ...new Map(samples.map(value => [canonical(value), value])).values(),
];

/** Samples of two branches in one object, if the branch of `narrow` describes all properties of the other sample. */
const joined = (
  narrow: List,
  own: readonly JsonValue[][],
  others: readonly JsonValue[][],
  budget: Budget,
): JsonObject[] => {
  const firsts = others.flatMap(samples => samples.filter(isJsonObject).slice(0, 1));
  return narrow.branches.flatMap(({ value }, index) => {
    const [sample] = own[index]?.filter(isJsonObject) ?? [];
    if (sample === undefined) return [];
    const branch = value === true ? {} : joinedOf(narrow.document, value, budget);
    return firsts.filter(first => describesAll(branch, first)).map(first => ({ ...sample, ...first }));
  });
};

const APPLICATORS = ['anyOf', 'oneOf', 'patternProperties'];

/** Whether a branch describes all properties of an object. If it describes none, the schema around it does. */
const describesAll = (branch: JsonObject, object: JsonObject): boolean => {
  const { properties } = branch;
  if (isJsonObject(properties)) return Object.keys(object).every(name => Object.hasOwn(properties, name));
  return APPLICATORS.every(keyword => branch[keyword] === undefined);
};
