import { describe, expect, it } from 'vitest';
import { MAX_FORMS } from '../../src/openapi-diff/budgets.ts';
import { compareOpenApi } from '../../src/openapi-diff/compare.ts';
import { type JsonObject, type JsonValue, parseJson } from '../../src/platform/json.ts';
import { answering, api, asking, changes, messages, sending } from './documents.ts';

const text: JsonObject = { type: 'string' };
const deep: JsonObject = { style: 'deepObject', explode: true };
const form = (properties: JsonObject, encoding: JsonObject): JsonObject =>
  api({
    requestBody: {
      content: { 'application/x-www-form-urlencoded': { schema: { type: 'object', properties }, encoding } },
    },
  });

it('a property of a form is added with its encoding', () => {
  const [before, after] = [form({ a: text }, { a: deep }), form({ a: text, b: text }, { a: deep, b: deep })];
  expect(changes(before, after)).toEqual(['INFO new-optional-request-property']);
  expect(changes(form({ a: text }, {}), form({ a: text }, { a: deep }))).toEqual([
    'WARNING request-body-encoding-changed',
  ]);
});

it('a parameter that is always sent needs no default', () => {
  const parameter = (value: string, more: JsonObject): JsonObject =>
    asking({ schema: { ...text, default: value }, ...more });
  const sent: JsonObject[] = [{ required: true }, { in: 'path', required: true }];
  for (const more of sent)
    expect(changes(parameter('a', more), parameter('b', more))).toEqual([
      'INFO request-parameter-default-value-changed',
    ]);
  expect(changes(parameter('a', {}), parameter('b', {}))).toEqual(['BREAKING request-parameter-default-value-changed']);
});

it.each(['Accept', 'content-type', 'Authorization'])('a header %s is ignored, as OpenAPI says', name => {
  const header = (more: JsonObject): JsonObject => asking({ in: 'header', name, schema: text, ...more });
  expect(changes(header({}), header({ required: true, schema: { type: 'integer' } }))).toEqual([]);
});

it('a message about a request uses the names of the service', () => {
  const schemas = {
    Cat: { type: 'object', properties: { a: text } },
    Dog: { type: 'object', properties: { b: text } },
  };
  const by = (mapping: JsonObject, propertyName = 'kind'): JsonObject => ({
    oneOf: [{ $ref: '#/components/schemas/Cat' }, { $ref: '#/components/schemas/Dog' }],
    discriminator: { propertyName, mapping },
  });
  const told = (at: typeof sending, before: JsonObject, after: JsonObject): string[] =>
    changes(at(before, { components: { schemas } }), at(after, { components: { schemas } })).filter(
      rule => !rule.startsWith('INFO'),
    );
  const mapped = by({ cat: 'Cat', dog: 'Dog' });
  const name = 'discriminator-property-name-changed';
  expect(told(sending, mapped, by({ cat: 'Cat', dog: 'Dog' }, 'type'))).toEqual([`BREAKING request-body-${name}`]);
  expect(told(answering, mapped, by({ cat: 'Cat', dog: 'Dog' }, 'type'))).toEqual([`WARNING response-body-${name}`]);
  expect(told(sending, mapped, by({ kitty: 'Cat', dog: 'Dog' }))).toEqual([
    'BREAKING request-body-discriminator-mapping-deleted',
  ]);
  const swapped = 'BREAKING request-body-discriminator-mapping-changed';
  expect(told(sending, mapped, by({ cat: 'Dog', dog: 'Cat' }))).toEqual([swapped, swapped]);
});

it('no style but `form` is defined for a text', () => {
  const style = { style: 'deepObject', explode: true };
  const open = { anyOf: [text, { type: 'string', enum: [''] }] };
  expect(changes(form({ a: text }, {}), form({ a: open }, { a: style }))).toEqual([
    'WARNING request-body-encoding-changed',
    'INFO request-property-any-of-added',
  ]);
  const object = { type: 'object' };
  expect(changes(form({ a: object }, {}), form({ a: object }, { a: style }))).toEqual([
    'BREAKING request-body-encoding-changed',
  ]);
});

it('nullable that is left over of 3.0 still means null', () => {
  const left = (openapi: string, schema: JsonObject): JsonObject => ({ ...answering(schema), openapi });
  const marked = { ...text, nullable: true };
  expect(changes(left('3.0.3', marked), left('3.1.0', marked))).toEqual(['WARNING nullable-without-effect']);
  expect(changes(left('3.1.0', marked), left('3.1.0', text))).toEqual([]);
  const shown = {
    type: 'object',
    example: { nullable: true },
    default: { nullable: true },
    'x-old': { nullable: true },
  };
  expect(changes(left('3.0.3', shown), left('3.1.0', shown))).toEqual([]);
  const named = { type: 'object', properties: { example: marked } };
  expect(changes(left('3.0.3', named), left('3.1.0', named))).toEqual(['WARNING nullable-without-effect']);
});

