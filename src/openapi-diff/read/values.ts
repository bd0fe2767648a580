import { isJsonObject, isRawNumber, type JsonObject, type JsonValue, type RawNumber } from '../../platform/json.ts';

export type AnyNumber = number | RawNumber;

export const isNumeric = (value: JsonValue | undefined): value is AnyNumber =>
  typeof value === 'number' || isRawNumber(value);

type Decimal = { negative: boolean; digits: string; exponent: number };

/** Normalizes to 0.DIGITS × 10^exponent without leading or trailing zeros, so that equal numbers have equal parts. */
const decimalOf = (value: AnyNumber): Decimal => {
  const text = typeof value === 'number' ? String(value) : value.rawJSON;
  const [, sign = '', whole = '0', fraction = '', power = '0'] =
    /^(-?)(\d+)(?:\.(\d+))?(?:[eE]([+-]?\d+))?$/.exec(text) ?? [];
  const all = whole + fraction;
  const leading = /^0*/.exec(all)?.[0].length ?? 0;
  // With the look-behind, it takes linear time.
  const digits = all.slice(leading).replace(/(?<!0)0+$/, '');
  if (digits === '') return { negative: false, digits: '', exponent: 0 };
  return { negative: sign === '-', digits, exponent: Number(power) + whole.length - leading };
};

/** Compares numbers exactly at any size: 1.0 equals 1, 1e400 is less than 1e401. */
export const compareNumbers = (a: AnyNumber, b: AnyNumber): number => {
  if (typeof a === 'number' && typeof b === 'number') return a === b ? 0 : a < b ? -1 : 1;
  const x = decimalOf(a);
  const y = decimalOf(b);
  if (x.negative !== y.negative) return x.negative ? -1 : 1;
  const sign = x.negative ? -1 : 1;
  if (x.digits === '' || y.digits === '') return x.digits === y.digits ? 0 : (x.digits === '' ? -1 : 1) * sign;
  if (x.exponent !== y.exponent) return (x.exponent < y.exponent ? -1 : 1) * sign;
  return x.digits === y.digits ? 0 : (x.digits < y.digits ? -1 : 1) * sign;
};

/** The maximum number of digits for exact computations. */
const MAX_DIGITS = 400;

/** The numbers times one power of ten (10^places), so that all are whole; null if they are too long for it. */
const scaled = (numbers: readonly AnyNumber[]): { sizes: bigint[]; places: number } | null => {
  const decimals = numbers.map(decimalOf);
  const places = Math.max(0, ...decimals.map(({ digits, exponent }) => digits.length - exponent));
  if (!decimals.every(({ exponent }) => exponent + places <= MAX_DIGITS)) return null;
  const sizes = decimals.map(({ negative, digits, exponent }) => {
    const size = BigInt(digits === '' ? 0 : digits.padEnd(exponent + places, '0'));
    return negative ? -size : size;
  });
  return { sizes, places };
};

export const isWhole = (value: AnyNumber): boolean => {
  const { digits, exponent } = decimalOf(value);
  return digits.length <= exponent || digits === '';
};

/** Whether a number is a multiple of a step, exactly: 0.3 is one of 0.1. Null if that is not known. */
export const isMultiple = (value: JsonValue | undefined, step: JsonValue | undefined): boolean | null => {
  if (!isNumeric(value) || !isNumeric(step)) return null;
  const [size, unit = 0n] = scaled([value, step])?.sizes ?? [];
  return size === undefined || unit <= 0n ? null : size % unit === 0n;
};

/** The least common multiple; null if it is no exact number. */
export const leastCommonMultiple = (a: AnyNumber, b: AnyNumber): number | null => {
  const { sizes, places } = scaled([a, b]) ?? { sizes: [], places: 0 };
  const [one, other] = sizes;
  if (one === undefined || other === undefined || one <= 0n || other <= 0n) return null;
  let [x, y] = [one, other];
  while (y > 0n) [x, y] = [y, x % y];
  const multiple = (one / x) * other;
  return multiple <= Number.MAX_SAFE_INTEGER ? Number(`${multiple}e-${places}`) : null;
};

export type Side = 'lower' | 'upper';
export type Bound = { value: AnyNumber; excluded: boolean };

const MAX_WHOLE_DIGITS = 40;

