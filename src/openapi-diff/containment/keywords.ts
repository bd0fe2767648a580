import { isJsonObject, type JsonObject, type JsonValue } from '../../platform/json.ts';
import { type ApiDocument, stringsOf } from '../read/document.ts';
import { compareNumbers, isMultiple, isNumeric, mapOf, type Side, sameValue } from '../read/values.ts';
import { commonMultiple } from '../schemas/keywords.ts';
import { acceptsNothing, isOpen } from '../schemas/simple-schemas.ts';
import { namesEvaluatedIn } from '../schemas/unevaluated.ts';
import { boundOfFormat, isHint, isWithin } from './formats.ts';
import { type Given, give, KINDS, NUMBERS, requiring } from './given.ts';
import { boundsOf, isBoundWithin, wholeStepOf } from './numbers.ts';
import { matches, matchesAll } from './patterns.ts';
import { namesOf, requiredOf, restOf, schemasFor } from './properties.ts';
import { type Prover, proves, provesInside } from './prove.ts';
import { acceptsValue } from './values.ts';

type Goal = { prover: Prover; given: Given; document: ApiDocument; goal: JsonObject; level: number };

/** Whether every given value satisfies the keywords of the goal. */
export const holdsKeywords = (
  prover: Prover,
  given: Given,
  document: ApiDocument,
  goal: JsonObject,
  level: number,
): boolean => {
  const asked = { prover, given, document, goal, level };
  const { kinds } = given;
  return (
    ((kinds & NUMBERS) === 0 || isNumberKept(asked)) &&
    ((kinds & KINDS.string) === 0 || isTextKept(asked)) &&
    ((kinds & (KINDS.string | NUMBERS)) === 0 || isFormatKept(asked)) &&
    ((kinds & KINDS.array) === 0 || isListKept(asked)) &&
    ((kinds & KINDS.object) === 0 || isObjectKept(asked))
  );
};

/** Whether the goal lacks the keyword, or some part has it and is at least as strict. */
const isKept = (
  { given, goal }: Goal,
  keyword: string,
  isEnough: (own: JsonValue, asked: JsonValue) => boolean,
): boolean => {
  const asked = goal[keyword];
  return asked === undefined || given.parts.some(part => part[keyword] !== undefined && isEnough(part[keyword], asked));
};

const atLeast = (own: JsonValue, asked: JsonValue): boolean =>
  isNumeric(own) && isNumeric(asked) && compareNumbers(own, asked) >= 0;
const atMost = (own: JsonValue, asked: JsonValue): boolean =>
  isNumeric(own) && own !== Number.POSITIVE_INFINITY && isNumeric(asked) && compareNumbers(own, asked) <= 0;

const isNumberKept = (asked: Goal): boolean => {
  const { given, goal } = asked;
  const step = wholeStepOf(given);
  const isWithin = (side: Side): boolean => {
    const bounds = boundsOf(goal, side);
    const own = bounds.length === 0 ? [] : given.parts.flatMap(part => boundsOf(part, side));
    return bounds.every(asked => own.some(bound => isBoundWithin(bound, asked, side, step)));
  };
  const { multipleOf } = goal;
  const isStepped =
    multipleOf === undefined ||
    (step !== null && isMultiple(step, multipleOf)) ||
    isKept(
      asked,
      'multipleOf',
      (own, wanted) => isMultiple(step === null ? own : commonMultiple(own, 1), wanted) === true,
    );
  return isStepped && isWithin('lower') && isWithin('upper');
};

const isTextKept = (asked: Goal): boolean =>
  (isOpenEnd(asked.goal.minLength) || isKept(asked, 'minLength', atLeast)) &&
  isKept(asked, 'maxLength', atMost) &&
  (matchesAll(asked.goal.pattern) || isKept(asked, 'pattern', sameValue)) &&
  isKept(asked, 'contentSchema', asked.prover.isSame) &&
  isKept(asked, 'contentEncoding', sameValue) &&
  isKept(asked, 'contentMediaType', sameValue);

