import { describe, expect, it } from 'vitest';
import { compareOpenApi } from '../../src/openapi-diff/compare.ts';
import type { JsonObject, JsonValue } from '../../src/platform/json.ts';
import { answering, changes, sending } from './documents.ts';

// Different spellings are compared by the values that both sides accept.

const text: JsonObject = { type: 'string' };
const number: JsonObject = { type: 'number' };
const percent: JsonObject = { type: 'integer', minimum: 0, maximum: 100 };
const IDN: JsonObject = { format: 'idn-email' };
const list: JsonObject = { type: 'array', items: text };
const nothing: JsonObject = { type: 'null' };
const ref = (name: string): JsonObject => ({ $ref: `#/components/schemas/${name}` });
const kind = (name: string): JsonObject => ({
  type: 'object',
  properties: { kind: { const: name }, [name]: text },
  required: ['kind'],
});
const schemas: JsonObject = {
  A: kind('a'),
  B: kind('b'),
  C: kind('c'),
  F: { anyOf: [ref('A'), ref('C')] },
  None: { type: 'null' },
  Base: { type: 'object', properties: { id: text }, required: ['id'] },
  Tree: { type: 'object', properties: { next: { anyOf: [ref('Tree'), nothing] } } },
};
const rest: JsonObject = { components: { schemas } };

/** Only properties that are listed here or in the alternatives. */
const closed = (properties: JsonObject, more: JsonObject = {}): JsonObject => ({
  ...{ type: 'object', properties },
  [more.anyOf === undefined ? 'additionalProperties' : 'unevaluatedProperties']: false,
  ...more,
});
const FURTHER: JsonObject[] = [{ properties: { b: text } }, { properties: { c: text } }];

const either = (...oneOf: JsonObject[]): JsonObject => ({ oneOf });
const optional = (name: string): JsonObject => {
  const { required: _, ...others } = kind(name);
  return others;
};

const AROUND_0: JsonObject[] = [{ maximum: 0 }, { exclusiveMinimum: 0 }];
/** A schema with a condition. */
const choosing = (condition: JsonValue, then: JsonValue, otherwise: JsonValue): JsonObject => ({
  if: condition,
  then,
  else: otherwise,
});

/** Without `if`. Built from an entry: the linter refuses an object literal with `then`. */
const consequence = (name: string, keyword = 'then'): JsonObject =>
  Object.fromEntries([[keyword, { required: [name] }]]);

/** Objects that have one property each; `shut` refuses others. */
const having = (shut: JsonObject): JsonObject[] =>
  ['a', 'b'].map(name => ({ type: 'object', properties: { [name]: text }, required: [name], ...shut }));
const SHUT: JsonObject = { unevaluatedProperties: false };

type Row = [what: string, before: JsonObject, after: JsonObject];

