import { describe, expect, it } from 'vitest';
import { compareOpenApi } from '../../src/openapi-diff/compare.ts';
import { type JsonObject, type JsonValue, parseJson } from '../../src/platform/json.ts';
import { usualCpuMsOf } from '../support/cpu-time.ts';
import { answering, api } from './documents.ts';

const ref = (index: number): JsonObject => ({ $ref: `#/components/schemas/S${index}` });
const document = (count: number, schemaAt: (index: number) => JsonObject): JsonObject => {
  const schemas = Object.fromEntries(Array.from({ length: count }, (_, index) => [`S${index}`, schemaAt(index)]));
  return answering(ref(0), { components: { schemas } });
};

const cycle = (length: number, type: string): JsonObject =>
  document(length, index => ({ type: 'object', properties: { next: ref((index + 1) % length), value: { type } } }));

/** Alternatives that need all others, of which one needs less in the end. */
const intertwined = (count: number, required: string[]): JsonObject => {
  const all = Object.fromEntries(Array.from({ length: count }, (_, index) => [`q${index}`, ref(index + 1)]));
  return document(count + 1, (index): JsonObject => {
    if (index === 0) return { oneOf: [ref(1), ref(2)] };
    const own = index === 1 ? required : ['p'];
    return {
      properties: { ...all, p: { type: 'string' } },
      required: [...own, ...Object.keys(all)],
      allOf: [ref((index % count) + 1)],
    };
  });
};

/** Every schema contains the next one twice, and its own property. */
const branching = (depth: number, type: string): JsonObject =>
  document(depth + 1, (index): JsonObject => {
    if (index === depth) return { type };
    return { allOf: [ref(index + 1), { ...ref(index + 1) }, { properties: { [`p${index}`]: { type } } }] };
  });

const meshed = (count: number, type: string): JsonObject =>
  document(count, index => ({
    allOf: Array.from({ length: 10 }, (_, edge) => ref((index * 10 + edge + 1) % count)).concat([
      { properties: { value: { type } } },
    ]),
  }));

const alternatives = (count: number, type: string): JsonObject =>
  answering({
    oneOf: Array.from({ length: count }, (_, index) => ({ properties: { [`p${index}`]: { type } } })),
  });

/** S1 has all later schemas as subtypes, and S0 contains it in as many places. */
const subtypes = (count: number, type: string): JsonObject =>
  document(count + 2, (index): JsonObject => {
    if (index === 1) return { type: 'object', discriminator: { propertyName: 'kind' } };
    if (index > 1) return { allOf: [ref(1), { properties: { value: { type: index === 2 ? type : 'string' } } }] };
    return {
      properties: Object.fromEntries(
        Array.from({ length: count }, (_, at) => [`p${at}`, { properties: { it: ref(1) } }]),
      ),
    };
  });

/** Each property of a schema has a condition that leads back to the schema. */
const conditions = (count: number, type: string): JsonObject =>
  document(1, () => ({
    properties: {
      value: { type },
      ...Object.fromEntries(Array.from({ length: count }, (_, at) => [`p${at}`, { contains: ref(0) }])),
    },
  }));

/** A part of a form with alternatives of which each has the next ones, in two alternatives of the form. */
const formOf = (contentType: string): JsonObject => {
  const levels = ['A', 'B', 'C', 'D', 'E'];
  const many = (name: string) => ({ anyOf: Array.from({ length: 300 }, () => named(name)) });
  const of = (side: string) =>
    levels.map((name, index) => [name + side, many(index === 4 ? 'Last' : `${levels[index + 1]}${side}`)]);
  const schemas = { ...Object.fromEntries([...of('1'), ...of('2')]), Last: { type: 'string' } };
  const schema = { anyOf: ['A1', 'A2'].map(name => having({ p: named(name) })) };
  const content = { 'multipart/form-data': { schema, encoding: { q: { contentType } } } };
  return api({ requestBody: { content } }, { components: { schemas } });
};

