import { describe, expect, it } from 'vitest';
import { compareOpenApi } from '../../src/openapi-diff/compare.ts';
import type { JsonObject, JsonValue } from '../../src/platform/json.ts';
import { answering, api, asking, messages, sending } from './documents.ts';

// Every message has the place as in the documents, and the change there.

const text: JsonObject = { type: 'string' };
const number: JsonObject = { type: 'integer' };
const ref = (name: string): JsonObject => ({ $ref: `#/components/schemas/${name}` });
const rest: JsonObject = {
  components: {
    schemas: {
      A: { type: 'object', properties: { deaf: text, mute: text, user: text }, required: ['user'] },
      B: { type: 'object', properties: { nick: text } },
    },
  },
};

const answered = (before: JsonValue, after: JsonValue): string[] =>
  messages(answering(before, rest), answering(after, rest));
const having = (members: JsonValue): JsonObject => ({ type: 'object', properties: { members } });

describe('a reference to another component', () => {
  it('is reported with the lost parts, at the place of the reference', () => {
    expect(answered(having(ref('A')), having(ref('B')))).toEqual([
      'BREAKING Response property `members` in 200 application/json refers to `B` instead of `A` now; lost: deaf, mute, user',
      'INFO Response property `members` in 200 application/json refers to `B` instead of `A` now; new: nick',
    ]);
  });

  it('is reported at the place of the reference that a schema replaced', () => {
    expect(answered(having(ref('A')), having(text))).toEqual([
      'BREAKING Response property `members` in 200 application/json: type changed from object to string',
    ]);
  });

  it('leads to no schema with the name of a keyword or a property', () => {
    const component = (limits: JsonValue): JsonObject => ({
      components: { schemas: { Plan: { type: 'object', properties: { limits } }, Limit: number } },
    });
    const list = { type: 'array', items: ref('Limit') };
    const [before, after] = [component(list), component({ type: 'array', items: text })];
    expect(messages(answering(ref('Plan'), before), answering(ref('Plan'), after))).toEqual([
      'BREAKING Response property `limits[]` of schema `Plan`: type changed from integer to string',
    ]);
  });
});

describe('alternatives have names', () => {
  const cat: JsonObject = { title: 'Cat', type: 'object' };
  const both: JsonObject[] = [cat, { required: ['a'] }];
  const marked = (kind: string): JsonObject => ({ type: 'object', properties: { id: text, kind: { const: kind } } });

  it.each<[string, JsonObject, JsonObject, string]>([
    ['one more', { oneOf: [cat, text] }, { oneOf: [cat, text, number] }, 'may be integer now'],
    ['one more with a mark', { oneOf: [cat] }, { oneOf: [cat, marked('fox')] }, 'may be object with kind "fox" now'],
    ['one less', { oneOf: [cat, text, number] }, { oneOf: [cat, text] }, 'may no longer be integer'],
    ['one more without properties', { anyOf: [text] }, { anyOf: [text, { properties: {} }] }, 'may be anything now'],
    ['in place of a schema', cat, { anyOf: [cat, text] }, 'is one of Cat, string (anyOf) now'],
    [
      'as a restriction',
      { properties: { a: text }, required: ['b'] },
      { properties: { a: text }, required: ['b'], anyOf: both },
      'must now match one of Cat, object that has a',
    ],
    [
      'as a removed restriction',
      { properties: { a: text }, required: ['b'], anyOf: both },
      { properties: { a: text }, required: ['b'] },
      'need not match one of Cat, object that has a any more',
    ],
  ])('%s', (_, before, after, words) => {
    const [told] = compareOpenApi(sending(before), sending(after)).items;
    expect(told?.message).toBe(`Request body in application/json ${words}`);
  });
});

