import { METHODS } from '../../openapi/grammar.ts';
import { isJsonObject, type JsonValue } from '../../platform/json.ts';
import { ComparisonTooLarge, MAX_REPEATED_CHARACTERS } from '../budgets.ts';
import type { Engine } from '../engine.ts';
import type { Operation } from '../read/operations.ts';

/**
 * Counts what an operation has in common with others, such as those of a path item at several paths: it is compared again
 * for each. As many as a path item has methods are free.
 */
export const countRepeats = ({ repeats, repeatedCharacters }: Engine, { value, item }: Operation): void => {
  for (const part of [value, item.value, item.value.parameters, item.value.servers]) {
    if (part === undefined) continue;
    const repeat = repeats.get(part) ?? { times: 0, length: 0 };
    repeats.set(part, repeat);
    if (++repeat.times <= METHODS.length) continue;
    repeat.length ||= lengthOf(part);
    repeatedCharacters.left -= repeat.length;
  }
  if (repeatedCharacters.left < 0)
    throw new ComparisonTooLarge(`${MAX_REPEATED_CHARACTERS} characters in what several operations share`);
};

/** Security has a budget of its own, and the operations of a path item are counted one by one. */
const COUNTED_ELSEWHERE = Object.fromEntries(
  ['security', ...METHODS, 'additionalOperations'].map(field => [field, undefined]),
);

const lengthOf = (part: JsonValue): number =>
  JSON.stringify(isJsonObject(part) ? { ...part, ...COUNTED_ELSEWHERE } : part).length;