it('JSON is always UTF-8, whether it says so or not', () => {
  const body = (type: string): JsonObject => api({ requestBody: { content: { [type]: { schema: text } } } });
  expect(changes(body('application/json'), body('application/json; charset=UTF-8'))).toEqual([]);
  expect(changes(body('application/json'), body('application/json; charset=latin1'))).not.toEqual([]);
  expect(changes(body('text/plain'), body('text/plain; charset=utf-8'))).not.toEqual([]);
});

it('a parameter that may be repeated takes the single value that it took', () => {
  const [Kind, Less] = [['a', 'b'], ['a']].map(values => ({ type: 'string', enum: values }));
  const components = { components: { schemas: { Kind, Less } as JsonObject } };
  const ref = (name: string): JsonObject => ({ $ref: `#/components/schemas/${name}` });
  const breaks = (before: JsonObject, items: JsonObject, more: JsonObject = {}): boolean => {
    const after = asking({ schema: { type: 'array', items, ...more } }, components);
    return changes(asking({ schema: before }, components), after).some(change => change.startsWith('BREAKING'));
  };
  expect(breaks(text, text)).toBe(false);
  expect(breaks(text, text, { minItems: 1, maxItems: 1 })).toBe(false);
  expect(breaks(ref('Kind'), ref('Kind'))).toBe(false);
  const refusing: JsonObject[] = [
    ...[{ minItems: 2 }, { maxItems: 0 }],
    ...[{ contains: { const: 'a' } }, { prefixItems: [{ const: 'a' }] }],
  ];
  for (const more of refusing) expect(breaks(text, text, more)).toBe(true);
  expect(breaks(text, text, { allOf: [{ items: { maxLength: 3 } }] })).toBe(true);
  expect(breaks(ref('Kind'), ref('Less'))).toBe(true);
  const few: JsonObject = { enum: [1, 2] };
  expect(breaks({ type: 'integer', ...few }, { type: 'integer', ...few })).toBe(false);
  expect(breaks({ type: 'integer', ...few }, { ...text, ...few })).toBe(true);
  expect(breaks(text, { ...ref('Kind'), maxLength: 3 })).toBe(true);
});

it('a schema that accepts everything is like none', () => {
  const body = (media: JsonObject): JsonObject => api({ requestBody: { content: { 'application/json': media } } });
  const open: JsonValue[] = [true, {}, { description: 'Any value' }];
  for (const schema of open) {
    expect(changes(body({}), body({ schema }))).toEqual([]);
    expect(changes(body({ schema }), body({}))).toEqual([]);
  }
  expect(changes(body({}), body({ schema: text }))).toEqual(['BREAKING request-body-media-type-schema-added']);
});

const S: JsonObject = { $ref: '#/components/schemas/S' };
const withS = (schema: JsonObject): JsonObject => ({ components: { schemas: { S: schema } } });
const list: JsonObject = { type: 'array', items: text };
const assumed = (value: string): JsonObject => ({ ...text, default: value });

/** What a component is for the parameter that refers to it, and two schemas that it may have. */
const PARTS: [place: string, around: (schema: JsonObject) => JsonObject][] = [
  ['a property', schema => ({ style: 'deepObject', schema: { type: 'object', properties: { a: schema } } })],
  ['an item', schema => ({ schema: { type: 'array', items: schema } })],
  ['a map', schema => ({ schema: { type: 'object', additionalProperties: schema } })],
  [
    'a property of an alternative',
    schema => ({ schema: { anyOf: [{ properties: { a: schema } } as JsonObject, text] } }),
  ],
  ['a part of JSON', schema => ({ content: { 'application/json': { schema: { type: 'array', items: schema } } } })],
];
const CHANGED: [before: JsonObject, after: JsonObject][] = [
  [text, list],
  [{ type: 'integer' }, text],
  [assumed('a'), assumed('b')],
];

describe.each(PARTS)('%s of a parameter', (_, around) => {
  it.each(CHANGED)('breaks behind a reference as it does without one: %j becomes %j', (before, after) => {
    for (const [old, now] of [
      [before, after],
      [after, before],
    ] as const) {
      const plain = changes(asking(around(old)), asking(around(now)));
      const referred = changes(asking(around(S), withS(old)), asking(around(S), withS(now)));
      expect(referred).toEqual(plain);
    }
  });
});

it('a parameter that is always sent needs no default behind a reference either', () => {
  const told = (parameters: JsonObject[]): string[] => {
    const side = (value: string): JsonObject => api({ parameters }, withS(assumed(value)));
    return changes(side('a'), side('b'));
  };
  const [optional, sent] = [
    { name: 'a', in: 'query', schema: S },
    { name: 'b', in: 'query', required: true, schema: S },
  ];
  const rule = 'request-parameter-default-value-changed';
  expect(told([sent])).toEqual([`INFO ${rule}`]);
  expect(told([{ ...sent, schema: { allOf: [S, { description: 'Words' }] } }])).toEqual([`INFO ${rule}`]);
  expect(told([{ ...optional, required: true, content: { 'application/json': { schema: S } } }])).toEqual([
    `INFO ${rule}`,
  ]);
  expect(told([optional])).toEqual([`BREAKING ${rule}`]);
  expect(told([sent, optional])).toEqual([`BREAKING ${rule}`]);
});

