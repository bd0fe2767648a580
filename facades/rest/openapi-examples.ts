import type { JsonSchema } from '../json-schema.ts';
import { ref } from './openapi-parts.ts';

/**
 * Examples by operationId, written by test/rest/examples.test.ts from real answers. `also` has other answers, by HTTP status or
 * media type.
 */
export type Examples = Readonly<Record<string, Example>>;

type Example = {
  readonly body?: unknown;
  readonly answer?: unknown;
  readonly also?: Readonly<Record<string, unknown>>;
};
type Part = { content?: Record<string, JsonSchema> };
type Described = JsonSchema & { operationId?: string; requestBody?: Part; responses?: Record<string, Part> };

export function withExamples(operation: Described, examples: Examples): JsonSchema {
  const { body, answer, also = {} } = examples[operation.operationId ?? ''] ?? {};
  const { requestBody, responses = {} } = operation;
  const answers: Example['also'] = { '200': answer, ...also };
  return {
    ...operation,
    ...(requestBody && { requestBody: withExample(requestBody, body) }),
    responses: Object.fromEntries(
      Object.entries(responses).map(([status, part]) => [status, withExample(part, answers[status], also)]),
    ),
  };
}

/** The part with an example of each of its media types. */
export function withExample<Of extends Part>(part: Of, example: unknown, byType: Example['also'] = {}): Of {
  if (part.content === undefined) return part;
  const content = Object.entries(part.content).map(([type, media]) => {
    const chosen = byType[type] ?? exampleOf(type, media, example);
    return [type, chosen === undefined ? media : { ...media, example: chosen }];
  });
  return { ...part, content: Object.fromEntries(content) };
}

/** Files are texts, an envelope is not. Beside a file, JSON is a refusal. */
function exampleOf(type: string, { schema }: JsonSchema, example: unknown): unknown {
  const isText = typeof example === 'string';
  if ((schema as JsonSchema).$ref === ref('ErrorEnvelope').$ref) return isText ? refusal : example;
  if (type === 'text/markdown') return isText ? MARKDOWN : undefined;
  return isText || type === 'application/json' ? example : undefined;
}

const MARKDOWN = '# Pets\n\nHow to list the pets of a store.\n';

export const refusal = {
  code: 404,
  status: 'NOT_FOUND',
  message: 'Document not found',
  trace_id: '4bf92f3577b34da6a3ce929d0e0e4736',
  timestamp: 1_769_860_800,
};
