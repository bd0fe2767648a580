import { setTimeout as delay } from 'node:timers/promises';
import type { Problem } from '../../src/openapi/problem.ts';
import { isJsonObject } from '../../src/platform/json.ts';
import { readRetryAfter } from '../../src/platform/outbound/answers.ts';
import type { Credential } from './credentials.ts';
import type { TypedDocumentString } from './generated.ts';
import { causeOf, proxyRefusal, tlsProblem, withoutAnswerLimit } from './network.ts';
import { EXIT, Failure, type Io, NoAnswer, oneLine, Unreachable, unreachable } from './outcome.ts';

/** An error that the server returned. `code` is its status. */
export class ServerError extends Failure {
  readonly code: string;
  /** The GraphQL field at the start of the message. */
  readonly field: string | undefined;

  constructor(code: string, message: string, problems: readonly Problem[], field?: string) {
    super(exitCodeOf(code), message, { problems });
    this.code = code;
    this.field = field;
  }
}

function exitCodeOf(code: string): number {
  if (code === 'UNAUTHENTICATED') return EXIT.wrongUse;
  return FAULTS.has(code) ? EXIT.unreachable : EXIT.refused;
}

/** Codes of failures of the service, which may pass. The other codes are answers. */
const FAULTS: ReadonlySet<string> = new Set(['INTERNAL', 'DEADLINE_EXCEEDED']);

/** Whether the service could not answer well. It may later. */
export const mayPass = (error: unknown): boolean =>
  error instanceof Unreachable || (error instanceof ServerError && FAULTS.has(error.code));

/** GraphQL field → its name for the user: an option, a setting or a file. */
export type UserNames = Readonly<Record<string, string>>;

/** Replaces the GraphQL field in an error of `work` by its name for the user. */
export async function inNamesOf<Result>(names: UserNames, work: () => Promise<Result>): Promise<Result> {
  try {
    return await work();
  } catch (error) {
    const field = error instanceof ServerError ? error.field : undefined;
    const name = field !== undefined && Object.hasOwn(names, field) ? names[field] : undefined;
    if (!(error instanceof ServerError) || field === undefined || name === undefined) throw error;
    throw new ServerError(error.code, oneLine(name) + error.message.slice(field.length), error.problems);
  }
}

export type Client = {
  server: string;
  /**
   * Executes an operation. `key` is the Idempotency-Key of a creation, so that a repeated request creates nothing
   * twice.
   */
  ask<Result, Variables>(
    document: TypedDocumentString<Result, Variables>,
    variables: Variables,
    key?: string,
  ): Promise<Result>;
};

const MAX_ATTEMPTS = 5;
const TIMEOUT_MS = 90_000;
/** The slowest upload that the service accepts while no other upload waits. */
const UPLOAD_BYTES_PER_SECOND = 8 * 1024;
const FIRST_WAIT_MS = 250;
const LONGEST_WAIT_MS = 30_000;
const LONGEST_SILENT_WAIT_MS = 5_000;
/** Of all waits of a request. */
const MOST_WAITED_MS = (MAX_ATTEMPTS - 1) * LONGEST_WAIT_MS;

const TOO_MANY_REQUESTS = 429;
/** Statuses of gateways for failures that may pass. 520 to 524 are of Cloudflare. */
const TRANSIENT = new Set([408, 425, TOO_MANY_REQUESTS, 500, 502, 503, 504, 520, 521, 522, 523, 524]);

/** Codes of docsvc for requests that may be sent again. One that took too long is, if the service says when. */
const REPEATABLE: ReadonlySet<unknown> = new Set(['UNAVAILABLE', 'RESOURCE_EXHAUSTED']);

type GraphqlError = {
  message: string;
  extensions?: {
    code?: string;
    traceId?: string;
    retryAfterSeconds?: number;
    errors?: ({ field?: string } & Problem)[];
  };
};
type Body = { data?: unknown; errors?: GraphqlError[] };
/** `again`: why the request may be sent again; `isLimited`: because the server limits requests. */
type Attempt = { body: Body } | { again: string; afterMs?: number; isLimited?: boolean };

/**
 * A client of one server. A request is sent up to 5 times while the server is unreachable, unavailable or
 * limits requests; once if it names a limit that outlasts them.
 */
export function createClient(
  server: string,
  credential: Credential | undefined,
  io: Io,
  wait: (ms: number) => Promise<unknown> = ms => delay(ms),
): Client {
  return {
    server,
    async ask(document, variables, key) {
      const body = JSON.stringify({ query: document.toString(), variables });
      let leftMs = MOST_WAITED_MS;
      for (let attempt = 1; ; attempt++) {
        const outcome = await send(server, body, credential?.token, key, io);
        if ('body' in outcome) return resultOf(outcome.body, credential?.ifRefused) as never;
        const afterMs = outcome.afterMs ?? FIRST_WAIT_MS * 2 ** (attempt - 1);
        const isInVain = outcome.isLimited && afterMs > leftMs;
        if (isInVain || attempt === MAX_ATTEMPTS)
          throw new NoAnswer(
            `${server}${outcome.isLimited ? '' : ' cannot be reached'}: ${oneLine(outcome.again)}`,
            outcome.isLimited ? outcome.afterMs : undefined,
          );
        // An outage may end before the service says, a limit does not.
        const waitMs = outcome.isLimited ? afterMs : Math.min(afterMs, LONGEST_WAIT_MS);
        leftMs -= waitMs;
        if (attempt > 1 || waitMs > LONGEST_SILENT_WAIT_MS)
          io.tell(`${server}: ${oneLine(outcome.again)}. Trying again …`);
        await wait(waitMs);
      }
    },
  };
}