const whole = (schema: JsonObject, encoding?: JsonObject): JsonObject =>
  api({ requestBody: { content: { 'multipart/form-data': { schema, ...(encoding && { encoding }) } } } });

describe('the content type of a part', () => {
  it.each<[JsonObject, JsonObject]>([
    [text, { type: ['string', 'integer'] }],
    [text, { anyOf: [text, { type: ['integer', 'boolean', 'null'] }] }],
    [{ ...text, enum: ['x'] }, { enum: ['x', null] }],
    [{ ...text, const: 'x' }, { const: 'x' }],
  ])('is text in any way to say so: %j → %j', (before, after) => {
    const having = (f: JsonObject, encoding: JsonObject): JsonObject =>
      whole({ type: 'object', properties: { f } }, { f: encoding });
    const [plain, spaced] = [{ headers: {} }, { style: 'spaceDelimited' }];
    const told = (one: JsonObject, other: JsonObject): string[] =>
      changes(one, other).filter(row => /encoding/.test(row));
    expect(told(having(before, plain), having(after, plain))).toEqual([]);
    expect(told(having(before, {}), having(after, spaced))).toEqual(['WARNING request-body-encoding-changed']);
  });

  it.each<JsonObject>([
    { type: ['string', 'object'] },
    { enum: ['x', {}] },
    { enum: [null] },
    { const: ['x'] },
    { type: 'null' },
  ])('is no text where it may be more: %j', f => {
    const having = (f: JsonObject): JsonObject => whole({ type: 'object', properties: { f } }, { f: {} });
    expect(changes(having(f), having(text))).toContain('BREAKING request-body-encoding-changed');
  });
});

describe('a file of a form that becomes a text', () => {
  const side = (schema: JsonObject, part: JsonObject): JsonObject => {
    const whole = { type: 'object', properties: { f: part } };
    return api(
      { requestBody: { content: { 'multipart/form-data': { schema: whole } } } },
      { components: { schemas: { S: schema, Note: { description: 'Words' } } } },
    );
  };
  const parts: [how: string, part: JsonObject][] = [
    ['a reference', S],
    ['allOf', { allOf: [S] }],
    ['allOf with words', { allOf: [S, { description: 'The photo' }] }],
    ['the only alternative', { oneOf: [S] }],
    ['an alternative to null', { anyOf: [S, { type: 'null' }] }],
    ['items', { type: 'array', items: { allOf: [S] } }],
  ];

  it.each(parts)('breaks behind %s', (_, part) => {
    const file: JsonObject = { type: 'string', format: 'binary' };
    const told = changes(side(file, part), side(text, part));
    expect(told).toContain('BREAKING request-body-encoding-changed');
    expect(changes(side(file, part), side({ ...file, description: 'Other words' }, part))).not.toContain(told[0]);
  });

  const other: JsonObject = { type: 'object', properties: { g: text }, required: ['g'] };
  const forms: [where: string, form: (part: JsonObject) => JsonObject][] = [
    ['an alternative', f => ({ oneOf: [other, { type: 'object', properties: { f }, required: ['f'] }] })],
    ['a member of allOf', f => ({ allOf: [other, { anyOf: [other, { properties: { f } }] }] })],
    ['additionalProperties', f => ({ type: 'object', additionalProperties: f })],
  ];

  it.each(forms)('breaks in %s', (_, form) => {
    const file: JsonObject = { type: 'string', format: 'binary' };
    expect(changes(whole(form(file)), whole(form(text)))).toContain('BREAKING request-body-encoding-changed');
  });

  it('breaks where an alternative says more about it', () => {
    const form = (f: JsonObject): JsonObject =>
      whole({ type: 'object', properties: { f }, anyOf: [{ properties: { f: { description: 'Words' } } }, other] });
    expect(changes(form({ type: 'string', format: 'binary' }), form(text))).toContain(
      'BREAKING request-body-encoding-changed',
    );
  });

  it('breaks in an alternative that has an encoding', () => {
    const [[, form]] = forms as [(typeof forms)[number]];
    const sentAs = (contentType: string): JsonObject => whole(form({ type: 'object' }), { f: { contentType } });
    expect(changes(sentAs('image/png'), sentAs('image/gif'))).toEqual(['BREAKING request-body-encoding-changed']);
  });

  it('is no change where alternatives only change places', () => {
    const having = (f: JsonObject): JsonObject => ({ type: 'object', properties: { f }, required: ['f'] });
    const [file, words] = [having({ type: 'string', format: 'binary' }), having(text)];
    expect(changes(whole({ anyOf: [file, words] }), whole({ anyOf: [words, file] }))).toEqual([]);
  });
});

