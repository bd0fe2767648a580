import { describe, expect, it } from 'vitest';
import { compareOpenApi } from '../../src/openapi-diff/compare.ts';
import type { JsonObject } from '../../src/platform/json.ts';
import { answering, changes, sending } from './documents.ts';

const ref = (name: string): JsonObject => ({ $ref: `#/components/schemas/${name}` });
const animal = (name: string): JsonObject => ({ type: 'object', properties: { [name]: { type: 'string' } } });
const rest: JsonObject = {
  components: { schemas: { Cat: animal('meow'), Dog: animal('bark'), Note: { description: 'For people' } } },
};
const kind = (discriminator: JsonObject): JsonObject => ({ oneOf: [ref('Cat'), ref('Dog')], ...discriminator });
const by = (propertyName: string, mapping: JsonObject = {}): JsonObject =>
  kind({ discriminator: { propertyName, mapping } });

type Row = [what: string, before: JsonObject, after: JsonObject, request: string[], response: string[]];

const ROWS: Row[] = [
  [
    'a member of allOf added',
    { allOf: [ref('Cat')], maxProperties: 3 },
    { allOf: [ref('Cat'), ref('Dog')], maxProperties: 3 },
    ['BREAKING request-body-all-of-added'],
    ['INFO response-body-all-of-added'],
  ],
  [
    'a member of allOf removed',
    { allOf: [ref('Cat'), ref('Dog')], maxProperties: 3 },
    { allOf: [ref('Cat')], maxProperties: 3 },
    ['INFO request-body-all-of-removed'],
    ['BREAKING response-body-all-of-removed'],
  ],
  [
    'a member of allOf added that only describes',
    { allOf: [ref('Cat'), ref('Dog')] },
    { allOf: [ref('Cat'), ref('Dog'), ref('Note')] },
    ['INFO request-body-all-of-added-annotation-only'],
    ['INFO response-body-all-of-added-annotation-only'],
  ],
  [
    'a reference made nullable',
    ref('Cat'),
    { oneOf: [ref('Cat'), { type: 'null' }] },
    ['INFO request-body-became-nullable'],
    ['BREAKING response-body-became-nullable'],
  ],
  [
    'null that `then` refuses in the new alternative',
    { anyOf: [{ type: 'string' }, { type: 'null' }] },
    // biome-ignore lint/suspicious/noThenProperty: the name of the keyword
    { anyOf: [{ type: 'string' }, { if: true, then: { const: 1 } }] },
    ['BREAKING request-body-became-not-nullable', 'INFO request-body-any-of-added'],
    ['BREAKING response-body-any-of-added', 'INFO response-body-became-not-nullable'],
  ],
  [
    'null that is no longer required in addition',
    { anyOf: [{ allOf: [{ anyOf: [{ minLength: 2 }, { const: null }] }, { const: null }] }] },
    { anyOf: [{ allOf: [{ anyOf: [{ minLength: 2 }, { const: null }] }] }] },
    ['INFO request-body-const-removed'],
    ['BREAKING response-body-const-removed'],
  ],
  [
    'any of several instead of one of them',
    ref('Cat'),
    { anyOf: [ref('Cat'), ref('Dog')] },
    ['INFO request-body-wrapped-in-any-of'],
    ['BREAKING response-body-wrapped-in-any-of'],
  ],
  [
    'a discriminator',
    kind({}),
    by('kind'),
    ['WARNING request-body-discriminator-added'],
    ['WARNING response-body-discriminator-added'],
  ],
  [
    'another property to tell by',
    by('kind'),
    by('type'),
    ['BREAKING request-body-discriminator-property-name-changed'],
    ['WARNING response-body-discriminator-property-name-changed'],
  ],
  [
    'a name in the mapping',
    by('kind'),
    by('kind', { cat: 'Cat' }),
    ['INFO request-body-discriminator-mapping-added'],
    ['INFO response-body-discriminator-mapping-added'],
  ],
  [
    'the name of an alternative in the mapping, for another one',
    by('kind'),
    by('kind', { Cat: 'Dog' }),
    ['BREAKING request-body-discriminator-mapping-changed'],
    ['WARNING response-body-discriminator-mapping-changed'],
  ],
  [
    'the name of an alternative, which the mapping gave it too, for another one',
    by('kind', { Cat: 'Cat' }),
    by('kind', { Cat: 'Dog' }),
    ['BREAKING request-body-discriminator-mapping-changed'],
    ['WARNING response-body-discriminator-mapping-changed'],
  ],
];

describe('a composed schema', () => {
  it.each(ROWS)('with %s', (_, before, after, request, response) => {
    expect(changes(sending(before, rest), sending(after, rest))).toEqual(request);
    expect(changes(answering(before, rest), answering(after, rest))).toEqual(response);
  });
});

