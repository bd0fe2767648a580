import { describe, expect, it } from 'vitest';
import type { JsonObject, JsonValue } from '../../src/platform/json.ts';
import { answering, changes, sending } from './documents.ts';

type Row = [
  before: JsonValue,
  after: JsonValue,
  change: string,
  back: string,
  effect: 'narrows' | 'widens' | 'changes',
];

const text = (rest: JsonObject): JsonObject => ({ type: 'string', ...rest });
const number = (rest: JsonObject): JsonObject => ({ type: 'number', ...rest });
const list = (rest: JsonObject): JsonObject => ({ type: 'array', ...rest });
const object = (rest: JsonObject): JsonObject => ({ type: 'object', ...rest });
const listing = (rest: JsonObject): JsonObject => list({ contains: { type: 'string' }, ...rest });
const named: JsonObject = { required: ['name'] };
const cat = object({ properties: { meow: { type: 'boolean' } } });
const dog = object({ properties: { bark: { type: 'boolean' } } });
const fish = object({ properties: { swim: { type: 'boolean' } } });

/** From left to right, and back: the name of each direction and its effect on the accepted values. */
const ROWS: Row[] = [
  [text({}), text({ maxLength: 5 }), 'max-length-set', 'max-length-unset', 'narrows'],
  [text({ maxLength: 9 }), text({ maxLength: 5 }), 'max-length-decreased', 'max-length-increased', 'narrows'],
  [text({}), text({ minLength: 5 }), 'min-length-increased', 'min-length-decreased', 'narrows'],
  [text({ minLength: 1 }), text({ minLength: 5 }), 'min-length-increased', 'min-length-decreased', 'narrows'],
  [number({}), number({ maximum: 5 }), 'max-set', 'max-unset', 'narrows'],
  [number({ maximum: 9 }), number({ maximum: 5 }), 'max-decreased', 'max-increased', 'narrows'],
  [number({}), number({ minimum: 5 }), 'min-set', 'min-unset', 'narrows'],
  [number({ minimum: 1 }), number({ minimum: 5 }), 'min-increased', 'min-decreased', 'narrows'],
  [number({}), number({ exclusiveMaximum: 5 }), 'exclusive-max-set', 'exclusive-max-unset', 'narrows'],
  [
    number({ exclusiveMaximum: 9 }),
    number({ exclusiveMaximum: 5 }),
    'exclusive-max-decreased',
    'exclusive-max-increased',
    'narrows',
  ],
  [number({}), number({ exclusiveMinimum: 5 }), 'exclusive-min-set', 'exclusive-min-unset', 'narrows'],
  [
    number({ exclusiveMinimum: 1 }),
    number({ exclusiveMinimum: 5 }),
    'exclusive-min-increased',
    'exclusive-min-decreased',
    'narrows',
  ],
  [number({}), number({ multipleOf: 5 }), 'multiple-of-set', 'multiple-of-unset', 'narrows'],
  [
    number({ multipleOf: 5 }),
    number({ multipleOf: 10 }),
    'multiple-of-specialized',
    'multiple-of-generalized',
    'narrows',
  ],
  [number({ multipleOf: 5 }), number({ multipleOf: 7 }), 'multiple-of-changed', 'multiple-of-changed', 'changes'],
  [list({}), list({ maxItems: 5 }), 'max-items-set', 'max-items-unset', 'narrows'],
  [list({ maxItems: 9 }), list({ maxItems: 5 }), 'max-items-decreased', 'max-items-increased', 'narrows'],
  [list({}), list({ minItems: 5 }), 'min-items-increased', 'min-items-decreased', 'narrows'],
  [list({ minItems: 1 }), list({ minItems: 5 }), 'min-items-increased', 'min-items-decreased', 'narrows'],
  [list({}), list({ uniqueItems: true }), 'unique-items-set', 'unique-items-unset', 'narrows'],
  [list({}), list({ items: text({}) }), 'items-added', 'items-removed', 'narrows'],
  [list({}), list({ contains: text({}) }), 'contains-added', 'contains-removed', 'narrows'],
  [
    listing({ minContains: 1 }),
    listing({ minContains: 2 }),
    'min-contains-increased',
    'min-contains-decreased',
    'narrows',
  ],
  [
    listing({ maxContains: 2 }),
    listing({ maxContains: 1 }),
    'max-contains-decreased',
    'max-contains-increased',
    'narrows',
  ],
  [list({}), list({ prefixItems: [text({})] }), 'prefix-items-added', 'prefix-items-removed', 'narrows'],
  [
    list({ prefixItems: [text({})], items: false }),
    list({ prefixItems: [text({}), text({})], items: false }),
    'prefix-items-added',
    'prefix-items-removed',
    'widens',
  ],
  [list({}), list({ unevaluatedItems: false }), 'unevaluated-items-added', 'unevaluated-items-removed', 'narrows'],
  [object({}), object({ maxProperties: 5 }), 'max-properties-set', 'max-properties-unset', 'narrows'],
  [
    object({ maxProperties: 9 }),
    object({ maxProperties: 5 }),
    'max-properties-decreased',
    'max-properties-increased',
    'narrows',
  ],
  [object({}), object({ minProperties: 5 }), 'min-properties-increased', 'min-properties-decreased', 'narrows'],
  [
    object({ minProperties: 1 }),
    object({ minProperties: 5 }),
    'min-properties-increased',
    'min-properties-decreased',
    'narrows',
  ],
  [
    object({}),
    object({ additionalProperties: false }),
    'additional-properties-forbidden',
    'additional-properties-allowed',
    'narrows',
  ],
  [
    object({}),
    object({ additionalProperties: text({}) }),
    'additional-properties-restricted',
    'additional-properties-unrestricted',
    'narrows',
  ],
  [
    object({}),
    object({ propertyNames: text({ maxLength: 3 }) }),
    'property-names-added',
    'property-names-removed',
    'narrows',
  ],
  [
    object({}),
    object({ patternProperties: { a: text({}) } }),
    'pattern-property-added',
    'pattern-property-removed',
    'narrows',
  ],
  [
    object({}),
    object({ dependentRequired: { a: ['b'] } }),
    'dependent-required-added',
    'dependent-required-removed',
    'narrows',
  ],
  [
    object({ dependentRequired: { a: ['b'] } }),
    object({ dependentRequired: { a: ['c'] } }),
    'dependent-required-changed',
    'dependent-required-changed',
    'changes',
  ],
  [
    object({}),
    object({ dependentSchemas: { a: cat } }),
    'dependent-schema-added',
    'dependent-schema-removed',
    'narrows',
  ],
  [
    object({}),
    object({ unevaluatedProperties: false }),
    'unevaluated-properties-added',
    'unevaluated-properties-removed',
    'narrows',
  ],
  [object({}), object({ not: cat }), 'not-added', 'not-removed', 'narrows'],
  // biome-ignore lint/suspicious/noThenProperty: the name of the keyword
  [object({ if: cat }), object({ if: cat, then: named }), 'then-added', 'then-removed', 'narrows'],
  [object({ if: cat }), object({ if: cat, else: named }), 'else-added', 'else-removed', 'narrows'],
  [text({}), text({ contentSchema: cat }), 'content-schema-added', 'content-schema-removed', 'narrows'],
  [text({}), text({ contentMediaType: 'a/b' }), 'content-media-type-changed', 'content-media-type-changed', 'changes'],
  [text({}), text({ contentEncoding: 'base64' }), 'content-encoding-changed', 'content-encoding-changed', 'changes'],
  [text({}), text({ pattern: '^a' }), 'pattern-added', 'pattern-removed', 'narrows'],
  [text({}), text({ enum: ['a'] }), 'became-enum', 'became-not-enum', 'narrows'],
  [text({}), text({ const: 'a' }), 'const-added', 'const-removed', 'narrows'],
  [text({ const: 'a' }), text({ const: 'b' }), 'const-changed', 'const-changed', 'changes'],
  [text({ const: 'a' }), text({ enum: ['a', 'b'] }), 'enum-value-added', 'enum-value-removed', 'widens'],
  [text({ enum: ['a', 'b'] }), text({ enum: ['a'] }), 'enum-value-removed', 'enum-value-added', 'narrows'],
  [text({}), text({ format: 'uuid' }), 'format-specialized', 'format-generalized', 'narrows'],
  [number({ format: 'double' }), number({ format: 'float' }), 'format-specialized', 'format-generalized', 'narrows'],
  [text({ format: 'date' }), text({ format: 'uuid' }), 'type-changed', 'type-changed', 'changes'],
  [text({}), { type: 'integer' }, 'type-changed', 'type-changed', 'changes'],
  [{ type: 'number' }, { type: 'integer' }, 'type-specialized', 'type-generalized', 'narrows'],
  [{}, text({}), 'type-specialized', 'any-type-generalized', 'narrows'],
  [{ type: ['string', 'integer'] }, text({}), 'type-specialized', 'type-generalized', 'narrows'],
  [{ anyOf: [text({}), { type: 'integer' }] }, text({}), 'list-of-types-narrowed', 'list-of-types-widened', 'narrows'],
  [{ type: ['string', 'null'] }, text({}), 'became-not-nullable', 'became-nullable', 'narrows'],
  [{ oneOf: [cat, dog, fish] }, { oneOf: [cat, dog] }, 'one-of-removed', 'one-of-added', 'narrows'],
  [{ anyOf: [cat, dog, fish] }, { anyOf: [cat, dog] }, 'any-of-removed', 'any-of-added', 'narrows'],
  [cat, { oneOf: [cat, dog] }, 'wrapped-in-one-of', 'unwrapped-from-one-of', 'changes'],
];

