import { type ExecutionResult, GraphQLError, type GraphQLSchema, isInputObjectType, isObjectType } from 'graphql';
import { isDatabaseUnavailable } from '../platform/database.ts';
import { DomainError, type ErrorStatus, type FieldError } from '../platform/errors.ts';
import { wireName } from '../platform/fields.ts';
import type { Log } from '../platform/logging.ts';

export type ErrorContext = { traceId: string; log: Log };

export type ErrorPresenter = (error: unknown, traceId: string) => Pick<GraphQLError, 'message' | 'extensions'>;

/** Presents the errors of a result. Those of a mutation that is done, by its response key, although no answer is left say so. */
export function presentErrors(
  { data, errors = [] }: ExecutionResult,
  context: ErrorContext,
  { done, idempotencyKey }: Done = { done: [] },
): GraphQLError[] {
  const unseen = done.filter(key => (data?.[key] ?? undefined) === undefined);
  return errors.map(error => sayDone(presentError(error, context), { done: unseen, idempotencyKey }));
}

/** The mutations that are done. A creation with an Idempotency-Key may be repeated: that answers with what was created. */
type Done = { done: readonly string[]; idempotencyKey?: object | undefined };

function sayDone(error: GraphQLError, { done, idempotencyKey }: Done): GraphQLError {
  if (done.length === 0) return error;
  const { code } = error.extensions;
  const isRepeated = REPEATED.has(code);
  const isItsOwn = done.includes(String(error.path?.[0]));
  if (!isItsOwn || (isRepeated && idempotencyKey !== undefined))
    return new GraphQLError(error.message, { ...placeOf(error), extensions: { ...error.extensions, done } });
  const message = isRepeated ? ANSWER_LOST : `${error.message}. ${ANSWER_LOST}`;
  // Waiting would not bring the answer back. An outage is UNAVAILABLE whatever it interrupts.
  const instead = isRepeated && { code: code === 'UNAVAILABLE' ? code : 'INTERNAL', retryAfterSeconds: undefined };
  return new GraphQLError(message, { ...placeOf(error), extensions: { ...error.extensions, ...instead, done } });
}

/** Clients repeat requests after these errors by themselves. */
const REPEATED: ReadonlySet<unknown> = new Set(['UNAVAILABLE', 'RESOURCE_EXHAUSTED']);

const ANSWER_LOST = 'The change itself is done, only its answer is missing: read before you send it again';

/**
 * Maps every error to what the caller sees. `extensions.code` is the status; an unexpected cause goes to the log only.
 */
export function presentError(error: unknown, context: ErrorContext): GraphQLError {
  const thrown = error instanceof GraphQLError ? error.originalError : error;
  const where = error instanceof GraphQLError ? placeOf(error) : {};
  const present = (status: ErrorStatus, message: string, detail: object = {}) =>
    new GraphQLError(message, { ...where, extensions: { code: status, ...detail, traceId: context.traceId } });

  const presentDomain = ({ status, message, errors, retryAfterSeconds }: DomainError) =>
    present(status, message, { ...(errors && { errors }), ...(retryAfterSeconds && { retryAfterSeconds }) });

  const domain = findDomainError(thrown);
  if (domain) return presentDomain(domain);
  // Syntax, validation and coercion errors of graphql-js have no cause, or a GraphQLError as their cause.
  if (error instanceof GraphQLError && (!thrown || thrown instanceof GraphQLError)) {
    const kept = error.extensions.code;
    return kept === undefined || kept === 'BAD_USER_INPUT' || !('traceId' in error.extensions)
      ? present('INVALID_ARGUMENT', withoutValues(error.message))
      : error;
  }
  const unavailable = findUnavailable(thrown, context);
  if (unavailable) return presentDomain(unavailable);
  context.log.error({ trace_id: context.traceId, err: thrown }, 'unexpected failure');
  return present('INTERNAL', 'An internal error occurred. Quote the trace id when you report it');
}

/** The error for callers while the database does not respond, or has too much to do; the log has the cause. */
export function findUnavailable(thrown: unknown, { traceId, log }: ErrorContext): DomainError | undefined {
  if (!isDatabaseUnavailable(thrown)) return undefined;
  // Every request meets an outage: one line each, without the stack and the lines of source that Prisma quotes.
  log.error(
    { trace_id: traceId, reason: reasonOf(thrown as AggregateError), code: codeOf(thrown) },
    'database unavailable',
  );
  const message = 'The database does not respond or has too much to do. Try again in a few seconds';
  return new DomainError('UNAVAILABLE', message, { retryAfterSeconds: 5 });
}

