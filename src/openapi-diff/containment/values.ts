import { isJsonObject, type JsonObject, type JsonValue, listOf } from '../../platform/json.ts';
import { type ApiDocument, lookUp, refOf } from '../read/document.ts';
import {
  type AnyNumber,
  canonical,
  compareNumbers,
  isMultiple,
  isNumeric,
  isWhole,
  mapOf,
  sameValue,
} from '../read/values.ts';
import { hasFormat } from './formats.ts';
import { isMarkedNullable, isNullApart, KINDS, kindsOf } from './given.ts';
import { matches } from './patterns.ts';

/** Whether a schema accepts a value; null if that is not easy to check. */
export type Acceptance = boolean | null;

const MAX_LEVELS = 20;

export const kindOf = (value: JsonValue): number => {
  if (value === null) return KINDS.null;
  if (isNumeric(value)) return isWhole(value) ? KINDS.integer : KINDS.fraction;
  if (Array.isArray(value)) return KINDS.array;
  return KINDS[typeof value as 'boolean' | 'object' | 'string'];
};

/** Asks on demand. Not with `Iterator.map`, which the client lacks on Node 20. */
function* askEach<T>(items: readonly T[], ask: (item: T) => Acceptance): Iterable<Acceptance> {
  for (const item of items) yield ask(item);
}

const all = (answers: Iterable<Acceptance>): Acceptance => {
  let found: Acceptance = true;
  for (const answer of answers) {
    if (answer === false) return false;
    if (answer === null) found = null;
  }
  return found;
};

const not = (answer: Acceptance): Acceptance => (answer === null ? null : !answer);

const some = (answers: Iterable<Acceptance>): Acceptance => {
  let found: Acceptance = false;
  for (const answer of answers) {
    if (answer === true) return true;
    if (answer === null) found = null;
  }
  return found;
};

const exactlyOne = (answers: Iterable<Acceptance>): Acceptance => {
  let [isAccepted, isUnknown] = [false, false];
  for (const answer of answers) {
    if (answer === true && isAccepted) return false;
    isAccepted ||= answer === true;
    isUnknown ||= answer === null;
  }
  return isUnknown ? null : isAccepted;
};

/** Keywords that are not evaluated: with them, acceptance is unknown. */
const UNKNOWN_OF_TEXTS = ['contentEncoding', 'contentMediaType', 'contentSchema'];

/** How many more schemas may be visited. Without a limit, many references between schemas take exponential time. */
export type Budget = { left: number };
const MAX_STEPS = 10_000;

/** Whether a schema accepts a value; null if that is not easy to check, or if the budget is used up. */
export const acceptsValue = (
  document: ApiDocument,
  schema: JsonValue | undefined,
  value: JsonValue,
  budget: Budget = { left: MAX_STEPS },
  level = 0,
): Acceptance => {
  if (schema === false) return false;
  if (!isJsonObject(schema)) return true;
  if (level > MAX_LEVELS || --budget.left < 0) return null;
  const behind: Behind = other => acceptsValue(document, other, value, budget, level + 1);
  const ref = refOf(schema);
  const target = ref === null ? true : behind(lookUp(document, ref)?.value ?? false);
  if (ref !== null && (document.dialect === '3.0' || target === false)) return target;
  const isNullAdded = value === null && isMarkedNullable(document, schema);
  if (isNullAdded && isNullApart(schema)) return true;
  if (!isNullAdded && ((kindsOf(schema) & kindOf(value)) === 0 || !isListed(schema, value))) return false;
  const ofKind = ofItsKind(document, schema, value, budget, level);
  return ofKind === false ? false : all([target, ofKind, all(answersOf(schema, behind))]);
};

type Behind = (schema: JsonValue | undefined) => Acceptance;

/** The answers of the keywords that apply schemas to the value itself. They are computed on demand: one refusal is enough. */
function* answersOf(schema: JsonObject, behind: Behind): Iterable<Acceptance> {
  const { allOf, anyOf, oneOf, not: negation, if: condition } = schema;
  if (schema.$dynamicRef !== undefined) yield null;
  if (Array.isArray(allOf)) yield* askEach(allOf, behind);
  if (Array.isArray(anyOf) && anyOf.length > 0) yield some(askEach(anyOf, behind));
  if (Array.isArray(oneOf) && oneOf.length > 0) yield exactlyOne(askEach(oneOf, behind));
  if (negation !== undefined) yield not(behind(negation));
  if (condition !== undefined) yield chosen(behind(condition), schema, behind);
}

const chosen = (
  condition: Acceptance,
  { then: consequence, else: otherwise }: JsonObject,
  behind: Behind,
): Acceptance => (condition === null ? null : behind(condition ? consequence : otherwise));

const isListed = ({ enum: values, const: constant }: JsonObject, value: JsonValue): boolean =>
  (!Array.isArray(values) || isAmong(values, value)) && (constant === undefined || sameValue(constant, value));

const lists = new WeakMap<JsonValue[], ReadonlySet<string>>();

/** Whether a list contains the value. The list is indexed because it is searched many times. */
export const isAmong = (values: JsonValue[], value: JsonValue): boolean => {
  let texts = lists.get(values);
  if (texts === undefined) {
    texts = new Set(values.map(canonical));
    lists.set(values, texts);
  }
  return texts.has(canonical(value));
};

