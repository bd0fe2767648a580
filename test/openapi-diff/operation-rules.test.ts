import { describe, expect, it } from 'vitest';
import type { JsonObject } from '../../src/platform/json.ts';
import { api, asking, changes } from './documents.ts';

type Row = [what: string, before: JsonObject, after: JsonObject, forth: string[], back: string[]];

const header = (rest: JsonObject): JsonObject =>
  api({ responses: { 200: { description: '', headers: { 'X-Rate': { schema: { type: 'string' }, ...rest } } } } });
const answers = (...codes: string[]): JsonObject =>
  api({ responses: Object.fromEntries(codes.map(code => [code, { description: '' }])) });
const bodies = (...types: string[]): JsonObject =>
  api({ requestBody: { content: Object.fromEntries(types.map(type => [type, { schema: { type: 'object' } }])) } });
const sends = (...types: string[]): JsonObject =>
  api({ responses: { 200: { description: '', content: Object.fromEntries(types.map(type => [type, {}])) } } });
const secured = (...security: JsonObject[]): JsonObject => api({ security });
const scheme = (rest: JsonObject): JsonObject =>
  api({}, { components: { securitySchemes: { login: { type: 'oauth2', flows: { implicit: rest } } } } });
const metadata = (rest: JsonObject): JsonObject =>
  api({}, { components: { securitySchemes: { login: { type: 'oauth2', flows: {}, ...rest } } } });
const used = (document: JsonObject): JsonObject => ({ ...document, security: [{ login: [] }] });
const signed = (required: boolean): JsonObject => ({
  parameters: [{ name: 'Signature', in: 'header', required, schema: { type: 'string' } }],
});
const webhook = (rest: JsonObject): JsonObject => api({}, { webhooks: { petAdded: { post: rest } } });
const payload = (...required: string[]): JsonObject => ({
  requestBody: {
    content: { 'application/json': { schema: { type: 'object', properties: { id: { type: 'string' } }, required } } },
  },
});
const callback = (rest: JsonObject): JsonObject =>
  api({ callbacks: { done: { '{$request.body#/url}': { post: rest } } } });

