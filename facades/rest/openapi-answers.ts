import { errorStatuses, statusCode } from '../../src/platform/errors.ts';
import { type JsonSchema, resultSchema } from '../json-schema.ts';
import type { Operation } from '../operations.ts';
import type { Components } from './openapi-components.ts';
import { ref, traceIdHeader } from './openapi-parts.ts';
import type { Route } from './route.ts';

/** Schemas of envelopes. Each successful answer has a named schema of its own. */

const envelopeFields = {
  message: { type: 'string', description: 'Readable text: the error, or ok.' },
  trace_id: { type: 'string', pattern: '^[0-9a-f]{32}$', description: 'Identifies the request in the log.' },
  timestamp: { type: 'integer', description: 'Unix seconds.' },
};

const required = ['code', 'status', 'message', 'trace_id', 'timestamp'];

export const errorSchemas = {
  ErrorEnvelope: {
    type: 'object',
    description: 'The envelope of an error.',
    required,
    properties: {
      code: { type: 'integer', enum: [...new Set(errorStatuses.map(status => statusCode[status]))] },
      status: { type: 'string', enum: errorStatuses },
      ...envelopeFields,
      detail: { type: 'object', properties: { errors: { type: 'array', items: ref('FieldError') } } },
    },
  },
  FieldError: {
    type: 'object',
    description: 'The error of one field.',
    required: ['message'],
    properties: {
      field: { type: 'string' },
      message: { type: 'string' },
      line: { type: 'integer', description: 'Position in the content, from 1.' },
      column: { type: 'integer', description: 'Position in the content, from 1.' },
      pointer: { type: 'string', description: 'JSON pointer into the content.' },
    },
  },
};

const TOTAL = 'The number of items in the whole list. Above 10,000 it may be a minute old.';

export const successSchema = (detail: JsonSchema, isList = false): JsonSchema => ({
  type: 'object',
  description: 'The envelope of a success.',
  required: [...required, 'detail', ...(isList ? ['total'] : [])],
  properties: {
    code: { type: 'integer', enum: [statusCode.OK] },
    status: { type: 'string', enum: ['OK'] },
    ...envelopeFields,
    detail,
    ...(isList && { total: { type: 'integer', minimum: 0, description: TOTAL } }),
  },
});

/** The named envelope of an operation's answer. */
export function answerOf(route: Route, operation: Operation, components: Components): JsonSchema {
  const detail = resultSchema(operation, components.options);
  const isList = operation.result.list !== undefined;
  const noun = fragmentOf(isList ? (detail.items as JsonSchema) : detail);
  const name = `${route.maybeNone ? 'Optional' : ''}${noun ?? operation.name}${isList && noun ? 'List' : ''}Answer`;
  const shown = route.maybeNone ? { oneOf: [detail, { type: 'null' }] } : detail;
  return components.name(name, successSchema(shown, isList));
}

const fragmentOf = ({ $ref }: JsonSchema): string | undefined =>
  typeof $ref === 'string' ? $ref.split('/').at(-1) : undefined;

/** Without DOCSVC_HTTP_STATUS=mirror, HTTP 200 covers success and refusal: `status` tells them apart. */
export const successOrRefusal = (success: JsonSchema): JsonSchema => ({
  oneOf: [success, ref('ErrorEnvelope')],
  discriminator: {
    propertyName: 'status',
    mapping: {
      OK: success.$ref,
      ...Object.fromEntries(errorStatuses.map(status => [status, ref('ErrorEnvelope').$ref])),
    },
  },
});

export const response = (description: string, schema: JsonSchema): JsonSchema => ({
  description,
  headers: traceIdHeader,
  content: { 'application/json': { schema } },
});

export const etagHeader = {
  ETag: {
    description:
      'Send it as If-None-Match to get HTTP 304 while the answer is the same. Absent from very large answers.',
    schema: { type: 'string' },
  },
};

export const unchanged = {
  description: 'The caller already has this answer: its ETag is in the If-None-Match header.',
  headers: traceIdHeader,
};

export const refused = { default: { $ref: '#/components/responses/Refused' } };