/** Every accepted value is still accepted: only readers can break. */
const WIDER: Row[] = [
  ['properties that other alternatives name', { anyOf: having(SHUT) }, { anyOf: having({}), ...SHUT }],
  ['one alternative more', { oneOf: [text, number] }, { oneOf: [text, number, list] }],
  ['values among text', { enum: ['a', 'b'] }, { anyOf: [text, { enum: ['a', 'c'] }] }],
  ['one of two that exclude each other', ref('A'), { oneOf: [ref('A'), ref('C')] }],
  ['alternatives and an object more', ref('F'), { anyOf: [ref('F'), kind('d')] }],
  ['alternatives or null', { oneOf: [ref('A'), ref('C')] }, { oneOf: [nothing, { oneOf: [ref('A'), ref('C')] }] }],
  ['a name for the alternatives, and null', { oneOf: [ref('A'), ref('C')] }, { anyOf: [ref('F'), nothing] }],
  ['text, and text or null', text, { anyOf: [text, { type: ['string', 'null'] }] }],
  ['values in place of a bound, back', { ...text, enum: ['a', 'b'] }, { ...text, minLength: 1 }],
  ['values in place of a pattern, back', { ...text, enum: ['ab'] }, { ...text, pattern: '^a' }],
  ['a value in place of a maximum, back', { const: 3 }, { type: 'integer', maximum: 5 }],
  ['days in place of the format, back', { enum: ['2024-02-29'] }, { ...text, format: 'date' }],
  ['small numbers in place of the format, back', { enum: [1, 2] }, { type: 'integer', format: 'int32' }],
  ['bounds in place of the format', { type: 'integer', format: 'int32' }, { type: 'integer', maximum: 2 ** 31 - 1 }],
  ['a format beside closer bounds', percent, { ...percent, maximum: 200, format: 'int32' }],
  ['one value in place of a format of bytes', { const: 255 }, { type: 'integer', format: 'uint8' }],
  ['whole numbers by their format', { ...number, format: 'int64' }, { type: 'integer' }],
  ['a format of more bytes', { type: 'integer', format: 'uint8' }, { type: 'integer', format: 'int16' }],
  ['a format of more letters', { ...text, format: 'email' }, { ...text, format: 'idn-email' }],
  ['a smaller step of decimals', { ...number, multipleOf: 0.15 }, { ...number, multipleOf: 0.05 }],
  ['steps in place of decimals', { ...number, enum: [0.07, 0.3] }, { ...number, multipleOf: 0.01 }],
  ['a bound below an exact number', { const: JSON.rawJSON('9007199254740993') }, { ...number, minimum: 9 }],
  ['a pattern beside the one name', closed({ a: text }), closed({ a: text }, { patternProperties: { '^b': text } })],
  ['alternatives that name further properties', closed({ a: text }), closed({ a: text }, { anyOf: FURTHER })],
  ['a list of itself', { anyOf: [ref('Tree'), text] }, { anyOf: [text, ref('Tree'), list] }],
  ...['then', 'else'].map((keyword): Row => {
    const condition = choosing(kind('a'), { required: ['b'] }, { required: ['b'] });
    delete condition[keyword];
    const part = consequence('a', keyword);
    return [
      `\`${keyword}\` without \`if\` beside a part with it`,
      { ...condition, ...part },
      { allOf: [condition, part] },
    ];
  }),
];