it('a schema that depends on a property is about the object', () => {
  const told = (before: JsonObject, after: JsonObject): string[] => {
    const at = (card: JsonObject) =>
      sending({ type: 'object', properties: { card: text, address: text }, dependentSchemas: { card } });
    return messages(at(before), at(after)).filter(message => !message.startsWith('INFO'));
  };
  const became = 'BREAKING Request property `[with card]/address` became required in application/json';
  expect(told({}, { required: ['address'] })).toEqual([became]);
  const [atLeast, more]: JsonObject[] = [1, 3].map(minProperties => ({ minProperties }));
  expect(told(atLeast ?? {}, more ?? {})).toEqual([
    'BREAKING Request property `[with card]` in application/json: minimum number of properties increased from 1 to 3',
  ]);
  expect(told({}, { properties: { address: { minLength: 5 } } })).toEqual([
    'BREAKING Request property `[with card]/address` in application/json: minimum length increased from 0 to 5',
  ]);
});

describe('the code of a response that another one describes now', () => {
  const header = (schema: JsonObject): JsonObject => ({ headers: { Left: { schema } } });
  const body = (schema: JsonObject): JsonObject => ({ content: { 'application/json': { schema } } });
  const coded = (responses: JsonObject): JsonObject => api({ responses });
  const changesOf = (before: JsonObject, after: JsonObject): string[] =>
    messages(before, after).filter(message => !/^INFO|took the place/.test(message));

  it('is named beside the new one', () => {
    expect(changesOf(coded({ 404: body(number), default: body(number) }), coded({ '4XX': body(text) }))).toEqual([
      'BREAKING Response body in 4XX (404 before) application/json: type changed from integer to string',
      'BREAKING Response body in 4XX (default before) application/json: type changed from integer to string',
    ]);
    expect(changesOf(coded({ 404: header(number), default: header(number) }), coded({ '4XX': header(text) }))).toEqual([
      'BREAKING Response header `Left` in 4XX (404 before): type changed from integer to string',
      'BREAKING Response header `Left` in 4XX (default before): type changed from integer to string',
    ]);
  });

  it('is not named in what operations share, which had other codes', () => {
    const responsesAt = (code: string) => ({ get: { responses: { [code]: { $ref: '#/components/responses/A' } } } });
    const shared = (code: string, other: string, schema: JsonObject): JsonObject => ({
      ...api({}),
      paths: { '/a': responsesAt(code), '/b': responsesAt(other) },
      components: { responses: { A: { description: '', ...body(schema) } } },
    });
    expect(changesOf(shared('404', '400', number), shared('4XX', '4XX', text))).toEqual([
      'BREAKING Response body in 4XX application/json: type changed from integer to string',
    ]);
  });

  it('is named where a range described it', () => {
    expect(changesOf(coded({ '4XX': body(number) }), coded({ '4XX': body(number), 404: body(text) }))).toEqual([
      'BREAKING Response body in 404 (4XX before) application/json: type changed from integer to string',
    ]);
  });
});

it('the payload of a webhook is not called a response', () => {
  const hook = (schema: JsonObject): JsonObject => {
    const content = { 'application/json': { schema } };
    const post = { requestBody: { content }, responses: { 200: { description: '', content } } };
    return { ...api({}, rest), paths: {}, webhooks: { joined: { post } } };
  };
  expect(messages(hook({ type: 'object', properties: { a: text } }), hook({ type: 'object' }))).toEqual([
    'BREAKING Payload property `a` was removed from application/json',
    'WARNING Answer property `a` was removed from 200 application/json',
  ]);
  expect(messages(hook(having(text)), hook(having(number)))[0]).toBe(
    'BREAKING Payload property `members` in application/json: type changed from string to integer',
  );
});