/** Of a host with several addresses, only the errors of each have a message. */
const reasonOf = ({ message, errors }: AggregateError): string | undefined =>
  (message || String(errors?.[0]?.message ?? '')).trimEnd().split('\n').at(-1);

const codeOf = (thrown: unknown): string | undefined => (thrown as { code?: string }).code;

const FAILURES: readonly ErrorStatus[] = ['INTERNAL', 'UNAVAILABLE', 'DEADLINE_EXCEEDED'];

/** The first error of a result that is a failure of the service, not a refusal of what the caller sent. */
export const failureIn = ({ errors = [] }: ExecutionResult): Error | undefined =>
  errors.map(({ originalError }) => originalError).find(isFailure);

function isFailure(thrown: Error | undefined): boolean {
  const domain = findDomainError(thrown);
  if (domain !== undefined) return FAILURES.includes(domain.status);
  return thrown !== undefined && !(thrown instanceof GraphQLError);
}

function findDomainError(thrown: unknown): DomainError | undefined {
  for (let cause = thrown, depth = 0; cause && depth < 5; depth += 1) {
    if (cause instanceof DomainError) return cause;
    cause = (cause as { originalError?: unknown; cause?: unknown }).originalError ?? (cause as Error).cause;
  }
  return undefined;
}

/** The place of an error in the query and the answer. A syntax error has positions, but no nodes. */
const placeOf = ({ path, nodes, source, positions }: GraphQLError) => ({ path, nodes, source, positions });

const SYNTAX_VALUE = /^(Syntax Error: .{0,100}?\b(?:String|BlockString|Int|Float)) ".*"\.$/s;
const GOT = /^(Variable "\$\w+" got) invalid value /;
const PLACE = / at "[\w.[\]]{1,200}"$/;
const PLACE_CHARACTERS = 210;
const REASON = /^; (Expected |Value |Enum |must |\w+ cannot )/;

/**
 * Removes the caller's value from an error of graphql-js. Callers log error messages, and the value may be a password.
 * The message keeps what is wrong and where.
 */
function withoutValues(message: string): string {
  const syntax = SYNTAX_VALUE.exec(message)?.[1];
  if (syntax !== undefined) return `${syntax}.`;
  const shortened = upTo(upTo(upTo(message, ', found: ', ''), ' Found: ', ''), ' value: ', ' value');
  const got = GOT.exec(shortened)?.[1];
  if (got === undefined) return shortened;
  const end = shortened.lastIndexOf('; ');
  if (!REASON.test(shortened.slice(Math.max(0, end)))) return `${got} an invalid value`;
  const place = PLACE.exec(shortened.slice(Math.max(0, end - PLACE_CHARACTERS), end))?.[0] ?? '';
  return `${got} an invalid value${place}${shortened.slice(end)}`;
}

function upTo(text: string, marker: string, replacement: string): string {
  const index = text.indexOf(marker);
  return index === -1 ? text : `${text.slice(0, index)}${replacement}`;
}

export type NameFields = (error: GraphQLError) => GraphQLError;

/**
 * Renames fields in errors. Domain errors name fields as REST and MCP do (`expected_revision`); GraphQL callers know
 * them as the schema names them (`expectedRevision`). Text in quotes is a value and is not renamed.
 */
export function nameFieldsAs(schema: GraphQLSchema): NameFields {
  const names = new Map(inputNames(schema).map(name => [wireName(name), name]));
  const renamed = (text: string): string =>
    text.replaceAll(/"[^"]*"|\b[a-z]+(?:_[a-z0-9]+)+\b/g, word => names.get(word) ?? word);
  return error => {
    const { errors } = error.extensions as { errors?: FieldError[] };
    const named = errors?.map(({ field, message, ...place }) => ({
      ...(field !== undefined && { field: renamed(field) }),
      message: renamed(message),
      ...place,
    }));
    const { originalError } = error;
    const extensions = { ...error.extensions, ...(named && { errors: named }) };
    return new GraphQLError(renamed(error.message), { ...placeOf(error), originalError, extensions });
  };
}

function inputNames(schema: GraphQLSchema): string[] {
  return Object.values(schema.getTypeMap()).flatMap(type => {
    if (isInputObjectType(type)) return Object.keys(type.getFields());
    if (!isObjectType(type)) return [];
    return Object.values(type.getFields()).flatMap(({ args }) => args.map(({ name }) => name));
  });
}
