import { isJsonObject, type JsonObject, type JsonValue } from '../../platform/json.ts';
import { type ApiDocument, isOfSharedAnchor, lookUp, refOf } from '../read/document.ts';
import { areOfOtherNumbers, haveOtherProperties, isListedApart } from './apart.ts';
import { listsAll, valuesOf } from './few-values.ts';
import {
  closedBranch,
  type Given,
  GROUPS,
  give,
  kindsOf,
  negated,
  ofKinds,
  plainly,
  type Rewritten,
  without,
} from './given.ts';
import { holdsKeywords } from './keywords.ts';
import { acceptsValue } from './values.ts';

/**
 * Proves that one schema accepts every value that another one accepts, or none of them. A proof can fail for a true
 * statement, but never succeed for a false one. Steps are limited for each question and for the whole comparison.
 */
export type Prover = {
  rewritten: Rewritten;
  ids: Map<ApiDocument, Map<JsonValue, number>>;
  nextId: number;
  /** Results of previous proofs. */
  known: Map<string, boolean>;
  /**
   * Proofs in progress, with the nesting depth of the value at their start. Deeper in the value they count as proven,
   * so that recursion ends.
   */
  underway: Map<string, number>;
  depth: number;
  /** Proofs since the question was asked. If a proof fails, the ones made during it are revoked: they may assume it. */
  trail: string[];
  steps: { question: number; comparison: number };
  /** Whether texts are equal and refer only to equal components. */
  isSame: (a: JsonValue | undefined, b: JsonValue | undefined) => boolean;
};

const MAX_STEPS_OF_QUESTION = 400;
const MAX_STEPS_OF_COMPARISON = 50_000;
const MAX_LEVELS = 60;

export const openProver = (isSame: Prover['isSame']): Prover => ({
  rewritten: new Map(),
  ids: new Map(),
  nextId: 0,
  known: new Map(),
  underway: new Map(),
  depth: 0,
  trail: [],
  steps: { question: 0, comparison: 0 },
  isSame,
});

/** A list of schemas of one document. A value must match all of them, or one of them. */
export type Side = { document: ApiDocument; values: readonly JsonValue[] };

/** Whether every value that matches all of `narrow` matches one of `wide`. */
export const isContained = (prover: Prover, narrow: Side, wide: Side): boolean => {
  prover.steps.question = 0;
  prover.trail = [];
  if (prover.steps.comparison > MAX_STEPS_OF_COMPARISON) return false;
  const given = give(prover.rewritten, narrow.document, narrow.values);
  const [only] = wide.values;
  if (wide.values.length === 1) return proves(prover, given, wide.document, only, 0);
  return (
    provesOne(prover, given, wide.document, wide.values, false, 0) ||
    byParts(prover, given, part => provesOne(prover, part, wide.document, wide.values, false, 0))
  );
};

/** Whether no value matches both. */
export const isApart = (prover: Prover, a: Side, b: Side): boolean => {
  prover.steps.question = 0;
  prover.trail = [];
  if (prover.steps.comparison > MAX_STEPS_OF_COMPARISON) return false;
  const { rewritten } = prover;
  return areApart(prover, give(rewritten, a.document, a.values), give(rewritten, b.document, b.values), 0);
};

const isSpent = ({ steps }: Prover): boolean =>
  ++steps.question > MAX_STEPS_OF_QUESTION || ++steps.comparison > MAX_STEPS_OF_COMPARISON;

const idOf = (prover: Prover, document: ApiDocument, value: JsonValue): number => {
  let ids = prover.ids.get(document);
  if (ids === undefined) {
    ids = new Map();
    prover.ids.set(document, ids);
  }
  let id = ids.get(value);
  if (id === undefined) {
    id = prover.nextId++;
    ids.set(value, id);
  }
  return id;
};

const keyOf = (prover: Prover, { document, parts }: Given): number | string => {
  const [only] = parts;
  if (parts.length === 1 && only !== undefined) return idOf(prover, document, only);
  return parts
    .map(part => idOf(prover, document, part))
    .sort()
    .join();
};

