import type { JsonObject, JsonValue } from '../../src/platform/json.ts';

/** The expected result: nothing, something, or the highest severity; with a number, exactly that many items. */
export type Told = 'nothing' | 'something' | 'INFO' | 'WARNING' | 'BREAKING' | '1 INFO' | '1 BREAKING';
export type DocumentEdit = [what: string, before: JsonObject, after: JsonObject, forth: Told, back: Told];

const ok: JsonObject = { 200: { description: 'ok' } };
const str: JsonObject = { type: 'string' };
const arr: JsonObject = { type: 'array', items: str };
const json = (schema: JsonValue): JsonObject => ({ content: { 'application/json': { schema } } });
const op = (operation: JsonObject = {}, rest: JsonObject = {}): JsonObject => ({
  openapi: '3.1.0',
  info: { title: 't', version: '1' },
  paths: { '/p': { post: { responses: ok, ...operation } } },
  ...rest,
});
const par = (parameter: JsonObject): JsonObject =>
  op({ parameters: [{ name: 'q', in: 'query', schema: str, ...parameter }] });
const res = (response: JsonObject): JsonObject => op({ responses: { 200: { description: 'ok', ...response } } });
const hook = (headers: JsonObject): JsonObject =>
  op({}, { webhooks: { w: { post: { responses: { 200: { description: 'ok', headers } } } } } });
/** The header names are not in alphabetical order: the change is identified by `Least`, not by the first one. */
const limited = (type: string): JsonObject => ({
  ...res({ headers: { Most: { $ref: '#/components/headers/L' }, Least: { $ref: '#/components/headers/L' } } }),
  components: { headers: { L: { schema: { type } } } },
});
const body = (requestBody: JsonObject): JsonObject => op({ requestBody: { ...json(str), ...requestBody } });
const SCHEMES: JsonObject = {
  a: { type: 'apiKey', in: 'header', name: 'A' },
  b: { type: 'http', scheme: 'basic' },
  o: { type: 'oauth2', flows: { clientCredentials: { tokenUrl: 'https://t', scopes: { r: '', w: '' } } } },
};
const sec = (security?: JsonValue): JsonObject =>
  op(security === undefined ? {} : { security }, { components: { securitySchemes: SCHEMES } });
const scheme = (x: JsonObject): JsonObject => op({ security: [{ x: [] }] }, { components: { securitySchemes: { x } } });
const called = (callback: JsonObject, security: JsonValue, scheme = 'basic'): JsonObject =>
  op(
    { security: [], callbacks: { c: { '{$url}': { post: { responses: ok, ...callback } } } } },
    { security, components: { securitySchemes: { x: { type: 'http', scheme } } } },
  );
const gsec = (security?: JsonValue): JsonObject =>
  op({}, { ...(security !== undefined && { security }), components: { securitySchemes: SCHEMES } });
const srv = (...servers: JsonObject[]): JsonObject => op({}, { servers });
const form = (encoding?: JsonObject, type = 'application/x-www-form-urlencoded'): JsonObject =>
  op({ requestBody: { content: { [type]: { schema: obj, ...(encoding && { encoding }) } } } });
/** A header of one part, without or by a reference; none if there is no header. */
const partHeader = (header?: JsonObject, spelling: 'inline' | 'by ref' = 'inline'): JsonObject => {
  if (header === undefined) return form({ f: {} }, 'multipart/form-data');
  const H = { schema: str, ...header };
  const headers = { H: spelling === 'inline' ? H : { $ref: '#/components/headers/H' } };
  return { ...form({ f: { headers } }, 'multipart/form-data'), components: { headers: { H } } };
};
const obj: JsonObject = { type: 'object', properties: { a: arr, f: { type: 'string', format: 'binary' } } };
const paths = (paths: JsonObject, rest: JsonObject = {}): JsonObject => ({
  openapi: '3.1.0',
  info: { title: 't', version: '1' },
  paths,
  ...rest,
});
const get = (operation: JsonObject = {}): JsonObject => ({ get: { responses: ok, ...operation } });
const queried: JsonObject = { parameters: [{ name: 'q', in: 'query', required: true, schema: str }] };
/** A path that refers to a path item, which refers to another one. */
const refItem = (own: JsonObject, behind: JsonObject, between: JsonObject = { summary: 'p' }): JsonObject =>
  paths(
    { '/p': { $ref: '#/components/pathItems/P', ...own } },
    { components: { pathItems: { P: { $ref: '#/components/pathItems/Q', ...between }, Q: behind } } },
  );
