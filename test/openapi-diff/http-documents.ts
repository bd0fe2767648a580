import fc from 'fast-check';
import type { JsonObject, JsonValue } from '../../src/platform/json.ts';

// Random pairs of documents that differ outside schemas: one operation in a path, a webhook or a callback, and some others.

export type Kind = 'path' | 'webhook' | 'callback';

const SCHEMAS: JsonObject[] = [
  ...[{ type: 'string' }, { type: 'integer' }, { type: 'string', enum: ['s', 't'] }, { type: 'string', enum: ['s'] }],
  ...[
    { type: 'array', items: { type: 'string' } },
    { type: 'array', items: { type: 'integer' } },
  ],
  ...[{ type: 'object', properties: { a: { type: 'string' } }, required: ['a'] }],
];
const schema = fc.constantFrom(...SCHEMAS);
const record = <T>(model: { [K in keyof T]: fc.Arbitrary<T[K]> }, requiredKeys: (keyof T)[] = []) =>
  fc.record(model, { requiredKeys, noNullPrototype: true }) as fc.Arbitrary<JsonObject>;
const dictionary = (keys: string[], value: fc.Arbitrary<JsonValue>, minKeys: number, maxKeys: number) =>
  fc
    .uniqueArray(fc.tuple(fc.constantFrom(...keys), value), {
      selector: ([key]) => key,
      minLength: minKeys,
      maxLength: maxKeys,
    })
    .map(entries => Object.fromEntries(entries) as JsonObject);
const rarely = <T>(value: fc.Arbitrary<T>) => fc.option(value, { freq: 2, nil: undefined });

const STYLES: Record<string, string[]> = {
  query: ['form', 'form', 'form', 'spaceDelimited', 'pipeDelimited', 'deepObject'],
  header: ['simple'],
  cookie: ['form'],
  path: ['simple', 'simple', 'label', 'matrix'],
};

const written = (place: string): fc.Arbitrary<JsonObject> =>
  fc.oneof(
    {
      weight: 5,
      arbitrary: record(
        {
          schema,
          style: fc.constantFrom(...(STYLES[place] ?? [])),
          explode: fc.boolean(),
          allowReserved: fc.boolean(),
        },
        ['schema'],
      ),
    },
    { weight: 1, arbitrary: schema.map(each => ({ content: { 'application/json': { schema: each } } })) },
  );
const NAMED: [name: string, place: string][] = [
  ['q', 'query'],
  ['r', 'query'],
  ['q', 'header'],
  ['h', 'header'],
  ['H', 'header'],
  ['c', 'cookie'],
];
const parameter = fc
  .constantFrom(...NAMED)
  .chain(([name, place]) => fc.tuple(fc.constant(name), fc.constant(place), written(place), fc.boolean()))
  .map(([name, place, rest, required]): JsonObject => ({ name, in: place, ...(required && { required }), ...rest }));
const identity = (each: JsonObject): string => `${each.in} ${String(each.name).toLowerCase()}`;
const parameters = fc.uniqueArray(parameter, { maxLength: 3, selector: identity });

const TYPES = [
  'application/json',
  'application/json',
  'application/xml',
  'text/plain',
  'application/*',
  '*/*',
  'application/json;v=1',
];
const content = dictionary(
  TYPES,
  schema.map(each => ({ schema: each })),
  1,
  3,
);
/** A form with one property, which is written like a parameter of a query. */
const form = fc
  .tuple(schema, rarely(record({ style: fc.constantFrom(...(STYLES.query ?? [])), explode: fc.boolean() }, ['style'])))
  .map(([a, encoding]): JsonObject => {
    const media = { schema: { type: 'object', properties: { a } }, ...(encoding && { encoding: { a: encoding } }) };
    return { 'application/x-www-form-urlencoded': media };
  });
