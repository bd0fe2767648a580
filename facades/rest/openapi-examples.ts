import type { JsonSchema } from '../json-schema.ts';

/** Examples by operationId, written by test/rest/examples.test.ts from real answers. */
export type Examples = Readonly<Record<string, { readonly body?: unknown; readonly answer?: unknown }>>;

type Part = { content?: Record<string, JsonSchema> };
type Described = JsonSchema & { operationId?: string; requestBody?: Part; responses?: Record<string, Part> };

const JSON_TYPE = 'application/json';
const FILE_TYPE = 'application/octet-stream';

export function withExamples(operation: Described, examples: Examples): JsonSchema {
  const { body, answer } = examples[operation.operationId ?? ''] ?? {};
  const { requestBody, responses } = operation;
  return {
    ...operation,
    ...(requestBody && { requestBody: withExample(requestBody, body) }),
    responses: { ...responses, '200': withExample(responses?.['200'] ?? {}, answer) },
  };
}

/** The part with an example of its JSON. The example of a file is its text. */
export function withExample<Of extends Part>(part: Of, example: unknown): Of {
  const isFile = typeof example === 'string' && part.content?.[FILE_TYPE] !== undefined;
  const type = isFile ? FILE_TYPE : JSON_TYPE;
  const media = part.content?.[type];
  if (example === undefined || media === undefined) return part;
  return { ...part, content: { ...part.content, [type]: { ...media, example } } };
}

export const refusal = {
  code: 404,
  status: 'NOT_FOUND',
  message: 'Document not found',
  trace_id: '4bf92f3577b34da6a3ce929d0e0e4736',
  timestamp: 1_769_860_800,
};
