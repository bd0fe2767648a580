import { type Status, statusCode } from '../../src/platform/errors.ts';
import { asValues, compileResult, type Encoded } from '../encode.ts';
import { type Engine, type Failure, run } from '../execute.ts';
import { type Operation, type Operations, operationOf } from '../operations.ts';
import { ANSWER_BYTES, type Answer, type Asked, fitAnswer, takeFitting } from './answer-room.ts';
import { argumentDecoder, inputSchema, whereIdsAre } from './arguments.ts';
import type { Params } from './message.ts';
import { shortText } from './outline.ts';
import { answerSchema, shownSchema } from './output-schema.ts';
import { type ContentBlock, LINKS_SINCE, rpcErrorOf } from './protocol.ts';
import { type Asking, mayUse, type Outcome, type Tool, type ToolResult } from './registry.ts';
import { scopesOf, type TokenScopes } from './token-scopes.ts';
import { writeAnswer } from './tool-answer-json.ts';
import type { Effect, ToolRow } from './tools.ts';

/** Compiles a row with its operation, once at start. */
export function compileTool<Context>(
  row: ToolRow,
  engine: Engine<Context>,
  operations: Operations,
  tokenScopes: TokenScopes,
): Tool<Context> {
  const scopes = scopesOf(row.right, tokenScopes);
  const operation = operationOf(operations, row.document);
  const decode = argumentDecoder(operation);
  const encode = compileResult(operation.result, asValues);
  return {
    definition: {
      name: row.name,
      description: row.description,
      inputSchema: inputSchema(operation),
      outputSchema: shownSchema(answerSchema(operation)),
      annotations: { title: row.title, ...hints[row.effect], openWorldHint: false },
    },
    scopes,
    async call(args, asking) {
      if (!mayUse(scopes, asking.scopes)) return refused(scopeMissing(scopes), asking);
      const decoded = decode(args);
      if ('failure' in decoded) return refused(decoded.failure, asking);
      const outcome = await run(engine, operation, decoded.variables, asking.context);
      if ('failure' in outcome) return refused(inWordsOf(row, operation, outcome.failure, args), asking);
      const encoded = encode(outcome.data);
      if (encoded === undefined) return refused({ status: 'NOT_FOUND', message: 'Not found' }, asking);
      const asked = askedIn(decoded.variables, args);
      const structured = fitAnswer(structure(operation, encoded, asked.offset), asked);
      return toolResult(row, structured, encoded.weight, args, asking);
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

const TYPES = { OPENAPI: 'OpenAPI documents (document_type 1)', MARKDOWN: 'Markdown documents (document_type 2)' };

/**
 * Adapts a failure to a tool. Errors name only arguments of the tool, not `body`. "Not found" says which arguments are
 * no ids. If all are, and the tool is for one document type, it adds that type: the object may be of the other one.
 */
function inWordsOf({ right: { types } }: ToolRow, operation: Operation, failure: Failure, args: Params): Failure {
  const { variables } = operation;
  const isArgument = (field: string) => variables.some(({ name }) => name === field.split('.')[0]);
  const errors = failure.errors?.map(({ field, ...error }) => ({
    ...error,
    ...(field !== undefined && isArgument(field) && { field }),
  }));
  const [type, other] = types;
  const isHint =
    type !== undefined && other === undefined && /^(Document|Version|Draft|Diff) not found$/.test(failure.message);
  const typeHint = isHint ? `; this tool takes only ${TYPES[type]}` : '';
  const hint = whereIdsAre(operation, args, failure) || typeHint;
  return { ...failure, message: `${failure.message}${hint}`, ...(errors && { errors }) };
}

/** Adds the offset of the next page to a list, or to an answer that contains one. */
function structure(operation: Operation, { value, total }: Encoded, offset: number): Answer {
  const answer = operation.result.list === undefined ? (value as Answer) : { items: value, total };
  if (!Array.isArray(answer.items)) return answer;
  const end = offset + answer.items.length;
  const count = Number(total ?? ('item_count' in answer ? answer.item_count : 0));
  return { ...answer, ...(answer.items.length > 0 && end < count && { next_offset: end }) };
}

function askedIn(variables: Params, args: Params): Asked {
  const integer = (name: string): number => (typeof variables[name] === 'number' ? variables[name] : 0);
  const isTextSized = (args.max_bytes ?? undefined) !== undefined;
  return { offset: integer('offset'), changesOffset: integer('changes_offset'), isTextSized };
}

function toolResult<Context>(
  row: ToolRow,
  structured: Answer,
  weight: number,
  args: Params,
  { era }: Asking<Context>,
): Outcome<ToolResult> {
  const written = writeAnswer(structured);
  const content: ContentBlock[] = [{ type: 'text', text: written.structured }];
  if (typeof structured.content === 'string') content.push({ type: 'text', text: structured.content });
  const link = era.version !== undefined && era.version >= LINKS_SINCE ? row.link?.(structured, args) : undefined;
  if (link !== undefined) content.push(link);
  const cutWeight = Math.min(weight, written.structured.length);
  return { result: { content, structuredContent: structured }, status: 'OK', weight: cutWeight * 3, written };
}

const MESSAGE_CHARACTERS = 4_000;

/** Errors that the model can fix are returned as tool results; internal errors become protocol errors. */
function refused<Context>(failure: Failure, { traceId }: Asking<Context>): Outcome<ToolResult> {
  if (failure.status === 'INTERNAL') throw rpcErrorOf(failure);
  const { status, message, errors } = failure;
  const listed = errors && takeFitting(errors, ANSWER_BYTES / 2);
  const more = (errors?.length ?? 0) - (listed?.length ?? 0);
  const shown = {
    code: statusCode[status],
    status,
    message: shortText(message, MESSAGE_CHARACTERS),
    ...(listed && { errors: listed }),
    ...(more > 0 && { more_errors: more }),
    trace_id: traceId,
  };
  const result: ToolResult = { content: [{ type: 'text', text: JSON.stringify(shown) }], isError: true };
  return { result, status: status satisfies Status, weight: 0 };
}