/** Each refuses objects that hold others, which refuse objects that hold others. */
const refusals = (count: number, type: string): JsonObject =>
  document(count, index => ({
    properties: {
      value: { type },
      ...Object.fromEntries(
        Array.from({ length: 10 }, (_, at) => [`p${at}`, { not: { properties: { x: ref((index + at) % count) } } }]),
      ),
    },
  }));

const all = (...schemas: JsonObject[]): JsonObject => ({ allOf: schemas });
const named = (name: string): JsonObject => ({ $ref: `#/components/schemas/${name}` });
const list = (items: JsonObject): JsonObject => ({ type: 'array', items });
const having = (properties: JsonObject): JsonObject => ({ type: 'object', properties });
const woven = (answer: JsonObject, Ant: JsonObject, Bee: JsonObject): JsonObject =>
  answering(answer, { components: { schemas: { Ant, Bee, Cow: having({ d: named('Cow'), a: list({}) }) } } });

/** The common part of two conjuncts leads back to both of them. */
const conjuncts: [JsonObject, JsonObject] = [
  woven(
    all(named('Ant'), named('Bee')),
    having({ a: list(all(named('Ant'))) }),
    having({ a: all(named('Ant'), named('Cow')) }),
  ),
  woven(
    having({ a: all(named('Ant')) }),
    having({ d: all(named('Ant'), { type: 'integer' }), a: list(list(named('Ant'))) }),
    having({ a: all(named('Ant'), { type: 'integer' }) }),
  ),
];

const propertiesOf = (count: number, type: string): JsonObject =>
  Object.fromEntries(Array.from({ length: count }, (_, index) => [`p${index}`, { type }]));

/** Another part of allOf says what holds for the properties, at length. */
const besides = (type: string): JsonObject =>
  answering({
    allOf: [
      { properties: propertiesOf(5000, type) },
      { additionalProperties: { properties: propertiesOf(10_000, 'string') } },
    ],
  });

/** Two lists of the same values in one allOf. */
const listedTwice = (count: number, more: JsonObject = {}): JsonObject => {
  const list = { enum: Array.from({ length: count }, (_, index) => `v${index}`) };
  return answering({ allOf: [list, { ...list }], ...more });
};

/** Operations that share a form whose parts have alternatives of alternatives, the same for all. */
const sharedForm = (contentType: string): JsonObject => {
  const [levels, width] = [[0, 1, 2, 3, 4], 20];
  const each = <T>(of: (index: number) => T): T[] => Array.from({ length: width }, (_, index) => of(index));
  const refsTo = (level: number): JsonObject[] => each(index => ({ $ref: `#/components/schemas/L${level}_${index}` }));
  const schemaAt = (level: number): JsonObject => (level === 4 ? { type: 'string' } : { anyOf: refsTo(level + 1) });
  const named = levels.flatMap(level => each(index => [`L${level}_${index}`, schemaAt(level)] as const));
  const properties = Object.fromEntries(refsTo(0).map((ref, index) => [`f${index}`, ref]));
  const encoding = Object.fromEntries(Object.keys(properties).map(name => [name, { contentType }]));
  const content = { 'multipart/form-data': { schema: { $ref: '#/components/schemas/F' }, encoding } };
  const paths = Object.fromEntries(each(index => [`/${index}`, { post: { requestBody: { content } } }]));
  return { ...api({}), paths, components: { schemas: { ...Object.fromEntries(named), F: { properties } } } };
};

/** Thousands of alternatives of which each is a component with a name and a property of its own. */
const componentsOf = (count: number, name: string): JsonObject => {
  const names = Array.from({ length: count }, (_, index) => `${name}${index}`);
  const schemas = Object.fromEntries(names.map(one => [one, having({ [one]: {} })]));
  return answering({ oneOf: names.map(named) }, { components: { schemas } });
};