/** Both accept the same values: there is no change. */
const EQUAL: Row[] = [
  ['`then` without `if`', consequence('a'), consequence('b')],
  ['`then` with an `if` that is no schema', { if: 5, ...consequence('a') }, {}],
  ['`then` whose `if` is in another part', { allOf: [{ if: kind('a') }, consequence('a')] }, { if: kind('a') }],
  [
    'alternatives that refuse other properties, each or together',
    { oneOf: having(SHUT) },
    { oneOf: having({}), ...SHUT },
  ],
  [
    'alternatives that refuse other properties, by two keywords',
    { oneOf: having({ additionalProperties: false }) },
    { oneOf: having({}), ...SHUT },
  ],
  ['an open enum', text, { anyOf: [text, { ...text, enum: ['a'] }] }],
  ['all truth values', { type: 'boolean' }, { type: 'boolean', enum: [true, false] }],
  ['all types', {}, { type: ['string', 'number', 'boolean', 'object', 'array', 'null'] }],
  ['whole numbers', { ...number, multipleOf: 1 }, { type: 'integer' }],
  ['whole numbers from 2', { type: 'integer', minimum: 1.5 }, { type: 'integer', minimum: 2 }],
  ['whole numbers over 1', { type: 'integer', exclusiveMinimum: 1.5 }, { type: 'integer', exclusiveMinimum: 1 }],
  ['whole numbers up to 2', { type: 'integer', maximum: 2.9 }, { type: 'integer', exclusiveMaximum: 2.1 }],
  ['negative whole numbers', { type: 'integer', maximum: -0.5 }, { type: 'integer', exclusiveMaximum: 0 }],
  [
    'whole numbers of 64 bits',
    { type: 'integer', maximum: JSON.rawJSON('9223372036854775807') },
    { type: 'integer', exclusiveMaximum: JSON.rawJSON('9223372036854775808') },
  ],
  [
    'whole numbers of 32 bits',
    { type: 'integer', format: 'int32' },
    { type: 'integer', minimum: -(2 ** 31), maximum: 2 ** 31 - 1 },
  ],
  ['a format beside a wider one', { ...text, format: 'email' }, { ...text, format: 'email', allOf: [IDN] }],
  ['whole numbers of a short range', { type: 'integer', minimum: 1, maximum: 3 }, { enum: [1, 2, 3] }],
  [
    'whole numbers of a short range, or null',
    { type: ['integer', 'null'], exclusiveMinimum: 0, maximum: 4, multipleOf: 2 },
    { anyOf: [{ const: 2 }, { const: 4 }, nothing] },
  ],
  ['steps of 5 from 1', { ...number, minimum: 1, multipleOf: 5 }, { ...number, minimum: 5, multipleOf: 5 }],
  [
    'negative steps of 5',
    { type: 'integer', maximum: -1, multipleOf: 5 },
    { ...number, exclusiveMaximum: 0, multipleOf: 5 },
  ],
  [
    'steps of 2 and of 3',
    { type: 'integer', allOf: [{ multipleOf: 2 }, { multipleOf: 3 }], minimum: 1 },
    { type: 'integer', multipleOf: 6, minimum: 6 },
  ],
  ['numbers on either side of a bound', { ...number, oneOf: AROUND_0 }, { ...number, anyOf: AROUND_0 }],
  ['whole steps of 3', { type: 'integer', multipleOf: 1.5 }, { type: 'integer', multipleOf: 3 }],
  ['lists with any item', { type: 'array', contains: {} }, { type: 'array', minItems: 1 }],
  [
    'two or three items of any kind',
    { type: 'array', contains: true, minContains: 2, maxContains: 3 },
    { type: 'array', minItems: 2, maxItems: 3 },
  ],
  ['lists of texts with a text', { ...list, contains: text }, { ...list, minItems: 1 }],
  ['a condition that always holds', choosing(true, ref('A'), false), ref('A')],
  ['a condition that never holds', choosing(false, false, ref('A')), ref('A')],
  [
    'a condition that always holds, in an alternative',
    { anyOf: [choosing({}, ref('A'), text), text] },
    { anyOf: [ref('A'), text] },
  ],
  ['empty lists', { type: 'array', items: false }, { type: 'array', maxItems: 0 }],
  [
    'lists of at most one text',
    { type: 'array', prefixItems: [text], items: false },
    { type: 'array', items: text, maxItems: 1 },
  ],
  [
    'no further items, where nothing else speaks of items',
    { type: 'array', prefixItems: [text], items: false },
    { type: 'array', prefixItems: [text], unevaluatedItems: false },
  ],
  [
    'maps whose names may be anything',
    { type: 'object', patternProperties: { '.*': text } },
    { type: 'object', additionalProperties: text },
  ],
  [
    'no properties at all',
    { type: 'object', patternProperties: { '': false } },
    { type: 'object', additionalProperties: false },
  ],
  [
    'no further properties, where nothing else speaks of properties',
    { type: 'object', properties: { a: text }, additionalProperties: false },
    { type: 'object', properties: { a: text }, unevaluatedProperties: false },
  ],
  [
    'no further properties than those of a component',
    { allOf: [ref('A'), { properties: { more: text } }], unevaluatedProperties: false },
    closed({ ...(kind('a').properties as JsonObject), more: text }, { required: ['kind'] }),
  ],
  [
    'no further properties, in an alternative',
    { anyOf: [{ allOf: [ref('A')], unevaluatedProperties: false }, text] },
    { anyOf: [{ ...kind('a'), additionalProperties: false }, text] },
  ],
  [
    'what all alternatives say',
    { ...text, oneOf: [{ maxLength: 3 }, { minLength: 5 }] },
    either({ ...text, maxLength: 3 }, { ...text, minLength: 5 }),
  ],
  [
    'what all alternatives require',
    { required: ['kind'], anyOf: [optional('a'), optional('b')] },
    { anyOf: [kind('a'), kind('b')] },
  ],
  [
    'alternatives that exclude each other by what is required beside them',
    { required: ['kind'], oneOf: [optional('a'), optional('b')] },
    { required: ['kind'], anyOf: [optional('a'), optional('b')] },
  ],
  ['null behind a name', { anyOf: [text, ref('None')] }, { type: ['string', 'null'] }],
  ['null behind a name, beside a component', { oneOf: [ref('None'), ref('A')] }, { oneOf: [ref('A'), nothing] }],
  [
    'null behind a name, beside several components',
    { anyOf: [ref('A'), ref('None'), ref('B')] },
    { anyOf: [ref('A'), ref('B'), nothing] },
  ],
  [
    'values or null, and a list with null',
    { oneOf: [nothing, { ...text, enum: ['a', 'b'] }] },
    { type: ['string', 'null'], enum: ['a', 'b', null] },
  ],
  ['null among values of text', { ...text, enum: ['a', null] }, { ...text, enum: ['a'] }],
  ['a length that all values keep', { ...text, enum: ['a'] }, { ...text, enum: ['a'], maxLength: 10 }],
  [
    'as many properties as are required',
    { type: 'object', properties: { a: text }, required: ['a'] },
    { type: 'object', properties: { a: text }, required: ['a'], minProperties: 1 },
  ],
  [
    'a property that depends on another one, and is required',
    { type: 'object', properties: { a: text, b: text }, required: ['b'] },
    { type: 'object', properties: { a: text, b: text }, required: ['b'], dependentRequired: { a: ['b'] } },
  ],
  ['alternatives that exclude each other', { oneOf: [ref('A'), ref('B')] }, { anyOf: [ref('A'), ref('B')] }],
  [
    'a property that another one needs, by either keyword',
    { type: 'object', properties: { a: text, b: text }, dependentRequired: { a: ['b'] } },
    { type: 'object', properties: { a: text, b: text }, dependentSchemas: { a: { required: ['b'] } } },
  ],
  ['a schema negated twice', { ...text, minLength: 1 }, { not: { not: { ...text, minLength: 1 } } }],
  ['alternatives by another name', { anyOf: [ref('A'), ref('C')] }, ref('F')],
];

