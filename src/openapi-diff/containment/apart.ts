import { valuesOf } from './few-values.ts';
import { type Given, give, KINDS, NUMBERS } from './given.ts';
import { isBelow } from './numbers.ts';
import { namesOf, requiredOf, schemasFor } from './properties.ts';
import { areApartInside, type Prover } from './prove.ts';
import { acceptsValue } from './values.ts';

/** Whether one side has few values, and the other one refuses each. */
export const isListedApart = (a: Given, b: Given): boolean => {
  const values = valuesOf(a);
  return values?.every(value => b.parts.some(part => acceptsValue(b.document, part, value) === false)) === true;
};

/** Whether two ranges of numbers have no common number. */
export const areOfOtherNumbers = (a: Given, b: Given): boolean =>
  (a.kinds & ~NUMBERS) === 0 && (isBelow(a, b) || isBelow(b, a));

/** Whether both accept only objects, and a property that one of them requires has no value that both accept. */
export const haveOtherProperties = (prover: Prover, a: Given, b: Given, level: number): boolean => {
  if (a.kinds !== KINDS.object) return false;
  const required = new Set([...requiredOf(a), ...requiredOf(b)]);
  const described = new Set([...namesOf(a), ...namesOf(b)]);
  for (const name of required) {
    if (!described.has(name) && !isClosed(a) && !isClosed(b)) continue;
    const [x, y] = [a, b].map(given => give(prover.rewritten, given.document, schemasFor(given, name)));
    if (x !== undefined && y !== undefined && areApartInside(prover, x, y, level + 1)) return true;
  }
  return false;
};

const isClosed = ({ parts }: Given): boolean => parts.some(({ additionalProperties: rest }) => rest !== undefined);