const withPatterns = (count: number, name: string): JsonObject => {
  const of = (many: number, start: string) =>
    Object.fromEntries(Array.from({ length: many }, (_, index) => [`${start}${index}`, {}]));
  return answering({ properties: of(4 * count, name), patternProperties: of(count, '^q') });
};

/** Alternatives whose discriminator values lead to others, so many further. */
const mapped = (count: number, further: number, value = 'v'): JsonObject => {
  const names = Array.from({ length: count }, (_, index) => `S${index}`);
  const mapping = Object.fromEntries(names.map((_, index) => [value + index, `S${(index + further) % count}`]));
  const schemas = Object.fromEntries(names.map(name => [name, { type: 'object', properties: { [name]: {} } }]));
  const oneOf = names.map((_, index) => ref(index));
  return answering({ oneOf, discriminator: { propertyName: 'kind', mapping } }, { components: { schemas } });
};

/** Alternatives with a discriminator value each, whose components have this prefix. */
const mappedUnder = (prefix: string): JsonObject => {
  const names = Array.from({ length: 7000 }, (_, index) => `${prefix}${index}`);
  const schemas = Object.fromEntries(names.map((name, index) => [name, having({ [`p${index}`]: {} })]));
  const mapping = Object.fromEntries(names.map((name, index) => [`v${index}`, name]));
  const discriminator = { propertyName: 'kind', mapping };
  return answering({ oneOf: names.map(named), discriminator }, { components: { schemas } });
};

/** Discriminator values that all lead to one long component. */
const mappedToOne = (name: string): JsonObject => {
  const mapping = Object.fromEntries(Array.from({ length: 9000 }, (_, index) => [`v${index}`, name]));
  const schemas = { [name]: { title: name, ...having(propertiesOf(9000, 'string')) } };
  return answering({ ...having({}), discriminator: { propertyName: 'kind', mapping } }, { components: { schemas } });
};

/** Components that each refer to the next one, also by a discriminator value. */
const mappedInCircle = (count: number, prefix: string): JsonObject => {
  const schemas = Object.fromEntries(
    Array.from({ length: count }, (_, index) => {
      const next = `#/components/schemas/${prefix}${(index + 1) % count}`;
      const discriminator = { propertyName: 'kind', mapping: { v: next } };
      return [`${prefix}${index}`, { ...having({ next: { $ref: next } }), discriminator }];
    }),
  );
  return answering({ $ref: `#/components/schemas/${prefix}0` }, { components: { schemas } });
};

const outcome = (before: JsonObject, after: JsonObject): 'compared' | 'too large' => {
  const { items } = compareOpenApi(before, after);
  const isTooLarge = items.some(({ rule }) => rule === 'comparison-too-large');
  if (isTooLarge) expect(items).toMatchObject([{ severity: 'BREAKING', mustHandle: true }]);
  return isTooLarge ? 'too large' : 'compared';
};

/** Schemes of which none is like another one. */
const schemes = (prefix: string): JsonObject => ({
  ...api({}),
  components: {
    securitySchemes: Object.fromEntries(
      Array.from({ length: 4000 }, (_, index) => [
        `${prefix}${index}`,
        { type: 'apiKey', in: 'header', name: `${prefix}${index}` },
      ]),
    ),
  },
});

const closed = (map: 'properties' | 'patternProperties', count: number, name: string): JsonObject => {
  const names = Array.from({ length: count }, (_, index) => [`${name}${index}`, { type: 'string' }]);
  return answering({ type: 'object', [map]: Object.fromEntries(names), additionalProperties: false });
};
/** Each name takes a pattern thousands of attempts. */
const longNames = closed('properties', 2000, 'a'.repeat(50));
const slowPatterns = closed('patternProperties', 100, '^a*a*a*b');

const typedBy = (prefix: string): JsonObject => {
  const names = Array.from({ length: 20_000 }, (_, index) => [`a/${prefix}${index}`, {}]);
  return api({ requestBody: { content: Object.fromEntries(names) } });
};