describe('a property that moves between a schema and all its alternatives', () => {
  const text: JsonObject = { type: 'string' };
  const object = (properties: JsonObject, required: string[], more: JsonObject = {}): JsonObject => ({
    ...{ type: 'object', properties, required },
    ...more,
  });
  const each = (p: JsonObject, required = ['p'], more: JsonObject = {}): JsonObject[] =>
    ['a', 'b'].map(name => object({ [name]: text, ...p }, [name, ...required], more));
  const beside = (keyword: string, p: JsonObject = { p: text }): JsonObject =>
    object(p, ['p'], { [keyword]: each({}, []) });
  const inside = (keyword: string, p: JsonObject = { p: text }, required = ['p']): JsonObject => ({
    ...{ type: 'object', [keyword]: each(p, required) },
  });
  const both = (before: JsonObject, after: JsonObject): string[] =>
    [sending, answering].flatMap(at => changes(at(before), at(after)));

  it.each(['oneOf', 'anyOf'])('is no change: %s', keyword => {
    expect(both(beside(keyword), inside(keyword))).toEqual([]);
    expect(both(inside(keyword), beside(keyword))).toEqual([]);
  });

  it('changes as it does in its place', () => {
    const number = { p: { type: 'integer' } };
    const changed = ['BREAKING request-property-type-changed', 'BREAKING response-property-type-changed'];
    expect(both(beside('oneOf'), inside('oneOf', number))).toEqual(changed);
    expect(both(inside('oneOf', number), beside('oneOf'))).toEqual(changed);
    expect(both(beside('oneOf'), inside('oneOf', { p: text }, []))).toEqual([
      'INFO request-property-became-optional',
      'BREAKING response-property-became-optional',
    ]);
  });

  it('is lost where only one alternative has it, or where alternatives refuse what they do not name', () => {
    const [one, other] = [each({ p: text })[0], each({}, [])[1]] as [JsonObject, JsonObject];
    expect(both(beside('oneOf'), { type: 'object', oneOf: [one, other] })).toContain(
      'BREAKING response-required-property-removed',
    );
    const closed = { additionalProperties: false };
    const before = { oneOf: each({ p: text }, ['p'], closed) };
    const after = object({ p: text }, ['p'], { oneOf: each({}, [], closed) });
    expect(both(before, after)).toContain('BREAKING request-property-removed');
  });
});

describe('a property that moves between parts of allOf', () => {
  const object = (properties: JsonObject): JsonObject => ({ type: 'object', properties });
  const [text, short] = [{ type: 'string' }, { type: 'string', maxLength: 2 }];
  const withParts = (Base: JsonObject, More: JsonObject): JsonObject => ({ components: { schemas: { Base, More } } });
  const [holder, parts] = [{ allOf: [ref('Base')], type: 'object' }, { allOf: [ref('Base'), ref('More')] }];
  const holding = (p: JsonObject): JsonObject => ({ ...holder, properties: { p } });
  const [none, other] = [object({}), object({ other: text })];
  const nested: JsonObject[] = [parts, object({ k: parts }), { type: 'array', items: parts }];

  const moves = (wide: JsonObject, narrow: JsonObject): [JsonObject, JsonObject, JsonObject, JsonObject][] => [
    [holding(wide), withParts(other, none), holder, withParts(object({ p: narrow }), none)],
    [holder, withParts(object({ p: wide }), none), holding(narrow), withParts(other, none)],
    [holding(wide), withParts(other, none), holding(wide), withParts(object({ p: narrow }), none)],
    ...nested.map((schema): [JsonObject, JsonObject, JsonObject, JsonObject] => [
      ...([schema, withParts(object({ p: wide }), other)] as const),
      ...([schema, withParts(none, object({ p: narrow, other: text }))] as const),
    ]),
  ];

  it.each(moves(text, short))('is lost to callers if it is narrower there: %#', (before, had, after, has) => {
    expect(changes(sending(before, had), sending(after, has)).join()).toMatch(
      /BREAKING request-property-max-length-set/,
    );
    expect(changes(answering(after, has), answering(before, had)).join()).toMatch(
      /BREAKING response-property-max-length-unset/,
    );
  });

  it.each(moves(text, text))('stays as it is: %#', (before, had, after, has) => {
    expect(changes(sending(before, had), sending(after, has)).join()).not.toMatch(/BREAKING/);
  });

  it('is narrower where the schema only required it', () => {
    const requiring = { ...holder, required: ['p'] };
    const [had, has] = [withParts(other, none), withParts(object({ p: short }), none)];
    expect(changes(sending(requiring, had), sending(requiring, has)).join()).toMatch(/BREAKING request-property-/);
    expect(changes(answering(requiring, has), answering(requiring, had)).join()).toMatch(/BREAKING response-property-/);
  });

  it('is refused where it is neither named nor evaluated any more', () => {
    const closed = { allOf: [ref('Base'), ref('More')], unevaluatedProperties: false };
    const [having, lacking] = [withParts(object({ p: text }), other), withParts(none, other)];
    const removed = 'BREAKING request-property-removed';
    expect(changes(sending(closed, having), sending(closed, lacking))).toContain(removed);
    expect(changes(sending(parts, having), sending(parts, lacking))).not.toContain(removed);
    const elsewhere = withParts(none, object({ p: text, other: text }));
    expect(changes(sending(closed, having), sending(closed, elsewhere))).not.toContain(removed);
    const added = 'WARNING response-optional-property-added';
    expect(changes(answering(closed, lacking), answering(closed, having))).toContain(added);
    expect(changes(answering(parts, lacking), answering(parts, having))).not.toContain(added);
  });
});

