import { createHash } from 'node:crypto';

/**
 * How callers find out that they already have an answer (RFC 9110, section 13.1.2). `version`: the answer follows from the
 * request alone, because published versions never change; it is not even loaded. `answer`: the answer is compared.
 */
export type Revalidation = 'version' | 'answer';

/** Answers to browsers and proxies: store for this caller only, and ask again each time, so that permissions are checked. */
export const REVALIDATE = 'private, no-cache';

/** A weak ETag: envelopes of the same data differ in their trace id and time. */
export function tagOf(...parts: readonly unknown[]): string {
  const digest = createHash('sha256').update(JSON.stringify(parts)).digest('base64url');
  return `W/"${digest}"`;
}