const ofItsKind = (
  document: ApiDocument,
  schema: JsonObject,
  value: JsonValue,
  budget: Budget,
  level: number,
): Acceptance => {
  if (isNumeric(value)) return ofNumber(schema, value);
  if (typeof value === 'string') return ofText(document, schema, value);
  const inside: Inside = (other, inner) => acceptsValue(document, other, inner, budget, level + 1);
  if (Array.isArray(value)) return ofList(schema, value, inside);
  return isJsonObject(value) ? ofObject(document, schema, value, inside) : true;
};

/** Whether a schema accepts a part of the value. */
type Inside = (schema: JsonValue | undefined, value: JsonValue) => Acceptance;

const isWithin = (size: number, min: JsonValue | undefined, max: JsonValue | undefined): boolean =>
  (!isNumeric(min) || compareNumbers(size, min) >= 0) && (!isNumeric(max) || compareNumbers(size, max) <= 0);

const ofNumber = (schema: JsonObject, value: AnyNumber): Acceptance => {
  const { minimum, maximum, exclusiveMinimum, exclusiveMaximum, multipleOf } = schema;
  const beyond = (bound: JsonValue | undefined, exclusive: JsonValue | undefined, sign: 1 | -1): boolean => {
    if (isNumeric(bound)) {
      const distance = compareNumbers(value, bound) * sign;
      if (distance < 0 || (distance === 0 && exclusive === true)) return true;
    }
    return isNumeric(exclusive) && compareNumbers(value, exclusive) * sign <= 0;
  };
  if (beyond(minimum, exclusiveMinimum, 1) || beyond(maximum, exclusiveMaximum, -1)) return false;
  const hasStep = multipleOf === undefined || isMultiple(value, multipleOf);
  if (hasStep !== true) return hasStep;
  return schema.format === undefined ? true : hasFormat(schema.format, value);
};

const ofText = (document: ApiDocument, schema: JsonObject, value: string): Acceptance => {
  const { minLength, maxLength, pattern } = schema;
  if (!isWithin([...value].length, minLength, maxLength)) return false;
  const matching = all([
    pattern === undefined ? true : matches(document, pattern, value),
    schema.format === undefined ? true : hasFormat(schema.format, value),
  ]);
  return matching === true && UNKNOWN_OF_TEXTS.some(keyword => schema[keyword] !== undefined) ? null : matching;
};

const ofList = (schema: JsonObject, value: JsonValue[], inside: Inside): Acceptance => {
  const { minItems, maxItems, items, uniqueItems, unevaluatedItems } = schema;
  const positions = listOf(schema.prefixItems);
  return all([
    isWithin(value.length, minItems, maxItems),
    uniqueItems !== true || new Set(value.map(canonical)).size === value.length,
    ...value.map((item, index) => inside(index < positions.length ? positions[index] : items, item)),
    holdsEnough(schema, value, inside),
    unevaluatedItems === undefined ? true : null,
  ]);
};

/** Whether the number of items that match `contains` is within `minContains` and `maxContains`. */
const holdsEnough = (
  { contains, minContains = 1, maxContains }: JsonObject,
  value: JsonValue[],
  inside: Inside,
): Acceptance => {
  if (contains === undefined) return true;
  const answers = value.map(item => inside(contains, item));
  const least = answers.filter(answer => answer === true).length;
  const most = answers.filter(answer => answer !== false).length;
  if (isWithin(least, minContains, maxContains) && isWithin(most, minContains, maxContains)) return true;
  return least === most ? false : null;
};

const ofObject = (document: ApiDocument, schema: JsonObject, value: JsonObject, inside: Inside): Acceptance => {
  const { required, minProperties, maxProperties, propertyNames, unevaluatedProperties } = schema;
  const names = Object.keys(value);
  const areThere = (others: JsonValue | undefined): boolean =>
    listOf(others).every(name => typeof name !== 'string' || Object.hasOwn(value, name));
  if (!areThere(required) || !isWithin(names.length, minProperties, maxProperties)) return false;
  const ofNames = all(askEach(names, name => ofProperty(document, schema, name, value[name] as JsonValue, inside)));
  if (ofNames === false) return false;
  const dependent = (keyword: string): [string, JsonValue][] =>
    Object.entries(mapOf(schema, keyword)).filter((entry): entry is [string, JsonValue] =>
      Object.hasOwn(value, entry[0]),
    );
  return all([
    ofNames,
    ...(propertyNames === undefined ? [] : names.map(name => inside(propertyNames, name))),
    ...dependent('dependentRequired').map(([, others]) => areThere(others)),
    ...dependent('dependentSchemas').map(([, other]) => inside(other, value)),
    unevaluatedProperties === undefined ? true : null,
  ]);
};

const ofProperty = (
  document: ApiDocument,
  schema: JsonObject,
  name: string,
  value: JsonValue,
  inside: Inside,
): Acceptance => {
  const properties = mapOf(schema, 'properties');
  const isNamed = Object.hasOwn(properties, name);
  const patterns = Object.entries(mapOf(schema, 'patternProperties')).map(
    ([pattern, other]) => [matches(document, pattern, name), other as JsonValue] as const,
  );
  const own = patterns.map(([matching, other]) => matching === false || unlessRefused(matching, inside(other, value)));
  if (isNamed) return all([inside(properties[name], value), ...own]);
  if (patterns.some(([matching]) => matching === true)) return all(own);
  const isUndecided = patterns.some(([matching]) => matching === null);
  const rest = inside(schema.additionalProperties, value);
  return all([...own, isUndecided ? unlessRefused(null, rest) : rest]);
};

/** The answer of a schema for a property. A refusal is unknown (null) if it is unknown whether the pattern matches. */
const unlessRefused = (matching: Acceptance, answer: Acceptance): Acceptance =>
  matching === null && answer === false ? null : answer;
