import type { JsonObject, JsonValue } from '../../src/platform/json.ts';

// Edits for the rules that the edit space of keywords does not reach: [before, after], tried both ways.

export type SchemaPair = [before: JsonValue, after: JsonValue];

const ref = (name: string): JsonObject => ({ $ref: `#/components/schemas/${name}` });
/** Components that the edits refer to. */
export const COMPONENTS: JsonObject = {
  Cat: { type: 'object', properties: { meow: { type: 'boolean' } } },
  Dog: { type: 'object', properties: { bark: { type: 'boolean' } } },
  Note: { description: 'For people' },
};
const text = (rest: JsonObject = {}): JsonObject => ({ type: 'string', ...rest });
const owner = (property: JsonObject, ...required: string[]): JsonObject => ({
  type: 'object',
  properties: { owner: property },
  required,
});
const nobody: JsonObject = { type: 'object' };
const FLAGS: JsonObject[] = [{ readOnly: true }, { writeOnly: true }];

export const schemaPairs: SchemaPair[] = [
  [true, false],
  [text(), text({ default: 'a' })],
  [text({ default: 'a' }), text({ default: 'b' })],
  [text(), { anyOf: [text(), { type: 'integer' }] }],
  [text({ 'x-extensible-enum': ['a'] }), text({ 'x-extensible-enum': ['a', 'b'] })],
  [text(), text({ 'x-vendor': 1 })],
  [
    { type: 'array', contains: text(), minContains: 1 },
    { type: 'array', contains: text(), minContains: 2 },
  ],
  [text({ pattern: '^a' }), text({ pattern: '.*' })],
  [text(), text({ contentSchema: { type: 'object' } })],
  [nobody, { type: 'object', else: { maxProperties: 3 } }],
  [
    { allOf: [ref('Cat')], maxProperties: 3 },
    { allOf: [ref('Cat'), ref('Dog')], maxProperties: 3 },
  ],
  [{ allOf: [ref('Cat'), ref('Dog')] }, { allOf: [ref('Cat'), ref('Dog'), ref('Note')] }],
  [ref('Cat'), { anyOf: [ref('Cat'), ref('Dog')] }],
  [nobody, owner(text())],
  [nobody, owner(text(), 'owner')],
  [nobody, owner(text({ default: 'me' }), 'owner')],
  [owner(text({ default: 'me' })), owner(text({ default: 'me' }), 'owner')],
  ...FLAGS.flatMap((flag): SchemaPair[] => [
    [nobody, owner(text(flag))],
    [nobody, owner(text(flag), 'owner')],
    [owner(text(flag)), owner(text(flag), 'owner')],
    [owner(text()), owner(text(flag))],
    [owner(text(), 'owner'), owner(text(flag), 'owner')],
  ]),
  [text(), text({ deprecated: true })],
  [text(), text({ deprecated: true, 'x-sunset': '2030-01-01' })],
  [text(), text({ deprecated: true, 'x-sunset': 'soon' })],
  [text({ deprecated: true }), text({ deprecated: true, 'x-sunset': '2030-01-01' })],
  [text({ deprecated: true, 'x-sunset': '2029-01-01' }), text({ deprecated: true, 'x-sunset': '2030-01-01' })],
  [text({ 'x-stability-level': 'beta' }), text({ 'x-stability-level': 'alpha' })],
  [text({ 'x-stability-level': 'beta' }), text({ 'x-stability-level': 'ga' })],
  [text(), text({ xml: { name: 'b' } })],
  [{ $dynamicRef: '#a' }, { $dynamicRef: '#b' }],
  [
    { oneOf: [ref('Cat'), ref('Dog')], discriminator: { propertyName: 'a' } },
    { oneOf: [ref('Cat'), ref('Dog')], discriminator: { propertyName: 'a', mapping: { cat: 'Cat' } } },
  ],
  [
    { oneOf: [ref('Cat'), ref('Dog')], discriminator: { propertyName: 'a', mapping: { cat: 'Cat' } } },
    { oneOf: [ref('Cat'), ref('Dog')], discriminator: { propertyName: 'a', mapping: { cat: 'Dog' } } },
  ],
];

type Pair = [before: JsonObject, after: JsonObject];

const ok = { 200: { description: 'ok' } };
/** One operation, which callers send or, as a webhook, receive. */
const of = (operation: JsonObject, rest: JsonObject = {}): JsonObject => ({
  openapi: '3.1.0',
  info: { title: 't', version: '1' },
  paths: { '/p': { post: { responses: ok, ...operation } } },
  ...rest,
});
const hook = (operation: JsonObject): JsonObject =>
  of({}, { webhooks: { done: { post: { responses: ok, ...operation } } } });
const gone = of({}, { paths: {} });
const otherMethod = (operation: JsonObject): JsonObject =>
  of({}, { paths: { '/p': { get: { responses: ok }, post: { responses: ok, ...operation } } } });