/** An object with exactly one of these properties. */
const oneRequiredOf = (...names: string[]): JsonObject => ({
  ...{ type: 'object', properties: { a: text, b: text, c: text } },
  oneOf: names.map(name => ({ required: [name] })),
});

/** A base with one more property. */
const extended = (name: string, isRequired: boolean): JsonObject => ({
  allOf: [ref('Base'), { type: 'object', properties: { [name]: text }, ...(isRequired && { required: [name] }) }],
});

const FLAT: JsonObject = { type: 'object', properties: { flat: text } };

/** If a proof fails, the findings of the rules stay. */
const NARROWER: Row[] = [
  [
    'properties that only a part of an alternative names',
    { anyOf: [...having(SHUT), { ...text }] },
    {
      anyOf: having({}).map(({ properties, ...one }) => ({ ...one, not: { not: { properties: properties ?? {} } } })),
      ...SHUT,
    },
  ],
  [
    'properties that one alternative named',
    { oneOf: having({ properties: { a: text, b: text, c: text }, ...SHUT }) },
    { oneOf: having({}), ...SHUT },
  ],
  [
    'alternatives that exclude each other no longer',
    { anyOf: [text, number] },
    { oneOf: [text, { ...text, minLength: 1 }] },
  ],
  ['values among values', { ...text, enum: ['a', 'b'] }, { ...text, enum: ['a'] }],
  ['a branch without its place', { anyOf: [ref('A'), ref('B')] }, { anyOf: [ref('A'), ref('C')] }],
  ['no day', { ...text, format: 'date' }, { ...text, enum: ['2024-02-30'] }],
  ['texts of one line', text, { ...text, pattern: '^.*$' }],
  ['texts of one line in place of all', { ...text, pattern: '.*' }, { ...text, pattern: '^.*$' }],
  [
    'properties whose names have several lines',
    { type: 'object', patternProperties: { '^.*$': text } },
    { type: 'object', additionalProperties: text },
  ],
  [
    'a pattern that matches a name of a closed object',
    closed({ a1: text }),
    closed({ a1: text }, { patternProperties: { '^a': { maxLength: 3 } } }),
  ],
  [
    'a property that moved out of the sight of `additionalProperties`',
    closed({ a: text }),
    closed({}, { allOf: [{ properties: { a: text } }] }),
  ],
  [
    'a property of the base that a closed schema no longer names',
    closed({ id: text }, { allOf: [ref('Base')] }),
    closed({ b: text }, { allOf: [ref('Base')] }),
  ],
  [
    'two closed parts instead of one',
    closed({ a: text, b: text }),
    { allOf: [closed({ a: text }), closed({ b: text })] },
  ],
  [
    'a property beside a part with another schema for the rest',
    { type: 'object', properties: { a: text }, additionalProperties: number },
    { type: 'object', allOf: [{ properties: { a: text } }, { additionalProperties: number }] },
  ],
  [
    'a property that left the sight of one part for that of another',
    {
      type: 'object',
      allOf: [{ properties: { a: true }, additionalProperties: text }, { additionalProperties: number }],
    },
    {
      type: 'object',
      allOf: [{ additionalProperties: text }, { properties: { a: true }, additionalProperties: number }],
    },
  ],
  [
    'a property beside parts whose schemas for the rest were exchanged',
    {
      type: 'object',
      allOf: [{ properties: { a: true }, additionalProperties: text }, { additionalProperties: number }],
    },
    {
      type: 'object',
      allOf: [{ properties: { a: true }, additionalProperties: number }, { additionalProperties: text }],
    },
  ],
  [
    'a pattern that moved out of the sight of `additionalProperties`',
    closed({}, { patternProperties: { '^a': text } }),
    closed({}, { allOf: [{ patternProperties: { '^a': text } }] }),
  ],
  [
    'a part that evaluates less than the whole',
    { allOf: [{ properties: { a: text } }, { properties: { b: text } }], unevaluatedProperties: false },
    { allOf: [{ properties: { a: text }, unevaluatedProperties: false }, { properties: { b: text } }] },
  ],
  ['a bound of numbers that need not be whole', { ...number, minimum: 1.5 }, { ...number, minimum: 2 }],
  ['whole numbers of a short range', { type: 'integer', minimum: 0, maximum: 3 }, { enum: [1, 2, 3] }],
  ['numbers of a short range', { ...number, minimum: 1, maximum: 3 }, { enum: [1, 2, 3] }],
  ['steps of 5 from 5', { ...number, minimum: 5, multipleOf: 5 }, { ...number, minimum: 6, multipleOf: 5 }],
  ['a text among lists of anything', { ...list, items: true, minItems: 1 }, { ...list, items: true, contains: text }],
  ['further properties beside a name', { allOf: [ref('A')] }, { allOf: [ref('A')], unevaluatedProperties: false }],
  [
    'alternatives beside a type',
    { ...text, oneOf: [{ maxLength: 3 }, { minLength: 5 }] },
    either({ ...text, maxLength: 3 }, { ...text, minLength: 6 }),
  ],
  [
    'a required property that nothing describes any more',
    closed({ a: text }, { required: ['a'] }),
    closed({}, { required: ['a'] }),
  ],
  [
    'a property of a member that is left to the schema for the rest',
    { allOf: [{ properties: { a: text } }], unevaluatedProperties: number },
    { allOf: [{ properties: {} }], unevaluatedProperties: number },
  ],
  [
    'a member that is closed',
    { allOf: [{ additionalProperties: true }], unevaluatedProperties: false },
    { allOf: [{ properties: {} }], unevaluatedProperties: false },
  ],
  ['a condition that never holds', choosing(false, text, {}), choosing(true, text, {})],
  ['a bound of whole numbers', { type: 'integer', minimum: 1.5 }, { type: 'integer', minimum: 2.5 }],
  [
    'a bound of whole numbers that no longer leaves itself out',
    { type: 'integer', exclusiveMaximum: 2.5 },
    { type: 'integer', maximum: 1.5 },
  ],
  [
    'a bound of large whole numbers',
    { type: 'integer', exclusiveMinimum: 9_007_199_254_740_991 },
    { type: 'integer', minimum: JSON.rawJSON('9007199254740993') },
  ],
  ['a value too large for an exact quotient', { enum: [1e17] }, { multipleOf: 3 }],
  ['steps too large for an exact quotient', { type: 'integer', multipleOf: 1e17 }, { type: 'integer', multipleOf: 3 }],
  [
    'the same beside an alternative',
    { anyOf: [{ type: 'integer', multipleOf: 1e17 }, text] },
    { anyOf: [{ type: 'integer', multipleOf: 3 }, text] },
  ],
  ['whole steps of 2', { type: 'integer', multipleOf: 0.5 }, { type: 'integer', multipleOf: 2 }],
  [
    'items that `contains` evaluates',
    { type: 'array', contains: text, unevaluatedItems: false },
    { type: 'array', contains: text, items: false },
  ],
  [
    'a pattern that some names match',
    { type: 'object', patternProperties: { '^a': text } },
    { type: 'object', additionalProperties: text },
  ],
  ['an alternative of two that overlap', text, { oneOf: [text, { ...text, minLength: 1 }] }],
];

