import { describe, expect, it } from 'vitest';
import { compareOpenApi } from '../../src/openapi-diff/compare.ts';
import type { JsonObject } from '../../src/platform/json.ts';
import { answering, isTold, rulesOf, sending } from './documents.ts';

// Small cases of changes that comparing generated schemas missed. The second side of each refuses a value that the
// first side accepts.

const text: JsonObject = { type: 'string' };
const X: JsonObject = { $ref: '#/components/schemas/X' };
const has = (name: string): JsonObject => ({ required: [name] });
const when = (condition: JsonObject, consequence: JsonObject): JsonObject =>
  Object.fromEntries([
    ['if', condition],
    ['then', consequence],
  ]);

const tagged = (kind: string): JsonObject => ({
  ...{ type: 'object', properties: { k: { const: kind } }, required: ['k'] },
});
const SHORT: JsonObject = { type: 'string', maxLength: 3 };
const SHUT: JsonObject = { unevaluatedProperties: false };

/** An object that must have the property. */
const having = (name: string, schema: JsonObject = text): JsonObject => ({
  ...{ properties: { [name]: schema }, required: [name] },
});

type Sides = readonly [wide: JsonObject, narrow: JsonObject];
const both = (schema: JsonObject): Sides => [schema, schema];
/** The component X of both sides. */
const TYPED: Sides = [{ properties: { b: { type: 'number' } } }, { properties: { b: { type: 'integer' } } }];

const MANY: JsonObject[] = Array.from({ length: 40 }, (_, index) => tagged(`k${index}`));
const ANY_KIND: JsonObject = { type: 'object', properties: { k: text }, required: ['k'] };