const secured = (prefix: string, count = 15_000): JsonObject =>
  api({ security: Array.from({ length: count }, (_, index) => ({ [`${prefix}${index}`]: [] })) });

const repeated = (count: number, more: (index: number) => JsonObject = () => ({})): JsonObject[] =>
  Array.from({ length: count }, (_, index) => ({ a: [], ...more(index) }));
const another = (index: number): JsonObject => ({ [`x${index}`]: [] });

/** Thousands of operations beside security or servers of the document. */
const beside = (rest: JsonObject, operation: JsonObject = {}): JsonObject => ({
  ...api({}, rest),
  paths: Object.fromEntries(Array.from({ length: 3000 }, (_, index) => [`/${index}`, { get: operation }])),
});
const repeating = api({ security: repeated(1000) });
const inherited = beside({ security: repeated(5000) });

const servedBy = (url: string, value = ''): JsonObject => ({
  ...api({}),
  servers: [{ url, variables: { v: { default: value } } }],
});
const longVariable = servedBy(`https://a/${'{v}'.repeat(30_000)}`, 'v'.repeat(20_000));
const listed = (list: string[]): JsonObject => ({
  ...api({}),
  servers: [{ url: 'https://{v}', variables: { v: { default: 'a', enum: list } } }],
});
const values = Array.from({ length: 100_000 }, (_, index) => `v${index}`);
const servers = Array.from({ length: 20_000 }, () => ({ url: 'https://a' }));
/** Thousands of paths of one path item that has many servers. */
const sharingServers = (host: string, base: string, begin: string): JsonObject => {
  const paths = Array.from({ length: 20_000 }, (_, index) => [
    `${begin}/${index}`,
    { $ref: '#/components/pathItems/X' },
  ]);
  const many = Array.from({ length: 20_000 }, (_, index) => ({ url: `https://${host}${index}${base}` }));
  const components = { pathItems: { X: { get: {}, servers: [{ url: 'https://d' }, ...many] } } };
  return { ...api({}), servers: [{ url: `https://a${base}` }], paths: Object.fromEntries(paths), components };
};
/** Thousands of paths of one operation that requires thousands of security schemes. */
const requiredByAll = (last: string): JsonObject => {
  const names = [...Array.from({ length: 8_999 }, (_, index) => `s${index}`), last];
  const paths = Array.from({ length: 9_000 }, (_, index) => [`/${index}`, { $ref: '#/components/pathItems/X' }]);
  const of = (value: JsonValue): JsonObject => Object.fromEntries(names.map(name => [name, value]));
  const pathItems = { X: { get: { security: [of([])] } } };
  const securitySchemes = of({ type: 'http', scheme: 'bearer' });
  return { ...api({}), paths: Object.fromEntries(paths), components: { pathItems, securitySchemes } };
};
const longNumber = (last: string): JsonObject =>
  answering({ type: 'number', minimum: parseJson(`1${'0'.repeat(200_000)}${last}`) });
const slashes = servedBy(`https://a${'/'.repeat(200_000)}b`);

it('documents that are too large to compare have another key for another text, so that no exception is for all', () => {
  const keyOf = (type: string) => compareOpenApi(cycle(400, 'string'), cycle(399, type)).items.map(({ key }) => key);
  expect(keyOf('integer')).not.toEqual(keyOf('number'));
});