describe('the header of a part without a name', () => {
  const header = (schema: JsonObject, more: JsonObject = {}): JsonObject => ({ schema, ...more });
  const X: JsonObject = { $ref: '#/components/headers/X' };
  const parts = (keyword: string, X: JsonObject, component: JsonObject = {}): JsonObject => {
    const encoding = { headers: { X } };
    const media = { [keyword]: keyword === 'itemEncoding' ? encoding : [encoding] };
    return api(
      { requestBody: { content: { 'multipart/mixed': media } } },
      { components: { headers: { X: component } } },
    );
  };
  const number: JsonObject = { type: 'integer' };

  it.each(['prefixEncoding', 'itemEncoding'])('is compared behind its reference: %s', keyword => {
    const held = parts(keyword, X, header(text));
    expect(changes(parts(keyword, header(text)), held)).toEqual([]);
    expect(changes(held, parts(keyword, X, header(number)))).toEqual(['BREAKING request-header-type-changed']);
    expect(changes(held, parts(keyword, header(number)))).toEqual(['BREAKING request-header-type-changed']);
    expect(changes(held, parts(keyword, X, header(text, { required: true })))).toEqual([
      'BREAKING request-body-encoding-changed',
    ]);
    expect(changes(parts(keyword, header({ ...text, maxLength: 2 })), held)).toEqual([
      'INFO request-header-max-length-unset',
    ]);
  });
});

describe('a truth value that may be a further word now', () => {
  const boolean: JsonObject = { type: 'boolean' };
  const words = (...values: string[]): JsonObject => ({ ...text, enum: values });
  const inQuery = (schema: JsonObject): JsonObject => asking({ schema });
  const severities = (before: JsonObject, after: JsonObject): string[] =>
    changes(before, after).map(change => change.split(' ')[0] as string);

  it('breaks no sender where all is text', () => {
    expect(changes(inQuery(boolean), inQuery(words('true', 'false', 'all')))).toEqual([
      'INFO request-parameter-became-enum',
      'INFO request-parameter-type-generalized',
    ]);
  });

  it('breaks no reader of the words where it is only true or false again', () => {
    const header = (schema: JsonObject): JsonObject =>
      api({ responses: { 200: { description: 'ok', headers: { Archived: { schema } } } } });
    expect(severities(header(words('true', 'false', 'all')), header(boolean))).toEqual(['INFO', 'INFO']);
    expect(severities(header(words('true', 'all')), header(boolean))).toContain('BREAKING');
  });

  it.each<[string, JsonObject, JsonObject]>([
    ['one of the two is no word', inQuery(boolean), inQuery(words('true', 'all'))],
    ['they are written in another way', inQuery(boolean), inQuery(words('True', 'False', 'all'))],
    ['it may be null too', inQuery({ type: ['boolean', 'null'] }), inQuery(words('true', 'false', 'all'))],
    [
      'a condition refuses one of the two',
      inQuery(boolean),
      inQuery({ ...words('true', 'false', 'all'), not: { const: 'true' } }),
    ],
    ['JSON tells them from words', sending(boolean), sending(words('true', 'false', 'all'))],
  ])('breaks senders if %s', (_, before, after) => {
    expect(severities(before, after)).toContain('BREAKING');
  });
});