const ROWS: [what: string, schemas: Sides, components: Sides][] = [
  ['the component of a second condition', both({ allOf: [when(has('a'), {}), when(has('b'), X)] }), TYPED],
  [
    'the component in the `if` of a second condition',
    both({ allOf: [when(has('a'), {}), when(X, has('c'))] }),
    [has('b'), { ...has('b'), maxProperties: 2 }],
  ],
  ['the component of a second `not`', both({ allOf: [{ not: has('a') }, { not: X }] }), [has('b'), { not: text }]],
  [
    'properties that only a dependent schema of a required property describes',
    [
      { ...having('a'), type: 'object' },
      { ...having('a'), type: 'object', dependentSchemas: { a: { properties: { b: { minimum: 1 } } } } },
    ],
    both({}),
  ],
  [
    'one of two alternatives that matches what the other one does, in place of another one',
    [{ oneOf: [{ type: 'array' }] }, { oneOf: [{}, {}] }],
    both({}),
  ],
  [
    'an alternative with a limit that matches what another one does',
    [{ oneOf: [{ type: 'object' }] }, { oneOf: [{ type: 'object' }, { type: 'object', maxProperties: 2 }] }],
    both({}),
  ],
  [
    'values that are no objects, for which no schema depends on a property',
    [{ ...has('a'), dependentSchemas: { a: { type: 'object' } } }, { type: 'object' }],
    both({}),
  ],
  [
    'properties that only a condition describes',
    [{ ...when(has('a'), { properties: { b: {} } }), ...SHUT }, SHUT],
    both({}),
  ],
  [
    'properties that only the second condition describes',
    [
      { allOf: [when(has('a'), {}), when(has('a'), X)], ...SHUT },
      { allOf: [when(has('a'), {})], ...SHUT },
    ],
    both({ properties: { a: {} } }),
  ],
  [
    'properties that only a dependent schema describes',
    [
      { type: 'object', dependentSchemas: { a: { properties: { a: {} } } }, ...SHUT },
      { type: 'object', ...SHUT },
    ],
    both({}),
  ],
  [
    'items that only `contains` describes',
    [
      { type: 'array', contains: text, unevaluatedItems: false },
      { type: 'array', unevaluatedItems: false },
    ],
    both({}),
  ],
  [
    'items that only a component describes',
    [
      { type: 'array', ...X, unevaluatedItems: false },
      { type: 'array', unevaluatedItems: false },
    ],
    both({ items: {} }),
  ],
  [
    'items that only alternatives describe',
    [
      { type: 'array', anyOf: [{ items: text }, { prefixItems: [{}] }], unevaluatedItems: false },
      { type: 'array', unevaluatedItems: false },
    ],
    both({}),
  ],
  [
    'objects that match two alternatives, which name their properties together',
    [
      { type: 'object', anyOf: [{ properties: {} }, having('a')], ...SHUT },
      { type: 'object', oneOf: [{ properties: {} }, having('a')], ...SHUT },
    ],
    both({}),
  ],
  [
    'the same beside a conjunct',
    [
      { type: 'object', allOf: [{ anyOf: [{ properties: {} }, having('a')] }], ...SHUT },
      { type: 'object', allOf: [{ oneOf: [{ properties: {} }, having('a')] }], ...SHUT },
    ],
    both({}),
  ],
  [
    'a property that another alternative accepts, but does not describe',
    [
      { type: 'object', anyOf: [having('a'), { properties: {} }], ...SHUT },
      { type: 'object', anyOf: [having('a', { type: 'integer' }), { properties: {} }], ...SHUT },
    ],
    both({}),
  ],
  [
    'all values, for which alternatives come beside another type',
    [{ type: 'string' }, { type: 'object', anyOf: [{ type: 'string' }, { maxLength: 1 }] }],
    both({}),
  ],
  [
    'what one of two alternatives inside `not` matched, and both of them match',
    [{ not: { oneOf: [tagged('a'), has('k')] } }, { not: { oneOf: [tagged('a'), tagged('b')] } }],
    both({}),
  ],
  [
    'what two of three alternatives inside `not` matched, and only one of two does',
    [
      { not: { oneOf: [{ type: 'number' }, { type: 'integer', minimum: 5 }, SHORT] } },
      { not: { oneOf: [{ type: 'number' }, SHORT] } },
    ],
    both({}),
  ],
  [
    'what only one alternative matched, and the component in place of another one matches too',
    [{ oneOf: [{ type: 'number' }, X] }, { oneOf: [{ type: 'number' }, { $ref: '#/components/schemas/Y' }] }],
    both({ type: 'integer', minimum: 100 }),
  ],
  [
    'what one of many alternatives matched, and a new one matches too',
    [{ oneOf: MANY }, { oneOf: [...MANY, ANY_KIND] }],
    both({}),
  ],
  [
    'what one of many alternatives matched, and the component in place of another one matches too',
    [{ oneOf: [...MANY, X] }, { oneOf: [...MANY, X] }],
    [tagged('x'), ANY_KIND],
  ],
  [
    'long texts that one alternative matched, and another one matches too',
    [
      {
        oneOf: [
          { ...text, maxLength: 300 },
          { ...text, minLength: 500 },
        ],
      },
      {
        oneOf: [
          { ...text, maxLength: 300 },
          { ...text, minLength: 200 },
        ],
      },
    ],
    both({}),
  ],
  [
    'other texts, where a format comes in place of alternatives',
    [{ anyOf: [text, { ...text, maxLength: 3 }] }, { ...text, format: 'uuid' }],
    both({}),
  ],
  [
    'objects that lack what a property requires now, without alternatives',
    [{ anyOf: [has('a'), has('b')] }, { dependentRequired: { a: ['b'] } }],
    both({}),
  ],
  [
    'objects that lack what a property requires beside new alternatives',
    [
      { type: 'object', properties: { a: text } },
      { anyOf: [{ type: 'object', properties: { a: text } }, text], dependentRequired: { a: ['b'] } },
    ],
    both({}),
  ],
  [
    'properties that a part of allOf does not name, beside a schema for all of them',
    [
      { allOf: [{ additionalProperties: text }, { properties: { a: text } }] },
      { allOf: [{ additionalProperties: text }, { properties: { a: text }, additionalProperties: false }] },
    ],
    both({}),
  ],
  ...(
    [
      [
        'a schema for unevaluated properties',
        { type: 'object', allOf: [X], unevaluatedProperties: { type: 'integer' } },
      ],
      ['`additionalProperties`', { type: 'object', allOf: [X], additionalProperties: { type: 'integer' } }],
      ['a pattern', { type: 'object', allOf: [X], patternProperties: { '^a': { type: 'integer' } } }],
      [
        '`additionalProperties` of an object with conditions',
        { type: 'object', ...when(has('a'), X), additionalProperties: { type: 'integer' } },
      ],
    ] satisfies [string, JsonObject][]
  ).map(([what, schema]): (typeof ROWS)[number] => [
    `a property that a component describes, where ${what} did`,
    both(schema),
    [{}, { properties: { a: text } }],
  ]),
  [
    'a property that only a condition described',
    [
      { type: 'object', ...when(has('b'), X) },
      { type: 'object', properties: { a: { type: 'integer' } }, ...when(has('b'), X) },
    ],
    both({ properties: { a: text } }),
  ],
  [
    'a property that only one alternative described',
    [
      { type: 'object', anyOf: [X, has('c')] },
      { type: 'object', properties: { a: { type: 'integer' } }, anyOf: [X, has('c')] },
    ],
    both({ properties: { a: text } }),
  ],
];