describe('a document built to never end', () => {
  it.each([
    ['cycles whose lengths have nothing in common', cycle(400, 'string'), cycle(399, 'integer'), 'too large'],
    ['a thousand levels of branching allOf', branching(1000, 'string'), branching(1000, 'integer'), 'compared'],
    ['allOf of everything by everything', meshed(1000, 'string'), meshed(999, 'integer'), 'too large'],
    ['thousands of subtypes in thousands of places', subtypes(4000, 'string'), subtypes(4000, 'integer'), 'compared'],
    ['conjuncts that lead back to themselves', ...conjuncts, 'compared'],
    ['conditions that lead back', conditions(100, 'string'), conditions(100, 'integer'), 'compared'],
    ['thousands of conditions that lead back', conditions(3000, 'string'), conditions(3000, 'integer'), 'too large'],
    ['refusals that lead back', refusals(300, 'string'), refusals(300, 'integer'), 'compared'],
    ['alternatives of alternatives in a form', formOf('a/b'), formOf('a/c'), 'compared'],
    ['such alternatives in a form of many operations', sharedForm('a/b'), sharedForm('a/c'), 'compared'],
    ['alternatives that need one another', intertwined(20, ['p']), intertwined(20, []), 'compared'],
    ['thousands of properties beside a long schema for the rest', besides('string'), besides('integer'), 'compared'],
    ['thousands of security schemes with other names', schemes('a'), schemes('b'), 'compared'],
    ['another name of one of thousands in thousands of paths', requiredByAll('a'), requiredByAll('b'), 'compared'],
    ['thousands of values listed twice', listedTwice(15_000), listedTwice(15_000, { minLength: 1 }), 'compared'],
    ['thousands of other components as alternatives', componentsOf(3000, 'a'), componentsOf(3000, 'b'), 'compared'],
    ['hundreds of patterns beside thousands of names', withPatterns(800, 'a'), withPatterns(800, 'b'), 'compared'],
    ['a thousand patterns beside thousands of names', withPatterns(1000, 'a'), withPatterns(1000, 'b'), 'too large'],
    ['patterns that match a name in many ways', longNames, slowPatterns, 'compared'],
    ['thousands of other media types', typedBy('a'), typedBy('b'), 'compared'],
    ['hundreds of other security requirements', secured('a', 900), secured('b', 900), 'compared'],
    ['thousands of the same security requirements', secured('a'), secured('a', 15_001), 'compared'],
    ['thousands of other security requirements', secured('a'), secured('b'), 'too large'],
    ['requirements that repeat one', repeating, api({ security: repeated(1000, another) }), 'compared'],
    [
      'operations that replace such requirements',
      inherited,
      beside({ security: repeated(5000) }, { security: repeated(1) }),
      'compared',
    ],
    ['the address of a server with a long variable', longVariable, servedBy('https://b'), 'compared'],
    ['the address of a server with many slashes', slashes, servedBy('https://b'), 'compared'],
    ['a bound with thousands of zeros', longNumber('1'), longNumber('2'), 'compared'],
    ['a server with a long enum in another order', listed(values), listed(values.toReversed()), 'compared'],
    [
      'operations that lose servers like many others',
      beside({ servers }, { servers: servers.slice(0, 1) }),
      beside({ servers }),
      'compared',
    ],
    ['a prefix of many servers', sharingServers('b', '/v1', ''), sharingServers('c', '', '/v1'), 'compared'],
    ['thousands of discriminator values that lead elsewhere', mapped(6000, 0), mapped(6000, 1), 'compared'],
    ['thousands of discriminator values that get other names', mapped(9000, 0), mapped(9000, 0, 'w'), 'compared'],
    ['thousands of alternatives that get other names', mappedUnder('a'), mappedUnder('b'), 'compared'],
    ['thousands of discriminator values of one component', mappedToOne('Cat'), mappedToOne('CatDto'), 'compared'],
    ['two circles of discriminator values', mappedInCircle(80, 'A'), mappedInCircle(79, 'B'), 'compared'],
    ['thousands of alternatives', alternatives(3000, 'string'), alternatives(2999, 'integer'), 'compared'],
  ])('%s ends soon', async (_, before, after, expected) => {
    expect(await usualCpuMsOf(() => expect(outcome(before, after)).toBe(expected))).toBeLessThan(8_000);
  });
});