const REQUEST = { narrows: 'BREAKING', widens: 'INFO', changes: 'BREAKING' };
const RESPONSE = { narrows: 'INFO', widens: 'BREAKING', changes: 'BREAKING' };
const BACK = { narrows: 'widens', widens: 'narrows', changes: 'changes' } as const;

/** oasdiff reports every breaking change of a type or format as `changed`. */
const asked = (change: string): string =>
  /^(any-type|format)-generalized$/.test(change)
    ? 'type-generalized'
    : change.replace(/^(type|format)-specialized$/, 'type-changed').replace('of-specialized', 'of-changed');
const answered = (change: string): string =>
  change === 'format-specialized'
    ? 'type-specialized'
    : change.replace(/^(any-type|format)-generalized$/, 'type-changed').replace('of-generalized', 'of-changed');

describe('a change of a schema gets its severity from its effect on the accepted values', () => {
  it.each(ROWS)('%j → %j: %s, back: %s, %s', (before, after, change, back, effect) => {
    const there = `body-${back}` === 'body-enum-value-removed' ? 'mediatype' : 'body';
    const here = `body-${change}` === 'body-enum-value-removed' ? 'mediatype' : 'body';
    expect(changes(sending(before), sending(after))).toEqual([`${REQUEST[effect]} request-body-${asked(change)}`]);
    expect(changes(answering(before), answering(after))).toEqual([
      `${RESPONSE[effect]} response-${here}-${answered(change)}`,
    ]);
    expect(changes(sending(after), sending(before))).toEqual([`${REQUEST[BACK[effect]]} request-body-${asked(back)}`]);
    expect(changes(answering(after), answering(before))).toEqual([
      `${RESPONSE[BACK[effect]]} response-${there}-${answered(back)}`,
    ]);
  });

  it('`then` comes with its condition: alone, it was ignored', () => {
    // biome-ignore lint/suspicious/noThenProperty: the name of the keyword
    const part: JsonObject = { then: named };
    const after = object({ if: cat, ...part });
    for (const before of [object({}), object(part)]) {
      expect(changes(sending(before), sending(after))).toEqual([
        'BREAKING request-body-if-added',
        'BREAKING request-body-then-added',
      ]);
      expect(changes(answering(after), answering(before))).toEqual([
        'BREAKING response-body-if-removed',
        'BREAKING response-body-then-removed',
      ]);
    }
  });

  it.each(ROWS)('in a property: %j → %j', (before, after, change, _, effect) => {
    const inside = (schema: JsonValue): JsonValue => ({ type: 'object', properties: { a: schema } });
    expect(changes(sending(inside(before)), sending(inside(after)))).toEqual([
      `${REQUEST[effect]} request-property-${asked(change)}`,
    ]);
    expect(changes(answering(inside(before)), answering(inside(after)))).toEqual([
      `${RESPONSE[effect]} response-property-${answered(change)}`,
    ]);
  });
});