const isOpenEnd = (value: JsonValue | undefined): boolean => value === 0;

const isFormatKept = (asked: Goal): boolean =>
  (asked.goal.format !== undefined && isHint(asked.goal.format)) ||
  isKept(asked, 'format', isWithin) ||
  isRangeOfFormat(asked);

/** Whether only whole numbers are given, and the format only limits their range, which `isNumberKept` proves. */
const isRangeOfFormat = ({ given, goal }: Goal): boolean =>
  (given.kinds & KINDS.string) === 0 &&
  wholeStepOf(given) !== null &&
  boundOfFormat(goal.format, 'lower') !== undefined;

const at = (part: JsonObject, index: number): JsonValue | undefined =>
  Array.isArray(part.prefixItems) && index < part.prefixItems.length
    ? part.prefixItems[index]
    : restOf(part, 'unevaluatedItems');

const positionsOf = ({ prefixItems }: JsonObject): number => (Array.isArray(prefixItems) ? prefixItems.length : 0);

const isListKept = (asked: Goal): boolean => {
  const { goal, given } = asked;
  const isSizeKept =
    atMost(goal.minItems ?? 0, leastLengthOf(given)) &&
    (isKept(asked, 'maxItems', atMost) || atMost(lengthOf(given), goal.maxItems ?? 0));
  if (!isSizeKept || (goal.uniqueItems === true && !isKept(asked, 'uniqueItems', sameValue) && lengthOf(given) > 1))
    return false;
  const isOpaque = goal.unevaluatedItems !== undefined && restOf(goal, 'unevaluatedItems') !== goal.unevaluatedItems;
  if (isOpaque && !isSaid(asked)) return false;
  return areItemsKept(asked) && isContainedKept(asked);
};

/** The maximum number of items. An array ends before the first position whose schema accepts nothing. */
const lengthOf = ({ parts }: Given): number => {
  let length = Number.POSITIVE_INFINITY;
  for (const part of parts) {
    if (typeof part.maxItems === 'number') length = Math.min(length, part.maxItems);
    const { contains, maxContains } = part;
    if (typeof maxContains === 'number' && contains !== undefined && isOpen(contains))
      length = Math.min(length, maxContains);
    for (let index = positionsOf(part); index >= 0; index--)
      if (acceptsNothing(at(part, index) ?? true)) length = Math.min(length, index);
  }
  return length;
};

/** The minimum number of items: from `minItems`, or from the number of items that must match `contains`. */
const leastLengthOf = ({ parts }: Given): number =>
  Math.max(
    0,
    ...parts.flatMap(({ minItems, contains, minContains = 1 }) =>
      [minItems, contains === undefined ? undefined : minContains].filter(least => typeof least === 'number'),
    ),
  );

/** Whether some part equals the whole goal. This proves keywords whose meaning depends on neighboring keywords. */
const isSaid = ({ prover, given, goal }: Goal): boolean => given.parts.some(part => prover.isSame(part, goal));

const areItemsKept = (asked: Goal): boolean => {
  const { goal } = asked;
  if (restOf(goal, 'unevaluatedItems') === undefined && goal.prefixItems === undefined) return true;
  return areItemsWithin(asked, index => at(goal, index));
};

/** Whether the items at every position satisfy the schema for it. */
const areItemsWithin = (
  { prover, given, document, goal, level }: Goal,
  wanted: (index: number) => JsonValue | undefined,
): boolean => {
  const positions = Math.max(positionsOf(goal), ...given.parts.map(positionsOf));
  const length = lengthOf(given);
  for (let index = 0; index <= positions && index < length; index++) {
    const own = give(
      prover.rewritten,
      given.document,
      given.parts.map(part => at(part, index)),
    );
    if (!provesInside(prover, own, document, wanted(index), level)) return false;
  }
  return true;
};