describe('security in words', () => {
  it.each<[string, JsonObject[], JsonObject[], string[]]>([
    ['for the first time', [], [{ key: [] }], ['BREAKING Security: authentication is required now: `key`']],
    [
      'no longer at will',
      [{}, { key: [] }],
      [{ key: [] }, { login: [] }],
      ['BREAKING Security: authentication is required now: `key` or `login`'],
    ],
    ['no longer', [{ key: [] }], [], ['WARNING Security: authentication is no longer required']],
    [
      'by other credentials',
      [{ key: [] }],
      [{ login: [] }],
      ['BREAKING Security: `key` is no longer accepted', 'WARNING Security: `login` is accepted now'],
    ],
    [
      'by one of two credentials',
      [{ key: [], login: [] }],
      [{ key: [] }, { login: [] }],
      [
        'WARNING Security: `login` is accepted now',
        'WARNING Security: `key` is accepted now',
        'INFO Security: `key and login` is no longer needed: `key` or `login` is enough',
      ],
    ],
    [
      'by fewer scopes',
      [{ login: ['read', 'write'] }, { login: ['read', 'admin'] }],
      [{ login: ['read'] }],
      [
        'WARNING Security: `login [read]` is accepted now',
        'INFO Security: `login [admin, read]` is no longer needed: `login [read]` is enough',
        'INFO Security: `login [read, write]` is no longer needed: `login [read]` is enough',
      ],
    ],
    [
      'at will, by others or none',
      [{}, { key: [] }],
      [{}, { login: [] }],
      ['WARNING Security: `key` is no longer accepted', 'INFO Security: `login` is accepted now'],
    ],
  ])('%s', (_, before, after, told) => {
    expect(messages(api({ security: before }), api({ security: after }))).toEqual(told);
  });

  it('of the document, where no endpoint needs other credentials', () => {
    const security = [{ key: [] }];
    const unaffected = 'Default security, with no effect on existing endpoints';
    const [gone, came] = [
      `INFO ${unaffected}: authentication is no longer required`,
      `INFO ${unaffected}: authentication is required now: \`key\``,
    ];
    expect(messages(api({ security }, { security }), api({ security }))).toEqual([gone]);
    expect(messages(api({ security }), api({ security }, { security }))).toEqual([came]);
    expect(messages(api({}, { security }), api({ security }))).toEqual([gone]);
    expect(messages(api({ security }), api({}, { security }))).toEqual([came]);
    expect(messages(api({}), api({}, { security }))).toEqual([
      'BREAKING Security: authentication is required now: `key`',
    ]);
  });
});

it('authentication that only one side speaks of is told at its place there', () => {
  const security = [{ key: [] }];
  const placesOf = (before: JsonObject, after: JsonObject) =>
    compareOpenApi(before, after).items.map(({ location, pointerBefore, pointerAfter }) => [
      location,
      pointerBefore,
      pointerAfter,
    ]);
  for (const [secured, place] of [
    [api({}, { security }), '/security'],
    [api({ security }), '/paths/~1pets/post/security'],
  ] as const) {
    expect(placesOf(api({}), secured)).toEqual([[place, undefined, place]]);
    expect(placesOf(secured, api({}))).toEqual([[place, place, undefined]]);
  }
});

describe('the mapping of a discriminator', () => {
  const union = (mapping: JsonObject): JsonObject =>
    sending({ oneOf: [ref('A'), ref('B')], discriminator: { propertyName: 'user', mapping } }, rest);

  it.each<[string, JsonObject, string[]]>([
    [
      'with another key',
      { b: '#/components/schemas/B', c: 'A' },
      [
        'BREAKING Request body in application/json: discriminator mapping "a" removed: "A" is "c" now',
        'INFO Request body in application/json: discriminator mapping "c" added',
      ],
    ],
    [
      'with two keys swapped',
      { a: 'B', b: 'A' },
      [
        'BREAKING Request body in application/json: discriminator mapping "a" leads to "B" instead of "A" now',
        'BREAKING Request body in application/json: discriminator mapping "b" leads to "A" instead of "B" now',
      ],
    ],
    ['with references for names', { a: '#/components/schemas/A', b: '#/components/schemas/B' }, []],
  ])('%s', (_, mapping, told) => {
    expect(messages(union({ a: 'A', b: 'B' }), union(mapping)).sort()).toEqual(told);
  });

  it('without a key that is the name of an alternative, which the value leads to instead', () => {
    const place = 'BREAKING Request body in application/json: discriminator mapping';
    expect(messages(union({ A: 'B' }), union({}))).toEqual([`${place} "A" leads to "A" instead of "B" now`]);
    expect(messages(union({}), union({ A: 'B' }))).toEqual([`${place} "A" leads to "B" instead of "A" now`]);
    expect(messages(union({ C: 'B' }), union({}))).toEqual([`${place} "C" removed`]);
  });
});

