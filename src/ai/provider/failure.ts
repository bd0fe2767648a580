/** Kinds of failed model calls → whether the same call may succeed later. */
const mayRetry = {
  /** base_url leads to an address that is not permitted. */
  refused_address: false,
  /** There was no connection, or it broke. */
  unreachable: true,
  timeout: true,
  /** The caller disconnected. */
  cancelled: false,
  /** The provider is overloaded or limits the rate. */
  overloaded: true,
  /** This service has too many model calls in progress. */
  busy: true,
  /** The circuit breaker blocks the provider after several failures in a row. */
  paused: true,
  unauthorized: false,
  /** The provider refuses the request, for example its model or a parameter. */
  rejected: false,
  /** The request is too long for the model. */
  too_long: false,
  /** The provider failed. */
  provider_error: true,
  /** The response does not follow the API. */
  bad_answer: true,
  /** The response is larger than this service accepts. */
  too_large: false,
  /** The model, or a filter of the provider, declined to answer. */
  refused: false,
} as const;

export type FailureKind = keyof typeof mayRetry;

/** A failed model call. Its messages never contain text from the provider, which could contain the API key. */
export class ProviderFailure extends Error {
  readonly kind: FailureKind;
  readonly mayRetry: boolean;
  readonly retryAfterMs: number | undefined;
  /** Nothing was sent, because this service was busy. */
  readonly isPostponed: boolean;

  constructor(kind: FailureKind, message: string, retryAfterMs?: number) {
    super(message);
    this.name = 'ProviderFailure';
    this.kind = kind;
    this.mayRetry = mayRetry[kind];
    this.retryAfterMs = retryAfterMs;
    this.isPostponed = kind === 'busy';
  }
}
