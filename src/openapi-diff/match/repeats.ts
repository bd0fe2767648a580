import { METHODS } from '../../openapi/grammar.ts';
import { isJsonObject, type JsonObject, type JsonValue } from '../../platform/json.ts';
import { ComparisonTooLarge, MAX_REPEATED_VALUES } from '../budgets.ts';
import type { Engine } from '../engine.ts';
import type { Operation } from '../read/operations.ts';

/**
 * Counts what an operation has in common with others, such as those of a path item at several paths: it is compared again
 * for each, unless it is the same on both sides. As many as a path item has methods are free.
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
const OF_OPERATION = without(['security']);
const OF_PATH_ITEM = without([...METHODS, 'additionalOperations', 'parameters', 'servers']);

function without(fields: readonly string[]): JsonObject {
  return Object.fromEntries(fields.map(field => [field, null]));
}

function countPair(engine: Engine, before?: JsonValue, after?: JsonValue, elsewhere: JsonObject = {}): void {
  // Callbacks are compared also where they are the same, because their security may differ.
  if (engine.sameness.isSame(before, after) && !(isJsonObject(before) && before.callbacks !== undefined)) return;
  for (const part of [before, after]) if (part !== undefined) countAgain(engine, part, elsewhere);
}

function countAgain({ repeats, repeatedValues }: Engine, part: JsonValue, elsewhere: JsonObject): void {
  const repeat = repeats.get(part) ?? { times: 0, values: 0 };
  repeats.set(part, repeat);
  repeat.times += 1;
  if (repeat.times <= METHODS.length) return;
  repeat.values ||= valuesIn(isJsonObject(part) ? { ...part, ...elsewhere } : part);
  repeatedValues.left -= repeat.values;
}

function valuesIn(value: JsonValue): number {
  const waiting = [value];
  let count = 0;
  for (let next = waiting.pop(); next !== undefined; next = waiting.pop()) {
    count += 1;
    if (typeof next === 'object' && next !== null) for (const part of Object.values(next)) waiting.push(part);
  }
  return count;
}