describe('a listed value that its own type refuses', () => {
  const number: JsonObject = { type: 'integer' };
  const numbers: JsonObject = { enum: [1, 2] };
  const texts: JsonObject = { enum: ['1', '2'] };
  const asked = (schema: JsonObject): JsonObject => asking({ schema });
  const inHeader = (schema: JsonObject): JsonObject =>
    api({ responses: { 200: { description: 'ok', headers: { Level: { schema } } } } });
  const inProperty = (schema: JsonObject): JsonObject => asked({ type: 'object', properties: { a: schema } });
  const inItem = (schema: JsonObject): JsonObject => asked({ type: 'array', items: schema });
  const inRequest = [
    ...[asked, inProperty, inItem, (schema: JsonObject): JsonObject => asking({ in: 'header', schema })],
    (schema: JsonObject): JsonObject => form({ a: schema }, {}),
  ];
  const breaks = (before: JsonObject, after: JsonObject, openapi = '3.1.0'): boolean =>
    changes({ ...before, openapi }, { ...after, openapi }).some(change => change.startsWith('BREAKING'));

  it.each<[string, JsonObject, JsonObject]>([
    ['all are texts now', { ...number, ...numbers }, { ...number, ...texts }],
    ['one is a text now', { ...number, ...numbers }, { ...number, enum: [1, '2'] }],
    ['all are numbers now', { ...text, ...texts }, { ...text, ...numbers }],
    ['only the type became a text', { ...number, ...numbers }, { ...text, ...numbers }],
    ['the type becomes known', numbers, { ...text, ...numbers }],
    ['they are truth values', { type: 'boolean' }, { ...text, enum: [true, false, 'all'] }],
    ['null is beside them', { type: ['integer', 'null'], ...numbers }, { type: ['integer', 'null'], ...texts }],
    ['a constant becomes the list', { ...number, const: 1 }, { ...number, enum: ['1'] }],
    ['a constant is another one', { ...number, const: 1 }, { ...number, const: '1' }],
  ])('is lost to senders, and new to readers where it comes back: %s', (_, before, after) => {
    for (const at of inRequest) expect(breaks(at(before), at(after))).toBe(true);
    expect([breaks(inHeader(before), inHeader(after)), breaks(inHeader(after), inHeader(before))]).toContain(true);
  });

  it('is lost in 3.0 too, whether null is beside it or not', () => {
    const orNull = (list: JsonObject): JsonObject => ({ ...number, nullable: true, ...list });
    for (const at of inRequest) expect(breaks(at(orNull(numbers)), at(orNull(texts)), '3.0.3')).toBe(true);
    expect(breaks(asked({ ...number, ...numbers }), asked({ ...number, ...texts }), '3.0.3')).toBe(true);
  });

  it.each<[string, JsonObject]>([
    ['a reference', { allOf: [{ $ref: '#/components/schemas/S' }] }],
    ['a limit of texts', { maxLength: 0 }],
    ['`not`', { not: text }],
    ['alternatives', { anyOf: [number, { type: 'boolean' }] }],
  ])('is lost behind %s', (_, more) => {
    const side = (list: JsonObject): JsonObject => asking({ schema: { ...more, ...list } }, withS(number));
    expect(breaks(side(numbers), side(texts))).toBe(true);
  });

  it.each<[string, (list: JsonObject) => JsonObject]>([
    ['`not`', list => ({ ...number, not: list })],
    ['an alternative', list => ({ ...number, anyOf: [list, { minimum: 10 }] })],
    [
      'a condition',
      list => ({
        ...number,
        ...Object.fromEntries([
          ['if', { minimum: 0 }],
          ['then', list],
        ]),
      }),
    ],
  ])('is lost or found in %s', (_, around) => {
    const told = [
      breaks(asked(around(numbers)), asked(around(texts))),
      breaks(asked(around(texts)), asked(around(numbers))),
    ];
    expect(told).toContain(true);
  });

  it('was never sent, so that its end breaks nobody', () => {
    const [wrong, right] = [
      { ...number, ...texts },
      { ...number, ...numbers },
    ];
    for (const at of inRequest) expect(changes(at(wrong), at(right)).length).toBe(2);
    for (const at of inRequest) expect(breaks(at(wrong), at(right))).toBe(false);
    expect(breaks(inHeader(right), inHeader(wrong))).toBe(false);
    expect(breaks(inHeader(wrong), inHeader(right))).toBe(true);
  });

  it.each<[string, JsonObject, JsonObject]>([
    ['a limit', { type: ['integer', 'string'], maxLength: 1, enum: [10, '10'] }, { enum: [10] }],
    ['its type', { ...number, enum: [1, '1'] }, { enum: [1] }],
  ])('is no change if another one that is accepted is written alike, although %s refuses it', (_, before, after) => {
    for (const at of [asked, inHeader]) {
      expect(changes(at(before), at({ ...before, ...after }))).toEqual([]);
      expect(changes(at({ ...before, ...after }), at(before))).toEqual([]);
    }
  });

  it('is not named beside values that are lost', () => {
    const [before, after] = [asked({ ...number, enum: [1, '1', 2] }), asked({ ...number, enum: [1] })];
    expect(messages(before, after)).toEqual([expect.stringContaining('value 2 removed')]);
  });

  it('is no change where both types accept it, or none is named', () => {
    for (const at of [asked, inHeader]) {
      expect(changes(at(numbers), at(texts))).toEqual([]);
      expect(changes(at(texts), at(numbers))).toEqual([]);
    }
    const either: JsonObject = { type: ['integer', 'string'] };
    for (const at of [...inRequest, inHeader])
      expect(changes(at({ ...either, ...numbers }), at({ ...either, ...texts }))).toEqual([]);
    expect(changes(asked({ ...number, ...numbers }), asked({ ...text, ...texts }))).toEqual([
      'INFO request-parameter-type-generalized',
    ]);
  });

  it('breaks in JSON, in both directions', () => {
    const inJson = (schema: JsonObject): JsonObject => asking({ content: { 'application/json': { schema } } });
    for (const at of [sending, answering, inJson]) {
      expect([breaks(at(numbers), at(texts)), breaks(at(texts), at(numbers))]).toEqual([true, true]);
      expect([breaks(at({ const: 5 }), at({ const: '5' })), breaks(at({ const: '5' }), at({ const: 5 }))]).toEqual([
        true,
        true,
      ]);
    }
  });
});