describe('a property of a schema that a part for some values describes too', () => {
  const text: JsonObject = { type: 'string' };
  const short: JsonObject = { ...text, maxLength: 2 };
  const having = (name: string, p?: JsonObject): JsonObject => ({
    ...{ type: 'object', properties: { [name]: text, ...(p && { p }) }, required: [name] },
  });
  const holder: JsonObject = { type: 'object', properties: { p: text, k: text } };
  const Shared: JsonObject = ref('Shared');
  type Part = [what: string, schema: (p?: JsonObject) => JsonObject];
  const parts: Part[] = [
    ...['anyOf', 'oneOf'].flatMap((keyword): Part[] => [
      [keyword, p => ({ ...holder, [keyword]: [having('a', p), having('b')] })],
      [`${keyword} of components`, () => ({ ...holder, [keyword]: [Shared, having('b')] })],
    ]),
    [
      'if',
      p => ({
        ...holder,
        ...Object.fromEntries([
          ['if', { required: ['k'] }],
          ['then', having('k', p)],
        ]),
      }),
    ],
    ['dependentSchemas', p => ({ ...holder, dependentSchemas: { k: having('k', p) } })],
  ];
  const under = (p?: JsonObject): JsonObject => ({ components: { schemas: { Shared: having('a', p) } } });

  it.each(parts)('is narrower there: %s', (_, schema) => {
    const [wide, narrow] = [schema(), schema(short)];
    expect(changes(sending(wide, under()), sending(narrow, under(short)))).toContain(
      'BREAKING request-property-max-length-set',
    );
    expect(changes(answering(narrow, under(short)), answering(wide, under()))).toContain(
      'BREAKING response-property-max-length-unset',
    );
    expect(changes(sending(wide, under()), sending(schema(text), under(text))).join()).not.toMatch(/BREAKING|WARNING/);
  });
});

it('the same alternatives in two parts of allOf are one condition', () => {
  const list = (name: string): JsonObject => ({ anyOf: [{ const: name }, { required: [name] }] });
  const twice: JsonObject = { allOf: [list('a'), { allOf: [list('a'), { minProperties: 1 }] }] };
  const once: JsonObject = { ...list('a'), minProperties: 1 };
  expect(changes(sending(once), sending(twice))).toEqual([]);
  expect(changes(sending({ minProperties: 1 }), sending(twice))).toEqual(['BREAKING request-body-any-of-added']);
  expect(changes(sending(once), sending({ allOf: [once, list('b')] }))).not.toEqual([]);
});