/** Whether every given value matches the goal. False also means that no proof was found within the limits. */
export const proves = (
  prover: Prover,
  given: Given,
  document: ApiDocument,
  goal: JsonValue | undefined,
  level: number,
): boolean => {
  if (given.kinds === 0 || goal === undefined || goal === true) return true;
  if (!isJsonObject(goal)) return false;
  if (level > MAX_LEVELS || isSpent(prover)) return false;
  const key = `${keyOf(prover, given)} ${given.kinds} ${idOf(prover, document, goal)}`;
  const known = prover.known.get(key);
  if (known !== undefined) return known;
  const begun = prover.underway.get(key);
  if (begun !== undefined) return begun < prover.depth;
  const start = prover.trail.length;
  prover.underway.set(key, prover.depth);
  const found = findProof(prover, given, document, plainly(prover.rewritten, document, goal), level + 1);
  prover.underway.delete(key);
  if (found) {
    prover.known.set(key, true);
    prover.trail.push(key);
  } else {
    for (const resting of prover.trail.splice(start)) prover.known.delete(resting);
    // A proof that failed because of the step limit may succeed later, so it is not cached.
    if (prover.steps.question <= MAX_STEPS_OF_QUESTION) prover.known.set(key, false);
  }
  return found;
};

/** Like `proves`, for a nested value: an item, a property or a name. */
export const provesInside: typeof proves = (prover, given, document, goal, level) => {
  prover.depth++;
  const found = proves(prover, given, document, goal, level);
  prover.depth--;
  return found;
};

const findProof = (prover: Prover, given: Given, document: ApiDocument, goal: JsonObject, level: number): boolean => {
  const values = valuesOf(given);
  if (values !== null) {
    const answers = values.map(value => acceptsValue(document, goal, value));
    if (answers.every(answer => answer === true)) return true;
    if (answers.includes(false)) return false;
  }
  return (
    provesAll(prover, given, document, goal, values, level) ||
    (isChoice(goal) && byParts(prover, given, part => proves(prover, part, document, goal, level))) ||
    byAlternatives(prover, given, part => proves(prover, part, document, goal, level))
  );
};

/** For a oneOf of at most this length, proofs about one branch use that its values match no other branch. */
const MAX_DENIED = 8;

/** Splits the given values by alternatives, or else by kinds, and proves each part. */
const byParts = (prover: Prover, given: Given, prove: (part: Given) => boolean): boolean => {
  if (given.parts.some(isUnion)) return byAlternatives(prover, given, prove);
  const groups = GROUPS.filter(group => (given.kinds & group) !== 0);
  return groups.length > 1 && groups.every(group => prove(ofKinds(prover.rewritten, given, group)));
};

const isListOf = (schema: JsonObject, keyword: string): boolean =>
  Array.isArray(schema[keyword]) && (schema[keyword] as JsonValue[]).length > 0;
const isUnion = (schema: JsonObject): boolean => isListOf(schema, 'oneOf') || isListOf(schema, 'anyOf');
/** Whether the schema has different conditions for different values. */
const isChoice = (schema: JsonObject): boolean => isUnion(schema) || schema.if !== undefined;

const byAlternatives = (
  prover: Prover,
  { document, parts, kinds }: Given,
  prove: (part: Given) => boolean,
): boolean => {
  const holder = parts.find(isUnion);
  if (holder === undefined) return false;
  const keyword = isListOf(holder, 'oneOf') ? 'oneOf' : 'anyOf';
  const list = holder[keyword] as JsonValue[];
  const rest = parts.map(part => (part === holder ? without(prover.rewritten, part, keyword) : part));
  const isDenying = keyword === 'oneOf' && list.length <= MAX_DENIED;
  const denied = (branch: JsonValue): JsonObject[] => {
    if (!isDenying) return [];
    const others = list.filter(other => other !== branch).filter(isJsonObject);
    return others.map(other => negated(prover.rewritten, other));
  };
  return list.every(branch => {
    const closed = keyword === 'oneOf' ? closedBranch(prover.rewritten, holder, branch) : [];
    return prove(give(prover.rewritten, document, [...rest, branch, ...closed, ...denied(branch)], kinds));
  });
};