type PropertyRow = [what: string, before: JsonObject, after: JsonObject, request: string[], response: string[]];

const owner = (rest: JsonObject = {}): JsonObject => ({ properties: { owner: { type: 'string', ...rest } } });
const PROPERTY_ROWS: PropertyRow[] = [
  ['added', {}, owner(), ['INFO new-optional-request-property'], ['INFO response-optional-property-added']],
  [
    'added as required',
    {},
    { ...owner(), required: ['owner'] },
    ['BREAKING new-required-request-property'],
    ['INFO response-required-property-added'],
  ],
  [
    'added as required with a default',
    {},
    { ...owner({ default: 'me' }), required: ['owner'] },
    ['BREAKING new-required-request-property-with-default'],
    ['INFO response-required-property-added'],
  ],
  ['removed', owner(), {}, ['WARNING request-property-removed'], ['BREAKING response-property-removed']],
  [
    'removed from a closed object',
    { ...owner(), additionalProperties: false },
    { additionalProperties: false },
    ['BREAKING request-property-removed'],
    ['BREAKING response-property-removed'],
  ],
  [
    'removed from a closed object that still requires it',
    { ...owner(), required: ['owner'], additionalProperties: false },
    { required: ['owner'], additionalProperties: false },
    ['BREAKING request-property-removed'],
    ['BREAKING response-required-property-removed'],
  ],
  [
    'became required',
    owner(),
    { ...owner(), required: ['owner'] },
    ['BREAKING request-property-became-required'],
    ['INFO response-property-became-required'],
  ],
  [
    'became optional',
    { ...owner(), required: ['owner'] },
    owner(),
    ['INFO request-property-became-optional'],
    ['BREAKING response-property-became-optional'],
  ],
  [
    'became read-only',
    owner(),
    owner({ readOnly: true }),
    ['WARNING request-optional-property-became-read-only'],
    ['INFO response-optional-property-became-read-only'],
  ],
  [
    'required and no longer read-only',
    { ...owner({ readOnly: true }), required: ['owner'] },
    { ...owner(), required: ['owner'] },
    ['BREAKING request-required-property-became-not-read-only'],
    ['INFO response-required-property-became-not-read-only'],
  ],
  [
    'became write-only',
    owner(),
    owner({ writeOnly: true }),
    ['INFO request-optional-property-became-write-only'],
    ['WARNING response-optional-property-became-write-only'],
  ],
  [
    'read-only and shortened',
    owner({ readOnly: true, maxLength: 9 }),
    owner({ readOnly: true, maxLength: 5 }),
    ['INFO request-read-only-property-max-length-decreased'],
    ['INFO response-property-max-length-decreased'],
  ],
  [
    'write-only and lengthened',
    owner({ writeOnly: true, maxLength: 5 }),
    owner({ writeOnly: true, maxLength: 9 }),
    ['INFO request-property-max-length-increased'],
    ['INFO response-write-only-property-max-length-increased'],
  ],
  [
    'deprecated',
    owner(),
    owner({ deprecated: true }),
    ['INFO request-property-deprecated'],
    ['INFO response-property-deprecated'],
  ],
  [
    'deprecated with a sunset date',
    owner(),
    owner({ deprecated: true, 'x-sunset': '2030-01-01' }),
    ['INFO request-property-deprecated-with-sunset'],
    ['INFO response-property-deprecated-with-sunset'],
  ],
  [
    'reactivated',
    owner({ deprecated: true }),
    owner(),
    ['INFO request-property-reactivated'],
    ['INFO response-property-reactivated'],
  ],
  [
    'given a default',
    owner(),
    owner({ default: 'me' }),
    ['WARNING request-property-default-value-added'],
    ['INFO response-property-default-value-added'],
  ],
  [
    'pattern changed',
    owner({ pattern: '^a' }),
    owner({ pattern: '^b' }),
    ['WARNING request-property-pattern-changed'],
    ['WARNING response-property-pattern-changed'],
  ],
  [
    'refused less inside `not`',
    { properties: { owner: { not: { type: 'string' } } } },
    { properties: { owner: { not: { type: 'string', maxLength: 5 } } } },
    ['INFO request-property-not-changed', 'INFO request-property-max-length-set'],
    ['BREAKING response-property-not-changed', 'INFO response-property-max-length-set'],
  ],
];