describe('a change that loses values is reported', () => {
  it.each(ROWS)('%s', (_, [wide, narrow], [old, now]) => {
    const Y = { type: 'integer', maximum: 5 };
    const [before, after] = [old, now].map(schema => ({ components: { schemas: { X: schema, Y } } }));
    const { items: sent } = compareOpenApi(sending(wide, before), sending(narrow, after));
    expect(sent.filter(isTold), rulesOf(sent).join()).not.toEqual([]);
    const { items: answered } = compareOpenApi(answering(narrow, after), answering(wide, before));
    expect(answered.filter(isTold), rulesOf(answered).join()).not.toEqual([]);
  });
});

const list = (more: JsonObject): JsonObject => ({ type: 'array', ...more });
const CODE: JsonObject = { type: 'string', pattern: '^[A-Z]{3}-[0-9]+$' };
/** Alternatives with values that are hard to guess, each beside one that accepts all of them. */
const SWALLOWED: [by: string, narrow: JsonObject, wide: JsonObject][] = [
  ['a pattern', CODE, text],
  ['a format', { ...text, format: 'ipv6' }, text],
  ['a pattern of a property', having('a', CODE), having('a')],
  ['unevaluated properties', { type: 'object', ...having('a'), ...SHUT }, { type: 'object' }],
  ['a number of properties', { type: 'object', minProperties: 2 }, { type: 'object' }],
  ['what a property requires', { type: 'object', ...has('a'), dependentRequired: { a: ['b'] } }, { type: 'object' }],
  ['alternatives', { type: 'object', anyOf: [has('a'), has('b')] }, { type: 'object' }],
  ['an item', list({ contains: text, minItems: 1 }), list({})],
  ['a pattern of items', list({ items: CODE, minItems: 1 }), list({})],
  ['exclusive bounds', { type: 'number', exclusiveMinimum: 3, exclusiveMaximum: 4 }, { type: 'number' }],
  ['refused values', { ...text, not: { enum: ['', 'a'] } }, text],
];

describe('what one alternative matched is lost in oneOf if another one comes to match all of it', () => {
  const told = (before: JsonObject, after: JsonObject): boolean => compareOpenApi(before, after).items.some(isTold);
  it.each(SWALLOWED)('limited by %s', (_, narrow, wide) => {
    const [one, two] = [{ oneOf: [narrow, { type: 'boolean' }] }, { oneOf: [narrow, { type: 'boolean' }, wide] }];
    expect(told(sending(one), sending(two))).toBe(true);
    expect(told(answering(two), answering(one))).toBe(true);
    const other = { oneOf: [wide, { type: 'boolean' }] };
    expect(told(sending(other), sending(two))).toBe(true);
    expect(told(answering(two), answering(other))).toBe(true);
  });

  it.each<[what: string, before: JsonObject[], after: JsonObject[]]>([
    ['nothing', [text], [text, { not: {} }]],
    ['no listed value', [text], [text, { ...text, enum: [] }]],
    ['what another new one matches', [{ type: 'boolean' }], [{ type: 'boolean' }, CODE, text]],
    ['what it did before', [CODE, text], [{ ...CODE, description: 'A code' }, text, { type: 'boolean' }]],
  ])('but not if it matches %s', (_, before, after) => {
    expect(told(sending({ oneOf: before }), sending({ oneOf: after }))).toBe(false);
    expect(told(answering({ oneOf: after }), answering({ oneOf: before }))).toBe(false);
  });
});