/** Proves each condition of the goal separately. */
const provesAll = (
  prover: Prover,
  given: Given,
  document: ApiDocument,
  goal: JsonObject,
  values: JsonValue[] | null,
  level: number,
): boolean => {
  const ref = refOf(goal);
  const prove = (other: JsonValue | undefined): boolean => proves(prover, given, document, other, level);
  if (ref !== null && !prove(lookUp(document, ref)?.value ?? false)) return false;
  if (ref !== null && document.dialect === '3.0') return true;
  if ((given.kinds & ~kindsOf(goal)) !== 0) return false;
  const { $dynamicRef } = goal;
  const isUnclear = $dynamicRef !== undefined && isOfSharedAnchor(document, $dynamicRef);
  if (isUnclear || ($dynamicRef !== undefined && !given.parts.some(part => prover.isSame(part, goal)))) return false;
  if (Array.isArray(goal.allOf) && !goal.allOf.every(prove)) return false;
  for (const keyword of ['anyOf', 'oneOf'] as const) {
    const list = goal[keyword];
    if (!Array.isArray(list) || list.length === 0) continue;
    const isExclusive = keyword === 'oneOf';
    const one = (part: Given): boolean => provesOne(prover, part, document, list, isExclusive, level);
    if (!one(given) && !byParts(prover, given, one)) return false;
  }
  if (goal.not !== undefined && !refuses(prover, given, document, goal.not, level)) return false;
  if (goal.if !== undefined && !provesCondition(prover, given, document, goal, level)) return false;
  if ((goal.enum !== undefined || goal.const !== undefined) && !listsAll(goal, values)) return false;
  return holdsKeywords(prover, given, document, goal, level);
};

/** Proves one of the alternatives. If they are exclusive, it also disproves the others. */
const provesOne = (
  prover: Prover,
  given: Given,
  document: ApiDocument,
  list: readonly JsonValue[],
  isExclusive: boolean,
  level: number,
): boolean => {
  const holding = list.findIndex(branch => {
    if (isSpent(prover)) return false;
    const { kinds } = give(prover.rewritten, document, [branch]);
    return (given.kinds & ~kinds) === 0 && proves(prover, given, document, branch, level);
  });
  if (holding < 0 || !isExclusive) return holding >= 0;
  return list.every((branch, index) => index === holding || refuses(prover, given, document, branch, level));
};

const refuses = (prover: Prover, given: Given, document: ApiDocument, goal: JsonValue, level: number): boolean => {
  const refused = give(prover.rewritten, document, [goal]);
  return areApart(prover, given, refused, level);
};

/** `then` applies unless `if` matches none of the given values; `else` applies unless it matches all of them. */
const provesCondition = (
  prover: Prover,
  given: Given,
  document: ApiDocument,
  { if: condition, then: consequence, else: otherwise }: JsonObject,
  level: number,
): boolean => {
  const prove = (goal: JsonValue | undefined): boolean => proves(prover, given, document, goal, level);
  const conditional = given.parts.filter(part => part.if !== undefined && prover.isSame(part.if, condition));
  return (
    (prove(consequence) ||
      conditional.some(part => prover.isSame(part.then, consequence)) ||
      refuses(prover, given, document, condition ?? true, level)) &&
    (prove(otherwise) || conditional.some(part => prover.isSame(part.else, otherwise)) || prove(condition))
  );
};

const MAX_LEVELS_APART = 12;

/** Whether no value matches both. */
const areApart = (prover: Prover, a: Given, b: Given, level: number): boolean => {
  const common = a.kinds & b.kinds;
  if (common === 0) return true;
  if (level > MAX_LEVELS + MAX_LEVELS_APART || isSpent(prover)) return false;
  const [x, y] = [
    { ...a, kinds: common },
    { ...b, kinds: common },
  ];
  return (
    isListedApart(x, y) ||
    isListedApart(y, x) ||
    isDenied(prover, x, y, level) ||
    isDenied(prover, y, x, level) ||
    areOfOtherNumbers(x, y) ||
    haveOtherProperties(prover, x, y, level) ||
    isApartByParts(prover, x, y, level) ||
    isApartByParts(prover, y, x, level)
  );
};

/** Whether a `not` of `a` matches every value that `b` accepts. */
const isDenied = (prover: Prover, a: Given, b: Given, level: number): boolean =>
  a.parts.some(({ not }) => not !== undefined && proves(prover, b, a.document, not, level + 1));

const isApartByParts = (prover: Prover, a: Given, b: Given, level: number): boolean =>
  byAlternatives(prover, a, part => areApart(prover, part, b, level + 1));

/** Like `areApart`, for nested values. */
export const areApartInside: typeof areApart = (prover, a, b, level) => {
  prover.depth++;
  const found = areApart(prover, a, b, level);
  prover.depth--;
  return found;
};