describe('a condition beside a type that is written like the one before', () => {
  const number: JsonObject = { type: 'integer' };
  const inQuery = (schema: JsonObject): JsonObject => asking({ schema });
  const inProperty = (schema: JsonObject): JsonObject => inQuery({ type: 'object', properties: { a: schema } });
  const inForm = (schema: JsonObject): JsonObject => form({ a: schema }, {});
  const inHeader = (schema: JsonObject): JsonObject =>
    api({ responses: { 200: { description: 'ok', headers: { Level: { schema } } } } });
  const when = (value: JsonValue, keyword: 'then' | 'else', schema: JsonValue): JsonObject =>
    Object.fromEntries([
      ['if', { const: value }],
      [keyword, schema],
    ]);
  const above = (minimum: number): JsonObject =>
    Object.fromEntries<JsonValue>([
      ['if', { minimum }],
      ['then', { maximum: 9 }],
    ]);
  const breaks = (before: JsonObject, after: JsonObject, openapi: string): boolean =>
    changes({ ...before, openapi }, { ...after, openapi }).some(change => change.startsWith('BREAKING'));

  it.each<[string, JsonObject, JsonObject]>([
    ['`not`', number, { ...text, not: { enum: ['1'] } }],
    ['a narrower `not`', { ...number, not: { enum: [1] } }, { ...text, not: { enum: ['1', '2'] } }],
    ['the same `not`, which meant nothing', { ...number, not: text }, { ...text, not: text }],
    ['`not` behind allOf', number, { allOf: [text, { not: { enum: ['1'] } }] }],
    ['`not` beside null', { type: ['integer', 'null'] }, { type: ['string', 'null'], not: { enum: ['1'] } }],
    ['`not` of 3.0 beside null', { ...number, nullable: true }, { ...text, nullable: true, not: { enum: ['1'] } }],
    ['`not` of one of two types', { type: ['integer', 'boolean'] }, { ...text, not: { enum: ['true'] } }],
    ['`then`', number, { ...text, ...when('1', 'then', false) }],
    ['`else`', number, { ...text, ...when('1', 'else', false) }],
    ['a narrower `then`', { ...number, ...when(1, 'then', true) }, { ...text, ...when('1', 'then', false) }],
    ['a further condition', number, { allOf: [text, when('a', 'then', true), when('1', 'then', false)] }],
    [
      'the same condition',
      { ...number, ...when('a', 'else', { minLength: 2 }) },
      { ...text, ...when('a', 'else', { minLength: 2 }) },
    ],
    ['`not` of null', { type: ['integer', 'null'] }, { type: ['string', 'null'], not: { type: ['boolean', 'null'] } }],
    ['`not` of one more text', { ...number, not: { enum: [0] } }, { ...text, not: { enum: ['0', '1'] } }],
    ['`not` of a number that was a text', { ...number, not: { enum: ['0'] } }, { ...text, not: { enum: ['0'] } }],
    [
      '`not` of a value of one type',
      { ...number, not: { type: 'boolean', enum: [0] } },
      { ...text, not: { enum: ['0'] } },
    ],
    ['`not` of a number in other words', number, { ...text, not: { enum: ['1e3'] } }],
  ])('breaks senders if it is new, and readers if it is gone: %s', (_, before, after) => {
    for (const openapi of ['3.0.3', '3.1.0']) {
      for (const at of [inQuery, inProperty, inForm]) expect(breaks(at(before), at(after), openapi)).toBe(true);
      expect(breaks(inHeader(after), inHeader(before), openapi)).toBe(true);
    }
  });

  it.each<[string, JsonObject, JsonObject]>([
    ['it is gone', { ...number, not: { enum: [1] } }, text],
    ['it is gone with its condition', { ...number, ...when(1, 'then', false) }, text],
    ['it means nothing any more', { ...number, not: { enum: [1] } }, { ...text, not: { enum: [1] } }],
    ['it never meant anything', number, { ...text, not: { type: ['integer', 'boolean'] } }],
    ['it lists the same texts', { ...number, not: { enum: [0, 1] } }, { ...text, not: { enum: ['1', '0'] } }],
    ['it is the same constant', { ...number, not: { type: 'integer', const: 0 } }, { ...text, not: { const: '0' } }],
    ['it lists no number', number, { ...text, not: { enum: ['', 'all'] } }],
    ['it lists no truth value', { type: 'boolean' }, { ...text, not: { const: '1' } }],
    ['it lists null, which neither side accepts', number, { ...text, not: { enum: [null, 'all'] } }],
    ['its parts are about numbers', { ...number, ...above(0) }, { ...text, ...above(0) }],
    ['a further one is about numbers', { allOf: [number, above(0), above(1)] }, { allOf: [text, above(0), above(1)] }],
    [
      'it is about the content',
      { ...number, contentSchema: { minimum: 1 } },
      { ...text, contentSchema: { minimum: 1 } },
    ],
  ])('breaks nobody if %s', (_, before, after) => {
    expect(breaks(inQuery(before), inQuery(after), '3.1.0')).toBe(false);
    expect(breaks(inForm(before), inForm(after), '3.1.0')).toBe(false);
    expect(breaks(inHeader(after), inHeader(before), '3.1.0')).toBe(false);
  });
});

