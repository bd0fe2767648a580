import type { JsonValue } from '../../platform/json.ts';
import { compareNumbers, isNumeric } from '../read/values.ts';
import { type Given, give, KINDS, NUMBERS } from './given.ts';
import { namesOf, requiredOf, schemasFor } from './properties.ts';
import { areApartInside, type Prover } from './prove.ts';

/** Whether two ranges of numbers have no common number. */
export const areOfOtherNumbers = (a: Given, b: Given): boolean =>
  (a.kinds & ~NUMBERS) === 0 && (isBelow(a, b) || isBelow(b, a));

const bounds = ({ parts }: Given, keyword: 'minimum' | 'maximum'): JsonValue[] => {
  const exclusive = keyword === 'minimum' ? 'exclusiveMinimum' : 'exclusiveMaximum';
  return parts.flatMap(part => [part[keyword] ?? null, part[exclusive] ?? null]);
};

const isBelow = (a: Given, b: Given): boolean =>
  bounds(a, 'maximum').some(
    max => isNumeric(max) && bounds(b, 'minimum').some(min => isNumeric(min) && compareNumbers(max, min) < 0),
  );

/** Whether one object must have a property that the other one cannot have. */
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