const idp = (name: string, rest: JsonObject = {}): JsonObject => ({
  ...{ name, in: 'path', required: true, schema: str },
  ...rest,
});
const S = (schemas: JsonObject): JsonObject => ({ components: { schemas } });
const disc = (mapping?: JsonObject, names = ['Cat', 'Dog']): JsonObject => {
  const oneOf = names.map(name => ({ $ref: `#/components/schemas/${name}` }));
  const discriminator = { propertyName: 'k', ...(mapping && { mapping }) };
  const kind = (index: number): JsonObject => ({
    ...{ type: 'object', required: ['k'], properties: { k: str, [`p${index}`]: str } },
  });
  const schemas = Object.fromEntries(names.map((name, index) => [name, kind(index)]));
  return op({ requestBody: json({ oneOf, discriminator }) }, S(schemas));
};

const sent = (schema: JsonObject): JsonObject => op({ requestBody: json(schema) });

export const documentEdits: DocumentEdit[] = [
  [
    'enum of all values removed',
    sent({ type: 'boolean', enum: [true, false] }),
    sent({ type: 'boolean' }),
    'INFO',
    'INFO',
  ],
  [
    'number with a format of texts',
    sent({ type: 'integer' }),
    sent({ type: 'number', format: 'date-time' }),
    'INFO',
    'BREAKING',
  ],
  ['discriminator value of another name', disc({ Cat: '#/components/schemas/Dog' }), disc(), 'BREAKING', 'BREAKING'],
  ['param added optional', op(), par({}), 'INFO', 'WARNING'],
  ['param added required', op(), par({ required: true }), 'BREAKING', 'WARNING'],
  [
    'param style',
    par({ schema: arr }),
    par({ schema: arr, style: 'pipeDelimited', explode: false }),
    'BREAKING',
    'BREAKING',
  ],
  ['param explode', par({ schema: arr }), par({ schema: arr, explode: false }), 'BREAKING', 'BREAKING'],
  ['param allowReserved', par({}), par({ allowReserved: true }), 'INFO', 'BREAKING'],
  ['param allowEmptyValue', par({}), par({ allowEmptyValue: true }), 'INFO', 'BREAKING'],
  [
    'param schema to content',
    par({}),
    op({ parameters: [{ name: 'q', in: 'query', ...json(str) }] }),
    'BREAKING',
    'BREAKING',
  ],
  [
    'param content media type',
    op({ parameters: [{ name: 'q', in: 'query', ...json(str) }] }),
    op({ parameters: [{ name: 'q', in: 'query', content: { 'text/plain': { schema: str } } }] }),
    'BREAKING',
    'BREAKING',
  ],
  ['param moved to header', par({}), par({ in: 'header' }), 'BREAKING', 'BREAKING'],
  ['param moved to cookie', par({}), par({ in: 'cookie' }), 'BREAKING', 'BREAKING'],
  ['param description', par({ description: 'a' }), par({ description: 'b' }), 'INFO', 'INFO'],
  ['param example', par({ example: 'a' }), par({ example: 'b' }), 'INFO', 'INFO'],
  ['param deprecated', par({}), par({ deprecated: true }), 'INFO', 'INFO'],
  ['param extension', par({}), par({ 'x-y': 1 }), 'INFO', 'INFO'],
  ['header param case', par({ in: 'header', name: 'X-A' }), par({ in: 'header', name: 'x-a' }), 'nothing', 'nothing'],
  ['header param required', par({ in: 'header' }), par({ in: 'header', required: true }), 'BREAKING', 'INFO'],
  ['cookie param required', par({ in: 'cookie' }), par({ in: 'cookie', required: true }), 'BREAKING', 'INFO'],
  [
    'path param renamed',
    paths({ '/u/{id}': get({ parameters: [idp('id')] }) }),
    paths({ '/u/{userId}': get({ parameters: [idp('userId')] }) }),
    'INFO',
    'INFO',
  ],
  [
    'path param type',
    paths({ '/u/{id}': get({ parameters: [idp('id')] }) }),
    paths({ '/u/{id}': get({ parameters: [idp('id', { schema: { type: 'integer' } })] }) }),
    'BREAKING',
    'INFO',
  ],
  [
    'path param renamed and type',
    paths({ '/u/{id}': get({ parameters: [idp('id')] }) }),
    paths({ '/u/{userId}': get({ parameters: [idp('userId', { schema: { type: 'integer' } })] }) }),
    'BREAKING',
    'INFO',
  ],
  [
    'params to path level',
    paths({ '/u': get({ parameters: [{ name: 'q', in: 'query', schema: str }] }) }),
    paths({ '/u': { parameters: [{ name: 'q', in: 'query', schema: str }], ...get() } }),
    'nothing',
    'nothing',
  ],
  [
    'path level param type',
    paths({ '/u': { parameters: [{ name: 'q', in: 'query', schema: str }], ...get(), put: { responses: ok } } }),
    paths({
      '/u': { parameters: [{ name: 'q', in: 'query', schema: { type: 'integer' } }], ...get(), put: { responses: ok } },
    }),
    'BREAKING',
    'INFO',
  ],
  [
    'path level param overridden',
    paths({ '/u': { parameters: [{ name: 'q', in: 'query', schema: str }], ...get(), put: { responses: ok } } }),
    paths({
      '/u': {
        parameters: [{ name: 'q', in: 'query', schema: str }],
        ...get({ parameters: [{ name: 'q', in: 'query', required: true, schema: str }] }),
        put: { responses: ok },
      },
    }),
    'BREAKING',
    'INFO',
  ],
  [
    'param by ref',
    op({ parameters: [{ name: 'q', in: 'query', schema: str }] }),
    op(
      { parameters: [{ $ref: '#/components/parameters/Q' }] },
      { components: { parameters: { Q: { name: 'q', in: 'query', schema: str } } } },
    ),
    'nothing',
    'nothing',
  ],
  ['body added optional', op(), body({}), 'INFO', 'BREAKING'],
  ['body added required', op(), body({ required: true }), 'BREAKING', 'BREAKING'],
  ['body required', body({}), body({ required: true }), 'BREAKING', 'INFO'],
  ['body description', body({ description: 'a' }), body({ description: 'b' }), 'INFO', 'INFO'],
  [
    'body media added',
    body({}),
    body({ content: { 'application/json': { schema: str }, 'text/plain': { schema: str } } }),
    'INFO',
    'BREAKING',
  ],
  ['body range', body({}), body({ content: { 'application/*': { schema: str } } }), 'INFO', 'BREAKING'],
  ['body */*', body({}), body({ content: { '*/*': { schema: str } } }), 'INFO', 'BREAKING'],
  [
    'body charset added',
    body({}),
    body({ content: { 'application/json; charset=utf-8': { schema: str } } }),
    'nothing',
    'nothing',
  ],
  [
    'body charset spelling',
    body({ content: { 'application/json;charset=utf-8': { schema: str } } }),
    body({ content: { 'Application/JSON; Charset=utf-8': { schema: str } } }),
    'nothing',
    'nothing',
  ],
  ['body media replaced', body({}), body({ content: { 'application/xml': { schema: str } } }), 'BREAKING', 'BREAKING'],
  [
    'body example',
    body({ content: { 'application/json': { schema: str, example: 'a' } } }),
    body({ content: { 'application/json': { schema: str, example: 'b' } } }),
    'INFO',
    'INFO',
  ],
  ['body schema appears', body({ content: { 'application/json': {} } }), body({}), 'BREAKING', 'INFO'],
  [
    'body range and one of it',
    body({ content: { 'application/*': { schema: str } } }),
    body({ content: { 'application/*': { schema: str }, 'application/json': { schema: { type: 'integer' } } } }),
    'BREAKING',
    'something',
  ],
  ['encoding contentType', form(), form({ f: { contentType: 'image/png' } }), 'BREAKING', 'BREAKING'],
  [
    'multipart encoding contentType',
    form(undefined, 'multipart/form-data'),
    form({ f: { contentType: 'image/png' } }, 'multipart/form-data'),
    'BREAKING',
    'BREAKING',
  ],
  ['encoding explode', form(), form({ a: { explode: false } }), 'BREAKING', 'BREAKING'],
  [
    'encoding header',
    form({ f: { headers: { H: { schema: str } } } }, 'multipart/form-data'),
    form({ f: { headers: { H: { schema: str, required: true } } } }, 'multipart/form-data'),
    'BREAKING',
    'INFO',
  ],
  ['optional encoding header added', partHeader(), partHeader({}), 'INFO', 'WARNING'],
  ['required encoding header added', partHeader(), partHeader({ required: true }), 'BREAKING', 'BREAKING'],
  ['encoding header by ref', partHeader({}), partHeader({}, 'by ref'), 'nothing', 'nothing'],
  [
    'encoding header by ref required',
    partHeader({}, 'by ref'),
    partHeader({ required: true }, 'by ref'),
    'BREAKING',
    'INFO',
  ],
  [
    'schema of an encoding header by ref',
    partHeader({ schema: { type: 'integer' } }, 'by ref'),
    partHeader({ schema: { type: 'boolean' } }, 'by ref'),
    '1 BREAKING',
    '1 BREAKING',
  ],
  ['bound of an encoding header', partHeader({}), partHeader({ schema: { ...str, maxLength: 9 } }), 'BREAKING', 'INFO'],
  ['title of an encoding header', partHeader({}), partHeader({ schema: { ...str, title: 't' } }), 'INFO', 'INFO'],
  [
    'default of an encoding header',
    partHeader({}),
    partHeader({ required: false, explode: false }),
    'nothing',
    'nothing',
  ],
  ['response code added', op(), op({ responses: { ...ok, 201: { description: 'x' } } }), 'INFO', 'BREAKING'],
  ['error code added', op(), op({ responses: { ...ok, 404: { description: 'x' } } }), 'INFO', 'INFO'],
  ['default added', op(), op({ responses: { ...ok, default: { description: 'x' } } }), 'INFO', 'INFO'],
  ['range for code', op(), op({ responses: { '2XX': { description: 'ok' } } }), 'something', 'something'],
  [
    'code beside range with other schema',
    op({ responses: { '2XX': { description: '', ...json(str) } } }),
    op({
      responses: { '2XX': { description: '', ...json(str) }, 200: { description: '', ...json({ type: 'integer' }) } },
    }),
    'BREAKING',
    'BREAKING',
  ],
  ['response description', op(), op({ responses: { 200: { description: 'other' } } }), 'INFO', 'INFO'],
  [
    'response media added',
    res(json(str)),
    res({ content: { 'application/json': { schema: str }, 'text/plain': { schema: str } } }),
    'INFO',
    'BREAKING',
  ],
  ['response range', res(json(str)), res({ content: { 'application/*': { schema: str } } }), 'BREAKING', 'INFO'],
  ['response content gone', res(json(str)), res({}), 'BREAKING', 'INFO'],
  ['response schema gone', res(json(str)), res({ content: { 'application/json': {} } }), 'WARNING', 'INFO'],
  ['header added', res({}), res({ headers: { H: { schema: str } } }), 'INFO', 'WARNING'],
  ['required header added', res({}), res({ headers: { H: { schema: str, required: true } } }), 'INFO', 'BREAKING'],
  [
    'header required',
    res({ headers: { H: { schema: str } } }),
    res({ headers: { H: { schema: str, required: true } } }),
    'INFO',
    'BREAKING',
  ],
  [
    'header case',
    res({ headers: { 'X-A': { schema: str } } }),
    res({ headers: { 'x-a': { schema: str } } }),
    'nothing',
    'nothing',
  ],
  [
    'header deprecated',
    res({ headers: { H: { schema: str } } }),
    res({ headers: { H: { schema: str, deprecated: true } } }),
    'INFO',
    'INFO',
  ],
  [
    'header explode',
    res({ headers: { H: { schema: arr } } }),
    res({ headers: { H: { schema: { type: 'object', properties: { a: str } }, explode: true } } }),
    'BREAKING',
    'BREAKING',
  ],
  [
    'header only explode',
    res({ headers: { H: { schema: { type: 'object' } } } }),
    res({ headers: { H: { schema: { type: 'object' }, explode: true } } }),
    'BREAKING',
    'BREAKING',
  ],
  [
    'header to content',
    res({ headers: { H: { schema: str } } }),
    res({ headers: { H: json(str) } }),
    'BREAKING',
    'BREAKING',
  ],
  [
    'header description',
    res({ headers: { H: { schema: str, description: 'a' } } }),
    res({ headers: { H: { schema: str, description: 'b' } } }),
    'INFO',
    'INFO',
  ],
  ['link added', res({}), res({ links: { l: { operationId: 'x' } } }), 'INFO', 'WARNING'],
  [
    'link target',
    res({ links: { l: { operationId: 'x' } } }),
    res({ links: { l: { operationId: 'y' } } }),
    'WARNING',
    'WARNING',
  ],
  [
    'link parameters',
    res({ links: { l: { operationId: 'x', parameters: { a: '$response.body#/id' } } } }),
    res({ links: { l: { operationId: 'x', parameters: { a: '$response.body#/key' } } } }),
    'WARNING',
    'WARNING',
  ],
  [
    'link description',
    res({ links: { l: { operationId: 'x', description: 'a' } } }),
    res({ links: { l: { operationId: 'x', description: 'b' } } }),
    'INFO',
    'INFO',
  ],
  ['security required', sec(), sec([{ a: [] }]), 'BREAKING', 'WARNING'],
  ['security alternative', sec([{ a: [] }]), sec([{ a: [] }, { b: [] }]), 'WARNING', 'BREAKING'],
  ['security combined', sec([{ a: [] }]), sec([{ a: [], b: [] }]), 'BREAKING', 'WARNING'],
  ['security optional', sec([{ a: [] }]), sec([{ a: [] }, {}]), 'WARNING', 'BREAKING'],
  ['security scope', sec([{ o: ['r'] }]), sec([{ o: ['r', 'w'] }]), 'BREAKING', 'INFO'],
  [
    'security scopes of alternatives merged',
    sec([{ o: ['r'] }, { o: ['w'] }]),
    sec([{ o: ['r', 'w'] }]),
    'BREAKING',
    'something',
  ],
  ['security order', sec([{ a: [] }, { b: [] }]), sec([{ b: [] }, { a: [] }]), 'nothing', 'nothing'],
  ['security moved to document', sec([{ a: [] }]), { ...sec(), security: [{ a: [] }] }, 'something', 'something'],
  [
    'security scheme renamed',
    op({ security: [{ x: [] }] }, { components: { securitySchemes: { x: { type: 'http', scheme: 'basic' } } } }),
    op({ security: [{ y: [] }] }, { components: { securitySchemes: { y: { type: 'http', scheme: 'basic' } } } }),
    'nothing',
    'nothing',
  ],
  ['global security', gsec(), gsec([{ a: [] }]), 'BREAKING', 'WARNING'],
  [
    'operation leaves global',
    { ...gsec([{ a: [] }]) },
    { ...gsec([{ a: [] }]), paths: { '/p': { post: { responses: ok, security: [] } } } },
    'WARNING',
    'BREAKING',
  ],
  [
    'scheme type',
    scheme({ type: 'http', scheme: 'basic' }),
    scheme({ type: 'apiKey', in: 'header', name: 'A' }),
    'BREAKING',
    'BREAKING',
  ],
  [
    'scheme http',
    scheme({ type: 'http', scheme: 'basic' }),
    scheme({ type: 'http', scheme: 'bearer' }),
    'BREAKING',
    'BREAKING',
  ],
  [
    'scheme of an unchanged callback',
    called({ security: [{ x: [] }] }, []),
    called({ security: [{ x: [] }] }, [], 'bearer'),
    '1 BREAKING',
    '1 BREAKING',
  ],
  ['security of an unchanged callback', called({}, [{ x: [] }, {}]), called({}, [{ x: [] }]), '1 INFO', 'WARNING'],
  [
    'scheme http case',
    scheme({ type: 'http', scheme: 'basic' }),
    scheme({ type: 'http', scheme: 'Basic' }),
    'nothing',
    'nothing',
  ],
  [
    'scheme key name',
    scheme({ type: 'apiKey', in: 'header', name: 'A' }),
    scheme({ type: 'apiKey', in: 'header', name: 'B' }),
    'BREAKING',
    'BREAKING',
  ],
  [
    'scheme key header case',
    scheme({ type: 'apiKey', in: 'header', name: 'A-b' }),
    scheme({ type: 'apiKey', in: 'header', name: 'a-B' }),
    'nothing',
    'nothing',
  ],
  [
    'scheme bearerFormat',
    scheme({ type: 'http', scheme: 'bearer' }),
    scheme({ type: 'http', scheme: 'bearer', bearerFormat: 'JWT' }),
    'INFO',
    'INFO',
  ],
  [
    'scheme description',
    scheme({ type: 'http', scheme: 'bearer', description: 'a' }),
    scheme({ type: 'http', scheme: 'bearer', description: 'b' }),
    'INFO',
    'INFO',
  ],
  [
    'scheme openid',
    scheme({ type: 'openIdConnect', openIdConnectUrl: 'https://a' }),
    scheme({ type: 'openIdConnect', openIdConnectUrl: 'https://b' }),
    'BREAKING',
    'BREAKING',
  ],
  [
    'scheme token url',
    scheme({ type: 'oauth2', flows: { clientCredentials: { tokenUrl: 'https://a', scopes: {} } } }),
    scheme({ type: 'oauth2', flows: { clientCredentials: { tokenUrl: 'https://b', scopes: {} } } }),
    'WARNING',
    'WARNING',
  ],
  ['server added', srv({ url: 'https://a' }), srv({ url: 'https://a' }, { url: 'https://b' }), 'INFO', 'WARNING'],
  ['server replaced', srv({ url: 'https://a' }), srv({ url: 'https://b' }), 'WARNING', 'WARNING'],
  ['server slash', srv({ url: 'https://a' }), srv({ url: 'https://a/' }), 'nothing', 'nothing'],
  [
    'server description',
    srv({ url: 'https://a', description: 'a' }),
    srv({ url: 'https://a', description: 'b' }),
    'INFO',
    'INFO',
  ],
  [
    'server variable enum',
    srv({ url: 'https://{v}', variables: { v: { default: 'a', enum: ['a', 'b'] } } }),
    srv({ url: 'https://{v}', variables: { v: { default: 'a', enum: ['a'] } } }),
    'WARNING',
    'INFO',
  ],
  [
    'server variable default',
    srv({ url: 'https://{v}', variables: { v: { default: 'a' } } }),
    srv({ url: 'https://{v}', variables: { v: { default: 'b' } } }),
    'WARNING',
    'WARNING',
  ],
  [
    'path servers',
    paths({ '/p': get() }),
    paths({ '/p': { ...get(), servers: [{ url: 'https://x' }] } }),
    'WARNING',
    'WARNING',
  ],
  [
    'operation servers',
    paths({ '/p': get() }),
    paths({ '/p': get({ servers: [{ url: 'https://x' }] }) }),
    'WARNING',
    'WARNING',
  ],
  [
    'path description',
    paths({ '/p': { ...get(), description: 'a' } }),
    paths({ '/p': { ...get(), description: 'b' } }),
    'INFO',
    'INFO',
  ],
  ['path extension', paths({ '/p': { ...get(), 'x-a': 1 } }), paths({ '/p': { ...get(), 'x-a': 2 } }), 'INFO', 'INFO'],
  [
    'callback added',
    op(),
    op({ callbacks: { c: { '{$url}': { post: { requestBody: json(str), responses: ok } } } } }),
    'WARNING',
    'BREAKING',
  ],
  [
    'callback body required',
    op({ callbacks: { c: { '{$url}': { post: { requestBody: json(str), responses: ok } } } } }),
    op({ callbacks: { c: { '{$url}': { post: { requestBody: { ...json(str), required: true }, responses: ok } } } } }),
    'INFO',
    'BREAKING',
  ],
  [
    'callback answer code',
    op({ callbacks: { c: { '{$url}': { post: { responses: ok } } } } }),
    op({ callbacks: { c: { '{$url}': { post: { responses: { 204: { description: '' } } } } } } }),
    'BREAKING',
    'BREAKING',
  ],
  [
    'callback expression',
    op({ callbacks: { c: { '{$request.body#/a}': { post: { responses: ok } } } } }),
    op({ callbacks: { c: { '{$request.body#/b}': { post: { responses: ok } } } } }),
    'something',
    'something',
  ],
  [
    'callback param required',
    op({
      callbacks: {
        c: { '{$url}': { post: { parameters: [{ name: 'q', in: 'query', schema: str }], responses: ok } } },
      },
    }),
    op({
      callbacks: {
        c: {
          '{$url}': { post: { parameters: [{ name: 'q', in: 'query', required: true, schema: str }], responses: ok } },
        },
      },
    }),
    'INFO',
    'something',
  ],
  [
    'callback param added',
    op({ callbacks: { c: { '{$url}': { post: { responses: ok } } } } }),
    op({
      callbacks: {
        c: {
          '{$url}': { post: { parameters: [{ name: 'q', in: 'query', required: true, schema: str }], responses: ok } },
        },
      },
    }),
    'something',
    'something',
  ],
  ['webhook added', op(), op({}, { webhooks: { w: { post: { responses: ok } } } }), 'INFO', 'BREAKING'],
  [
    'webhook method',
    op({}, { webhooks: { w: { post: { responses: ok } } } }),
    op({}, { webhooks: { w: { put: { responses: ok } } } }),
    'BREAKING',
    'BREAKING',
  ],
  [
    'webhook answer code',
    op({}, { webhooks: { w: { post: { responses: ok } } } }),
    op({}, { webhooks: { w: { post: { responses: { 202: { description: '' } } } } } }),
    'BREAKING',
    'BREAKING',
  ],
  [
    'webhook answer code added',
    op({}, { webhooks: { w: { post: { responses: ok } } } }),
    op({}, { webhooks: { w: { post: { responses: { ...ok, 202: { description: '' } } } } } }),
    'INFO',
    'BREAKING',
  ],
  [
    'webhook body media',
    op({}, { webhooks: { w: { post: { requestBody: json(str), responses: ok } } } }),
    op(
      {},
      {
        webhooks: {
          w: {
            post: {
              requestBody: { content: { 'application/json': { schema: str }, 'text/xml': { schema: str } } },
              responses: ok,
            },
          },
        },
      },
    ),
    'something',
    'something',
  ],
  ['operationId', op({ operationId: 'a' }), op({ operationId: 'b' }), 'INFO', 'INFO'],
  ['tags', op({ tags: ['a'] }), op({ tags: ['b'] }), 'INFO', 'INFO'],
  [
    'tag description',
    op({}, { tags: [{ name: 'a', description: 'a' }] }),
    op({}, { tags: [{ name: 'a', description: 'b' }] }),
    'INFO',
    'INFO',
  ],
  ['summary', op({ summary: 'a' }), op({ summary: 'b' }), 'INFO', 'INFO'],
  [
    'op externalDocs',
    op({ externalDocs: { url: 'https://a' } }),
    op({ externalDocs: { url: 'https://b' } }),
    'INFO',
    'INFO',
  ],
  [
    'root externalDocs',
    op({}, { externalDocs: { url: 'https://a' } }),
    op({}, { externalDocs: { url: 'https://b' } }),
    'INFO',
    'INFO',
  ],
  ['deprecated', op(), op({ deprecated: true }), 'INFO', 'INFO'],
  [
    'sunset moved',
    op({ deprecated: true, 'x-sunset': '2030-01-01' }),
    op({ deprecated: true, 'x-sunset': '2031-01-01' }),
    'something',
    'something',
  ],
  ['stability', op({ 'x-stability-level': 'stable' }), op({ 'x-stability-level': 'beta' }), 'BREAKING', 'INFO'],
  ['title', op(), op({}, { info: { title: 'u', version: '1' } }), 'INFO', 'INFO'],
  ['version', op(), op({}, { info: { title: 't', version: '2' } }), 'INFO', 'INFO'],
  ['info description', op(), op({}, { info: { title: 't', version: '1', description: 'x' } }), 'INFO', 'INFO'],
  ['license', op(), op({}, { info: { title: 't', version: '1', license: { name: 'MIT' } } }), 'INFO', 'INFO'],
  ['info extension', op(), op({}, { info: { title: 't', version: '1', 'x-a': 1 } }), 'INFO', 'INFO'],
  ['root extension', op(), op({}, { 'x-a': 1 }), 'INFO', 'INFO'],
  ['endpoint removed', paths({ '/p': get(), '/q': get() }), paths({ '/p': get() }), 'BREAKING', 'INFO'],
  ['method changed', paths({ '/p': get() }), paths({ '/p': { put: { responses: ok } } }), 'BREAKING', 'BREAKING'],
  ['trailing slash', paths({ '/p': get() }), paths({ '/p/': get() }), 'BREAKING', 'BREAKING'],
  [
    'parameter of a path item with fields beside its ref',
    refItem({ summary: 's' }, get()),
    refItem({ summary: 's' }, get(queried)),
    '1 BREAKING',
    'WARNING',
  ],
  [
    'parameter and server beside the ref of a path item',
    refItem({}, get()),
    refItem({ ...queried, servers: [{ url: '/a' }] }, get()),
    'something',
    'something',
  ],
  [
    'operation of a path item between two others',
    refItem({}, get(), {}),
    refItem({}, get(), { put: { responses: ok } }),
    'INFO',
    'BREAKING',
  ],
  ['required header added', res({}), res({ headers: { H: { schema: str, required: true } } }), 'INFO', 'BREAKING'],
  [
    'header that answers to a webhook need',
    hook({}),
    hook({ H: { schema: str, required: true } }),
    'BREAKING',
    'BREAKING',
  ],
  ['header that answers to a webhook may have', hook({}), hook({ H: { schema: str } }), 'INFO', 'WARNING'],
  ['type of a header that an answer has twice', limited('integer'), limited('boolean'), '1 BREAKING', '1 BREAKING'],
  [
    'schema of a header that is written by another media type',
    res({ headers: { H: json(str) } }),
    res({ headers: { H: { content: { 'text/plain': {} } } } }),
    'BREAKING',
    'BREAKING',
  ],
  [
    'path item by ref',
    paths({ '/p': get() }),
    paths({ '/p': { $ref: '#/components/pathItems/P' } }, { components: { pathItems: { P: get() } } }),
    'nothing',
    'nothing',
  ],
  [
    'response by ref',
    res(json(str)),
    op(
      { responses: { 200: { $ref: '#/components/responses/R' } } },
      { components: { responses: { R: { description: 'ok', ...json(str) } } } },
    ),
    'nothing',
    'nothing',
  ],
  [
    'body by ref',
    body({}),
    op({ requestBody: { $ref: '#/components/requestBodies/R' } }, { components: { requestBodies: { R: json(str) } } }),
    'nothing',
    'nothing',
  ],
  [
    'discriminator mapping removed',
    disc({ c: '#/components/schemas/Cat', d: '#/components/schemas/Dog' }),
    disc({ c: '#/components/schemas/Cat' }),
    'BREAKING',
    'something',
  ],
  [
    'discriminator mapping target',
    disc({ c: '#/components/schemas/Cat', d: '#/components/schemas/Dog' }),
    disc({ c: '#/components/schemas/Dog', d: '#/components/schemas/Cat' }),
    'BREAKING',
    'BREAKING',
  ],
  [
    'discriminator branch renamed',
    disc(undefined, ['Cat', 'Dog']),
    disc(undefined, ['Cat', 'Hound']),
    'WARNING',
    'WARNING',
  ],
  [
    'discriminator mapped branch renamed',
    disc({ c: '#/components/schemas/Cat', d: '#/components/schemas/Dog' }),
    disc({ c: '#/components/schemas/Cat', d: '#/components/schemas/Hound' }, ['Cat', 'Hound']),
    'nothing',
    'nothing',
  ],
  ['unused component', op({}, S({ A: str })), op({}, S({ A: { type: 'integer' } })), 'nothing', 'nothing'],
  [
    'component renamed',
    op(
      { requestBody: json({ $ref: '#/components/schemas/A' }) },
      S({ A: { type: 'object', properties: { x: { $ref: '#/components/schemas/A' } } } }),
    ),
    op(
      { requestBody: json({ $ref: '#/components/schemas/B' }) },
      S({ B: { type: 'object', properties: { x: { $ref: '#/components/schemas/B' } } } }),
    ),
    'nothing',
    'nothing',
  ],
  [
    'component renamed and changed',
    op({ requestBody: json({ $ref: '#/components/schemas/A' }) }, S({ A: { type: 'object', properties: { x: str } } })),
    op(
      { requestBody: json({ $ref: '#/components/schemas/B' }) },
      S({ B: { type: 'object', properties: { x: { type: 'integer' } } } }),
    ),
    '1 BREAKING',
    '1 BREAKING',
  ],
  [
    'branch renamed and changed',
    op(
      { requestBody: json({ oneOf: [{ $ref: '#/components/schemas/A' }, str] }) },
      S({ A: { type: 'object', properties: { x: str, y: str } } }),
    ),
    op(
      { requestBody: json({ oneOf: [{ $ref: '#/components/schemas/B' }, str] }) },
      S({ B: { type: 'object', properties: { x: str, y: { type: 'integer' } } } }),
    ),
    '1 BREAKING',
    '1 BREAKING',
  ],
  [
    'allOf member renamed and changed',
    op(
      { requestBody: json({ allOf: [{ $ref: '#/components/schemas/A' }, { maxProperties: 9 }] }) },
      S({ A: { type: 'object', properties: { x: str, y: str } } }),
    ),
    op(
      { requestBody: json({ allOf: [{ $ref: '#/components/schemas/B' }, { maxProperties: 9 }] }) },
      S({ B: { type: 'object', properties: { x: str, y: { type: 'integer' } } } }),
    ),
    '1 BREAKING',
    '1 BREAKING',
  ],
  [
    'required beside a reference',
    op({ requestBody: json({ $ref: '#/components/schemas/A' }) }, S({ A: { type: 'object', properties: { x: str } } })),
    op(
      { requestBody: json({ $ref: '#/components/schemas/A', required: ['x'] }) },
      S({ A: { type: 'object', properties: { x: str } } }),
    ),
    'BREAKING',
    'INFO',
  ],
  [
    'a value that is no address becomes the format of addresses',
    body(json({ ...str, enum: ['1.2.3.4.'] })),
    body(json({ ...str, format: 'ipv4' })),
    'BREAKING',
    'BREAKING',
  ],
];