const ROWS: Row[] = [
  ['parameter', api({}), asking({}), ['INFO new-optional-request-parameter'], ['WARNING request-parameter-removed']],
  [
    'required parameter',
    api({}),
    asking({ required: true }),
    ['BREAKING new-required-request-parameter'],
    ['WARNING request-parameter-removed'],
  ],
  [
    'parameter made required',
    asking({}),
    asking({ required: true }),
    ['BREAKING request-parameter-became-required'],
    ['INFO request-parameter-became-optional'],
  ],
  [
    'type of a parameter',
    asking({ schema: { type: 'number' } }),
    asking({ schema: { type: 'integer' } }),
    ['BREAKING request-parameter-type-changed'],
    ['INFO request-parameter-type-generalized'],
  ],
  [
    'one value made a list',
    asking({ schema: { type: 'string' } }),
    asking({ schema: { type: 'array', items: { type: 'string' } } }),
    ['INFO request-parameter-type-generalized'],
    ['BREAKING request-parameter-type-changed'],
  ],
  [
    'enum of a parameter',
    asking({ schema: { type: 'string', enum: ['a'] } }),
    asking({ schema: { type: 'string', enum: ['a', 'b'] } }),
    ['INFO request-parameter-enum-value-added'],
    ['BREAKING request-parameter-enum-value-removed'],
  ],
  [
    'default of a parameter',
    asking({ schema: { type: 'string' } }),
    asking({ schema: { type: 'string', default: 'a' } }),
    ['BREAKING request-parameter-default-value-added'],
    ['BREAKING request-parameter-default-value-removed'],
  ],
  [
    'property of a parameter',
    asking({ schema: { type: 'object', properties: { a: { maxLength: 9 } } } }),
    asking({ schema: { type: 'object', properties: { a: { maxLength: 5 } } } }),
    ['BREAKING request-parameter-property-max-length-decreased'],
    ['INFO request-parameter-property-max-length-increased'],
  ],
  [
    'style, and with it the default of explode',
    asking({}),
    asking({ style: 'spaceDelimited' }),
    ['BREAKING request-parameter-style-changed'],
    ['BREAKING request-parameter-style-changed'],
  ],
  [
    'allowReserved',
    asking({}),
    asking({ allowReserved: true }),
    ['INFO request-parameter-allow-reserved-set'],
    ['BREAKING request-parameter-allow-reserved-unset'],
  ],
  [
    'deprecated parameter',
    asking({}),
    asking({ deprecated: true }),
    ['INFO request-parameter-deprecated'],
    ['INFO request-parameter-reactivated'],
  ],
  ['request body', api({}), bodies('a/b'), ['INFO request-body-added-optional'], ['BREAKING request-body-removed']],
  [
    'required request body',
    api({}),
    api({ requestBody: { content: {}, required: true } }),
    ['BREAKING request-body-added-required'],
    ['BREAKING request-body-removed'],
  ],
  [
    'request body made required',
    api({ requestBody: { content: {} } }),
    api({ requestBody: { content: {}, required: true } }),
    ['BREAKING request-body-became-required'],
    ['INFO request-body-became-optional'],
  ],
  [
    'media type of a request',
    bodies('a/b'),
    bodies('a/b', 'c/d'),
    ['INFO request-body-media-type-added'],
    ['BREAKING request-body-media-type-removed'],
  ],
  [
    'media type of a response',
    sends('a/b'),
    sends('a/b', 'c/d'),
    ['INFO response-media-type-added'],
    ['BREAKING response-media-type-removed'],
  ],
  [
    'success',
    answers('200'),
    answers('200', '201'),
    ['INFO response-success-status-added'],
    ['BREAKING response-success-status-removed'],
  ],
  [
    'failure',
    answers('200'),
    answers('200', '404'),
    ['INFO response-non-success-status-added'],
    ['INFO response-non-success-status-removed'],
  ],
  ['header', answers('200'), header({}), ['INFO response-header-added'], ['WARNING optional-response-header-removed']],
  [
    'required header',
    answers('200'),
    header({ required: true }),
    ['INFO response-header-added'],
    ['BREAKING required-response-header-removed'],
  ],
  [
    'header made required',
    header({}),
    header({ required: true }),
    ['INFO response-header-became-required'],
    ['BREAKING response-header-became-optional'],
  ],
  [
    'schema of a header',
    header({}),
    header({ schema: { type: 'integer' } }),
    ['INFO response-header-type-compatible'],
    ['BREAKING response-header-type-changed'],
  ],
  [
    'security of an operation',
    secured({ key: [] }),
    secured({ key: [] }, { login: [] }),
    ['WARNING api-security-added'],
    ['BREAKING api-security-removed'],
  ],
  [
    'scope of an operation',
    secured({ login: ['read'] }),
    secured({ login: ['read', 'write'] }),
    ['BREAKING api-security-scope-added'],
    ['INFO api-security-scope-removed'],
  ],
  [
    'security that callers may leave out',
    secured({}),
    secured({ key: [] }, {}),
    ['INFO api-security-added'],
    ['WARNING api-security-removed'],
  ],
  [
    'another security that callers may leave out',
    secured({ key: [] }, {}),
    secured({ login: [] }, {}),
    ['WARNING api-security-removed', 'INFO api-security-added'],
    ['WARNING api-security-removed', 'INFO api-security-added'],
  ],
  [
    'security of the document that callers may leave out',
    api({}),
    api({}, { security: [{ key: [] }, {}] }),
    ['INFO api-global-security-added'],
    ['WARNING api-global-security-removed'],
  ],
  [
    'security of the document',
    api({}, { security: [{ key: [] }] }),
    api({}, { security: [{ key: [] }, { login: [] }] }),
    ['WARNING api-global-security-added'],
    ['BREAKING api-global-security-removed'],
  ],
  [
    'security scheme',
    api({}),
    scheme({ scopes: {} }),
    ['INFO api-security-component-added'],
    ['INFO api-security-component-removed'],
  ],
  [
    'scope of a scheme',
    scheme({ scopes: {} }),
    scheme({ scopes: { read: 'Reads' } }),
    ['INFO api-security-component-oauth-scope-added'],
    ['INFO api-security-component-oauth-scope-removed'],
  ],
  [
    'address of a scheme',
    used(scheme({ authorizationUrl: 'https://a' })),
    used(scheme({ authorizationUrl: 'https://b' })),
    ['WARNING api-security-component-oauth-url-changed'],
    ['WARNING api-security-component-oauth-url-changed'],
  ],
  [
    'address of the metadata of a scheme',
    used(metadata({ oauth2MetadataUrl: 'https://a' })),
    used(metadata({ oauth2MetadataUrl: 'https://b' })),
    ['WARNING api-security-component-oauth-metadata-url-changed'],
    ['WARNING api-security-component-oauth-metadata-url-changed'],
  ],
  [
    'metadata of a scheme',
    used(metadata({})),
    used(metadata({ oauth2MetadataUrl: 'https://a' })),
    ['INFO api-security-component-oauth-metadata-url-changed'],
    ['WARNING api-security-component-oauth-metadata-url-changed'],
  ],
  ['deprecation', api({}), api({ deprecated: true }), ['INFO endpoint-deprecated'], ['INFO endpoint-reactivated']],
  [
    'deprecation with a date',
    api({}),
    api({ deprecated: true, 'x-sunset': '2030-01-01' }),
    ['INFO endpoint-deprecated-with-sunset'],
    ['INFO endpoint-reactivated'],
  ],
  [
    'stability',
    api({ 'x-stability-level': 'beta' }),
    api({}),
    ['INFO api-stability-increased'],
    ['BREAKING api-stability-decreased'],
  ],
  [
    'operationId',
    api({}),
    api({ operationId: 'a' }),
    ['INFO api-operation-id-added'],
    ['INFO api-operation-id-removed'],
  ],
  ['tag', api({}), api({ tags: ['a'] }), ['INFO api-tag-added'], ['INFO api-tag-removed']],
  ['summary', api({}), api({ summary: 'a' }), ['INFO endpoint-summary-added'], ['INFO endpoint-summary-removed']],
  [
    'server',
    api({}, { servers: [{ url: 'https://a' }] }),
    api({}, { servers: [{ url: 'https://a' }, { url: 'https://b' }] }),
    ['INFO server-added'],
    ['WARNING server-removed'],
  ],
  [
    'version',
    api({}),
    api({}, { info: { title: 'Pets', version: '2' } }),
    ['INFO api-version-changed'],
    ['INFO api-version-changed'],
  ],
  [
    'endpoint',
    api({}, { paths: {} }),
    api({}),
    ['INFO endpoint-added'],
    ['BREAKING api-path-removed-without-deprecation'],
  ],
  [
    'endpoint that promised nothing',
    api({}, { paths: {} }),
    api({ 'x-stability-level': 'alpha' }),
    ['INFO endpoint-added'],
    ['INFO api-path-removed-without-deprecation'],
  ],
  ['webhook', api({}), webhook(payload()), ['INFO webhook-added'], ['BREAKING webhook-removed']],
  [
    'a header that a webhook always sends',
    webhook(signed(true)),
    webhook({}),
    ['BREAKING response-parameter-removed'],
    ['INFO new-required-response-parameter'],
  ],
  [
    'a header that a webhook may send',
    webhook(signed(false)),
    webhook({}),
    ['WARNING response-parameter-removed'],
    ['INFO new-optional-response-parameter'],
  ],
  [
    'the payload of a webhook, which its receiver reads',
    webhook(payload('id')),
    webhook(payload()),
    ['BREAKING response-property-became-optional'],
    ['INFO response-property-became-required'],
  ],
  [
    'the payload of a callback, which its receiver reads',
    callback(payload('id')),
    callback(payload()),
    ['BREAKING response-property-became-optional'],
    ['INFO response-property-became-required'],
  ],
  ['callback', api({}), callback(payload()), ['WARNING callback-added'], ['BREAKING callback-removed']],
];

describe('a change of an operation is reported with its severity, in both directions', () => {
  it.each(ROWS)('%s', (_, before, after, forth, back) => {
    expect(changes(before, after)).toEqual(forth);
    expect(changes(after, before)).toEqual(back);
  });
});
