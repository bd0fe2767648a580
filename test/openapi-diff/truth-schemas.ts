import type { JsonObject, JsonValue } from '../../src/platform/json.ts';

// Random schemas, each about one keyword, and values that distinguish them.

/** The same random choices for the same seed. */
export type Choose = (below: number) => number;
export const makeChooser = (seed: number): Choose => {
  let state = seed * 104_729;
  return below => {
    state = (Math.imul(state, 1_103_515_245) + 12_345) >>> 0;
    return Math.floor((state / 4_294_967_296) * below);
  };
};

const TEXTS = ['a', 'b', 'c', 'ab', 'abc', 'ba', '', 'x', 'abcd', 'abab', 'xb', 'xyz', 'abcde', 'xyzzy'];
const NUMBERS = [0, 1, 2, 3, 4, 5, 6, 8, 9, 12, -1, 0.3, 0.5, 1.5, 2.2, 2.5, 3.5, 4.5];
const SCALARS: JsonValue[] = [...TEXTS, ...NUMBERS, true, false, null];
const ITEMS: JsonValue[] = [
  'a',
  'b',
  'c',
  'ab',
  'abc',
  1,
  2,
  4,
  1.5,
  true,
  null,
  [],
  [1],
  ['a'],
  {},
  { a: 'a' },
  { a: 1 },
];
const INNER: (JsonValue | undefined)[] = [undefined, 'a', 'b', 'abc', 1, 1.5, true, null];
const FEW: (JsonValue | undefined)[] = [undefined, 'a', 'b', 'abc', 1, 2.5, true, null];
/** All sets of some names. */
const subsets = (names: readonly string[]): string[][] =>
  Array.from({ length: 2 ** names.length }, (_, bits) => names.filter((_, index) => (bits >> index) % 2 === 1));

const objectsOf = (values: readonly (JsonValue | undefined)[], more: JsonObject = {}): JsonValue[] =>
  values.flatMap(a =>
    values.flatMap(b =>
      values.map(c => ({
        ...more,
        ...(a !== undefined && { a }),
        ...(b !== undefined && { b }),
        ...(c !== undefined && { c }),
      })),
    ),
  );

export const VALUES: JsonValue[] = [
  ...SCALARS,
  ...[[], ...ITEMS.map(item => [item]), ...ITEMS.flatMap(item => ITEMS.map(other => [item, other]))],
  ...[
    ['a', 'b', 'c'],
    ['a', 'a', 'a'],
    [1, 2, 3],
    [1, 1, 1],
    ['a', 1, 'b'],
    [1, 'a', 2],
    ['a', 1, true],
    [2, 1, 1],
  ],
  ...[
    ['a', 'b', 1],
    [1, 2, 4, 5],
    ['a', 'b', 'c', 'ab'],
    [1, 1, 1, 1],
    ['a', 'b', null],
    [1, 4, 5],
    [2, 4, 1, 1],
    [1, 1, 'a'],
    ['a', 'a', 1],
  ],
  ...[
    ['a', 'b', 'c', 1],
    ['a', 'b', 'c', 1, 1],
    [1, 1, 'a', 'b'],
    [1, 1, 1, 'a'],
    [1, 1, 1, 'a', 'b'],
  ],
  ...objectsOf(INNER),
  ...objectsOf(FEW, { kind: 'a' }),
  ...objectsOf(FEW, { kind: 'b' }),
  ...['a', 'b'].flatMap(kind => ['c', 'ab', ''].map(value => ({ kind, [kind]: value }))),
  ...[
    { kind: 'c' },
    { a: 'c' },
    { b: 'c' },
    { c: 'c' },
    { a: { a: 'a' } },
    { a: ['a'] },
    { '': 'a' },
    { a: 'a', b: 'b', c: 'c', d: 'd', e: 1 },
  ],
  ...subsets(['a', 'b', 'c', 'd', 'e']).map(names => Object.fromEntries(names.map(name => [name, 'a']))),
  ...['d', 'e', 'ab', 'bab', 'abc'].flatMap(name =>
    [...SCALARS, [], {}].flatMap(value => [{ [name]: value }, { a: 'a', [name]: value }]),
  ),
];