const breaking = (at: typeof sending, before: JsonObject, after: JsonObject): boolean =>
  (compareOpenApi(at(before, rest), at(after, rest)).summary.breakingChanges ?? 0) > 0;

describe('the set of accepted values', () => {
  it.each(WIDER)('is more: %s', (_, before, after) => {
    expect([breaking(sending, before, after), breaking(answering, before, after)]).toEqual([false, true]);
    expect([breaking(sending, after, before), breaking(answering, after, before)]).toEqual([true, false]);
  });

  it.each(EQUAL)('is the same: %s', (_, before, after) => {
    for (const at of [sending, answering]) {
      expect(breaking(at, before, after)).toBe(false);
      expect(breaking(at, after, before)).toBe(false);
    }
  });

  it.each<[string, typeof sending, JsonObject, JsonObject]>([
    ['a number that is whole too', sending, { oneOf: [number] }, { oneOf: [{ type: 'integer' }, number] }],
    [
      'a number that no longer is two',
      answering,
      { oneOf: [{ type: 'integer' }, number, list] },
      { oneOf: [number, list] },
    ],
    ['an object that is another one too', sending, { oneOf: [kind('a')] }, { oneOf: [kind('a'), FLAT] }],
    [
      'an object of members that is another one too',
      sending,
      { oneOf: [extended('a', true)] },
      { oneOf: [extended('a', true), extended('b', false)] },
    ],
    [
      'an object of members that need no longer be told apart',
      sending,
      { oneOf: [extended('a', true), extended('b', true)] },
      { oneOf: [extended('a', true), extended('b', false)] },
    ],
    ['a required property of several', sending, oneRequiredOf('a', 'b'), oneRequiredOf('a', 'b', 'c')],
    ['two properties of which one was required', answering, oneRequiredOf('a', 'b', 'c'), oneRequiredOf('a', 'b')],
    ['everything twice', sending, { oneOf: [{}] }, { oneOf: [{}, {}] }],
    [
      'a text long enough for both',
      sending,
      { oneOf: [{ ...text, minLength: 5 }] },
      {
        oneOf: [
          { ...text, minLength: 5 },
          { ...text, maxLength: 9 },
        ],
      },
    ],
    [
      'a text of a format',
      sending,
      { oneOf: [{ ...text, format: 'uuid' }] },
      { oneOf: [{ ...text, format: 'uuid' }, text] },
    ],
    [
      'a list that is not empty',
      sending,
      { oneOf: [{ ...list, minItems: 1 }] },
      { oneOf: [{ ...list, minItems: 1 }, { type: 'array' }] },
    ],
    [
      'common multiples',
      sending,
      { oneOf: [{ type: 'integer', multipleOf: 4 }] },
      {
        oneOf: [
          { type: 'integer', multipleOf: 4 },
          { type: 'integer', multipleOf: 6, minimum: 100 },
        ],
      },
    ],
    [
      'a format that includes another one',
      sending,
      { oneOf: [{ ...text, format: 'uri' }] },
      {
        oneOf: [
          { ...text, format: 'uri' },
          { ...text, format: 'uri-reference' },
        ],
      },
    ],
  ])('may be less, where a value matches two of oneOf: %s', (_, at, before, after) => {
    const { breakingChanges = 0, warnings = 0 } = compareOpenApi(at(before, rest), at(after, rest)).summary;
    expect(breakingChanges + warnings).toBeGreaterThan(0);
  });

  it('may be less, where a component comes to match what another alternative matches', () => {
    const one = { oneOf: [ref('A'), ref('Base'), nothing] };
    const having = (required: string[]): JsonObject => ({
      components: { schemas: { ...schemas, Base: { ...(schemas.Base as JsonObject), required } } },
    });
    const found = (at: typeof sending, before: JsonObject, after: JsonObject): string[] =>
      changes(at(one, before), at(one, after)).filter(change => change.includes('overlaps'));
    expect(found(sending, having(['id']), having([]))).toEqual(['WARNING request-one-of-overlaps']);
    expect(found(answering, having([]), having(['id']))).toEqual(['WARNING response-one-of-overlaps']);
    expect(found(sending, having([]), having(['id']))).toEqual([]);
    expect(found(answering, having(['id']), having([]))).toEqual([]);
  });

  it('is more, where an alternative needs a property that the others do not describe', () => {
    const having = (name: string) => ({ type: 'object', properties: { [name]: text }, required: [name] });
    const before = [having('a'), text];
    const after = [...before, having('b')];
    const { warnings } = compareOpenApi(sending({ oneOf: before }), sending({ oneOf: after })).summary;
    expect(warnings).toBe(0);
  });

  it('is more, where one of several properties is required in place of one', () => {
    const before = { type: 'object', properties: { a: text }, required: ['a'] };
    const anyOf = [{ required: ['a'] }, { required: ['b'] }];
    expect(breaking(sending, before, { type: 'object', properties: { a: text, b: text }, anyOf })).toBe(false);
  });

  it('is less, where an alternative restricts a property that was not described', () => {
    const before: JsonObject = { type: 'object', properties: { a: text } };
    const after: JsonObject = { ...before, anyOf: [{ required: ['a'] }, { required: ['b'], properties: { b: text } }] };
    expect(breaking(sending, before, after)).toBe(true);
    const open: JsonObject = { ...before, additionalProperties: number };
    const named: JsonObject = { type: 'object', properties: { a: text, b: text }, anyOf: [{ required: ['a'] }, {}] };
    expect(breaking(sending, open, named)).toBe(true);
  });

  it.each(NARROWER)('is less: %s', (_, before, after) => {
    expect(breaking(sending, before, after)).toBe(true);
  });
});