describe('a limit of texts beside a type that is written like the one before', () => {
  const number: JsonObject = { type: 'integer' };
  const inQuery = (schema: JsonObject): JsonObject => asking({ schema });
  const inItem = (schema: JsonObject): JsonObject => inQuery({ type: 'array', items: schema });
  const inForm = (schema: JsonObject): JsonObject => form({ a: schema }, {});
  const inHeader = (schema: JsonObject): JsonObject =>
    api({ responses: { 200: { description: 'ok', headers: { Level: { schema } } } } });
  const breaks = (before: JsonObject, after: JsonObject, openapi: string): boolean =>
    changes({ ...before, openapi }, { ...after, openapi }).some(change => change.startsWith('BREAKING'));

  it.each<[string, JsonObject, JsonObject, JsonObject?]>([
    ['it is the same', number, { maxLength: 10 }],
    ['it is wider', number, { maxLength: 10 }, { maxLength: 20 }],
    ['it is a pattern', number, { pattern: '^[1-9]$' }],
    ['no number is short enough', number, { minLength: 30 }],
    ['it is no simple number', number, { minLength: parseJson('9007199254740993') }],
    ['a listed number is longer', { ...number, enum: [1, 20] }, { maxLength: 1 }],
    ['a listed number is much longer', { ...number, enum: [parseJson('9007199254740993')] }, { maxLength: 1 }],
    ['a truth value is longer', { type: 'boolean' }, { maxLength: 4 }],
    ['it is beside null', { type: ['integer', 'null'] }, { maxLength: 3 }],
    ['it is beside null in 3.0', { ...number, nullable: true }, { maxLength: 3 }],
    ['it is beside two types', { type: ['integer', 'boolean'] }, { maxLength: 3 }],
    ['it is behind allOf', number, { allOf: [{ maxLength: 3 }] }],
  ])('limits numbers and truth values for the first time: %s', (_, plain, limit, next = limit) => {
    const [before, after] = [
      { ...plain, ...limit },
      { ...plain, type: 'string', ...next },
    ];
    for (const openapi of ['3.0.3', '3.1.0']) {
      for (const at of [inQuery, inItem, inForm]) expect(breaks(at(before), at(after), openapi)).toBe(true);
      expect(breaks(inHeader(after), inHeader(before), openapi)).toBe(true);
    }
  });

  it.each<[string, JsonObject, JsonObject, JsonObject?]>([
    ['listed numbers are short enough', { ...number, enum: [1, 2] }, { maxLength: 1 }, { enum: ['1', '2'] }],
    ['listed numbers match it', { ...number, enum: [1, 2] }, { pattern: '^[12]$' }, { enum: ['1', '2'] }],
    ['truth values are short enough', { type: 'boolean' }, { maxLength: 5 }],
    ['each number has a digit', number, { minLength: 1 }],
  ])('changes nothing where %s', (_, plain, limit, next = {}) => {
    const [before, after] = [
      { ...plain, ...limit },
      { ...plain, type: 'string', ...limit, ...next },
    ];
    for (const at of [inQuery, inItem, inForm]) expect(breaks(at(before), at(after), '3.1.0')).toBe(false);
    expect(breaks(inHeader(after), inHeader(before), '3.1.0')).toBe(false);
  });
});

