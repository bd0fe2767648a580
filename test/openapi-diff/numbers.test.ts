import { expect, it } from 'vitest';
import { compareOpenApi } from '../../src/openapi-diff/compare.ts';
import { exactNumber, type JsonObject, parseJson } from '../../src/platform/json.ts';
import { answering, changes, isTold, rulesOf, sending } from './documents.ts';
import { makeChooser } from './truth-schemas.ts';

// Compares schemas of numbers with an exact judge: validators calculate with doubles, which round decimals and integers
// over 2^53. More pairs: RUNS=100000 SEED=7 npx vitest run test/openapi-diff/numbers.test.ts
const RUNS = Number(process.env.RUNS ?? 1_000);
const SEED = Number(process.env.SEED ?? 1);

/** A number as a multiple of 10^-8. */
const UNIT = 10n ** 8n;
const [BITS_31, BITS_53, BITS_63, BITS_64] = [2n ** 31n, 2n ** 53n, 2n ** 63n, 2n ** 64n] as const;
const WHOLE = [0n, 1n, 2n, 3n, 10n, 127n, 128n, 255n, BITS_31 - 1n, BITS_31, BITS_53 - 1n, BITS_53 + 1n, BITS_63 - 1n];
const DECIMALS = ['0.01', '0.05', '0.07', '0.1', '0.15', '0.2', '0.3', '0.5', '0.6', '0.7', '1.5', '2.5'];
const FORMATS: Record<string, [least: bigint, most: bigint]> = {
  int8: [-128n, 127n],
  uint8: [0n, 255n],
  int32: [-BITS_31, BITS_31 - 1n],
  int64: [-BITS_63, BITS_63 - 1n],
  uint64: [0n, BITS_64 - 1n],
};

const sizeOf = (text: string): bigint => {
  const [whole = '', places = ''] = text.split('.');
  return BigInt(whole + places.padEnd(8, '0'));
};
const textOf = (size: bigint): string => {
  const digits = String(size < 0n ? -size : size).padStart(9, '0');
  return `${size < 0n ? '-' : ''}${digits.slice(0, -8)}.${digits.slice(-8)}`.replace(/\.?0+$/, '');
};

const STEPS = [...DECIMALS, '1', '2', '3', '5', '7', '10'].map(sizeOf);
const NUMBERS = [
  ...[...WHOLE, BITS_63, BITS_63 + 1n, BITS_64].flatMap(whole => [whole * UNIT, -whole * UNIT]),
  ...DECIMALS.map(sizeOf),
];

/** The keywords of a schema, with exact numbers. */
type Schema = { type?: string; format?: string; enum?: bigint[] } & Partial<Record<Keyword, bigint>>;
type Keyword = (typeof KEYWORDS)[number];
const BOUNDS = ['minimum', 'maximum', 'exclusiveMinimum', 'exclusiveMaximum'] as const;
const KEYWORDS = [...BOUNDS, 'multipleOf'] as const;

const choose = makeChooser(SEED);
const pick = <T>(list: readonly T[]): T => list[choose(list.length)] as T;

const makeSchema = (): Schema => {
  const schema: Schema = { type: pick(['integer', 'number']) };
  for (const keyword of BOUNDS) if (choose(4) === 0) schema[keyword] = pick(NUMBERS);
  if (choose(3) === 0) schema.multipleOf = pick(STEPS);
  if (choose(5) === 0) schema.format = pick(Object.keys(FORMATS));
  if (choose(5) === 0) schema.enum = [...new Set([pick(NUMBERS), pick(NUMBERS), pick(NUMBERS)])];
  return schema;
};

const edited = (schema: Schema): Schema => {
  const { [pick(KEYWORDS)]: _, ...rest } = schema;
  const others = Object.entries(makeSchema());
  return { ...rest, ...Object.fromEntries([pick(others)]) };
};

const isInRange = (whole: bigint, [least, most]: [bigint, bigint]): boolean => least <= whole && whole <= most;

