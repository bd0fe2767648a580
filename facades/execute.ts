import type { DocumentNode, ExecutionResult, GraphQLSchema } from 'graphql';
import { DomainError, type ErrorStatus, type FieldError, statusCode } from '../src/platform/errors.ts';
import { wireName } from '../src/platform/fields.ts';
import type { Operation } from './operations.ts';

/** The part of the GraphQL engine that a facade uses. The context is opaque to the facade. */
export type Engine<Context> = {
  readonly schema: GraphQLSchema;
  execute(
    document: DocumentNode,
    variables: Record<string, unknown>,
    context: Context,
  ): Promise<ExecutionResult> | ExecutionResult;
};

/** The only form in which a facade sees an error. */
export type Failure = {
  readonly status: ErrorStatus;
  readonly message: string;
  readonly errors?: readonly FieldError[];
  readonly retryAfterSeconds?: number;
};

/** The engine of a facade that also streams answers. */
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

/** The same for a request that may be a change. */
export const tooLateToStop: Failure = {
  status: 'DEADLINE_EXCEEDED',
  message: 'The request took too long. If it changes something, that may still be done: read before you send it again',
};

/** Resolves to undefined when the deadline comes first; the work then continues, but its result is discarded. */
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

/** Executes one operation in this process. If there are several errors, the first one determines the status. */
export async function run<Context>(
  engine: Engine<Context>,
  operation: Operation,
  variables: Record<string, unknown>,
  context: Context,
): Promise<Outcome> {
  return outcomeOf(operation, await engine.execute(operation.document, variables, context));
}

/** Returns the events of a subscription, or why it could not start. */
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

/** Converts a thrown error to a failure. `undefined` means an unexpected error, which must be logged. */
export function failureOf(error: unknown): Failure | undefined {
  if (!(error instanceof DomainError)) return undefined;
  const { status, message, errors, retryAfterSeconds } = error;
  return { status, message, ...(errors && { errors }), ...(retryAfterSeconds !== undefined && { retryAfterSeconds }) };
}

type Extensions = { code?: unknown; errors?: FieldError[]; retryAfterSeconds?: number };

/** Replaces field names, also in the message, by the names under which the request sent them (`sentAs`). */
export function withNames(failure: Failure, sentAs: ReadonlyMap<string, string> = new Map()): Failure {
  const errors = failure.errors?.map(error => {
    const name = sentAs.get(error.field ?? '');
    return name === undefined ? error : { ...error, field: name };
  });
  if (errors === undefined) return failure;
  return { ...failure, message: renamed(failure.message, failure.errors?.[0]?.field, errors[0]?.field), errors };
}

/** Renames the field at the start of a message. */
const renamed = (message: string, from: string | undefined, to: string | undefined): string =>
  from !== undefined && to !== undefined && /^(: | )/.test(message.slice(from.length)) && message.startsWith(from)
    ? to + message.slice(from.length)
    : message;

/**
 * Converts field names from the schema's form (`versionName`) to the wire form (`version_name`). The argument `input`
 * of a mutation is called `body`.
 */
function onTheWire(operation: Operation, error: FieldError): FieldError {
  if (error.field === undefined) return error;
  if (error.field === 'input') return { ...error, field: 'body' };
  const [head = '', ...rest] = error.field.split('.');
  const variable = operation.variables.find(
    ({ target, name }) => target === head || name === head || wireName(target) === head,
  );
  return variable === undefined ? error : { ...error, field: [variable.name, ...rest].join('.') };
}