const any = (...schemas: JsonObject[]): JsonObject => ({ anyOf: schemas });
const KINDS = ['string', 'integer', 'number', 'boolean', 'array', 'object', 'null'];

const pick = <T>(choose: Choose, list: readonly T[]): T => list[choose(list.length)] as T;
const some = <T>(choose: Choose, list: readonly T[], least = 1, most = list.length): T[] => {
  const open = [...list];
  const count = least + choose(most - least + 1);
  return Array.from({ length: count }, () => open.splice(choose(open.length), 1)[0] as T);
};
/** Includes the keyword with a probability in percent. */
const maybe = (choose: Choose, keyword: string, values: readonly JsonValue[], percent = 60): JsonObject =>
  choose(100) < percent ? { [keyword]: pick(choose, values) } : {};

type Make = (choose: Choose) => JsonObject;
const oneOf =
  (...makes: Make[]): Make =>
  choose =>
    pick(choose, makes)(choose);

const listed: Make = choose => ({ type: 'string', enum: some(choose, ['a', 'b', 'c']) });
const scalar: Make = oneOf(
  choose => ({ type: pick(choose, ['string', 'integer', 'number', 'boolean']) }),
  listed,
  () => ({ type: ['string', 'null'] }),
  choose => ({ const: pick(choose, ['a', 'b', 1]) }),
  choose => ({ type: 'string', maxLength: 1 + choose(2) }),
);
const simple: Make = oneOf(
  scalar,
  choose => ({ type: pick(choose, KINDS) }),
  choose => ({ type: some(choose, KINDS, 2, 3) }),
  choose => ({ enum: some(choose, SCALARS.slice(0, 20), 1, 3) }),
  choose => ({ type: pick(choose, ['integer', 'number']), minimum: choose(5) }),
  choose => ({ type: 'array', items: { type: pick(choose, ['string', 'integer', 'null']) } }),
);
const object: Make = choose => ({
  type: 'object',
  properties: Object.fromEntries(some(choose, ['a', 'b', 'c'], 1, 2).map(name => [name, scalar(choose)])),
  ...maybe(choose, 'required', [['a'], ['b'], ['a', 'b']]),
  ...maybe(choose, 'additionalProperties', [false, true, { type: 'string' }], 30),
});
/** An object that may have further properties. */
const open: Make = choose => ({ ...object(choose), additionalProperties: true });
const tagged =
  (kind: string): Make =>
  choose => ({ type: 'object', properties: { kind: { const: kind }, [kind]: scalar(choose) }, required: ['kind'] });
const branch: Make = oneOf(simple, simple, object, tagged('a'), tagged('b'));
const branches = (choose: Choose): JsonObject[] => Array.from({ length: 1 + choose(3) }, () => branch(choose));
const types = (choose: Choose): JsonObject[] => some(choose, KINDS, 2, 3).map(type => ({ type }));
const properties = { a: {}, b: {}, c: {}, d: {}, e: {} };
const described = (more: JsonObject): JsonObject => ({ type: 'object', properties, ...more });

const REQUIRED: JsonValue[] = [['a'], ['b'], ['c'], ['a', 'b'], ['b', 'c'], ['a', 'b', 'c']];
const CONDITIONS: JsonValue[] = [
  { required: ['a'] },
  { type: 'string' },
  { properties: { a: { const: 'a' } }, required: ['a'] },
];

