import type { Status } from '../../src/platform/errors.ts';
import { isId } from '../../src/platform/ids.ts';
import { failureOf, inTime, internalFailure, tooLate, tooLateToStop } from '../execute.ts';
import { InvalidRequest, invalidRequest, type Message, type Params, readBodyValue, readMessage } from './message.ts';
import { answer, isMethod, type Server } from './methods.ts';
import { failed, RpcError, type RpcId, type RpcResponse, rpcErrorOf, success } from './protocol.ts';
import { eraOf, type Headers, isPlain } from './protocol-rules.ts';
import type { Caller } from './registry.ts';
import { projectOf } from './resources.ts';
import type { WrittenAnswer } from './tool-answer-json.ts';

/** One answered request, for the log and the audit. */
export type Answered = {
  readonly method: string;
  /** The tool, prompt or resource in the request. */
  readonly target: string | undefined;
  /** The project in the request, if the caller has access to it. */
  readonly projectId: string | undefined;
  readonly status: Status;
};

export type Reply = {
  readonly httpStatus: number;
  /** Absent for notifications, which have no answer. */
  readonly body?: RpcResponse | readonly RpcResponse[];
  /** Approximate size of the body in characters. */
  readonly weight: number;
  /** The answer of a single tool call, already serialized. */
  readonly written?: WrittenAnswer;
  readonly answered: readonly Answered[];
};

export type Dispatcher<Context> = {
  /** Validates that the body is a message, before the token is checked. Returns the refusal of an invalid one. */
  refuse(value: unknown, traceId: string): Reply | undefined;
  /** Requests that are not answered within `deadlineMs` get DEADLINE_EXCEEDED; of a batch, no further one begins then. */
  dispatch(value: unknown, headers: Headers, caller: Caller<Context>, deadlineMs: number): Promise<Reply>;
};

/** What is the same for all messages of a body. */
type Sent<Context> = { readonly headers: Headers; readonly caller: Caller<Context>; readonly within: Within };

/** Runs work, but none that begins when the time of the body is over. Resolves to undefined then. */
type Within = <T>(work: () => Promise<T>) => Promise<T | undefined>;

function startTime(deadlineMs: number): Within {
  const endsAt = performance.now() + deadlineMs;
  let isOver = false;
  return async work => {
    if (isOver) return undefined;
    const done = await inTime(work(), endsAt - performance.now());
    isOver = done === undefined;
    return done;
  };
}

/** `onUnexpected` receives unexpected errors; the caller gets -32603. */
export function createDispatcher<Context>(
  server: Server<Context>,
  onUnexpected: (error: unknown, traceId: string) => void,
): Dispatcher<Context> {
  const one = (message: Message, sent: Sent<Context>) => answerMessage(server, onUnexpected, message, sent);
  return {
    refuse(value, traceId) {
      try {
        readBodyValue(value);
        return undefined;
      } catch (error) {
        return refusal(error, traceId);
      }
    },
    async dispatch(value, headers, caller, deadlineMs) {
      const body = readBodyValue(value);
      const sent = { headers, caller, within: startTime(deadlineMs) };
      if ('message' in body) return one(body.message, sent);
      const replies: Reply[] = [];
      for (const member of body.batch) replies.push(await answerMember(one, member, sent));
      const responses = replies.flatMap(reply => reply.body ?? []) as RpcResponse[];
      return {
        httpStatus: responses.length > 0 ? 200 : 202,
        ...(responses.length > 0 && { body: responses }),
        weight: replies.reduce((sum, reply) => sum + reply.weight, 0),
        answered: replies.flatMap(reply => reply.answered),
      };
    },
  };
}

/** The method name in the log for a request that reached no method. */
export const NO_METHOD = 'none';

export const unread = (status: Status): Answered => ({
  method: NO_METHOD,
  target: undefined,
  projectId: undefined,
  status,
});

/** The answer to a request that reached no method. An invalid request keeps its id if it has one. */
export function refusal(error: unknown, traceId: string, id: RpcId | null = null): Reply {
  if (!(error instanceof RpcError)) throw error;
  const known = error instanceof InvalidRequest ? error.id : id;
  const answered = [unread(error.status)];
  return { httpStatus: error.httpStatus, body: failed(known, error, traceId), weight: 0, answered };
}

/** Batches are only for callers without a version: revisions with a version header have no batches. */
async function answerMember<Context>(
  one: (message: Message, sent: Sent<Context>) => Promise<Reply>,
  member: unknown,
  sent: Sent<Context>,
): Promise<Reply> {
  try {
    const message = readMessage(member);
    if (message.kind === 'request' && (!isPlain(message.params, sent.headers) || message.method === 'initialize'))
      throw invalidRequest('This request must be sent by itself, not in a batch', message.id);
    return await one(message, sent);
  } catch (error) {
    return refusal(error, sent.caller.traceId);
  }
}

async function answerMessage<Context>(
  server: Server<Context>,
  onUnexpected: (error: unknown, traceId: string) => void,
  message: Message,
  { headers, caller, within }: Sent<Context>,
): Promise<Reply> {
  if (message.kind !== 'request') return { httpStatus: 202, weight: 0, answered: [] };
  const { id, method, params } = message;
  try {
    const era = eraOf(method, params, headers);
    const outcome = await within(() => answer(server, method, params, { ...caller, era }));
    if (outcome === undefined) throw rpcErrorOf(method === 'tools/call' ? tooLateToStop : tooLate);
    const { result, status, ...rest } = outcome;
    const answered = [noteOf(method, params, status)];
    return { httpStatus: 200, body: success(id, result), ...rest, answered };
  } catch (thrown) {
    const error = rpcErrorFrom(thrown, caller.traceId, onUnexpected);
    const answered = [noteOf(method, params, error.status)];
    return { httpStatus: error.httpStatus, body: failed(id, error, caller.traceId), weight: 0, answered };
  }
}

function rpcErrorFrom(
  thrown: unknown,
  traceId: string,
  onUnexpected: (error: unknown, traceId: string) => void,
): RpcError {
  if (thrown instanceof RpcError) return thrown;
  const failure = failureOf(thrown);
  if (failure === undefined) onUnexpected(thrown, traceId);
  return rpcErrorOf(failure ?? internalFailure);
}

const TARGET_CHARACTERS = 200;

function noteOf(method: string, params: Params, status: Status): Answered {
  const own = (from: unknown, name: string): string | undefined => {
    const value = typeof from === 'object' && from !== null && Object.hasOwn(from, name) && (from as Params)[name];
    return typeof value === 'string' ? value : undefined;
  };
  // The audit log has few actions: what a caller invents is no method but a target.
  const note = (named: string, target?: string, projectId?: string): Answered => ({
    method: named,
    target: target && storable(target, TARGET_CHARACTERS),
    projectId: status === 'OK' && projectId !== undefined && isId(projectId) ? projectId : undefined,
    status,
  });
  if (!isMethod(method)) return note('unknown', method);
  // Other methods ignore these parameters, so that nothing has checked them.
  if (method === 'tools/call' || method === 'prompts/get')
    return note(method, own(params, 'name'), own(params.arguments, 'project_id'));
  if (method !== 'resources/read') return note(method);
  const uri = own(params, 'uri');
  return note(method, uri, uri === undefined ? undefined : projectOf(uri));
}

/** A name from the caller, shortened and made valid for the database. */
const storable = (text: string, most: number): string => text.slice(0, most).toWellFormed().replaceAll('\0', '\uFFFD');
