import { type ErrorStatus, statusCode } from '../../src/platform/errors.ts';
import type { JsonSchema } from '../operation.ts';

/** What the OpenAPI document of the service says whatever its routes are. */

export const info = {
  title: 'Document Review and Publishing Service',
  summary: 'Drafts, human review, immutable versions and semantic diffs of API and Markdown documents.',
  description: [
    'Every answer is an envelope: `code` and `status` tell what happened, `detail` is the result.',
    'By default the HTTP status is 200 for errors of the business too, so read the envelope; a deployment may mirror',
    'the code of the envelope as HTTP status instead. 429 and 503 are always real and carry `Retry-After`.',
    'Fields that are not there are left out. Unknown keys of a body are ignored.',
    'Paths of drafts, versions, diffs and shares also work without `/documents/{document_id}`.',
  ].join('\n'),
  license: { name: 'MIT', identifier: 'MIT' },
};

export const tokenScheme = {
  type: 'apiKey',
  in: 'header',
  name: 'Authorization',
  description: 'The token of a login or registration as it is, without a `Bearer` prefix.',
};

export const ref = (name: string): JsonSchema => ({ $ref: `#/components/schemas/${name}` });

export const response = (description: string, schema: JsonSchema): JsonSchema => ({
  description,
  headers: { 'X-Trace-Id': { description: 'The trace id of the request.', schema: { type: 'string' } } },
  content: { 'application/json': { schema } },
});

export const mcpTokenScheme = {
  type: 'apiKey',
  in: 'header',
  name: 'Authorization',
  description: 'An MCP token as it is, without a `Bearer` prefix.',
};

export const docShareScheme = {
  type: 'http',
  scheme: 'DocShare',
  description: 'The secret of a share link: `Authorization: DocShare <secret>`.',
};

export const docShareUnlockScheme = {
  type: 'apiKey',
  in: 'header',
  name: 'X-Doc-Share-Unlock',
  description: 'The proof that unlocking a share with a password gave.',
};

export const fileResponse = {
  description: 'The file as it is, or the envelope of a refusal.',
  headers: {
    'Content-Disposition': { description: 'attachment, with a safe name (RFC 6266).', schema: { type: 'string' } },
    'X-Trace-Id': { description: 'The trace id of the request.', schema: { type: 'string' } },
  },
  content: {
    'application/octet-stream': { schema: { type: 'string', contentMediaType: 'application/octet-stream' } },
    'application/json': { schema: ref('ErrorEnvelope') },
  },
};

const errorStatuses = Object.keys(statusCode).filter((status): status is ErrorStatus => status !== 'OK');

const envelopeFields = {
  message: { type: 'string', description: 'For the caller to read.' },
  trace_id: { type: 'string', pattern: '^[0-9a-f]{32}$', description: 'Names the request in the log.' },
  timestamp: { type: 'integer', description: 'Unix seconds.' },
};

const envelopeRequired = ['code', 'status', 'message', 'trace_id', 'timestamp'];

export const envelopeSchemas = {
  Envelope: {
    type: 'object',
    description: 'What a success is wrapped in.',
    required: envelopeRequired,
    properties: { code: { const: statusCode.OK }, status: { const: 'OK' }, ...envelopeFields },
  },
  ErrorEnvelope: {
    type: 'object',
    description: 'What a refusal is wrapped in.',
    required: envelopeRequired,
    properties: {
      code: { type: 'integer', enum: [...new Set(errorStatuses.map(status => statusCode[status]))] },
      status: { type: 'string', enum: errorStatuses },
      ...envelopeFields,
      detail: { type: 'object', properties: { errors: { type: 'array', items: ref('FieldError') } } },
    },
  },
  FieldError: {
    type: 'object',
    description: 'What is wrong with one field.',
    required: ['message'],
    properties: {
      field: { type: 'string' },
      message: { type: 'string' },
      line: { type: 'integer', description: 'Of the content, from 1.' },
      column: { type: 'integer', description: 'Of the content, from 1.' },
      pointer: { type: 'string', description: 'JSON pointer into the content.' },
    },
  },
};

/** What a caller gets who takes the answer in pieces. */
export const eventContent = {
  'text/event-stream': {
    schema: {
      type: 'string',
      description: [
        'Server-sent events, for callers who accept text/event-stream. Data are JSON.',
        '`piece`: the text goes on, `{"piece": "…"}`. `message`: the end, the envelope with the stored message.',
        '`error`: the end of an answer that failed, the envelope of the error. What is refused before the answer begins',
        'comes as `application/json`.',
      ].join(' '),
    },
  },
};