describe('inline alternatives with one value each for a property', () => {
  const text: JsonObject = { type: 'string' };
  const tagged = (kind: JsonObject, ...names: string[]): JsonObject => ({
    type: 'object',
    properties: { object: { const: 'animal' }, kind, ...Object.fromEntries(names.map(name => [name, text])) },
    required: ['kind'],
  });
  const cat = (...names: string[]) => tagged({ const: 'cat' }, ...names);
  const dog = (...names: string[]) => tagged({ ...text, enum: ['dog'] }, ...names);
  const fox = (...names: string[]) => tagged({ const: 'fox' }, ...names);
  const both = (before: JsonObject[], after: JsonObject[]): string[] => [
    ...changes(sending({ oneOf: before }), sending({ oneOf: after })),
    ...changes(answering({ anyOf: before }), answering({ anyOf: after })),
  ];

  it('are the same wherever they stand', () => {
    expect(both([cat('a'), dog('b')], [dog('b', 'd'), cat('a', 'c'), { type: 'null' }])).toEqual([
      'INFO request-body-became-nullable',
      'INFO new-optional-request-property',
      'INFO new-optional-request-property',
      'BREAKING response-body-became-nullable',
      'INFO response-optional-property-added',
      'INFO response-optional-property-added',
    ]);
  });

  it('are added and removed before others that changed', () => {
    expect(both([cat('a'), dog('b')], [fox(), dog('b', 'd')])).toEqual([
      'BREAKING request-property-const-changed',
      'WARNING request-property-removed',
      'INFO new-optional-request-property',
      'BREAKING response-property-removed',
      'BREAKING response-property-const-changed',
      'INFO response-optional-property-added',
    ]);
    expect(both([cat('a'), dog('b')], [dog('b', 'd')])).toEqual([
      'BREAKING request-body-one-of-removed',
      'INFO new-optional-request-property',
      'INFO response-body-any-of-removed',
      'INFO response-optional-property-added',
    ]);
  });

  it('are the same if a part of them became a component', () => {
    const components = { components: { schemas: { Cat: { properties: { kind: { const: 'cat' }, a: text } } } } };
    const split = {
      type: 'object',
      allOf: [ref('Cat')],
      properties: { object: { const: 'animal' } },
      required: ['kind'],
    };
    expect(
      changes(sending({ oneOf: [cat('a'), dog('b')] }), sending({ oneOf: [dog('b'), split] }, components)),
    ).toEqual([]);
  });
});

describe('an alternative with a discriminator value of its own is lost if it goes', () => {
  const pet: JsonObject = { type: 'object', properties: { kind: { type: 'string' } }, required: ['kind'] };
  const components: JsonObject = { components: { schemas: { Cat: pet, Dog: pet, Fox: pet } } };
  const of = (keyword: string, names: string[], mapping?: JsonObject): JsonObject => ({
    [keyword]: names.map(ref),
    discriminator: { propertyName: 'kind', ...(mapping && { mapping }) },
  });
  const severities = (before: JsonObject, after: JsonObject): Set<string | undefined> =>
    new Set(changes(sending(before, components), sending(after, components)).map(change => change.split(' ')[0]));

  it.each(['oneOf', 'anyOf'])('also if another alternative of %s accepts its objects', keyword => {
    const all = of(keyword, ['Cat', 'Dog', 'Fox']);
    expect(severities(all, of(keyword, ['Cat', 'Fox']))).toContain('BREAKING');
    const [three, two] = [
      { c: 'Cat', d: 'Dog', f: 'Fox' },
      { c: 'Cat', f: 'Fox' },
    ];
    expect(severities(of(keyword, ['Cat', 'Dog', 'Fox'], three), of(keyword, ['Cat', 'Fox'], two))).toContain(
      'BREAKING',
    );
  });

  it('unless the mapping still knows it, or there is no discriminator', () => {
    const mapping = { d: 'Dog' };
    const [before, after] = [of('anyOf', ['Cat', 'Dog'], mapping), of('anyOf', ['Cat'], mapping)];
    expect(severities(before, after)).not.toContain('BREAKING');
    expect(severities({ anyOf: [ref('Cat'), ref('Dog')] }, { anyOf: [ref('Cat')] })).not.toContain('BREAKING');
  });
});

it.each<[string, JsonObject]>([
  ['a schema', { required: ['e'] }],
  ['a reference', { $ref: '#/components/schemas/Number' }],
])('a part of a condition that came as %s is reported at the condition that lacked it', (_, otherwise) => {
  const condition = (name: string): JsonObject =>
    Object.fromEntries([
      ['if', { required: [name] }],
      ['then', { required: ['t'] }],
    ]);
  const having = (second: JsonObject): JsonObject =>
    sending({ allOf: [condition('a'), second] }, { components: { schemas: { Number: { type: 'integer' } } } });
  const { items } = compareOpenApi(having(condition('b')), having({ ...condition('b'), else: otherwise }));
  expect(items.map(({ pointerBefore }) => pointerBefore)).toEqual([
    '/paths/~1pets/post/requestBody/content/application~1json/schema/allOf/1',
  ]);
});

it('values of a discriminator that lead to the alternatives of each other are breaking, under new names too', () => {
  const before = sending(by('kind', { cat: 'Cat', dog: 'Dog' }), rest);
  const renamed = { CatV2: { ...animal('meow'), title: 'Cat' }, DogV2: { ...animal('bark'), title: 'Dog' } };
  const crossed = {
    oneOf: [ref('CatV2'), ref('DogV2')],
    discriminator: { propertyName: 'kind', mapping: { cat: 'DogV2', dog: 'CatV2' } },
  };
  const told = changes(before, sending(crossed, { components: { schemas: renamed } }));
  const row = 'BREAKING request-body-discriminator-mapping-changed';
  expect(told.filter(one => one === row)).toEqual([row, row]);
});
