import { isObject } from '../../src/platform/json.ts';
import { RpcError, type RpcId, rpcCode } from './protocol.ts';

export type Params = Readonly<Record<string, unknown>>;

/** A JSON-RPC 2.0 message. */
export type Message =
  | { readonly kind: 'request'; readonly id: RpcId; readonly method: string; readonly params: Params }
  /** Not answered: a notification, or a response, since this server sends no requests. */
  | { readonly kind: 'notification' | 'response' };

/** Maximum number of messages in one batch. */
const MAX_MEMBERS = 20;

export type Body = { readonly message: Message } | { readonly batch: readonly unknown[] };

/** Parses a body. Throws an RpcError if it is not a message. */
export function readBodyValue(value: unknown): Body {
  if (!Array.isArray(value)) return { message: readMessage(value) };
  if (value.length === 0) throw invalidRequest('A batch must contain at least one message');
  if (value.length > MAX_MEMBERS) throw invalidRequest(`A batch must contain at most ${MAX_MEMBERS} messages`);
  return { batch: value };
}

export function readMessage(value: unknown): Message {
  if (!isObject(value)) throw invalidRequest('The body must be a JSON-RPC 2.0 message: a JSON object');
  const field = (name: string): unknown => (Object.hasOwn(value, name) ? value[name] : undefined);
  if (field('jsonrpc') !== '2.0') throw invalidRequest('"jsonrpc" must be "2.0"');
  const [id, method, params] = [field('id'), field('method'), field('params') ?? {}];
  if (method === undefined && (Object.hasOwn(value, 'result') || Object.hasOwn(value, 'error')))
    return { kind: 'response' };
  if (typeof method !== 'string') throw invalidRequest('"method" must be a string', id);
  if (typeof params !== 'object') throw invalidRequest('"params" must be an object', id);
  if (id === undefined) return { kind: 'notification' };
  if (!isId(id)) throw invalidRequest(WRONG_ID);
  return { kind: 'request', id, method, params: params as Params };
}

const WRONG_ID = `"id" must be a string, or an integer up to ${Number.MAX_SAFE_INTEGER}: send a larger one as a string`;

const isId = (id: unknown): id is RpcId => typeof id === 'string' || Number.isSafeInteger(id);

/** An invalid request keeps its id if it has one. */
export class InvalidRequest extends RpcError {
  readonly id: RpcId | null;

  constructor(message: string, id: unknown) {
    super(rpcCode.invalidRequest, message, { httpStatus: 400 });
    this.id = isId(id) ? id : null;
  }
}

export const invalidRequest = (message: string, id?: unknown) => new InvalidRequest(message, id);
