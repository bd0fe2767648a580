import { describe, expect, it } from 'vitest';
import { compareOpenApi } from '../../src/openapi-diff/compare.ts';
import type { JsonObject, JsonValue } from '../../src/platform/json.ts';
import { answering, api, changes, messages, sending } from './documents.ts';

const USER: JsonObject = { $ref: '#/components/schemas/User' };
const NULL: JsonObject = { type: 'null' };
const text: JsonObject = { type: 'string' };

/** Ways to refer to a component. */
const WAYS: Record<string, JsonObject> = {
  plain: USER,
  allOf: { allOf: [USER] },
  described: { allOf: [USER], description: 'A user' },
  nullable: { oneOf: [NULL, USER] },
  nullableLast: { anyOf: [USER, NULL] },
  list: { type: 'array', items: { oneOf: [NULL, USER] } },
  map: { type: 'object', additionalProperties: USER },
  alternative: { oneOf: [USER, { type: 'array', items: text }] },
  nullableAlternative: { anyOf: [USER, text, NULL] },
  extended: { allOf: [USER, { type: 'object', properties: { own: text } }] },
};

const schemas = (user: JsonObject): JsonObject => ({
  components: { schemas: { User: { type: 'object', properties: { id: text, ...user } } } },
});
const answer = (ways: JsonObject, user: JsonObject): JsonObject =>
  answering({ type: 'object', properties: ways }, schemas(user));

describe('a change of a component is one row', () => {
  it('whatever leads to it', () => {
    expect(messages(answer(WAYS, { clan: text }), answer(WAYS, {}))).toEqual([
      'BREAKING Response property `clan` was removed from schema `User`',
    ]);
  });

  it('even if the references to it change too', () => {
    const before = answer({ p: USER, q: WAYS.nullable ?? null, r: USER }, { clan: text });
    const after = answer({ p: WAYS.nullable ?? null, q: USER, r: WAYS.extended ?? null }, {});
    expect(messages(before, after)).toEqual([
      'BREAKING Response property `clan` was removed from schema `User`',
      'BREAKING Response property `p` in 200 application/json: null is accepted now',
      'INFO Response property `q` in 200 application/json: null is no longer accepted',
      'INFO Response property `r/own` was added to 200 application/json',
    ]);
  });
});

describe('a change of a component that is read-only in some places', () => {
  const body = (...places: string[]): JsonObject => {
    const ways: JsonObject = { writable: USER, 'read-only': { allOf: [USER], readOnly: true } };
    const properties = Object.fromEntries(places.map(place => [place, ways[place] ?? null]));
    return {
      requestBody: { content: { 'application/json': { schema: { type: 'object', properties } } } },
      responses: {},
    };
  };
  const document = (clan: JsonObject): JsonObject => ({
    ...{ openapi: '3.1.0', info: { title: 'Pets', version: '1' } },
    paths: {
      '/a': { post: body('read-only') },
      '/b': { post: body('writable', 'read-only') },
      '/c': { post: body('writable') },
    },
    ...schemas({ clan }),
  });

  it('breaks the operations where it is writable', () => {
    const { items } = compareOpenApi(document(text), document({ type: 'integer' }));
    expect(items.map(({ rule, affectedOperations }) => [rule, affectedOperations.map(({ path }) => path)])).toEqual([
      ['request-property-type-changed', ['/b', '/c']],
      ['request-read-only-property-type-changed', ['/a']],
    ]);
  });
});

it('one value beside a list of values is told as a list, whichever comes first', () => {
  const both = [
    { const: 'a', enum: ['b'] },
    { enum: ['b'], const: 'a' },
  ];
  const told = both.map(after => messages(answering({ const: 'a' }), answering(after)));
  expect(told[0]).toEqual(told[1]);
});

describe('a component in the place of another schema', () => {
  const A = { type: 'object', properties: { id: text, mute: {} } };
  const B = { type: 'object', properties: { id: text } };
  const [a, b]: JsonObject[] = [{ $ref: '#/components/schemas/A' }, { $ref: '#/components/schemas/B' }];
  const both = (schema: JsonObject, openapi = '3.1.0'): JsonObject => ({
    ...answering({ type: 'object', properties: { p: schema } }, { components: { schemas: { A, B, S: text } } }),
    openapi,
  });
  const lost = 'BREAKING Response property `p` in 200 application/json refers to `B` instead of `A` now; lost: mute';

  it.each<[string, (schema: JsonObject) => JsonObject, string?]>([
    ['anyOf with null', schema => ({ anyOf: [schema, NULL] })],
    ['oneOf with null', schema => ({ oneOf: [NULL, schema] })],
    ['an alternative among others', schema => ({ anyOf: [schema, text, NULL] })],
    ['allOf of one', schema => ({ allOf: [schema] })],
    ['nullable of 3.0', schema => ({ allOf: [schema], nullable: true }), '3.0.3'],
  ])('in %s: what is lost is told', (_, at, openapi) => {
    expect(messages(both(at(a ?? {}), openapi), both(at(b ?? {}), openapi))).toEqual([lost]);
  });

  it('of another type is a change of the type', () => {
    const told = ['BREAKING Response property `p` in 200 application/json: type changed from string to object'];
    expect(messages(both(text), both({ allOf: [a ?? {}] }))).toEqual(told);
    expect(messages(both({ $ref: '#/components/schemas/S' }), both({ allOf: [a ?? {}] }))).toEqual(told);
    const mixed = messages(both(text), both({ allOf: [a ?? {}, { maxProperties: 2 }] }));
    expect(mixed.filter(row => row.startsWith('BREAKING'))).toHaveLength(1);
  });
});