describe('a property', () => {
  it.each(PROPERTY_ROWS)('that was %s', (_, before, after, request, response) => {
    expect(changes(sending({ type: 'object', ...before }), sending({ type: 'object', ...after }))).toEqual(request);
    expect(changes(answering({ type: 'object', ...before }), answering({ type: 'object', ...after }))).toEqual(
      response,
    );
  });
});

describe('numbers', () => {
  const upTo = (maximum: JsonValue): JsonObject => sending({ type: 'number', maximum });
  it('are compared by value, not by spelling', () => {
    expect(changes(upTo(JSON.rawJSON('1.0')), upTo(1))).toEqual([]);
    expect(changes(upTo(JSON.rawJSON('10e399')), upTo(JSON.rawJSON('1e400')))).toEqual([]);
  });
  it('are compared exactly at any size', () => {
    expect(changes(upTo(JSON.rawJSON('1e400')), upTo(JSON.rawJSON('1e401')))).toEqual([
      'INFO request-body-max-increased',
    ]);
    expect(changes(upTo(JSON.rawJSON('9007199254740993')), upTo(9007199254740992))).toEqual([
      'BREAKING request-body-max-decreased',
    ]);
  });
});

it('`items` of one part of allOf hold at the positions that only another part names', () => {
  const first = list({ prefixItems: [{}] });
  const before = { allOf: [first, list({ prefixItems: [{}], items: text({}) })] };
  const after = { allOf: [first, list({ items: text({}) })] };
  expect(changes(sending(before), sending(after))).toEqual(['BREAKING request-property-type-changed']);
});

