import type { JsonObject, JsonValue } from '../../platform/json.ts';
import { type Bound, compareNumbers, isNumeric, type Side, wholeBound } from '../read/values.ts';
import { commonMultiple } from '../schemas/keywords.ts';
import { boundOfFormat } from './formats.ts';
import { type Given, KINDS } from './given.ts';

/** The bounds on one side: of the format, and of the keywords. Exclusive ones are booleans in 3.0, numbers in 3.1. */
export const boundsOf = (part: JsonObject, side: Side): Bound[] => {
  const [bound, exclusive] =
    side === 'lower' ? [part.minimum, part.exclusiveMinimum] : [part.maximum, part.exclusiveMaximum];
  const ofFormat = boundOfFormat(part.format, side);
  return [
    ...(ofFormat === undefined ? [] : [{ value: ofFormat, excluded: false }]),
    ...(isNumeric(bound) ? [{ value: bound, excluded: exclusive === true }] : []),
    ...(isNumeric(exclusive) ? [{ value: exclusive, excluded: true }] : []),
  ];
};

/** A step that divides every given number; null if they need not be whole. */
export const wholeStepOf = ({ kinds, parts }: Given): number | null => {
  if ((kinds & KINDS.fraction) !== 0) return null;
  return parts.reduce<number>((step, { multipleOf }) => {
    const common = multipleOf === undefined ? step : commonMultiple(multipleOf, step);
    return typeof common === 'number' && Number.isSafeInteger(common) ? common : step;
  }, 1);
};

/** The multiple of the step that is within a bound and nearest to it; null if the bound is too large to compute it. */
const steppedBound = (bound: Bound, side: Side, step: number): bigint | null => {
  const whole = wholeBound(bound, side);
  if (whole === null) return null;
  const size = BigInt(step);
  const beyond = ((whole % size) + size) % size;
  if (beyond === 0n) return whole;
  return side === 'lower' ? whole + size - beyond : whole - beyond;
};

/** Whether a bound of multiples of the step is at least as strict as another one on the same side. */
export const isBoundWithin = (own: Bound, asked: Bound, side: Side, step: number | null): boolean => {
  const [least, wanted] = step === null ? [null, null] : [steppedBound(own, side, step), wholeBound(asked, side)];
  if (least !== null && wanted !== null) return side === 'lower' ? least >= wanted : least <= wanted;
  const distance = compareNumbers(own.value, asked.value) * (side === 'lower' ? 1 : -1);
  return distance > 0 || (distance === 0 && (own.excluded || !asked.excluded));
};

/** The maximum count of numbers that `rangeOf` lists. */
const MAX_RANGE = 32n;

/** All numbers within the bounds; null if they need not be whole, are too many, or are too large for exact numbers. */
export const rangeOf = (given: Given): JsonValue[] | null => {
  const step = wholeStepOf(given);
  if (step === null) return null;
  const [low, high] = [strictestBound(given, 'lower', step), strictestBound(given, 'upper', step)];
  if (low === null || high === null || (high - low) / BigInt(step) >= MAX_RANGE) return null;
  if (!Number.isSafeInteger(Number(low)) || !Number.isSafeInteger(Number(high))) return null;
  const numbers: number[] = [];
  for (let value = low; value <= high; value += BigInt(step)) numbers.push(Number(value));
  return numbers;
};

/** The strictest bound on one side, as a multiple of the step; null if there is none. */
const strictestBound = ({ parts }: Given, side: Side, step: number): bigint | null =>
  parts
    .flatMap(part => boundsOf(part, side))
    .map(bound => steppedBound(bound, side, step))
    .reduce((best, bound) => {
      if (best === null || bound === null) return best ?? bound;
      return bound > best === (side === 'lower') ? bound : best;
    }, null);

/** Whether all numbers of `a` are less than those of `b`. */
export const isBelow = (a: Given, b: Given): boolean => {
  const isWhole = wholeStepOf(a) !== null || wholeStepOf(b) !== null;
  const isBeyond = (high: Bound, low: Bound): boolean => {
    const [most, least] = isWhole ? [wholeBound(high, 'upper'), wholeBound(low, 'lower')] : [null, null];
    if (most !== null && least !== null) return most < least;
    const distance = compareNumbers(high.value, low.value);
    return distance < 0 || (distance === 0 && (high.excluded || low.excluded));
  };
  const lows = b.parts.flatMap(part => boundsOf(part, 'lower'));
  return (
    lows.length > 0 && a.parts.some(part => boundsOf(part, 'upper').some(high => lows.some(low => isBeyond(high, low))))
  );
};