describe('a header that many answers got or lost', () => {
  const header = (maximum: number): JsonObject => ({ schema: { type: 'integer', maximum } });
  const api = (headers: JsonObject[]): JsonObject => ({
    openapi: '3.1.0',
    info: { title: 't', version: '1' },
    paths: Object.fromEntries(
      headers.map((one, index) => [`/p${index}`, { get: { responses: { 200: { description: 'ok', headers: one } } } }]),
    ),
  });
  const none = api([{}, {}, {}, {}]);
  const some = api([{ Left: header(1) }, { left: header(1) }, { Left: header(2) }, { Right: header(1) }]);

  it('is one row for equal headers, with all operations', () => {
    const { items } = compareOpenApi(none, some);
    expect(items.map(({ message, affectedOperations }) => [message, affectedOperations.length])).toEqual([
      ['Response header `Left` was added', 2],
      ['Response header `Left` in 200 was added', 1],
      ['Response header `Right` in 200 was added', 1],
    ]);
    expect(new Set(items.map(({ key }) => key)).size).toBe(3);
    const gone = compareOpenApi(some, none).items;
    expect(gone.map(({ severity, affectedOperations }) => [severity, affectedOperations.length])).toEqual([
      ['WARNING', 2],
      ['WARNING', 1],
      ['WARNING', 1],
    ]);
  });
});

describe('the number of rows depends on the causes, not on the uses', () => {
  const ref = (kind: string, name: string): JsonObject => ({ $ref: `#/components/${kind}/${name}` });
  const orNull = (name: string): JsonObject => ({ oneOf: [NULL, ref('schemas', name)] });
  const object = (properties: JsonObject): JsonObject => ({ type: 'object', properties });
  type Edit = { user?: JsonObject; kinds?: string[]; parts?: JsonObject[]; headers?: JsonObject };

  /** Operations that send and answer the same components, each in its own bodies. */
  const api = (uses: number, { user = {}, kinds = [], parts = [], headers = {} }: Edit): JsonObject => ({
    openapi: '3.1.0',
    info: { title: 't', version: '1' },
    paths: Object.fromEntries(
      Array.from({ length: uses }, (_, index) => {
        const name = `Answer${index % 29}`;
        const content = (schema: JsonObject): JsonObject => ({ 'application/json': { schema } });
        const own = object({
          owner: orNull('User'),
          first: orNull(name),
          parts: { type: 'array', items: orNull('Part') },
        });
        const operation = { responses: { 200: { description: 'ok', headers, content: content(own) } } };
        const { responses } = operation;
        return [`/p${index}`, { get: operation, put: { requestBody: { content: content(own) }, responses } }];
      }),
    ),
    components: {
      headers: { Left: { schema: { type: 'integer' } } },
      schemas: {
        User: object({ id: text, kind: { enum: ['a', ...kinds] }, ...user }),
        Part: { oneOf: [object({ type: { const: 'text' } }), ...parts, NULL] },
        ...Object.fromEntries(
          Array.from({ length: 29 }, (_, index) => [`Answer${index}`, object({ user: orNull('User') })]),
        ),
      },
    },
  });

  const image = { ...object({ type: { const: 'image' } }), title: 'Image', required: ['type'] };
  const EDITS: [what: string, before: Edit, after: Edit, breaking: number, rows: number][] = [
    ['a removed property', { user: { clan: text } }, {}, 1, 2],
    ['values of an enum', {}, { kinds: ['b', 'c', 'd'] }, 1, 2],
    ['an alternative of a union', {}, { parts: [image] }, 1, 2],
    ['a header of all answers', {}, { headers: { Left: ref('headers', 'Left') } }, 0, 1],
  ];

  it.each(EDITS)('%s', (_, before, after, breaking, rows) => {
    for (const uses of [1, 560]) {
      const { items, summary } = compareOpenApi(api(uses, before), api(uses, after));
      expect(items.map(({ message }) => message)).toHaveLength(rows);
      expect(summary.breakingChanges).toBe(breaking);
      expect(items.every(({ affectedOperations }) => affectedOperations.length >= uses)).toBe(true);
    }
  });
});