it('a position that only one side names is compared with `items` of the other side', () => {
  const texts = list({ items: text({}) });
  const started = (schema: JsonObject): JsonObject => list({ items: text({}), prefixItems: [schema] });
  for (const narrow of [started(text({ maxLength: 2 })), started(number({}))]) {
    expect(changes(sending(texts), sending(narrow)).join()).toMatch(/BREAKING request-property-(max-length|type)/);
    expect(changes(answering(narrow), answering(texts)).join()).toMatch(/BREAKING response-property-(max-length|type)/);
  }
  const widened = started({ type: ['string', 'integer'] });
  expect(changes(sending(texts), sending(widened)).join()).not.toMatch(/BREAKING|WARNING/);
});

it('a property that one side names is compared with the patterns of the other side', () => {
  const [patterns, named] = [{ patternProperties: { '^p': text({}) } }, { properties: { p: text({ maxLength: 2 }) } }];
  const numbered = { properties: { p: number({}) } };
  const wide = object(patterns);
  for (const narrow of [object({ ...patterns, ...named }), object({ ...patterns, ...numbered })]) {
    expect(changes(sending(wide), sending(narrow)).join()).toMatch(/BREAKING request-property-(max-length|type)/);
    expect(changes(answering(narrow), answering(wide)).join()).toMatch(/BREAKING response-property-(max-length|type)/);
  }
  const open = object({ ...patterns, properties: { p: {}, q: number({}) } });
  expect(changes(sending(wide), sending(open))).toEqual([
    'INFO new-optional-request-property',
    'INFO new-optional-request-property',
  ]);
});