describe('one path item at many paths', () => {
  const listOf = (count: number, last: string, partAt: (name: string) => JsonObject): JsonObject[] =>
    Array.from({ length: count }, (_, index) => partAt(index === count - 1 ? last : `p${index}`));
  const mapOf = (count: number, last: string, partAt: (name: string) => JsonValue): JsonObject =>
    Object.fromEntries(Array.from({ length: count }, (_, index) => [`p${index}`, partAt(index === 0 ? last : '')]));

  const withMany: Record<string, (count: number, last: string) => JsonObject> = {
    parameters: (count, last) => ({ get: { parameters: listOf(count, last, name => ({ name, in: 'query' })) } }),
    'parameters of the path': (count, last) => ({
      parameters: listOf(count, last, name => ({ name, in: 'query' })),
      get: {},
    }),
    properties: (count, last) => {
      const schema = { properties: mapOf(count, last, title => ({ title })) };
      return { post: { requestBody: { content: { 'application/json': { schema } } } } };
    },
    'media types': (count, last) => ({
      post: { requestBody: { content: mapOf(count, last, title => ({ schema: { title } })) } },
    }),
    headers: (count, last) => ({
      get: { responses: { 200: { headers: mapOf(count, last, description => ({ description })) } } },
    }),
    links: (count, last) => ({
      get: { responses: { 200: { links: mapOf(count, last, description => ({ description })) } } },
    }),
    callbacks: (count, last) => ({
      post: { callbacks: mapOf(count, last, summary => ({ '{$url}': { post: { summary } } })) },
    }),
    servers: (count, last) => ({ get: { servers: listOf(count, last, name => ({ url: `https://${name}` })) } }),
    tags: (count, last) => ({
      get: { tags: listOf(count, last, name => ({ name })).map(({ name }) => name as string) },
    }),
    'media types beside a text': (count, description) => ({
      post: { requestBody: { description, content: mapOf(count, '', () => ({ schema: { type: 'string' } })) } },
    }),
    'headers beside a text': (count, description) => ({
      get: { responses: { 200: { description, headers: mapOf(count, '', () => ({ schema: { type: 'string' } })) } } },
    }),
    'tags beside a text': (count, summary) => ({
      get: { summary, tags: listOf(count, '', name => ({ name })).map(({ name }) => name as string) },
    }),
    methods: (count, last) => ({ additionalOperations: mapOf(count, last, summary => ({ summary })) }),
    'extensions of methods': (count, last) => ({
      additionalOperations: mapOf(count, '', () => ({})),
      ...Object.fromEntries(listOf(count, last, name => ({ [`x-${name}`]: 0 })).flatMap(Object.entries)),
    }),
    'parameters of methods': (count, last) => ({
      parameters: listOf(count, last, name => ({ name, in: 'query' })),
      additionalOperations: mapOf(count, '', () => ({})),
    }),
  };

  const at = (count: number, pathItem: JsonObject, beside: JsonObject = {}): JsonObject => {
    const entry = { $ref: '#/components/pathItems/X', ...beside };
    const paths = Object.fromEntries(Array.from({ length: count }, (_, index) => [`/${index}`, entry]));
    return { ...api({}), openapi: '3.2.0', paths, components: { pathItems: { X: pathItem } } };
  };

  it.each(Object.entries(withMany))('is compared soon, with %s', async (_, of) => {
    const outcomeAt = (count: number) => outcome(at(count, of(count, 'a')), at(count, of(count, 'b')));
    expect(outcomeAt(50)).toBe('compared');
    expect(await usualCpuMsOf(() => expect(outcomeAt(2000)).toBe('too large'))).toBeLessThan(4_000);
  });

  it.each(Object.entries(withMany))('that stays is compared soon, with %s', async (_, of) => {
    const [before, after] = [at(2000, of(2000, 'a')), at(2000, of(2000, 'a'))];
    const started = { ...after, paths: { ...(after.paths as JsonObject), '/other': { get: { responses: {} } } } };
    expect(await usualCpuMsOf(() => outcome(before, started))).toBeLessThan(4_000);
    const renamed = (name: string) => ({
      ...before,
      paths: Object.fromEntries(
        Object.entries(before.paths as JsonObject).map(([path, item]) => [`${path}/{${name}}`, item]),
      ),
    });
    expect(await usualCpuMsOf(() => outcome(renamed('a'), renamed('b')))).toBeLessThan(4_000);
  });

  it.each([
    ['a long description', (last: string) => ({ get: { description: 'x'.repeat(40_000) + last } })],
    [
      'a long example that stays',
      (summary: string) => ({
        post: { summary, requestBody: { content: { 'text/plain': { example: 'x'.repeat(8_000_000) } } } },
      }),
    ],
    ['hundreds of parameters that stay', () => withMany.parameters?.(300, '') ?? {}],
  ])('is compared, with %s', async (_, of) => {
    const [before, after] = [at(2000, of('a')), at(2000, of('b'))];
    const other = { get: { responses: {} } };
    const withOther = { ...after, paths: { ...(after.paths as JsonObject), '/other': other } };
    expect(await usualCpuMsOf(() => expect(outcome(before, withOther)).toBe('compared'))).toBeLessThan(4_000);
  });

  const numbers: JsonValue = Array.from({ length: 50_000 }, (_, index) => index);
  const asked = (schema: JsonObject, example: JsonValue, summary = ''): JsonObject => ({
    post: { summary, requestBody: { content: { 'application/json': { schema, example } } }, responses: {} },
  });
  const fifty = Array.from({ length: 50 }, (_, index) => `v${index}`);
  const answered = (summary: string): JsonObject => ({
    get: {
      summary,
      parameters: listOf(20, '', name => ({ name, in: 'query', schema: { enum: fifty } })),
      responses: { 200: { content: { 'application/json': { schema: having(propertiesOf(200, 'string')) } } } },
    },
  });
  const preflight = (summary: string): JsonObject => ({
    options: { summary, responses: { 204: { headers: mapOf(40, '', () => ({ schema: { type: 'string' } })) } } },
  });
  const titled = (title: string): JsonObject => ({ schemas: { Ant: { title } } });
  const aliases = (summary: string): JsonObject => {
    const document = at(300, {});
    const paths = Object.fromEntries(
      Object.keys(document.paths as JsonObject).map(path => [path, { $ref: '#/paths/~1a' }]),
    );
    return { ...document, paths: { '/a': answered(summary), ...paths } };
  };
  const withComponents = (document: JsonObject, components: JsonObject): JsonObject => ({
    ...document,
    components: { ...(document.components as JsonObject), ...components },
  });
  const long = at(100, asked(named('Ant'), numbers));

  it.each([
    ['another version beside a long example', long, { ...long, info: { title: 'T', version: 'another' } }],
    ['another summary beside a long example', at(100, asked({}, numbers)), at(100, asked({}, numbers, 'b'))],
    ['another schema beside a long example', withComponents(long, titled('a')), withComponents(long, titled('b'))],
    ['another summary beside parameters and properties', at(400, answered('a')), at(400, answered('b'))],
    ['another summary of what other paths refer to', aliases('a'), aliases('b')],
    ['another summary beside headers', at(5000, preflight('a')), at(5000, preflight('b'))],
  ])('is compared, with %s', async (_, before, after) => {
    expect(await usualCpuMsOf(() => expect(outcome(before, after)).toBe('compared'))).toBeLessThan(4_000);
  });

  it('is compared, with an item of its own for each path', () => {
    const of = (summary: string) => {
      const names = Array.from({ length: 20_000 }, (_, index) => `p${index}`);
      const item = Object.fromEntries(Array.from({ length: 8 }, (_, index) => [`x-${index}`, 1]));
      const paths = Object.fromEntries(names.map(name => [`/${name}`, { $ref: `#/components/pathItems/${name}` }]));
      const pathItems = Object.fromEntries(names.map(name => [name, { get: { summary }, ...item }]));
      return { ...api({}), openapi: '3.1.0', paths, components: { pathItems } };
    };
    expect(outcome(of('a'), of('b'))).toBe('compared');
  });

  it('is compared soon, with the same security', async () => {
    const of = (summary: string) => at(8000, { get: { summary, security: repeated(8000, another) } });
    expect(await usualCpuMsOf(() => expect(outcome(of('a'), of('b'))).toBe('compared'))).toBeLessThan(4_000);
  });

  const inEach = (count: number, item: JsonObject): JsonObject =>
    api({}, { paths: Object.fromEntries(Array.from({ length: count }, (_, index) => [`/${index}`, { ...item }])) });
  it.each([
    ['one path item at many paths', at, 3000, 'too large', { type: 'string' }],
    ['many operations', inEach, 3000, 'too large', { type: 'string' }],
    ['some operations', inEach, 400, 'compared', named('Bee')],
  ])('is compared soon, with the long schema of a form in %s', async (_, itemAt, count, expected, part) => {
    const Ant = having(Object.fromEntries(Array.from({ length: 1000 }, (_, index) => [`p${index}`, part])));
    const of = (contentType: string) => {
      const type = { schema: named('Ant'), encoding: { p0: { contentType } } };
      const item = { post: { requestBody: { content: { 'multipart/form-data': type } }, responses: {} } };
      return withComponents(itemAt(count, item), { schemas: { Ant, Bee: { type: 'string' } } });
    };
    expect(await usualCpuMsOf(() => expect(outcome(of('a/b'), of('a/c'))).toBe(expected))).toBeLessThan(4_000);
  });

  it('is compared soon, with a media type of many encodings that many operations refer to', async () => {
    const of = (contentType: string) => {
      const type = { encoding: mapOf(1000, contentType, last => ({ contentType: last || 'a/b' })) };
      const content = { 'multipart/form-data': { $ref: '#/components/mediaTypes/M' } };
      const document = inEach(4000, { post: { requestBody: { content } } });
      return { ...document, openapi: '3.2.0', components: { mediaTypes: { M: type } } };
    };
    expect(await usualCpuMsOf(() => expect(outcome(of('a/c'), of('a/d'))).toBe('too large'))).toBeLessThan(8_000);
  });

  it('is compared soon, with forms of many encodings that refer to the same cycle', async () => {
    const of = (type: string): JsonObject => {
      const members = (at: number) => [
        named(`C${(at + 1) % 10}`),
        named(`C${(at * 7 + 3) % 10}`),
        having({ a: { type } }),
      ];
      const schemas = Object.fromEntries(Array.from({ length: 10 }, (_, at) => [`C${at}`, { oneOf: members(at) }]));
      const item = (at: number) => {
        const form = { schema: named(`C${at % 10}`), encoding: { [`p${at}`]: { style: 'deepObject' } } };
        const requestBody = { content: { 'application/x-www-form-urlencoded': form } };
        return [`/${at}`, { post: { requestBody, responses: {} } }];
      };
      const paths = Object.fromEntries(Array.from({ length: 100 }, (_, at) => item(at)));
      return withComponents(api({}, { paths }), { schemas });
    };
    expect(await usualCpuMsOf(() => expect(outcome(of('integer'), of('string'))).toBe('compared'))).toBeLessThan(
      12_000,
    );
  });

  it('is compared soon, with many methods and extensions of one path', async () => {
    const of = (last: string) => at(1, withMany['extensions of methods']?.(30_000, last) ?? {});
    expect(await usualCpuMsOf(() => expect(outcome(of('a'), of('b'))).toBe('too large'))).toBeLessThan(4_000);
  });

  it('is compared soon, with many fields beside each reference', async () => {
    const of = (last: string) =>
      at(
        2000,
        mapOf(2000, last, summary => summary),
        { summary: 'a' },
      );
    expect(await usualCpuMsOf(() => expect(outcome(of('a'), of('b'))).toBe('too large'))).toBeLessThan(4_000);
  });
});
