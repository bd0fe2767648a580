import { createHash } from 'node:crypto';
import { digestOfJson } from '../../src/platform/json-stream.ts';
import { type Encoded, LARGE_CHARACTERS } from '../encode.ts';

/**
 * How callers find out that they already have an answer (RFC 9110, section 13.1.2). `version`: the answer follows from the
 * request alone, because published versions never change; it is not even loaded. `answer`: the answer is compared.
 */
export type Revalidation = 'version' | 'answer';

/** Answers to browsers and proxies: store for this caller only, and ask again each time, so that permissions are checked. */
export const REVALIDATE = 'private, no-cache';

/** A weak ETag: envelopes of the same data differ in their trace id and time. */
export async function tagOfAnswer({ value, total, weight }: Encoded): Promise<string> {
  const parts = [value, total];
  return weakTag(weight > LARGE_CHARACTERS ? await digestOfJson(parts) : digestOf(parts));
}

/** The weak ETag of an answer that follows from these parts. */
export const tagOf = (...parts: readonly unknown[]): string => weakTag(digestOf(parts));

const digestOf = (value: unknown): string => createHash('sha256').update(JSON.stringify(value)).digest('base64url');
const weakTag = (digest: string): string => `W/"${digest}"`;
