import type { JsonSchema } from '../json-schema.ts';

/** The parts of the OpenAPI document that do not depend on the routes. */

export const info = {
  title: 'Document Review and Publishing Service',
  summary: 'Drafts, human review, immutable versions and semantic diffs of API and Markdown documents.',
  description: [
    'Every answer is an envelope: `code` and `status` show success or the kind of error, `detail` is the result.',
    'By default, the HTTP status is 200 for business errors too, so read the envelope. A deployment may send the code of',
    'the envelope as HTTP status instead. 429 and 503 are always sent as HTTP status, with `Retry-After`.',
    'Answers omit absent fields. In a body, null is as absent: send a blank text to remove a description or a changelog.',
    'Unknown keys in a body or query are INVALID_ARGUMENT, unless the deployment ignores them.',
    'Paths of drafts, versions, diffs and shares also work without `/documents/{document_id}`.',
  ].join('\n'),
  contact: { name: 'The administrator of this deployment' },
  license: { name: 'MIT', identifier: 'MIT' },
};

export const tokenScheme = {
  type: 'apiKey',
  in: 'header',
  name: 'Authorization',
  description:
    'The raw token of a login or registration, without a `Bearer` prefix; or an API token, raw or after `Bearer`.',
};

export const ref = (name: string): JsonSchema => ({ $ref: `#/components/schemas/${name}` });

export const traceIdHeader = {
  'X-Trace-Id': { description: 'The trace id of the request.', schema: { type: 'string' } },
};

export const feedTokenScheme = {
  type: 'http',
  scheme: 'basic',
  description: 'For feed readers: any user name, and an API token with the scope read as the password.',
};

export const mcpTokenScheme = {
  type: 'apiKey',
  in: 'header',
  name: 'Authorization',
  description: 'A raw MCP token, without a `Bearer` prefix.',
};

export const docShareScheme = {
  type: 'apiKey',
  in: 'header',
  name: 'Authorization',
  description: '`DocShare ` and the secret of a share link.',
};

export const docShareUnlockScheme = {
  type: 'apiKey',
  in: 'header',
  name: 'X-Doc-Share-Unlock',
  description: 'The proof returned by unlocking a share with its password.',
};

export const idempotencyKey = {
  name: 'Idempotency-Key',
  in: 'header',
  required: false,
  description:
    'If the same caller sends the same request again within 24 hours, it is not carried out again: the answer contains the object that the first request created. With another body it is FAILED_PRECONDITION.',
  schema: { type: 'string', minLength: 1, maxLength: 255, pattern: '^[ -~]*$' },
};

export const fileResponse = {
  description: 'The unchanged file, compressed by zstd if the caller accepts it, or the envelope of an error.',
  headers: {
    'Content-Disposition': { description: 'attachment, with a safe name (RFC 6266).', schema: { type: 'string' } },
    ETag: {
      description: 'Identifies the bytes: send it as If-None-Match, If-Match or If-Range.',
      schema: { type: 'string' },
    },
    ...traceIdHeader,
  },
  content: {
    'application/octet-stream': { schema: { type: 'string', contentMediaType: 'application/octet-stream' } },
    'application/json': { schema: ref('ErrorEnvelope') },
  },
};

const contentRange = {
  'Content-Range': { description: 'Which bytes of how many (RFC 9110).', schema: { type: 'string' } },
};

/** The answers to Range and If-Match. */
export const rangeResponses = {
  '206': {
    description: 'The bytes that the Range header names.',
    headers: { ...fileResponse.headers, ...contentRange },
    content: {
      'application/octet-stream': { schema: { type: 'string', contentMediaType: 'application/octet-stream' } },
    },
  },
  '412': {
    description: 'If-Match does not have the ETag of the file.',
    headers: traceIdHeader,
    content: { 'application/json': { schema: ref('ErrorEnvelope') } },
  },
  '416': {
    description: 'The range starts after the end of the file.',
    headers: { ...contentRange, ...traceIdHeader },
    content: { 'application/json': { schema: ref('ErrorEnvelope') } },
  },
};

export const feedResponse = {
  description: 'The feed. Errors have the HTTP status of their code, whatever DOCSVC_HTTP_STATUS is.',
  headers: traceIdHeader,
  content: { 'application/atom+xml': { schema: { type: 'string' } } },
};

/** The answer of a caller who accepts a stream. */
export const eventContent = {
  'text/event-stream': {
    schema: {
      type: 'string',
      description: [
        'Server-sent events, for callers who accept text/event-stream. Data are JSON.',
        '`piece`: the next piece of the text, `{"piece": "…"}`. `message`: the end, the envelope with the stored message.',
        '`error`: the end of a failed answer, the envelope of the error. A refusal before the answer starts is sent',
        'as `application/json`.',
      ].join(' '),
    },
  },
};