it('tells the description beside the reference to a callback', () => {
  const referring = (description: string): JsonObject => ({
    ...api({ callbacks: { done: { $ref: '#/components/callbacks/Done', description } } }),
    components: { callbacks: { Done: { '{$request.body#/url}': { post: { responses: {} } } } } },
  });
  expect(messages(referring('First'), referring('Last'))).toEqual([
    'INFO Callback `done`: `description` changed from "First" to "Last"',
  ]);
});

it('a property without a name is not the body', () => {
  const unnamed = (schema: JsonObject): JsonObject => ({ type: 'object', properties: { '': schema } });
  expect(answered(unnamed(text), unnamed(number))).toEqual([
    'BREAKING Response property `""` in 200 application/json: type changed from string to integer',
  ]);
});

it('quotes names and values as they are, also those that look like parts of a message', () => {
  const asked = (schema: JsonObject): JsonObject => asking({ name: 'price$', schema: { type: 'object', ...schema } });
  const served = (...urls: string[]): JsonObject => api({}, { servers: urls.map(url => ({ url })) });
  const open = (...values: string[]): JsonObject => sending({ ...text, 'x-extensible-enum': values });
  expect([
    ...messages(asked({ properties: { a: text } }), asked({})),
    ...messages(served('https://a', 'https://{place}.b'), served('https://a')),
    ...messages(open('a'), open('a', 'the enum')),
  ]).toEqual([
    'WARNING Property `a` was removed from query parameter `price$`',
    'WARNING API: server "https://{place}.b" removed',
    'INFO Request body in application/json: value "the enum" added to the extensible enum',
  ]);
});

it('an enum without values allows none', () => {
  expect(messages(sending(text), sending({ ...text, enum: [] }))).toEqual([
    'BREAKING Request body in application/json: no value is allowed any more',
  ]);
});

it.each<[JsonObject, JsonObject, string]>([
  [{ const: null }, { type: 'null' }, 'constant value null removed: nothing else is allowed'],
  [
    { type: 'boolean', enum: [true, false] },
    { type: 'boolean' },
    'enum removed: nothing else than the values true, false is allowed',
  ],
  [{ type: 'boolean', const: true }, { type: 'boolean' }, 'other values than true are allowed now'],
  [
    { enum: [true, false, null, 'x'] },
    { type: 'boolean' },
    'no longer restricted to the values true, false, null, "x"',
  ],
  [{ type: 'boolean', enum: [true, false] }, {}, 'no longer restricted to the values true, false'],
])('%j → %j: %s', (before, after, words) => {
  expect(messages(sending(having(before)), sending(having(after)))).toContain(
    `INFO Request property \`members\` in application/json: ${words}`,
  );
});

it('tells of which server a variable is', () => {
  const served = (description: string): JsonObject => ({
    ...api({}),
    servers: [{ url: 'https://{host}', variables: { host: { default: 'a', description } } }],
  });
  expect(messages(served('One'), served('Two'))).toEqual([
    'INFO Variable `host` of server "https://{host}": `description` changed from "One" to "Two"',
  ]);
});

it('types that contradict each other leave nothing', () => {
  const parts = { properties: { a: text }, additionalProperties: number };
  expect(
    messages(sending(parts), sending({ allOf: [{ properties: { a: text } }, { additionalProperties: number }] })),
  ).toEqual(['BREAKING Request property `a` in application/json: type changed from string to nothing']);
});

