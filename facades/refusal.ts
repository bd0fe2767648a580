import type { IncomingMessage } from 'node:http';
import type { Refusal, WrittenRefusal } from '../src/platform/http/refusals.ts';
import { corsHeaders } from './cors.ts';
import { MCP_PATH } from './mcp/handler.ts';
import { failed, rpcErrorOf } from './mcp/protocol.ts';
import { failureEnvelope, retryAfterOf } from './rest/envelope.ts';
import { shareHeaders } from './rest/share-answers.ts';
import { traceIdFrom } from './trace.ts';

/**
 * Formats a refusal for the interface that the request is for, or for REST if the path is unknown. Pages of `origins` can read it.
 */
export function writeRefusal(
  refusal: Refusal,
  request: IncomingMessage | undefined,
  origins: readonly string[] = [],
): WrittenRefusal {
  const traceId = traceIdFrom(request?.headers.traceparent);
  const retryAfter = retryAfterOf(refusal);
  return {
    traceId,
    headers: {
      ...shareHeaders,
      ...corsHeaders(origins, request),
      'content-type': 'application/json; charset=utf-8',
      'x-trace-id': traceId,
      ...(retryAfter !== undefined && { 'retry-after': retryAfter }),
      ...(refusal.allow !== undefined && { allow: refusal.allow }),
    },
    body: JSON.stringify(bodyOf(request?.url?.split('?')[0], refusal, traceId)),
  };
}

function bodyOf(path: string | undefined, refusal: Refusal, traceId: string): object {
  const { status, message, retryAfterSeconds } = refusal;
  if (path === MCP_PATH) return failed(null, rpcErrorOf(refusal), traceId);
  if (path !== '/graphql') return failureEnvelope(refusal, traceId);
  return {
    errors: [{ message, extensions: { code: status, ...(retryAfterSeconds && { retryAfterSeconds }), traceId } }],
  };
}