const NULLABLE: JsonObject = { nullable: true };
const KINDS: JsonObject = { oneOf: [tagged('a'), tagged('b')] };
const KINDS_OR_NULL: JsonObject = { ...KINDS, ...NULLABLE };
const OBJECT: JsonObject = { type: 'object', properties: { a: text } };
/** `nullable` of 3.0 adds null to the `type` beside it. Other keywords beside it may still refuse null. */
const REFUSING_NULL: [by: string, wide: JsonObject, narrow: JsonObject][] = [
  ['allOf', KINDS_OR_NULL, { type: 'object', ...NULLABLE, allOf: [KINDS] }],
  ['oneOf', KINDS_OR_NULL, { type: 'object', ...KINDS_OR_NULL }],
  [
    'allOf of an alternative',
    { anyOf: [{ ...text, ...NULLABLE }, OBJECT] },
    { anyOf: [{ ...text, ...NULLABLE, allOf: [text] }, OBJECT] },
  ],
  ['the component', KINDS_OR_NULL, { ...X, ...NULLABLE }],
  ['`not`', { ...NULLABLE, not: text }, { ...NULLABLE, not: { ...text, ...NULLABLE } }],
];

describe('null that is refused beside `nullable` in 3.0 is lost', () => {
  it.each(REFUSING_NULL)('by %s', (_, wide, narrow) => {
    const holding = (at: typeof sending, p: JsonObject): JsonObject => {
      const document = at({ properties: { p } }, { components: { schemas: { X: KINDS } } });
      return { ...document, openapi: '3.0.3' };
    };
    const { items: sent } = compareOpenApi(holding(sending, wide), holding(sending, narrow));
    expect(rulesOf(sent).join()).toMatch(/^BREAKING request-property-(became-not-nullable|not-changed)/);
    const { items: answered } = compareOpenApi(holding(answering, narrow), holding(answering, wide));
    expect(rulesOf(answered).join()).toMatch(/^BREAKING response-property-(became-nullable|not-changed)/);
  });
});

const number: JsonObject = { type: 'number' };
const LIMITED: JsonObject = { type: 'number', minimum: 3, enum: [3, 4, 5] };
const WITH_PROPERTY: JsonObject = { type: 'object', properties: { a: SHORT } };
/** The same component is in allOf on both sides; a part beside it changed. */
const BESIDE: [what: string, component: JsonObject, wide: JsonObject, narrow: JsonObject, location: RegExp][] = [
  ['a limit', SHORT, { allOf: [X] }, { maxLength: 2, allOf: [X] }, /schema\/maxLength$/],
  ['a bound', LIMITED, { allOf: [X] }, { allOf: [X, { minimum: 4 }] }, /allOf\/1\/minimum$/],
  ['an enum', LIMITED, { allOf: [X] }, { enum: [3], allOf: [X] }, /X\/enum$/],
  ['a pattern', { pattern: 'a' }, { allOf: [X] }, { pattern: 'b', allOf: [X] }, /X\/pattern$/],
  ['a type', number, { allOf: [X] }, { allOf: [X, { type: 'integer' }] }, /allOf\/1\/type$/],
  [
    'a type of a property',
    number,
    { properties: { p: X } },
    { properties: { p: { ...X, type: 'integer' } } },
    /p\/type$/,
  ],
  ['a required name', WITH_PROPERTY, { allOf: [X] }, { allOf: [X], required: ['a'] }, /X\/properties\/a$/],
  [
    'a limit of a property',
    WITH_PROPERTY,
    { allOf: [X] },
    { allOf: [X], properties: { a: { maxLength: 2 } } },
    /a\/maxLength$/,
  ],
];

describe('a change beside a component in allOf is reported between versions of OpenAPI', () => {
  it.each(BESIDE)('%s', (_, component, wide, narrow, location) => {
    const rest = { components: { schemas: { X: component } } };
    const [old, now] = ['3.0.3', '3.1.0'].map(openapi => ({ openapi, ...rest }));
    const { items: sent } = compareOpenApi(sending(wide, old), sending(narrow, now));
    expect(sent.filter(isTold), rulesOf(sent).join()).toHaveLength(1);
    expect(sent[0]?.location).toMatch(location);
    const { items: answered } = compareOpenApi(answering(narrow, now), answering(wide, old));
    expect(answered.filter(isTold), rulesOf(answered).join()).toHaveLength(1);
  });
});

