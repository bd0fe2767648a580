import { METHODS } from '../../openapi/grammar.ts';
import type { JsonObject, JsonValue } from '../../platform/json.ts';
import { ComparisonTooLarge, MAX_REPEATED_VALUES } from '../budgets.ts';
import type { Engine } from '../engine.ts';
import type { Operation } from '../read/operations.ts';
import type { Sameness } from './unchanged.ts';

/**
 * Counts what an operation has in common with others, such as those of a path item at several paths: it is compared again
 * for each. As many as a path item has methods are free.
 */
export const countRepeats = (engine: Engine, before: Operation, after: Operation): void => {
  countPair(engine, before.value, after.value, OF_OPERATION);
  const [old, now] = [before.item.value, after.item.value];
  countPair(engine, old, now, OF_PATH_ITEM);
  countPair(engine, old.parameters, now.parameters);
  countPair(engine, old.servers, now.servers);
};

export const spendRepeated = ({ repeatedValues }: Engine, values: number): void => {
  repeatedValues.left -= values;
  if (repeatedValues.left < 0)
    throw new ComparisonTooLarge(`${MAX_REPEATED_VALUES} values in what several operations share`);
};

/** Fields that are counted elsewhere. */
const OF_OPERATION = ['security'];
const OF_PATH_ITEM = [...METHODS, 'additionalOperations', 'parameters', 'servers'];

function countPair(engine: Engine, before?: JsonValue, after?: JsonValue, elsewhere: readonly string[] = []): void {
  const { repeats, sameness } = engine;
  let isRepeated = false;
  for (const part of [before, after]) {
    if (part === undefined) continue;
    const times = (repeats.get(part) ?? 0) + 1;
    repeats.set(part, times);
    isRepeated ||= times > METHODS.length;
  }
  if (!isRepeated) return;
  const members = membersOf(before, after, false).filter(({ key }) => !elsewhere.includes(key));
  spendRepeated(engine, valuesToCompare(sameness, members));
}

type Side = JsonValue | undefined;
type Member = { key: string; old: Side; now: Side; atLength: boolean };

/** Compared one by one even if all are the same, when something beside them or the path differs. */
const ONE_BY_ONE = new Set(['parameters', 'callbacks', 'links', 'servers', 'content', 'headers', 'examples', 'tags']);

/** Compared at length if anything beside them differs. */
const AT_LENGTH = new Set(['schema', 'itemSchema', 'encoding']);

/** Counts the values of both sides. What is the same counts as one: its inner values take no work. */
function valuesToCompare(sameness: Sameness, waiting: Member[]): number {
  let count = 1;
  for (let member = waiting.pop(); member !== undefined; member = waiting.pop()) {
    const { key, old, now } = member;
    const atLength = member.atLength || AT_LENGTH.has(key);
    const isSame = !atLength && sameness.isSame(old, now);
    count += (isSame ? 1 : 2) + lengthOf(old) + lengthOf(now);
    if (isSame && !ONE_BY_ONE.has(key)) continue;
    for (const inner of membersOf(old, now, atLength)) waiting.push(inner);
  }
  return count;
}

function membersOf(before: Side, after: Side, atLength: boolean): Member[] {
  const [old, now] = [fieldsOf(before), fieldsOf(after)];
  const members: Member[] = [];
  for (const key of Object.keys(old)) members.push({ key, old: old[key], now: now[key], atLength });
  for (const key of Object.keys(now))
    if (!Object.hasOwn(old, key)) members.push({ key, old: undefined, now: now[key], atLength });
  return members;
}

const fieldsOf = (value: Side): JsonObject =>
  typeof value === 'object' && value !== null ? (value as JsonObject) : {};

/** A long string counts as several values. */
const CHARACTERS_OF_VALUE = 1024;

const lengthOf = (value: Side): number =>
  typeof value === 'string' ? Math.floor(value.length / CHARACTERS_OF_VALUE) : 0;
