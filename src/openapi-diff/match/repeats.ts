import { METHODS } from '../../openapi/grammar.ts';
import { isJsonObject, type JsonValue } from '../../platform/json.ts';
import { ComparisonTooLarge, MAX_REPEATED_VALUES } from '../budgets.ts';
import type { Engine } from '../engine.ts';
import type { Operation } from '../read/operations.ts';

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
  if (engine.repeatedValues.left < 0)
    throw new ComparisonTooLarge(`${MAX_REPEATED_VALUES} values in what several operations share`);
};

/** Fields that are counted elsewhere. */
const OF_OPERATION = ['security'];
const OF_PATH_ITEM = [...METHODS, 'additionalOperations', 'parameters', 'servers'];

/** What is the same on both sides takes so many times less work, except callbacks, whose security may differ. */
const SAME_IS_CHEAPER = 8;

function countPair(engine: Engine, before?: JsonValue, after?: JsonValue, elsewhere: readonly string[] = []): void {
  const isCheap = engine.sameness.isSame(before, after) && !(isJsonObject(before) && before.callbacks !== undefined);
  for (const part of [before, after])
    if (part !== undefined) countAgain(engine, part, elsewhere, isCheap ? 1 / SAME_IS_CHEAPER : 1);
}

function countAgain(
  { repeats, repeatedValues }: Engine,
  part: JsonValue,
  elsewhere: readonly string[],
  rate: number,
): void {
  const repeat = repeats.get(part) ?? { times: 0, values: 0 };
  repeats.set(part, repeat);
  repeat.times += 1;
  if (repeat.times <= METHODS.length) return;
  repeat.values ||= valuesIn(part, elsewhere);
  repeatedValues.left -= repeat.values * rate;
}

/** A long string counts as several values. */
const CHARACTERS_OF_VALUE = 1024;

function valuesIn(part: JsonValue, elsewhere: readonly string[]): number {
  const waiting: JsonValue[] = isJsonObject(part)
    ? Object.entries(part).flatMap(([field, value]) => (elsewhere.includes(field) ? [] : [value]))
    : [part];
  let count = 1;
  for (let next = waiting.pop(); next !== undefined; next = waiting.pop()) {
    count += 1;
    if (typeof next === 'string') count += Math.floor(next.length / CHARACTERS_OF_VALUE);
    if (typeof next === 'object' && next !== null) for (const inner of Object.values(next)) waiting.push(inner);
  }
  return count;
}