const body = record(
  { content: fc.oneof({ weight: 4, arbitrary: content }, { weight: 1, arbitrary: form }), required: fc.boolean() },
  ['content'],
);
const header = record({ schema, required: fc.boolean(), explode: fc.boolean() }, ['schema']);
const headers = dictionary(['A', 'B'], header, 1, 2);
const response = record({ content, headers: rarely(headers) }, []).map(each => ({ description: 'ok', ...each }));
const responses = dictionary(['200', '200', '201', '2XX', '404', '4XX', 'default'], response, 1, 3);

const scopes = fc.subarray(['r', 'w']);
const requirement = dictionary(['a', 'b', 'o'], fc.constant([]), 0, 2).chain(each =>
  scopes.map(asked => ('o' in each ? { ...each, o: asked } : each)),
);
const security = fc.array(requirement, { maxLength: 3 });
const server = fc.constantFrom('https://a', 'https://b', 'https://a/v1', '/').map(url => ({ url }));
const servers = fc.uniqueArray(server, { minLength: 1, maxLength: 2, selector: ({ url }) => url });

/** All that may differ. Each part comes from one document or the other. */
const PARTS = {
  template: fc.constantFrom('/p', '/p/{x}', '/p/{y}', '/p/{x}/q', '/p/{x}/{y}', '/p/{y}/{x}', '/v1/p', '/v1/p/{x}'),
  expression: fc.constantFrom('{$request.query.a}', '{$request.query.b}', 'https://c/{$request.body#/u}'),
  method: fc.constantFrom('post', 'put'),
  others: dictionary(
    ['/p', '/p/a', '/p/{x}', '/o', '/v1/o'],
    fc.constant({ get: { responses: { 200: { description: 'ok' } } } }),
    0,
    2,
  ),
  inPath: fc.tuple(written('path'), fc.boolean()),
  itemParameters: rarely(parameters),
  parameters,
  body: fc.option(body, { freq: 4, nil: undefined }),
  responses,
  security: rarely(security),
  ownSecurity: rarely(security),
  servers: rarely(servers),
  itemServers: fc.option(servers, { freq: 1, nil: undefined }),
  ownServers: fc.option(servers, { freq: 1, nil: undefined }),
  areComponents: fc.boolean(),
  isItemComponent: fc.boolean(),
  version: fc.constantFrom('3.0.3', '3.1.0', '3.1.0', '3.2.0'),
};
type Parts = { [K in keyof typeof PARTS]: (typeof PARTS)[K] extends fc.Arbitrary<infer T> ? T : never };
const parts = fc.record(PARTS) as fc.Arbitrary<Parts>;

const defined = (object: Record<string, JsonValue | undefined>): JsonObject =>
  Object.fromEntries(Object.entries(object).filter((entry): entry is [string, JsonValue] => entry[1] !== undefined));

type Place = (section: string, name: string, value: JsonObject) => JsonObject;

/** Writes parameters, bodies, responses, path items and callbacks as components, which several operations may share. */
const placeIn =
  (components: JsonObject, { areComponents }: Parts, prefix: string): Place =>
  (section, name, value) => {
    if (!areComponents) return value;
    components[section] = { ...(components[section] as JsonObject), [prefix + name]: value };
    return { $ref: `#/components/${section}/${prefix + name}` };
  };

const buildItem = (kind: Kind, all: Parts, place: Place): JsonObject => {
  const [spelling, isAtItem] = all.inPath;
  const names = kind === 'path' ? [...all.template.matchAll(/\{(\w+)\}/g)].map(([, name = '']) => name) : [];
  const inPath = names.map(name => ({ name, in: 'path', required: true, ...spelling }));
  const list = (at: string, own: JsonObject[]): JsonObject[] =>
    own.map((each, index) => place('parameters', `${at}${index}`, each));
  const operation = defined({
    parameters: list('Own', [...all.parameters, ...(isAtItem ? [] : inPath)]),
    requestBody: all.body && place('requestBodies', 'Body', all.body),
    responses: Object.fromEntries(
      Object.entries(all.responses).map(([code, each]) => [code, place('responses', `R${code}`, each as JsonObject)]),
    ),
    security: all.ownSecurity,
    servers: all.ownServers,
  });
  const item = defined({
    parameters: list('Item', [...(all.itemParameters ?? []), ...(isAtItem ? inPath : [])]),
    servers: all.itemServers,
    [all.method]: operation,
  });
  return all.isItemComponent ? place('pathItems', kind, item) : item;
};