const onlyGet = of({}, { paths: { '/p': { get: { responses: ok } } } });
const old = (sunset?: string): JsonObject => ({ deprecated: true, ...(sunset && { 'x-sunset': sunset }) });
const stable = { 'x-stability-level': 'stable' };
const q = (rest: JsonObject): JsonObject => ({ parameters: [{ name: 'q', in: 'query', schema: text(), ...rest }] });
const served = (variables?: JsonObject): JsonObject =>
  of({}, { servers: [{ url: 'https://{v}', ...(variables && { variables }) }] });
const scheme = (x?: JsonObject): JsonObject =>
  of({ security: x ? [{ x: [] }] : [] }, { components: { securitySchemes: x ? { x } : {} } });
const flow = (rest: JsonObject): JsonObject =>
  scheme({ type: 'oauth2', flows: { implicit: { authorizationUrl: 'https://a', scopes: {}, ...rest } } });
const scoped = (...scopes: string[]): JsonObject => of({}, { security: [{ x: scopes }] });
const DATES = [undefined, 'soon', '2026-06-20', '2030-01-01'];

/** What is deprecated: an operation, or a parameter, of callers or of a webhook. */
const lifecycles: ((state: JsonObject) => JsonObject)[] = [
  state => of(state),
  state => of(q(state)),
  state => of({ ...q(state), ...stable }),
  state => hook(q(state)),
  state => hook({ ...q(state), ...stable }),
];

const body = (name: string): JsonObject => ({ content: { [name]: { schema: text() } } });
const form = (a: JsonObject): JsonObject => ({
  requestBody: {
    content: {
      'multipart/form-data': { schema: { type: 'object', properties: { a: text() } }, encoding: { a } },
    },
  },
});
/** Edits of an operation, tried in a path and in a webhook. */
const operationPairs: Pair[] = [
  [{}, q({})],
  [{}, q({ required: true })],
  [{}, { parameters: [{ name: 'id', in: 'path', required: true, schema: text() }] }],
  [q({}), q({ required: true })],
  [q({}), { parameters: [{ name: 'q', in: 'header', schema: text() }] }],
  [q({}), q({ style: 'pipeDelimited' })],
  [q({}), q({ explode: false })],
  [q({}), q({ allowReserved: true })],
  [q({}), q({ allowEmptyValue: true })],
  [q({}), { parameters: [{ name: 'q', in: 'query', ...body('application/json') }] }],
  [
    { parameters: [{ name: 'id', in: 'path', required: true, schema: text() }] },
    { parameters: [{ name: 'key', in: 'path', required: true, schema: text() }] },
  ],
  [{}, { requestBody: body('a/b') }],
  [{}, { requestBody: { ...body('a/b'), required: true } }],
  [{ requestBody: body('a/b') }, { requestBody: { ...body('a/b'), required: true } }],
  [{ requestBody: { content: { 'a/b': {} } } }, { requestBody: body('a/b') }],
  [{ requestBody: body('a/b') }, { requestBody: { content: { ...(body('a/b').content as JsonObject), 'a/c': {} } } }],
  [{ requestBody: body('a/b') }, { requestBody: body('a/*') }],
  [{ requestBody: body('a/b;v=1') }, { requestBody: body('a/b;v=2') }],
  [form({ contentType: 'a/b' }), form({ contentType: 'a/c' })],
  [{}, { responses: { ...ok, 201: { description: '' } } }],
  [{}, { responses: { ...ok, 404: { description: '' } } }],
  [{}, { responses: { '2XX': { description: 'ok' } } }],
  ...(
    [
      [{}, { headers: { H: { schema: text() } } }],
      [{}, { headers: { H: { schema: text(), required: true } } }],
      [{ headers: { H: { schema: text() } } }, { headers: { H: { schema: text(), required: true } } }],
      [{ headers: { H: { schema: text() } } }, { headers: { H: { schema: text(), deprecated: true } } }],
      [{ headers: { H: { schema: text() } } }, { headers: { H: { schema: text(), explode: true } } }],
      [{ headers: { H: { schema: text() } } }, { headers: { H: body('a/b') } }],
      [{}, { links: { next: { operationId: 'a' } } }],
      [{ links: { next: { operationId: 'a' } } }, { links: { next: { operationId: 'b' } } }],
      [body('a/b'), { content: { 'a/b': { schema: text() }, 'a/c': {} } }],
      [body('a/b'), body('a/*')],
      [body('a/b;v=1'), body('a/b;v=2')],
      [{ content: { 'a/b': {} } }, body('a/b')],
      [
        { content: { 'multipart/a': { encoding: { a: { contentType: 'a/b' } } } } },
        { content: { 'multipart/a': { encoding: { a: { contentType: 'a/c' } } } } },
      ],
    ] satisfies Pair[]
  ).map(
    ([before, after]): Pair => [
      { responses: { 200: { description: 'ok', ...before } } },
      { responses: { 200: { description: 'ok', ...after } } },
    ],
  ),
];