describe('JSON in a property of a form', () => {
  const number: JsonObject = { type: 'integer' };
  const body = (schema: JsonObject, encoding?: JsonObject): JsonObject => ({
    content: { 'application/x-www-form-urlencoded': { schema, ...(encoding && { encoding }) } },
  });
  const sent = (a: JsonObject, encoding?: JsonObject): JsonObject =>
    api({ requestBody: body({ type: 'object', properties: { a } }, encoding) });
  const answered = (a: JsonObject, encoding?: JsonObject): JsonObject =>
    api({ responses: { 200: { description: 'ok', ...body({ type: 'object', properties: { a } }, encoding) } } });
  const holding = (b: JsonObject): JsonObject => ({ type: 'object', properties: { b } });
  const breaks = (before: JsonObject, after: JsonObject, openapi: string): boolean =>
    changes({ ...before, openapi }, { ...after, openapi }).some(change => change.startsWith('BREAKING'));
  const json = { a: { contentType: 'application/json' } };

  it.each<[string, (schema: JsonObject) => JsonObject, JsonObject | undefined]>([
    ['an object, which is JSON by default', holding, undefined],
    ['an object with an encoding that says nothing', holding, {}],
    ['an object in a list', schema => ({ type: 'array', items: holding(schema) }), undefined],
    ['a property that its encoding calls JSON', schema => schema, json],
    ['an object that its encoding calls JSON', holding, json],
  ])('tells numbers from texts in %s', (_, around, encoding) => {
    for (const openapi of ['3.0.3', '3.1.0'])
      for (const at of [sent, answered])
        for (const [one, other] of [
          [number, text],
          [text, number],
        ] as const)
          expect(breaks(at(around(one), encoding), at(around(other), encoding), openapi)).toBe(true);
  });

  it('is none where the property is a number or a text, or a style writes the object', () => {
    expect(breaks(sent(number), sent(text), '3.1.0')).toBe(false);
    expect(breaks(sent({ type: 'array', items: number }), sent({ type: 'array', items: text }), '3.1.0')).toBe(false);
    const styled = { a: { style: 'deepObject', explode: true } };
    expect(breaks(sent(holding(number), styled), sent(holding(text), styled), '3.1.0')).toBe(false);
  });

  it('is none where a style makes `contentType` void', () => {
    const styled = { a: { style: 'form', contentType: 'application/json' } };
    expect(breaks(sent(number, styled), sent(text, styled), '3.1.0')).toBe(false);
  });

  it.each([false, true])('is told in what a reference leads to, in a map inside a list: %s', isList => {
    const map: JsonObject = { type: 'object', additionalProperties: S };
    const side = (schema: JsonObject): JsonObject => ({
      ...sent(isList ? { type: 'array', items: map } : map),
      ...withS(schema),
    });
    expect(breaks(side(number), side(text), '3.1.0')).toBe(true);
  });

  const STYLED: JsonObject = { style: 'deepObject', explode: true };
  const WRITTEN: [string, encoding: JsonObject | undefined, isTextInObject: boolean, isText: boolean][] = [
    ['without an encoding', undefined, false, true],
    ['with an empty encoding', {}, false, true],
    ['that is plain text', { contentType: 'text/plain' }, false, true],
    ['that is XML', { contentType: 'application/xml' }, true, true],
    ['that a style writes', STYLED, true, true],
    ['that a style writes, whatever its content type', { ...STYLED, contentType: 'application/json' }, true, true],
    ['that is JSON', { contentType: 'application/json; charset=utf-8' }, false, false],
  ];
  const BESIDE: JsonObject[] = [
    {},
    { b: STYLED },
    { b: { contentType: 'application/json' } },
    { b: STYLED, z: STYLED },
  ];

  it.each(WRITTEN)('is decided by the encoding of the property: %s', (_, own, isTextInObject, isText) => {
    const places = [
      [(schema: JsonObject) => schema, isText],
      [(schema: JsonObject) => ({ type: 'array', items: schema }), isText],
      [holding, isTextInObject],
    ] as const;
    for (const beside of BESIDE)
      for (const [around, isWrittenAlike] of places)
        for (const at of [sent, answered]) {
          const encoding = { ...beside, ...(own && { a: own }) };
          const [one, other] = at === sent ? [number, text] : [text, number];
          const [narrow, wide] = [at(around(one), encoding), at(around(other), encoding)];
          expect(breaks(narrow, wide, '3.1.0')).toBe(!isWrittenAlike);
          expect(breaks(wide, narrow, '3.0.3')).toBe(true);
        }
  });

  it('is assumed where only one side has the encoding that writes text', () => {
    const [plain, styled] = [sent(holding(number)), sent(holding(text), { a: STYLED })];
    expect(changes(plain, styled)).toContain('BREAKING request-property-type-changed');
    expect(changes(sent(number, json), sent(text))).toContain('BREAKING request-property-type-changed');
  });

  it('is judged once for all forms that write a component alike', () => {
    const encodings: (JsonObject | undefined)[] = [undefined, { b: json.a }, { c: STYLED }, { c: STYLED, d: {} }];
    const side = (schema: JsonObject): JsonObject => ({
      ...api({}, withS({ type: 'object', properties: { b: schema, c: holding(schema) } })),
      paths: Object.fromEntries(
        encodings.map((encoding, at) => [`/${at}`, { post: { requestBody: body(S, encoding) } }]),
      ),
    });
    const told = compareOpenApi(side(number), side(text)).items.map(({ severity, location, affectedOperations }) => [
      `${severity} ${location.replace(/.*schemas/, '')}`,
      affectedOperations.map(({ path }) => path).join(' '),
    ]);
    expect(told).toEqual([
      ['BREAKING /S/properties/c/properties/b/type', '/0 /1'],
      ['BREAKING /S/properties/b/type', '/1'],
      ['INFO /S/properties/b/type', '/0 /2 /3'],
      ['INFO /S/properties/c/properties/b/type', '/2 /3'],
    ]);
  });

  it.each<[string, JsonObject, number]>([
    ['JSON if one part is', { contentType: 'application/json' }, 2],
    ['text if one part has a style', STYLED, 0],
  ])('is one answer for all of a form after so many with other encodings: %s', (_, encoding, expected) => {
    const side = (a: JsonObject): JsonObject => ({
      ...api({}),
      paths: Object.fromEntries(
        Array.from({ length: MAX_FORMS + 2 }, (_, at) => {
          const schema = { type: 'object', properties: { a, [`b${at}`]: text } };
          return [`/${at}`, { post: { requestBody: body(schema, { [`b${at}`]: encoding }) } }];
        }),
      ),
    });
    const breaking = compareOpenApi(side(number), side(text)).items.filter(({ severity }) => severity === 'BREAKING');
    expect(breaking.length).toBe(expected);
  });

  it('is told from text in a form of several parts too, where only other parts have an encoding', () => {
    const parts = (a: JsonObject, encoding: JsonObject): JsonObject =>
      whole({ type: 'object', properties: { a, photo: {} } }, encoding);
    const photo = { contentType: 'image/png' };
    expect(breaks(parts(number, { photo }), parts(text, { photo }), '3.1.0')).toBe(false);
    expect(breaks(parts(holding(number), { photo }), parts(holding(text), { photo }), '3.1.0')).toBe(true);
    expect(breaks(parts(number, { a: {} }), parts(text, { a: {} }), '3.1.0')).toBe(true);
  });
});