/** Schemas about one keyword, or about several related ones. */
export const SCHEMAS: Record<string, Make> = {
  type: oneOf(
    choose => ({ type: pick(choose, KINDS) }),
    choose => ({ type: some(choose, KINDS, 1, 4) }),
    () => ({}),
    () => ({ type: 'number', multipleOf: 1 }),
    () => ({ type: KINDS }),
  ),
  'enum and const': oneOf(
    choose => ({ enum: some(choose, SCALARS, 1, 4) }),
    listed,
    choose => ({ const: pick(choose, SCALARS) }),
    choose => ({ type: pick(choose, ['string', 'boolean']) }),
    choose => ({ type: 'boolean', enum: some(choose, [true, false]) }),
    choose => ({ ...listed(choose), maxLength: pick(choose, [1, 10]) }),
  ),
  'enum in place of a bound': oneOf(
    choose => ({ type: 'string', ...maybe(choose, 'minLength', [0, 1, 2]), ...maybe(choose, 'maxLength', [1, 2, 3]) }),
    choose => ({ type: 'string', enum: some(choose, TEXTS, 1, 3) }),
    choose => ({ type: 'string', ...maybe(choose, 'pattern', ['^a', 'b$', '.*']) }),
    choose => ({ type: 'integer', ...maybe(choose, 'minimum', [0, 1, 3]), ...maybe(choose, 'maximum', [2, 4]) }),
    choose => ({ type: 'integer', enum: some(choose, [0, 1, 2, 3, 4, 5], 1, 3) }),
    choose => ({ const: pick(choose, ['a', 'ab', 1, 4]) }),
  ),
  'bounds of numbers': choose => ({
    type: pick(choose, ['integer', 'number']),
    ...maybe(choose, 'minimum', [0, 1, 2, 3]),
    ...maybe(choose, 'maximum', [4, 5, 6]),
    ...maybe(choose, 'exclusiveMinimum', [0, 1, 2, 3], 25),
    ...maybe(choose, 'exclusiveMaximum', [4, 5, 6], 25),
  }),
  multipleOf: choose => ({
    type: pick(choose, ['integer', 'number']),
    ...maybe(choose, 'multipleOf', [1, 2, 3, 4, 6, 0.5]),
  }),
  'lengths of text': choose => ({
    type: 'string',
    ...maybe(choose, 'minLength', [0, 1, 2]),
    ...maybe(choose, 'maxLength', [2, 3, 4]),
  }),
  pattern: choose => ({ type: 'string', ...maybe(choose, 'pattern', ['^a', 'b$', '^[ab]+$', '.*']) }),
  'sizes of lists': choose => ({
    type: 'array',
    ...maybe(choose, 'minItems', [0, 1, 2]),
    ...maybe(choose, 'maxItems', [1, 2, 3]),
    ...maybe(choose, 'uniqueItems', [true, false]),
  }),
  items: choose => ({
    type: 'array',
    ...maybe(choose, 'items', [simple(choose), scalar(choose), false, true, {}], 85),
  }),
  prefixItems: choose => ({
    type: 'array',
    ...maybe(choose, 'prefixItems', [
      [{ type: 'string' }],
      [{ type: 'integer' }, { type: 'string' }],
      [listed(choose)],
    ]),
    ...maybe(choose, 'items', [false, true, { type: 'string' }, { type: 'integer' }]),
    ...maybe(choose, 'minItems', [0, 1, 2], 40),
  }),
  contains: choose => ({
    type: 'array',
    contains: pick<JsonObject>(choose, [{ type: 'string' }, { const: 1 }, { type: 'integer' }, { type: 'number' }]),
    ...maybe(choose, 'minContains', [0, 1, 2], 40),
    ...maybe(choose, 'maxContains', [1, 2], 40),
  }),
  required: choose => described(maybe(choose, 'required', REQUIRED, 85)),
  properties: object,
  additionalProperties: choose =>
    described(maybe(choose, 'additionalProperties', [false, true, {}, { type: 'string' }, { type: 'integer' }], 85)),
  maps: choose => ({ type: 'object', ...maybe(choose, 'additionalProperties', [true, {}, scalar(choose)], 85) }),
  patternProperties: choose => ({
    type: 'object',
    ...maybe(choose, 'patternProperties', [{ '^a': scalar(choose) }, { '^d': scalar(choose) }, { b$: false }], 85),
    ...maybe(choose, 'additionalProperties', [false, true, { type: 'string' }], 40),
  }),
  unevaluatedProperties: choose => ({
    ...pick(choose, [described({}), { type: 'object', allOf: [{ properties }] }]),
    ...maybe(choose, 'unevaluatedProperties', [false, true, { type: 'string' }], 85),
  }),
  dependentRequired: choose =>
    described({
      ...maybe(choose, 'dependentRequired', [{ a: ['b'] }, { b: ['b'] }, { a: ['a', 'b'] }, { b: ['c'] }], 85),
      ...maybe(choose, 'required', REQUIRED, 40),
    }),
  dependentSchemas: choose =>
    described({
      ...maybe(choose, 'dependentSchemas', [{ a: { required: ['b'] } }, { b: { required: ['b', 'c'] } }], 85),
      ...maybe(choose, 'required', REQUIRED, 40),
    }),
  propertyNames: choose => ({
    type: 'object',
    ...maybe(
      choose,
      'propertyNames',
      [{ maxLength: 1 }, { maxLength: 2 }, { pattern: '^a' }, { enum: ['a', 'b'] }],
      85,
    ),
  }),
  'sizes of objects': choose =>
    described({
      ...maybe(choose, 'minProperties', [0, 1, 2]),
      ...maybe(choose, 'maxProperties', [2, 3, 4]),
      ...maybe(choose, 'required', REQUIRED, 40),
      ...maybe(choose, 'additionalProperties', [false], 30),
    }),
  allOf: choose => ({ allOf: pick(choose, [[open(choose), open(choose)], [simple(choose)], [simple(choose), {}]]) }),
  anyOf: oneOf(choose => ({ anyOf: branches(choose) }), branch),
  oneOf: oneOf(
    choose => ({ oneOf: branches(choose) }),
    choose => ({ oneOf: types(choose) }),
    branch,
  ),
  'oneOf and anyOf': oneOf(
    choose => ({ oneOf: types(choose) }),
    choose => ({ anyOf: types(choose) }),
    choose => ({ oneOf: [tagged('a')(choose), tagged('b')(choose)] }),
    choose => ({ anyOf: [tagged('b')(choose), tagged('a')(choose)] }),
  ),
  'open enums': oneOf(
    () => ({ type: 'string' }),
    listed,
    choose => ({ anyOf: [{ type: 'string' }, listed(choose)] }),
    choose => ({ anyOf: [listed(choose), { type: 'null' }] }),
    () => any({ type: 'string' }, { type: ['string', 'null'] }),
    choose => any({ type: 'string' }, { enum: some(choose, ['a', 'b', null]) }),
  ),
  not: choose => ({
    ...maybe(choose, 'type', ['string', 'integer'], 30),
    ...maybe(choose, 'not', [simple(choose)], 85),
  }),
  if: choose => ({
    type: 'object',
    ...maybe(choose, 'if', CONDITIONS, 85),
    ...maybe(choose, 'then', [{ required: ['b'] }, { properties: { b: { type: 'string' } } }]),
    ...maybe(choose, 'else', [{ required: ['c'] }, { maxProperties: 1 }]),
    ...maybe(choose, 'required', REQUIRED, 30),
  }),
  null: oneOf(
    () => ({ type: ['string', 'null'] }),
    () => ({ type: 'string' }),
    () => ({ anyOf: [{ type: 'string' }, { type: 'null' }] }),
    choose => ({ oneOf: [{ type: 'null' }, branch(choose)] }),
    choose => ({ type: ['string', 'null'], enum: some(choose, ['a', 'b', null]) }),
    branch,
  ),
};