const OK: JsonObject = { responses: { 200: { description: 'ok' } } };

/** Operations by where they are, and which of two sets of parts they have. */
type Shape = [kind: Kind, parts: 0 | 1][];
const SHAPES: Shape[] = [
  ...[[['path', 0]], [['path', 0]], [['path', 0]], [['webhook', 0]], [['webhook', 0]], [['callback', 0]]],
  ...[
    [
      ['path', 0],
      ['webhook', 0],
      ['callback', 0],
    ],
    [
      ['callback', 0],
      ['callback', 1],
      ['callback', 0],
    ],
  ],
  ...[
    [
      ['path', 0],
      ['callback', 1],
    ],
    [
      ['webhook', 1],
      ['webhook', 0],
    ],
  ],
] as Shape[];

const callingPath = (index: number): string => `/s${index}`;

const build = (shape: Shape, sets: [Parts, Parts]): JsonObject => {
  const [first] = sets;
  const components: JsonObject = {
    securitySchemes: {
      a: { type: 'http', scheme: 'basic' },
      b: { type: 'apiKey', in: 'header', name: 'X-Key' },
      o: { type: 'oauth2', flows: { clientCredentials: { tokenUrl: 'https://t', scopes: { r: '', w: '' } } } },
    },
  };
  const paths: JsonObject = shape.some(([kind]) => kind === 'path') ? { ...first.others } : {};
  const webhooks: JsonObject = {};
  for (const [index, [kind, at]] of shape.entries()) {
    const all = sets[at];
    const place = placeIn(components, first, `Set${at}`);
    const item = buildItem(kind, all, place);
    if (kind === 'path') paths[all.template] = item;
    else if (kind === 'webhook') webhooks[`w${index}`] = item;
    else {
      const callback = place('callbacks', `Called${all.isItemComponent}`, { [all.expression]: item });
      paths[callingPath(index)] = { post: { ...OK, security: [], callbacks: { c: callback } } };
    }
  }
  return defined({
    openapi: first.version,
    info: { title: 't', version: '1' },
    servers: first.servers,
    security: first.security,
    paths,
    webhooks,
    components,
  });
};

/** An operation of both documents. `isAt` is true for the paths under which rows list it as affected. */
export type Use = { kind: Kind; name: string; isAt: (path: string) => boolean };

const usesOf = (shape: Shape): Use[] =>
  shape.map(([kind], index) => {
    if (kind === 'path') return { kind, name: '', isAt: path => path.startsWith('/') && !/^\/s\d$/.test(path) };
    const name = kind === 'webhook' ? `w${index}` : callingPath(index);
    return { kind, name, isAt: path => path === name };
  });

export type Pair = { uses: Use[]; before: JsonObject; after: JsonObject };

const changed = (minLength: number) => fc.subarray(Object.keys(PARTS) as (keyof Parts)[], { minLength, maxLength: 2 });
const edited = (minLength: number) =>
  fc.tuple(parts, parts, changed(minLength)).map(([one, other, keys]): [Parts, Parts] => {
    return [one, { ...one, ...Object.fromEntries(keys.map(key => [key, other[key]])) }];
  });

/** Two documents that differ in one or two parts. */
export const pair: fc.Arbitrary<Pair> = fc
  .tuple(fc.constantFrom(...SHAPES), edited(1), edited(0))
  .map(([shape, [before, after], [otherBefore, otherAfter]]) => ({
    uses: usesOf(shape),
    before: build(shape, [before, otherBefore]),
    after: build(shape, [after, otherAfter]),
  }));