/** The integer that is within a bound and nearest to it; null if the bound is too large to compute it. */
export const wholeBound = ({ value, excluded }: Bound, side: Side): bigint | null => {
  const { negative, digits, exponent } = decimalOf(value);
  if (exponent > MAX_WHOLE_DIGITS) return null;
  const length = Math.max(exponent, 0);
  const size = BigInt(digits.slice(0, length).padEnd(length, '0'));
  const truncated = negative ? -size : size;
  const inwards = side === 'lower' ? 1n : -1n;
  const isInside = digits.length <= length ? !excluded : negative === (side === 'lower');
  return isInside ? truncated : truncated + inwards;
};

const canonicalNumber = (value: AnyNumber): string => {
  if (typeof value === 'number' && value > 0 && value < 1e15 && Number.isInteger(value)) return canonicalInteger(value);
  const { negative, digits, exponent } = decimalOf(value);
  return digits === '' ? '0' : `${negative ? '-' : ''}0.${digits}e${exponent}`;
};

/** The short cut for small integers, which most numbers are. */
const canonicalInteger = (value: number): string => {
  let digits = value;
  while (digits % 10 === 0) digits /= 10;
  return `0.${digits}e${String(value).length}`;
};

/** One text for equal values: sorted keys, normalized numbers. */
export const canonical = (value: JsonValue | undefined): string => {
  if (value === undefined) return '';
  if (isNumeric(value)) return canonicalNumber(value);
  if (Array.isArray(value)) return `[${value.map(canonical).join(',')}]`;
  if (isJsonObject(value)) {
    const keys = Object.keys(value).sort();
    return `{${keys.map(key => `${JSON.stringify(key)}:${canonical(value[key])}`).join(',')}}`;
  }
  return JSON.stringify(value);
};

const sameLists = (a: JsonValue[], b: JsonValue[]): boolean =>
  a.length === b.length && a.every((element, index) => sameValue(element, b[index]));

const sameObjects = (a: JsonObject, b: JsonObject): boolean => {
  let open = 0;
  for (const _ in b) open++;
  for (const key in a) if (--open < 0 || !Object.hasOwn(b, key) || !sameValue(a[key], b[key])) return false;
  return open === 0;
};

/** Deep equality. Numbers are equal if their exact values are: 1.0 equals 1. */
export const sameValue = (a: JsonValue | undefined, b: JsonValue | undefined): boolean => {
  if (a === b) return true;
  if (isNumeric(a)) return isNumeric(b) && compareNumbers(a, b) === 0;
  if (Array.isArray(a)) return Array.isArray(b) && sameLists(a, b);
  return isJsonObject(a) && isJsonObject(b) && sameObjects(a, b);
};

/** A text as it is, and any other value as JSON writes it: a raw number cannot be converted otherwise. */
export const spell = (value: JsonValue | undefined): string =>
  typeof value === 'string' ? value : (JSON.stringify(value) ?? '');

const MAX_SHOWN = 500;

/** The form that an item stores: small values in full, long texts shortened, large objects and lists as `…`. */
export const shown = (value: JsonValue | undefined): JsonValue | undefined => {
  if (typeof value === 'string') return value.length <= MAX_SHOWN ? value : `${value.slice(0, MAX_SHOWN)}…`;
  if (typeof value !== 'object' || value === null || isRawNumber(value)) return value;
  return weigh(value, MAX_SHOWN) < 0 ? '…' : value;
};

/** Subtracts about one unit per character from the budget; stops when it is negative. */
const weigh = (value: JsonValue, budget: number): number => {
  if (typeof value === 'string') return budget - value.length - 2;
  if (typeof value !== 'object' || value === null || isRawNumber(value)) return budget - 6;
  let left = budget - 2;
  for (const [key, element] of Object.entries(value)) {
    if (left < 0) return left;
    left = weigh(element, left - (Array.isArray(value) ? 1 : key.length + 3));
  }
  return left;
};

/** Formats a value for a message. */
export const quote = (value: JsonValue | undefined): string => {
  if (typeof value === 'object' && value !== null && weigh(value, 200) < 0) return Array.isArray(value) ? '[…]' : '{…}';
  const text = value === undefined ? 'nothing' : JSON.stringify(value);
  return text.length <= 80 ? text : `${text.slice(0, 79)}…`;
};

export const capital = (text: string): string => text.charAt(0).toUpperCase() + text.slice(1);

/** The map in a keyword, such as `properties`; empty if there is none. */
export const mapOf = (schema: JsonObject, keyword: string): JsonObject => {
  const map = schema[keyword];
  return isJsonObject(map) ? map : {};
};