const isContainedKept = (asked: Goal): boolean => {
  const { prover, given, document, goal, level } = asked;
  if (goal.contains === undefined) return true;
  const { contains, minContains: min = 1, maxContains: max } = goal;
  const { rewritten } = prover;
  const isEnough = given.parts.some(
    part =>
      part.contains !== undefined &&
      atLeast(part.minContains ?? 1, min) &&
      provesInside(prover, give(rewritten, given.document, [part.contains]), document, contains, level),
  );
  const isNotTooMuch = given.parts.some(
    part =>
      part.contains !== undefined &&
      part.maxContains !== undefined &&
      atMost(part.maxContains, max ?? 0) &&
      provesInside(prover, give(rewritten, document, [contains]), given.document, part.contains, level),
  );
  const areEnoughItems = (): boolean => atMost(min, leastLengthOf(given)) && areItemsWithin(asked, () => contains);
  return (
    (isOpenEnd(min) || isEnough || areEnoughItems()) &&
    (max === undefined || isNotTooMuch || atMost(lengthOf(given), max))
  );
};

const isObjectKept = (asked: Goal): boolean => {
  const { given, goal } = asked;
  const required = requiredOf(given);
  if (!stringsOf(goal.required).every(name => required.has(name))) return false;
  const isSizeKept =
    (isOpenEnd(goal.minProperties) ||
      atMost(goal.minProperties ?? 0, required.size) ||
      isKept(asked, 'minProperties', atLeast)) &&
    (isKept(asked, 'maxProperties', atMost) || atMost(sizeOf(given), goal.maxProperties ?? 0));
  if (!isSizeKept) return false;
  const isOpaque = goal.unevaluatedProperties !== undefined && restOf(goal) !== goal.unevaluatedProperties;
  if (isOpaque && !isSaid(asked) && !areNamedBy(asked)) return false;
  return arePropertiesKept(asked) && isRestKept(asked) && areNamesKept(asked) && areDependentsKept(asked);
};

/** The maximum number of properties of an object. If one part lists all names, it is their number. */
const sizeOf = ({ parts }: Given): number =>
  Math.min(
    ...parts.map(part =>
      restOf(part) === false && part.patternProperties === undefined
        ? Object.keys(mapOf(part, 'properties')).length
        : Number.POSITIVE_INFINITY,
    ),
  );

/** Whether the goal, or an alternative of it that holds, lists every property that may exist. */
const areNamedBy = ({ prover, given, document, goal, level }: Goal): boolean => {
  if (sizeOf(given) === Number.POSITIVE_INFINITY) return false;
  const left = namesOf(given);
  const leaveOut = (map: JsonObject): void => {
    for (const name of left) if (Object.hasOwn(map, name)) left.delete(name);
  };
  const { anyOf, oneOf, ...rest } = goal;
  leaveOut(mapOf(namesEvaluatedIn(document, rest) ?? goal, 'properties'));
  for (const branch of [anyOf, oneOf].flatMap(list => (Array.isArray(list) ? list : []))) {
    const named = left.size > 0 && isJsonObject(branch) ? namesEvaluatedIn(document, branch) : undefined;
    if (named !== undefined && proves(prover, given, document, branch, level)) leaveOut(mapOf(named, 'properties'));
  }
  return left.size === 0;
};

const isPropertyKept = ({ prover, given, document, level }: Goal, name: string, goal: JsonValue): boolean => {
  const own = schemasFor(given, name);
  if (own.some(schema => prover.isSame(schema, goal))) return true;
  return provesInside(prover, give(prover.rewritten, given.document, own), document, goal, level);
};

const arePropertiesKept = (asked: Goal): boolean =>
  Object.entries(mapOf(asked.goal, 'properties')).every(([name, goal]) =>
    isPropertyKept(asked, name, goal as JsonValue),
  ) &&
  Object.entries(mapOf(asked.goal, 'patternProperties')).every(([pattern, goal]) =>
    isPatternKept(asked, pattern, goal as JsonValue),
  );

