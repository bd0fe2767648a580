import { randomBytes } from 'node:crypto';

const TRACEPARENT = /^(?!ff)[\da-f]{2}-(?!0{32})([\da-f]{32})-(?!0{16})[\da-f]{16}-[\da-f]{2}(?:$|-)/;

/** The trace id of a valid W3C `traceparent`, else a new one. */
export function traceIdFrom(traceparent: string | string[] | undefined): string {
  const given = typeof traceparent === 'string' ? TRACEPARENT.exec(traceparent)?.[1] : undefined;
  return given ?? randomBytes(16).toString('hex');
}
