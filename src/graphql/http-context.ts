import type { Call } from '../access/call.ts';
import type { FieldError } from '../platform/errors.ts';
import type { AnswerBudget } from './answer-size.ts';

/** What the HTTP server knows of a request before GraphQL looks at it; the answer notes what the log line needs. */
export type HttpContext = {
  call: Call;
  /** The body of a POST as it was read, or what is wrong with it. */
  body?: { readonly value: unknown } | { readonly errors: readonly FieldError[] };
  /** Whether the request is no GraphQL request at all, which is HTTP 400 for every caller. */
  isMalformed?: boolean;
  operation?: string;
  code?: string;
  answer?: AnswerBudget;
};