describe('all parts added or removed at one place are one item', () => {
  const both = (before: JsonValue, after: JsonValue): string[] => [
    ...changes(sending(before), sending(after)),
    ...changes(answering(before), answering(after)),
  ];

  it('the values of an enum', () => {
    expect(both({ enum: ['a', 'b', 'c'] }, { enum: ['a', 'd', 'e', 'f'] })).toEqual([
      'BREAKING request-body-enum-value-removed',
      'INFO request-body-enum-value-added',
      'BREAKING response-body-enum-value-added',
      'INFO response-mediatype-enum-value-removed',
    ]);
    const { items } = compareOpenApi(sending({ enum: ['a', 'b', 'c'] }), sending({ enum: ['a'] }));
    expect(items).toMatchObject([
      { oldValue: ['b', 'c'], message: 'Request body in application/json: values "b", "c" removed from the enum' },
    ]);
  });

  it('the alternatives of a list, by their names', () => {
    const list = [text, { type: 'integer', minimum: 1 }];
    const more = [...list, { title: 'Cat', type: 'object' }, { type: 'array', items: USER }];
    const { items } = compareOpenApi(answering({ oneOf: list }), answering({ oneOf: more }));
    expect(items).toMatchObject([{ severity: 'BREAKING', newValue: ['Cat', 'array of User'] }]);
  });
});

describe('null that one of several types gets or loses is one change', () => {
  const orNull = (keyword: string): JsonObject => ({ [keyword]: [{ type: ['string', 'null'] }, { type: 'integer' }] });
  const without = (keyword: string): JsonObject => ({ [keyword]: [{ type: 'string' }, { type: 'integer' }] });

  it.each(['anyOf', 'oneOf'])('in an alternative of %s', keyword => {
    expect(changes(sending(orNull(keyword)), sending(without(keyword)))).toEqual([
      'BREAKING request-body-became-not-nullable',
    ]);
    expect(changes(sending(without(keyword)), sending(orNull(keyword)))).toEqual(['INFO request-body-became-nullable']);
    expect(changes(answering(without(keyword)), answering(orNull(keyword)))).toEqual([
      'BREAKING response-body-became-nullable',
    ]);
  });

  it('unless two alternatives of oneOf refuse it', () => {
    const twice = { oneOf: [{ type: ['string', 'null'] }, { type: ['integer', 'null'] }] };
    expect(changes(sending(orNull('oneOf')), sending(twice))[0]).toMatch(/^BREAKING .*became-not-nullable/);
  });
});

it('a server that is removed where a prefix moved into the paths is named by its own address', () => {
  const before = api(
    {},
    {
      servers: [{ url: 'https://a/v1' }, { url: 'https://old' }],
      paths: { '/p': { get: {} }, '/q': { get: {} } },
    },
  );
  const after = api({}, { servers: [{ url: 'https://a' }], paths: { '/v1/p': { get: {} }, '/v1/q': { get: {} } } });
  expect(messages(before, after)).toContain('WARNING API: server "https://old" removed');
});

describe('of servers beside another', () => {
  const serving = (paths: string[], ...servers: (string | JsonObject)[]): JsonObject =>
    api(
      {},
      {
        servers: servers.map(server => (typeof server === 'string' ? { url: server } : server)),
        paths: Object.fromEntries(paths.map(path => [path, { get: {} }])),
      },
    );
  const by = (host: string): JsonObject => ({ url: 'https://{host}', variables: { host: { default: host } } });

  it.each<[string, JsonObject, JsonObject, string[]]>([
    [
      'without a prefix that moved',
      serving(['/p', '/q'], 'https://a/v1', 'https://b/v1', 'https://b'),
      serving(['/v1/p', '/v1/q'], 'https://a'),
      ['"https://b/v1"', '"https://b"'],
    ],
    [
      'with the defaults of their variables',
      serving(['/p'], 'https://a', by('b'), by('c'), 'https://b', 'https://c'),
      serving(['/p'], 'https://a'),
      ['"https://b (https://{host})"', '"https://b"', '"https://c (https://{host})"', '"https://c"'],
    ],
    [
      'by the address that its document has',
      serving(['/p'], 'https://a/v1', 'https://b/v1'),
      serving(['/v1/p'], 'https://a'),
      ['"https://b/v1"'],
    ],
  ])('each that is removed or added is told, %s', (_, more, fewer, names) => {
    const told = (what: string) => names.map(name => `API: server ${name} ${what}`).sort();
    const found = (before: JsonObject, after: JsonObject) =>
      compareOpenApi(before, after).items.flatMap(({ rule, message }) =>
        /server-(added|removed)/.test(rule) ? message : [],
      );
    expect(found(more, fewer).sort()).toEqual(told('removed'));
    expect(found(fewer, more).sort()).toEqual(told('added'));
  });
});