const atPath = (rest: JsonObject, where: 'paths' | 'webhooks'): JsonObject => ({
  ...of({}),
  [where]: {
    '/p': { parameters: [{ name: 'q', in: 'query', schema: text(), ...rest }], post: { responses: ok } },
  },
});

export const documentPairs: Pair[] = [
  [served(), served({ v: { default: 'a' } })],
  [served({ v: { default: 'a' } }), served({ v: { default: 'b' } })],
  [served({ v: { default: 'a' } }), served({ v: { default: 'a', enum: ['a'] } })],
  [served({ v: { default: 'a', enum: ['a'] } }), served({ v: { default: 'a', enum: ['a', 'b'] } })],
  ...['2026-06-10', '2026-06-20', 'soon', undefined].flatMap((sunset): Pair[] => [
    [of(old(sunset)), gone],
    [otherMethod(old(sunset)), onlyGet],
    [of(q(old(sunset))), of({})],
    [hook(q(old(sunset))), hook({})],
  ]),
  [otherMethod({}), onlyGet],
  ...lifecycles.flatMap(document =>
    DATES.flatMap((sunset): Pair[] => [
      [document({}), document(old(sunset))],
      ...DATES.map((other): Pair => [document(old(sunset)), document(old(other))]),
    ]),
  ),
  [of(stable), of({ ...stable, ...old() })],
  [of({ 'x-stability-level': 'beta' }), of({ 'x-stability-level': 'alpha' })],
  [of({ 'x-stability-level': 'beta' }), of({ 'x-stability-level': 'ga' })],
  [of({}), of({ operationId: 'a' })],
  [of({}), of({ summary: 'a' })],
  [of({ summary: 'a' }), of({ summary: 'b' })],
  [of({}), of({ description: 'a' })],
  [of({ description: 'a' }), of({ description: 'b' })],
  [of({}), of({ tags: ['a'] })],
  [of({}), of({ 'x-a': 1 })],
  [of({ 'x-a': 1 }), of({ 'x-a': 2 })],
  [of({}), of({}, { info: { title: 'u', version: '1' } })],
  [of({}), of({}, { info: { title: 't', version: '2' } })],
  [of({}), of({}, { info: { title: 't', version: '1', description: 'a' } })],
  [of({}, { externalDocs: { url: 'a' } }), of({}, { externalDocs: { url: 'b' } })],
  [of({}), hook({})],
  [of({}), of({ callbacks: { c: { '{$url}': { post: { responses: ok } } } } })],
  ...(['paths', 'webhooks'] as const).flatMap((where): Pair[] => [
    [{ ...of({}), [where]: { '/p': { post: { responses: ok } } } }, atPath({}, where)],
    [{ ...of({}), [where]: { '/p': { post: { responses: ok } } } }, atPath({ required: true }, where)],
  ]),
  [of({ security: [{ a: [] }] }), of({ security: [{ a: [] }, { b: [] }] })],
  [of({ security: [{ a: ['r'] }] }), of({ security: [{ a: ['r', 'w'] }] })],
  [of({}, { security: [{ a: [] }] }), of({}, { security: [{ a: [] }, { b: [] }] })],
  [scoped('r'), scoped('r', 'w')],
  [scheme(), scheme({ type: 'http', scheme: 'basic' })],
  [scheme({ type: 'http', scheme: 'basic' }), scheme({ type: 'http', scheme: 'bearer' })],
  [scheme({ type: 'http', scheme: 'basic' }), scheme({ type: 'apiKey', in: 'query', name: 'k' })],
  [scheme({ type: 'apiKey', in: 'query', name: 'k' }), scheme({ type: 'apiKey', in: 'header', name: 'k' })],
  [scheme({ type: 'apiKey', in: 'query', name: 'k' }), scheme({ type: 'apiKey', in: 'query', name: 'l' })],
  [scheme({ type: 'openIdConnect', openIdConnectUrl: 'a' }), scheme({ type: 'openIdConnect', openIdConnectUrl: 'b' })],
  [flow({}), flow({ authorizationUrl: 'https://b' })],
  [flow({ tokenUrl: 'a' }), flow({ tokenUrl: 'b' })],
  [flow({ refreshUrl: 'a' }), flow({ refreshUrl: 'b' })],
  [flow({}), flow({ scopes: { r: 'Reads' } })],
  [flow({ scopes: { r: 'Reads' } }), flow({ scopes: { r: 'Looks' } })],
  [scheme({ type: 'oauth2', flows: {} }), flow({})],
  ...operationPairs.flatMap(([before, after]): Pair[] => [
    [of(before), of(after)],
    [hook(before), hook(after)],
  ]),
];