describe('a pattern beside another one in a closed object', () => {
  const closed = (patternProperties: JsonObject): JsonObject =>
    object({ patternProperties, additionalProperties: false });
  const [few, more] = [{ '^x-': text({}) }, (pattern: string) => ({ '^x-': text({}), [pattern]: number({}) })];

  it.each(['-id$', '^x-[a-z]+$', '^x?', '^y|a'])('may constrain names that both match: %s', pattern => {
    const [one, two] = [closed(few), closed(more(pattern))];
    expect(changes(sending(one), sending(two))).toEqual(['WARNING request-body-pattern-property-added']);
    expect(changes(answering(two), answering(one))).toEqual(['WARNING response-body-pattern-property-removed']);
    expect(changes(sending(two), sending(one))).toEqual(['BREAKING request-body-pattern-property-removed']);
    expect(changes(answering(one), answering(two))).toEqual(['BREAKING response-body-pattern-property-added']);
    const open = object({ patternProperties: { [pattern]: number({}) } });
    expect(changes(sending(one), sending(open))).toContain('WARNING request-body-pattern-property-added');
  });

  it.each(['^y-', '^xy+', '^x_a?$', '^/', '^x\\.', '^x:', '^[0-9]{3}$', '^x[^-]', '^[|]', '^x$', '^a$'])(
    'accepts more names where no name matches both: %s',
    pattern => {
      const [one, two] = [closed(few), closed(more(pattern))];
      expect(changes(sending(one), sending(two))).toEqual(['INFO request-body-pattern-property-added']);
      expect(changes(answering(two), answering(one))).toEqual(['INFO response-body-pattern-property-removed']);
    },
  );

  it.each<[one: string, other: string, severity: 'INFO' | 'WARNING']>([
    ['^ab', '^a$', 'INFO'],
    ['^a', '^ab$', 'WARNING'],
    ['b$', '^a$', 'INFO'],
    ['a$', '^a$', 'WARNING'],
    ['^[a-f]', '^x', 'INFO'],
    ['^[a-f]', '^[x-z]', 'WARNING'],
    ['^\\.a', '^\\.b', 'INFO'],
    ['^\\.a?b', '^\\.b', 'WARNING'],
    ['^/v1', '^/', 'WARNING'],
    ['^[0-9]*x', '^x', 'WARNING'],
    ['^[0-9]|x', '^x', 'WARNING'],
  ])('is judged alike in any order: %s, %s', (one, other, severity) => {
    const both = { [one]: text({}), [other]: number({}) };
    const added = [`${severity} request-body-pattern-property-added`];
    expect(changes(sending(closed({ [one]: text({}) })), sending(closed(both)))).toEqual(added);
    expect(changes(sending(closed({ [other]: number({}) })), sending(closed(both)))).toEqual(added);
  });
});

it('a property that matches no pattern is compared with the schema for other properties', () => {
  const rest = { patternProperties: { '^x-': {} }, additionalProperties: text({}) };
  const named = object({ ...rest, properties: { p: number({}) } });
  expect(changes(sending(object(rest)), sending(named))).toContain('BREAKING request-property-type-changed');
  expect(changes(answering(named), answering(object(rest)))).toContain('BREAKING response-property-type-changed');
});

describe('conditions that lead back to their own schema', () => {
  const C = { $ref: '#/components/schemas/C' };
  const tree = (maximum: number, condition: JsonObject): JsonObject =>
    sending(C, { components: { schemas: { C: object({ properties: { n: number({ maximum }), next: condition } }) } } });
  const increased = 'INFO request-property-max-increased';

  it.each<[keyword: string, condition: JsonObject, there: string[], back: string[]]>([
    ['not', { not: C }, ['BREAKING request-property-not-changed', increased], ['INFO request-property-not-changed']],
    [
      'contains',
      list({ contains: C }),
      [increased, 'INFO request-property-contains-changed'],
      ['WARNING request-property-contains-changed'],
    ],
    [
      'if',
      { if: C, else: { type: 'string' } },
      [increased, 'WARNING request-property-if-changed'],
      ['WARNING request-property-if-changed'],
    ],
  ])('are compared: %s', (_, condition, there, back) => {
    expect(changes(tree(1, condition), tree(2, condition)).toSorted()).toEqual(there.toSorted());
    expect(changes(tree(2, condition), tree(1, condition)).toSorted()).toEqual(
      [...back, 'BREAKING request-property-max-decreased'].toSorted(),
    );
  });
});

it('null beside a branch that accepts nothing is all that is accepted', () => {
  const nullAlone: JsonObject = { anyOf: [{ not: {} }, { type: 'null' }] };
  expect(changes(answering(list({})), answering(nullAlone))).toContain('BREAKING response-body-became-nullable');
  expect(changes(sending(nullAlone), sending(list({})))).toContain('BREAKING request-body-became-not-nullable');
});

it.each([
  [list({ prefixItems: [text({})] }), list({ prefixItems: [number({})] })],
  [object({ patternProperties: { '^a': text({}) } }), object({ patternProperties: { '^a': number({}) } })],
  [object({ dependentSchemas: { a: named } }), object({ dependentSchemas: { a: {} } })],
])('an alternative that changed is not the one that stays alone: %j → %j', (before, after) => {
  expect(changes(answering({ anyOf: [number({}), before] }), answering(after))).toEqual([
    'BREAKING response-body-unwrapped-from-any-of',
  ]);
  expect(changes(answering({ anyOf: [number({}), before] }), answering(before))).toEqual([
    'INFO response-body-unwrapped-from-any-of',
  ]);
});
