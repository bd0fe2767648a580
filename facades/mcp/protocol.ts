import { type ErrorStatus, statusCode } from '../../src/platform/errors.ts';
import type { Failure } from '../execute.ts';

/** The revision without a handshake: every request contains all its metadata. */
export const MODERN_VERSION = '2026-07-28';

/** The revisions with a handshake, newest first. */
export const LEGACY_VERSIONS = ['2025-11-25', '2025-06-18', '2025-03-26', '2024-11-05'] as const;

/** The first revision with resource links in tool answers; older clients reject unknown content. */
export const LINKS_SINCE = '2025-06-18';

export const metaKeys = {
  protocolVersion: 'io.modelcontextprotocol/protocolVersion',
  clientCapabilities: 'io.modelcontextprotocol/clientCapabilities',
  serverInfo: 'io.modelcontextprotocol/serverInfo',
} as const;

/** A part of an answer's content. */
export type ContentBlock = { readonly type: string; readonly [field: string]: unknown };

/** Codes of JSON-RPC 2.0 and of MCP. Other statuses of the service use their own code. */
export const rpcCode = {
  parseError: -32700,
  invalidRequest: -32600,
  methodNotFound: -32601,
  invalidParams: -32602,
  internal: -32603,
  legacyResourceNotFound: -32002,
  headerMismatch: -32020,
  unsupportedVersion: -32022,
} as const;

/** A JSON-RPC error with its HTTP status. */
export class RpcError extends Error {
  readonly code: number;
  readonly data: Record<string, unknown> | undefined;
  readonly httpStatus: number;
  /** The status for the log and the audit. */
  readonly status: ErrorStatus;

  constructor(
    code: number,
    message: string,
    {
      data,
      httpStatus = 200,
      status = 'INVALID_ARGUMENT',
    }: { data?: Record<string, unknown>; httpStatus?: number; status?: ErrorStatus } = {},
  ) {
    super(message);
    this.code = code;
    this.data = data;
    this.httpStatus = httpStatus;
    this.status = status;
  }
}

/** Converts a failure of a tool, resource or prompt to a protocol error. */
export function rpcErrorOf(failure: Failure, extra: Record<string, unknown> = {}): RpcError {
  const { status, message, errors } = failure;
  const code = failureCodes[status] ?? statusCode[status];
  return new RpcError(code, message, {
    data: { ...extra, status, code: statusCode[status], ...(errors && { errors }) },
    httpStatus: httpStatuses[status] ?? 200,
    status,
  });
}

const failureCodes: Partial<Record<ErrorStatus, number>> = {
  INVALID_ARGUMENT: rpcCode.invalidParams,
  INTERNAL: rpcCode.internal,
};

/** HTTP statuses that proxies and clients act on. */
const httpStatuses: Partial<Record<ErrorStatus, number>> = {
  UNAUTHENTICATED: 401,
  RESOURCE_EXHAUSTED: 429,
  UNAVAILABLE: 503,
};

export type RpcId = string | number;

export type RpcResponse =
  | { readonly jsonrpc: '2.0'; readonly id: RpcId; readonly result: object }
  | { readonly jsonrpc: '2.0'; readonly id: RpcId | null; readonly error: object };

export const success = (id: RpcId, result: object): RpcResponse => ({ jsonrpc: '2.0', id, result });

export function failed(id: RpcId | null, error: RpcError, traceId: string): RpcResponse {
  const { code, message, data, status } = error;
  const known = { status, code: statusCode[status], trace_id: traceId };
  return { jsonrpc: '2.0', id, error: { code, message, data: { ...known, ...data } } };
}