async function send(
  server: string,
  body: string,
  token: string | undefined,
  key: string | undefined,
  io: Io,
): Promise<Attempt> {
  const uploadMs = (Buffer.byteLength(body) / UPLOAD_BYTES_PER_SECOND) * 1000;
  const timeoutMs = Math.ceil(TIMEOUT_MS + uploadMs);
  let response: Response;
  try {
    response = await fetch(`${server}/graphql`, {
      method: 'POST',
      body,
      redirect: 'manual',
      ...withoutAnswerLimit(),
      signal: AbortSignal.timeout(timeoutMs),
      headers: {
        'content-type': 'application/json',
        accept: 'application/json',
        ...(token !== undefined && { authorization: token }),
        ...(key !== undefined && { 'idempotency-key': key }),
      },
    });
    const text = await response.text();
    const afterMs = readRetryAfter(response.headers.get('retry-after') ?? '');
    const answer = answerIn(text);
    if (answer === undefined && TRANSIENT.has(response.status)) {
      const isLimited = response.status === TOO_MANY_REQUESTS;
      return { again: `HTTP ${response.status}`, isLimited, ...(afterMs !== undefined && { afterMs }) };
    }
    const answered = answer ?? refuseOther(server, response);
    const { code, retryAfterSeconds = 0 } = answered.errors?.[0]?.extensions ?? {};
    const isRepeatable = REPEATABLE.has(code) || (code === 'DEADLINE_EXCEEDED' && retryAfterSeconds > 0);
    if (!isRepeatable) return { body: answered };
    const waitMs = retryAfterSeconds > 0 ? retryAfterSeconds * 1000 : afterMs;
    return {
      again: answered.errors?.[0]?.message ?? String(code),
      isLimited: code === 'RESOURCE_EXHAUSTED',
      ...(waitMs !== undefined && { afterMs: waitMs }),
    };
  } catch (error) {
    if (error instanceof Failure) throw error;
    const cause = causeOf(error);
    if ((error as Error).name === 'TimeoutError') return refuseSlowUpload(server, uploadMs, timeoutMs);
    const refusal = proxyRefusal(cause, server, io);
    if (refusal !== undefined && (refusal.status === undefined || TRANSIENT.has(refusal.status)))
      return { again: refusal.message };
    const problem = refusal?.message ?? tlsProblem(cause);
    if (problem !== undefined) throw unreachable(`${server} cannot be reached: ${oneLine(problem)}`);
    // If a host name has several addresses and none answers, the error has a code but no message.
    return { again: cause.message || String(cause.code) };
  }
}

/** A large upload is not sent again: that would take as long. */
function refuseSlowUpload(server: string, uploadMs: number, timeoutMs: number): Attempt {
  const late = `no answer in ${Math.round(timeoutMs / 1000)} s`;
  if (uploadMs < TIMEOUT_MS) return { again: late };
  throw new NoAnswer(`${server}: ${late}. Either the service hangs, or the upload was slower than 8 KiB a second`);
}

/** The text as a GraphQL answer; undefined if it is none. */
function answerIn(text: string): Body | undefined {
  try {
    const body = JSON.parse(text) as Body;
    return isAnswer(body) ? body : undefined;
  } catch {
    return undefined;
  }
}

function refuseOther(server: string, { status, headers }: Response): never {
  const location = headers.get('location');
  if (status >= 300 && status < 400 && location !== null)
    throw unreachable(
      `${server} redirects to ${oneLine(location)} (HTTP ${status}). Name the address of docsvc itself`,
    );
  if (status === 413)
    throw unreachable(`${server} refuses so large a request (HTTP 413): a proxy before docsvc has a lower limit`);
  throw unreachable(`${server} does not answer as docsvc does (HTTP ${status}). Is this its address?`);
}

/** Whether the body is a GraphQL answer. Gateways also answer with JSON, often with `errors` of another form. */
const isAnswer = ({ data, errors = [] }: Body): boolean =>
  errors.every(({ message }) => typeof message === 'string') && (errors.length > 0 || isJsonObject(data));

function resultOf({ data, errors = [] }: Body, ifRefused: string | undefined): unknown {
  const [error] = errors;
  if (error === undefined) return data;
  const { code = 'INTERNAL', errors: fields = [], traceId } = error.extensions ?? {};
  const problems = fields.filter(({ line }) => line !== undefined).map(({ field: _, ...problem }) => problem);
  const places = problems.map(({ message, line, column = 1 }) => `  ${line}:${column}: ${oneLine(message)}`);
  const trace = code === 'INTERNAL' && traceId ? ` (trace id ${traceId})` : '';
  const advice = code === 'UNAUTHENTICATED' && ifRefused !== undefined ? `. ${ifRefused}` : '';
  const field = fields[0]?.field;
  const isFirst =
    field !== undefined && /^(: | )/.test(error.message.slice(field.length)) && error.message.startsWith(field);
  const lines = [`${oneLine(error.message)}${trace}${advice}`, ...places];
  throw new ServerError(code, lines.join('\n'), problems, isFirst ? field : undefined);
}