/** Whether a pattern is satisfied: by the same pattern, or by all properties whose name may match it. */
const isPatternKept = (asked: Goal, pattern: string, goal: JsonValue): boolean => {
  const { prover, given, document, level } = asked;
  const own = given.parts.flatMap(part => {
    const map = mapOf(part, 'patternProperties');
    return Object.hasOwn(map, pattern) ? [map[pattern] as JsonValue] : [];
  });
  if (own.length > 0) return provesInside(prover, give(prover.rewritten, given.document, own), document, goal, level);
  const isOther = (name: string): boolean => matches(document, pattern, name) === false;
  return arePropertiesWithin(asked, goal, isOther, {});
};

/** Whether all properties satisfy a schema. Names for which `isOther` is true, and `otherPatterns`, are not checked. */
const arePropertiesWithin = (
  asked: Goal,
  goal: JsonValue,
  isOther: (name: string) => boolean,
  otherPatterns: JsonObject,
): boolean => {
  const { prover, given, document, level } = asked;
  if (![...namesOf(given)].every(name => isOther(name) || isPropertyKept(asked, name, goal))) return false;
  if (sizeOf(given) < Number.POSITIVE_INFINITY) return true;
  const patterns = given.parts.flatMap(part => Object.entries(mapOf(part, 'patternProperties')));
  const ofEveryName = patterns.filter(([pattern]) => matchesAll(pattern)).map(([, schema]) => schema as JsonValue);
  const isProven = (schemas: (JsonValue | undefined)[]): boolean =>
    provesInside(prover, give(prover.rewritten, given.document, schemas), document, goal, level);
  const isPatternWithin = ([pattern, schema]: [string, unknown]): boolean =>
    Object.hasOwn(otherPatterns, pattern) || isProven([schema as JsonValue, ...ofEveryName]);
  return patterns.every(isPatternWithin) && isProven([...given.parts.map(part => restOf(part)), ...ofEveryName]);
};

/** Whether properties that the goal does not list satisfy it. */
const isRestKept = (asked: Goal): boolean => {
  const { document, goal } = asked;
  const rest = restOf(goal);
  if (rest === undefined || rest === true) return true;
  const named = mapOf(goal, 'properties');
  const patterns = mapOf(goal, 'patternProperties');
  const names = Object.keys(patterns);
  const isElsewhere = (name: string): boolean =>
    Object.hasOwn(named, name) || names.some(pattern => matches(document, pattern, name) === true);
  return names.some(matchesAll) || arePropertiesWithin(asked, rest, isElsewhere, patterns);
};

const areNamesKept = ({ prover, given, document, goal, level }: Goal): boolean => {
  const { propertyNames } = goal;
  if (propertyNames === undefined) return true;
  const own = given.parts.flatMap(part => (part.propertyNames === undefined ? [] : [part.propertyNames]));
  if (provesInside(prover, give(prover.rewritten, given.document, own, KINDS.string), document, propertyNames, level))
    return true;
  const isKnown = sizeOf(given) < Number.POSITIVE_INFINITY;
  return isKnown && [...namesOf(given)].every(name => acceptsValue(document, propertyNames, name) === true);
};

const areDependentsKept = (asked: Goal): boolean => {
  const { prover, given, document, goal, level } = asked;
  const isAbsent = (name: string): boolean => schemasFor(given, name).includes(false);
  const having = (name: string): Given =>
    give(
      prover.rewritten,
      given.document,
      [...given.parts, requiring(prover.rewritten, name)],
      given.kinds & KINDS.object,
    );
  const isRequiredKept = Object.entries(mapOf(goal, 'dependentRequired')).every(([name, others]) => {
    if (isAbsent(name)) return true;
    const there = requiredOf(having(name));
    return stringsOf(others as JsonValue).every(other => there.has(other));
  });
  const isSchemaKept = ([name, schema]: [string, unknown]): boolean => {
    if (isAbsent(name)) return true;
    return proves(prover, having(name), document, schema as JsonValue, level);
  };
  return isRequiredKept && Object.entries(mapOf(goal, 'dependentSchemas')).every(isSchemaKept);
};