it('objects that two changed components accept now are lost in oneOf, which cannot tell them apart', () => {
  const Z = { type: 'object', properties: { k: { const: 'z' }, a: text }, required: ['k'] };
  const X = (kinds: string[]): JsonObject => ({
    ...{ type: 'object', properties: { k: { enum: kinds }, a: text }, required: ['k', 'a'] },
  });
  const document = (kinds: string[]): JsonObject => {
    const oneOf = ['X', 'Z'].map(name => ({ $ref: `#/components/schemas/${name}` }));
    return sending({ oneOf }, { components: { schemas: { X: X(kinds), Z } } });
  };
  const told = rulesOf(compareOpenApi(document(['c']), document(['c', 'z'])).items);
  expect(told).toContain('WARNING request-one-of-overlaps');
});

const NAMED: JsonObject = { type: 'object', properties: { name: text }, required: ['name'] };
const AGED: JsonObject = { ...NAMED, properties: { name: text, age: { type: 'integer' } } };
const WIDENED: [what: string, before: JsonObject[], after: JsonObject[]][] = [
  ['an optional property', [{ ...NAMED, additionalProperties: false }, AGED], [NAMED, AGED]],
  [
    'a longer text',
    [SHORT, { type: 'string', minLength: 3 }],
    [
      { ...SHORT, maxLength: 10 },
      { type: 'string', minLength: 3 },
    ],
  ],
];

it.each(WIDENED)('%s that two alternatives accept now is lost in oneOf', (_, before, after) => {
  const { items } = compareOpenApi(sending({ oneOf: before }), sending({ oneOf: after }));
  expect(items.filter(isTold), rulesOf(items).join()).not.toHaveLength(0);
});

/** Alternatives that describe a property in different ways. */
const TEXTS: JsonObject[] = [having('a'), having('a', SHORT)];
const NARROWED: Sides = [{ properties: {} }, { properties: { a: { type: 'integer' } } }];
const Z: JsonObject = { $ref: '#/components/schemas/Z' };
const IN_COMPONENT: JsonObject[] = [{ allOf: [X], oneOf: TEXTS }, { allOf: [X, { anyOf: TEXTS }] }, { allOf: [X, Z] }];
const STRICTER: [what: string, schemas: Sides, components: Sides][] = [
  [
    'beside alternatives, that one of them contradicts',
    [{ oneOf: [tagged('a'), tagged('b')] }, { oneOf: [tagged('a'), tagged('b')], properties: { k: { enum: ['a'] } } }],
    both({}),
  ],
  ['beside alternatives, that all contradict', [{ anyOf: TEXTS }, { anyOf: TEXTS, ...NARROWED[1] }], both({})],
  ...IN_COMPONENT.flatMap((schema): typeof STRICTER => {
    const keywords = Object.keys(schema).join(' and ');
    return [
      [`in a component that ${keywords} contains`, both(schema), NARROWED],
      [`in a component that ${keywords} of a property contains`, both({ properties: { p: schema } }), NARROWED],
    ];
  }),
];

describe('a property that was added breaks senders if other parts describe it more widely', () => {
  it.each(STRICTER)('%s', (_, [wide, narrow], [old, now]) => {
    const [before, after] = [old, now].map(X => ({ components: { schemas: { X, Z: having('a') } } }));
    const told = rulesOf(compareOpenApi(sending(wide, before), sending(narrow, after)).items);
    expect(told.join()).toContain('BREAKING');
    expect(rulesOf(compareOpenApi(sending(narrow, after), sending(wide, before)).items).join()).not.toContain(
      'BREAKING',
    );
  });
});

it.each([
  ['a condition', when(has('q'), { properties: { a: text } })],
  ['a dependent schema', { dependentSchemas: { q: { properties: { a: text } } } }],
])('a property that %s described breaks senders if the schema itself describes it with another type', (_, before) => {
  const after = { properties: { a: { type: 'integer' } } };
  const told = rulesOf(compareOpenApi(sending(before), sending(after)).items);
  expect(told).toContain('BREAKING request-property-type-changed');
});