const accepts = (schema: Schema, size: bigint): boolean => {
  const { type, format = '', minimum, maximum, exclusiveMinimum, exclusiveMaximum, multipleOf } = schema;
  const range = FORMATS[format];
  if ((type === 'integer' || range !== undefined) && size % UNIT !== 0n) return false;
  if (range !== undefined && !isInRange(size / UNIT, range)) return false;
  if (minimum !== undefined && size < minimum) return false;
  if (maximum !== undefined && size > maximum) return false;
  if (exclusiveMinimum !== undefined && size <= exclusiveMinimum) return false;
  if (exclusiveMaximum !== undefined && size >= exclusiveMaximum) return false;
  return (multipleOf === undefined || size % multipleOf === 0n) && (schema.enum?.includes(size) ?? true);
};

/** Numbers around the bounds of both schemas, also as multiples of their steps. */
const candidatesFor = (schemas: Schema[]): bigint[] => {
  const steps = [UNIT, 1_000_000n, ...schemas.flatMap(({ multipleOf }) => multipleOf ?? [])];
  const ranges = schemas.flatMap(({ format = '' }) => FORMATS[format] ?? []).map(whole => whole * UNIT);
  const bounds = [...ranges, ...schemas.flatMap(schema => BOUNDS.flatMap(keyword => schema[keyword] ?? []))];
  const near = [0n, ...bounds].flatMap(bound => steps.flatMap(step => around((bound / step) * step, step)));
  return [...NUMBERS, ...near];
};
const around = (middle: bigint, step: bigint): bigint[] =>
  Array.from({ length: 25 }, (_, index) => middle + BigInt(index - 12) * step);

const written = (schema: Schema): JsonObject =>
  Object.fromEntries(
    Object.entries(schema).map(([keyword, value]) => {
      if (typeof value === 'string') return [keyword, value];
      const exact = (size: bigint) => exactNumber(textOf(size));
      return [keyword, Array.isArray(value) ? value.map(exact) : exact(value)];
    }),
  );

it('every number that senders lose or that is new to readers is reported, and hardly another change breaks', () => {
  const [missed, unfounded]: [string[], string[]] = [[], []];
  let judged = 0;
  for (let run = 0; run < RUNS; run++) {
    const before = makeSchema();
    const after = choose(2) === 0 ? makeSchema() : edited(before);
    const numbers = candidatesFor([before, after]);
    if (![before, after].every(schema => numbers.some(size => accepts(schema, size)))) continue;
    judged++;
    const lost = numbers.find(size => accepts(before, size) && !accepts(after, size));
    const [old, now] = [written(before), written(after)];
    for (const [from, to] of [
      [sending(old), sending(now)],
      [answering(now), answering(old)],
    ] as const) {
      const { items } = compareOpenApi(from, to);
      const pair = () => `${JSON.stringify(old)} → ${JSON.stringify(now)}: ${rulesOf(items)}`;
      if (lost !== undefined && !items.some(isTold)) missed.push(`${textOf(lost)} of ${pair()}`);
      if (lost === undefined && items.some(({ severity }) => severity === 'BREAKING')) unfounded.push(pair());
    }
  }
  expect(missed).toEqual([]);
  // Steps of decimals between bounds, and values of an enum that its format refuses.
  expect(unfounded.length, unfounded.join('\n')).toBeLessThanOrEqual(judged * 0.02);
});

/** A schema as text: its numbers are longer than the exact ones of JavaScript. */
const readSchema = (text: string): JsonObject => parseJson(text) as JsonObject;

it('steps over 2^53 in parts are compared, whichever comes first', () => {
  const stepsOf = (...steps: string[]) => readSchema(`{"allOf": [${steps.map(step => `{"multipleOf": ${step}}`)}]}`);
  const [one, other, third] = ['9007199254740993', '9007199254740995', '9007199254740997'] as const;
  const told = (old: JsonObject, now: JsonObject) => changes(sending(old), sending(now));
  expect(told(stepsOf(one, other), stepsOf(other, one))).toEqual([]);
  expect(told(stepsOf(one, other), stepsOf(one, third))).not.toEqual([]);
  const tiny = `1e-${'9'.repeat(400)}`;
  expect(told(stepsOf(tiny, '2'), stepsOf(tiny, '3'))).not.toEqual([]);
});

it('a number that is too long to calculate with counts as one that was sent', () => {
  const either = (...values: string[]) =>
    readSchema(`{"type": "number", "multipleOf": 1, "anyOf": [${values.map(value => `{"const": ${value}}`)}]}`);
  const { items } = compareOpenApi(sending(either('1e500', '1')), sending(either('1')));
  expect(items.map(({ severity }) => severity)).toContain('BREAKING');
});
