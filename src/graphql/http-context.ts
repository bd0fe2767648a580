import type { Call } from '../access/call.ts';
import type { FieldError } from '../platform/errors.ts';
import type { GraphqlContext } from './context.ts';

/** What the HTTP server knows about a request before GraphQL runs. GraphQL adds the values that the log line needs. */
export type HttpContext = {
  call: Call;
  /** The parsed body of a POST or parameters of a GET, or the errors in them. */
  body?: { readonly value: unknown } | { readonly errors: readonly FieldError[] };
  /** The header `Idempotency-Key`. Yoga adds it to the context of the execution, whose `idempotencyKey` is that of a creation. */
  sentIdempotencyKey?: string | undefined;
  /** Whether the request is not a well-formed GraphQL request. The answer is then HTTP 400 for every media type. */
  isMalformed?: boolean;
  operation?: string;
  code?: string;
  execution?: Pick<GraphqlContext, 'answer' | 'idempotencyKey' | 'done'>;
};
