import type { DocumentNode, ExecutionResult, GraphQLSchema } from 'graphql';
import { DomainError, type ErrorStatus, type FieldError, statusCode } from '../src/platform/errors.ts';
import { wireName } from '../src/platform/fields.ts';
import type { Operation } from './operations.ts';

/** What a facade needs of the engine; the context is the engine's own and passes through. */
export type Engine<Context> = {
  readonly schema: GraphQLSchema;
  execute(
    document: DocumentNode,
    variables: Record<string, unknown>,
    context: Context,
  ): Promise<ExecutionResult> | ExecutionResult;
};

/** The one form in which a facade sees that something did not work. */
export type Failure = {
  readonly status: ErrorStatus;
  readonly message: string;
  readonly errors?: readonly FieldError[];
  readonly retryAfterSeconds?: number;
};

/** The engine of a facade that passes answers on in pieces. */
export type StreamingEngine<Context> = Engine<Context> & {
  subscribe(
    document: DocumentNode,
    variables: Record<string, unknown>,
    context: Context,
  ): Promise<AsyncIterable<ExecutionResult> | ExecutionResult>;
};

export type Outcome = { readonly data: unknown } | { readonly failure: Failure };

export const internalFailure: Failure = { status: 'INTERNAL', message: 'An internal error occurred' };

export const tooLate: Failure = { status: 'DEADLINE_EXCEEDED', message: 'The request took too long' };

/** Undefined when the deadline comes first; the work then continues, but its result is discarded. */
export async function inTime<T>(work: Promise<T>, deadlineMs: number): Promise<T | undefined> {
  let timer: NodeJS.Timeout | undefined;
  const end = new Promise<void>(resolve => {
    timer = setTimeout(resolve, deadlineMs);
  });
  try {
    return (await Promise.race([work, end])) ?? undefined;
  } finally {
    clearTimeout(timer);
    work.catch(() => undefined);
  }
}

/** Executes one operation in this process. Of several errors the first one names the status. */
export async function run<Context>(
  engine: Engine<Context>,
  operation: Operation,
  variables: Record<string, unknown>,
  context: Context,
): Promise<Outcome> {
  return outcomeOf(operation, await engine.execute(operation.document, variables, context));
}

/** The events of a subscription, or why there are none. */
export async function runStream<Context>(
  engine: StreamingEngine<Context>,
  operation: Operation,
  variables: Record<string, unknown>,
  context: Context,
): Promise<AsyncIterable<Outcome> | { readonly failure: Failure }> {
  const begun = await engine.subscribe(operation.document, variables, context);
  if (Symbol.asyncIterator in begun) return outcomesOf(operation, begun);
  const outcome = outcomeOf(operation, begun);
  return 'failure' in outcome ? outcome : { failure: internalFailure };
}

async function* outcomesOf(operation: Operation, events: AsyncIterable<ExecutionResult>): AsyncGenerator<Outcome> {
  for await (const event of events) yield outcomeOf(operation, event);
}

function outcomeOf(operation: Operation, { data, errors }: ExecutionResult): Outcome {
  const [error] = errors ?? [];
  if (error === undefined) return { data };
  const { code, errors: fields, retryAfterSeconds } = error.extensions as Extensions;
  if (typeof code !== 'string' || code === 'OK' || !Object.hasOwn(statusCode, code))
    return { failure: internalFailure };
  const known = fields?.map(field => onTheWire(operation, field)) ?? [];
  return {
    failure: {
      status: code as ErrorStatus,
      message: renamed(error.message, fields?.[0]?.field, known[0]?.field),
      ...(known.length > 0 && { errors: known }),
      ...(retryAfterSeconds !== undefined && { retryAfterSeconds }),
    },
  };
}

/** A thrown error as a failure; `undefined` is one that nobody meant and that the log has to tell. */
export function failureOf(error: unknown): Failure | undefined {
  if (!(error instanceof DomainError)) return undefined;
  const { status, message, errors, retryAfterSeconds } = error;
  return { status, message, ...(errors && { errors }), ...(retryAfterSeconds !== undefined && { retryAfterSeconds }) };
}

type Extensions = { code?: unknown; errors?: FieldError[]; retryAfterSeconds?: number };

/** A message begins with the field that it is about. */
const renamed = (message: string, from: string | undefined, to: string | undefined): string =>
  from !== undefined && to !== undefined && /^(: | )/.test(message.slice(from.length)) && message.startsWith(from)
    ? to + message.slice(from.length)
    : message;

/** The schema calls a field `versionName`; the caller sent it as `version_name`. */
function onTheWire(operation: Operation, error: FieldError): FieldError {
  if (error.field === undefined) return error;
  const [head = '', ...rest] = error.field.split('.');
  const variable = operation.variables.find(
    ({ target, name }) => target === head || name === head || wireName(target) === head,
  );
  return variable === undefined ? error : { ...error, field: [variable.name, ...rest].join('.') };
}
