import type { FastifyRequest } from 'fastify';
import { isCreationKey } from '../../src/platform/creation-key.ts';
import type { FieldError } from '../../src/platform/errors.ts';
import type { Operation } from '../operations.ts';

/** A creation with an idempotency key: `sent` is the decoded request. */
export type Creation = {
  readonly key: string;
  readonly route: string;
  readonly sent: Readonly<Record<string, unknown>>;
};

const HEADER = 'idempotency-key';
const PROBLEM: FieldError = { field: 'Idempotency-Key', message: 'must have 1 to 255 printable ASCII characters' };

/** The creation that a request identifies by Idempotency-Key; undefined without the header or if nothing is created. */
export function creationOf(
  { creates }: Operation,
  { method, url, headers }: FastifyRequest,
  sent: Creation['sent'],
): Creation | { readonly errors: readonly FieldError[] } | undefined {
  const key = creates ? headers[HEADER] : undefined;
  if (key === undefined) return undefined;
  if (typeof key !== 'string' || !isCreationKey(key)) return { errors: [PROBLEM] };
  return { key, route: `${method} ${url.split('?')[0]}`, sent };
}