describe('security', () => {
  const oauth = (flows: JsonObject, ...security: JsonObject[]): JsonObject => ({
    ...api({ security: security.length > 0 ? security : [{ login: [] }] }),
    components: { securitySchemes: { login: { type: 'oauth2', flows } } },
  });
  const flow = (address: string, ...scopes: string[]): JsonObject => ({
    tokenUrl: `https://${address}`,
    scopes: Object.fromEntries(scopes.map(scope => [scope, ''])),
  });

  it('names the flow of a scope and of an address', () => {
    const before = oauth({ password: flow('a', 'read'), clientCredentials: flow('a', 'read') });
    const after = oauth({ password: flow('b', 'read'), clientCredentials: flow('a', 'read', 'write') });
    expect(messages(before, after)).toEqual([
      'WARNING Security scheme `login`: tokenUrl of flow `password` changed from "https://a" to "https://b"',
      'INFO Security scheme `login`: scope "write" of flow `clientCredentials` added',
    ]);
  });

  it('names a flow that another one replaced, without its scopes', () => {
    const [before, after] = [oauth({ password: flow('a', 'read') }), oauth({ clientCredentials: flow('a', 'read') })];
    expect(messages(before, after)).toEqual([
      'BREAKING Security scheme `login`: flow `password` removed',
      'INFO Security scheme `login`: flow `clientCredentials` added',
    ]);
  });

  it('names the scopes that are no longer enough alone', () => {
    const flows = { password: flow('a', 'read', 'write') };
    const before = oauth(flows, { login: ['read'] }, { login: ['write'] });
    expect(messages(before, oauth(flows, { login: ['read', 'write'] }))).toContain(
      'BREAKING Security: `login [read]` alone is no longer enough: `login [read, write]` is required',
    );
  });
});

it('a component inside `not` is reported in the same place in any order of keys', () => {
  const X = ref('X');
  const component = (X: JsonObject): JsonObject => ({ components: { schemas: { X } } });
  const refused = (schema: JsonObject): string[] => {
    const not: JsonObject = { not: { type: 'object', ...schema } };
    return messages(sending(not, component({ enum: ['a'] })), sending(not, component({})));
  };
  expect(refused({ properties: { b: X, a: X } })).toEqual(refused({ properties: { a: X, b: X } }));
  expect(refused({ patternProperties: { b: X, a: X } })).toEqual(refused({ patternProperties: { a: X, b: X } }));
  const [rest, names]: JsonObject[] = [{ additionalProperties: X }, { propertyNames: X }];
  expect(refused({ ...names, ...rest })).toEqual(refused({ ...rest, ...names }));
});

describe('what another keyword still refuses is not said to be accepted', () => {
  const words = (before: JsonObject, after: JsonObject): string =>
    messages(sending({ properties: { p: before } }), sending({ properties: { p: after } })).join();

  it('whole numbers', () => {
    const [number, integer] = [{ type: 'number', multipleOf: 1 }, { type: 'integer' }];
    for (const told of [words(number, integer), words(integer, number)]) expect(told).not.toMatch(/multiples/);
    expect(words({ type: 'number', multipleOf: 2 }, integer)).toMatch(/no longer be multiples of 2/);
    expect(words({ type: 'integer', multipleOf: 1 }, integer)).toMatch(/no longer be multiples of 1/);
    const orNull = { type: ['integer', 'null'], multipleOf: 1 };
    for (const told of [words(orNull, integer), words(integer, orNull)]) {
      expect(told).toMatch(/null is/);
      expect(told).not.toMatch(/multiples/);
    }
  });

  it('properties that are not named', () => {
    const [own, other] = [{ additionalProperties: false }, { unevaluatedProperties: false }];
    expect(words(own, other)).toMatch(
      /`additionalProperties` no longer refuses properties, `unevaluatedProperties` does/,
    );
    expect(words(other, own)).toMatch(/`additionalProperties` refuses properties now, `unevaluatedProperties` did/);
    expect(words(own, {})).toMatch(/properties that are not named are accepted now/);
  });

  it.each<[what: string, part: JsonObject]>([
    ['alternatives', { oneOf: [{ properties: { c: {} } }, { properties: { d: {} } }] }],
    ['members', { allOf: [{ properties: { c: {} } }] }],
    ['a condition', { if: { properties: { c: { const: 1 } } } }],
    ['schemas that depend on properties', { dependentSchemas: { a: { properties: { c: {} } } } }],
  ])('unless it refused others, because of %s', (_, part) => {
    const [own, other] = [
      { ...part, additionalProperties: false },
      { ...part, unevaluatedProperties: false },
    ];
    expect(words(own, other)).toMatch(/properties that are not named are accepted now/);
    expect(words(other, own)).toMatch(/properties that are not named are no longer accepted/);
  });
});
