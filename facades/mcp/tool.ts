import { type Status, statusCode } from '../../src/platform/errors.ts';
import { compileResult, type Encoded } from '../encode.ts';
import { type Engine, type Failure, run } from '../execute.ts';
import { type Operation, type Operations, operationOf } from '../load.ts';
import { type JsonSchema, resultSchema } from '../operation.ts';
import { argumentDecoder, inputSchema } from './arguments.ts';
import { isObject, type Params } from './message.ts';
import { type ContentBlock, LINKS_SINCE, MOST_CHARACTERS, rpcErrorOf, tooLong } from './protocol.ts';
import { type Asking, mayUse, type Outcome, type Tool, type ToolResult } from './registry.ts';
import { scopesOf, type TokenScopes } from './rights.ts';
import type { Effect, ToolRow } from './tools.ts';
import { type WrittenAnswer, writeAnswer } from './written.ts';

/** A row over its operation, compiled once at start. */
export function compileTool<Context>(
  row: ToolRow,
  engine: Engine<Context>,
  operations: Operations,
  tokenScopes: TokenScopes,
): Tool<Context> {
  const scopes = scopesOf(row.right, tokenScopes);
  const operation = operationOf(operations, row.document);
  const decode = argumentDecoder(operation);
  const encode = compileResult(operation.result);
  return {
    definition: {
      name: row.name,
      title: row.title,
      description: row.description,
      inputSchema: inputSchema(operation),
      outputSchema: outputSchema(operation),
      annotations: { title: row.title, ...hints[row.effect], openWorldHint: false },
    },
    scopes,
    async call(args, asking) {
      if (!mayUse(scopes, asking.scopes)) return refused(scopeMissing(scopes), asking);
      const decoded = decode(args);
      if ('failure' in decoded) return refused(decoded.failure, asking);
      const outcome = await run(engine, operation, decoded.variables, asking.context);
      if ('failure' in outcome) return refused(outcome.failure, asking);
      const encoded = encode(outcome.data);
      if (encoded === undefined) return refused({ status: 'NOT_FOUND', message: 'Not found' }, asking);
      const structured = structure(operation, encoded, decoded.variables);
      return toolResult(row, operation, structured, encoded.weight, args, asking);
    },
  };
}

const hints: Readonly<Record<Effect, object>> = {
  reads: { readOnlyHint: true, destructiveHint: false, idempotentHint: true },
  creates: { readOnlyHint: false, destructiveHint: false, idempotentHint: false },
  changes: { readOnlyHint: false, destructiveHint: true, idempotentHint: false },
  submits: { readOnlyHint: false, destructiveHint: false, idempotentHint: false },
};

const scopeMissing = (scopes: readonly string[]): Failure => ({
  status: 'PERMISSION_DENIED',
  message: `Requires an MCP token with the scope ${scopes.join(' or ')}`,
});

const nextOffset = { type: 'integer', description: 'The offset of the next page; absent on the last one.' };

function outputSchema(operation: Operation): JsonSchema {
  const schema = withoutHints(resultSchema(operation)) as JsonSchema;
  if (operation.result.list === undefined) return schema;
  const total = { type: 'integer', description: 'How many there are in all.' };
  return {
    type: 'object',
    required: ['items', 'total'],
    properties: { items: schema, total, next_offset: nextOffset },
  };
}

/** Any JSON, said so that no client takes it for a forgotten schema. */
const anyJson = { anyOf: ['object', 'array', 'string', 'number', 'boolean', 'null'].map(type => ({ type })) };

/** Of its output a client wants the types; a model reads the values. Only what integers mean is said. */
function withoutHints(schema: unknown): unknown {
  if (Array.isArray(schema)) return schema.map(withoutHints);
  if (typeof schema !== 'object' || schema === null) return schema;
  const isSaid = 'enum' in schema;
  const kept = Object.entries(schema).filter(
    ([key, part]) => !key.startsWith('x-') && !(key === 'description' && typeof part === 'string' && !isSaid),
  );
  if (kept.length === 0) return anyJson;
  return Object.fromEntries(kept.map(([key, part]) => [key, withoutHints(part)]));
}

/** A list tells where its next page begins. */
function structure(operation: Operation, { value, total }: Encoded, variables: Params): Record<string, unknown> {
  if (operation.result.list === undefined) return value as Record<string, unknown>;
  const items = value as unknown[];
  const end = ((variables.offset as number | undefined) ?? 0) + items.length;
  const more = items.length > 0 && end < (total ?? 0);
  return { items, total, ...(more && { next_offset: end }) };
}

function toolResult<Context>(
  row: ToolRow,
  operation: Operation,
  whole: Record<string, unknown>,
  weight: number,
  args: Params,
  asking: Asking<Context>,
): Outcome<ToolResult> {
  const { era } = asking;
  const all = writeAnswer(whole);
  const structured = lengthBeside(all) > MOST_CHARACTERS ? withoutPreview(whole) : whole;
  const written = structured === whole ? all : writeAnswer(structured);
  if (lengthBeside(written) > MOST_CHARACTERS) return refused(tooLong(lessOf(operation)), asking);
  const content: ContentBlock[] = [{ type: 'text', text: written.structured }];
  if (typeof structured.content === 'string') content.push({ type: 'text', text: structured.content });
  const link = era.version !== undefined && era.version >= LINKS_SINCE ? row.link?.(structured, args) : undefined;
  if (link !== undefined) content.push(link);
  return { result: { content, structuredContent: structured }, status: 'OK', weight: weight * 3, written };
}

const lengthBeside = ({ structured, document }: WrittenAnswer): number =>
  structured.length - (document?.text.length ?? 0);

/** What was done to a draft is told in any case: of changes that are too long to tell only the number is left. */
function withoutPreview(answer: Record<string, unknown>): Record<string, unknown> {
  const { draft, diff_preview } = answer;
  if (isObject(draft)) return { ...answer, draft: withoutPreview(draft) };
  return isObject(diff_preview) ? { ...answer, diff_preview: { ...diff_preview, items: [] } } : answer;
}

const lessOf = ({ variables }: Operation): string =>
  variables.some(({ name }) => name === 'page_size')
    ? 'ask for a smaller page_size'
    : 'read the text of the version in parts';

/** What a model can mend it gets as the answer of the tool; what nobody meant is an error of the protocol. */
function refused<Context>(failure: Failure, { traceId }: Asking<Context>): Outcome<ToolResult> {
  if (failure.status === 'INTERNAL') throw rpcErrorOf(failure);
  const { status, message, errors } = failure;
  const shown = { code: statusCode[status], status, message, ...(errors && { errors }), trace_id: traceId };
  const result: ToolResult = { content: [{ type: 'text', text: JSON.stringify(shown) }], isError: true };
  return { result, status: status satisfies Status, weight: 0 };
}
