/** Why a call of a model failed → whether the same call may succeed later. */
const mayRetry = {
  /** base_url leads to where the service does not connect to. */
  refused_address: false,
  /** No connection, or it broke. */
  unreachable: true,
  timeout: true,
  /** Whoever asked has gone. */
  cancelled: false,
  /** The provider has too much to do, or limits the rate. */
  overloaded: true,
  /** This service has too many calls in flight. */
  busy: true,
  /** After several failures in a row the provider is left alone for a while. */
  paused: true,
  unauthorized: false,
  /** The provider does not take the request: its model, its parameters. */
  rejected: false,
  /** The request is longer than the model takes. */
  too_long: false,
  /** The provider failed. */
  provider_error: true,
  /** What came is not an answer of the interface. */
  bad_answer: true,
  /** The answer is larger than this service takes. */
  too_large: false,
  /** The model, or a filter of the provider, declined to answer. */
  refused: false,
} as const;

export type FailureKind = keyof typeof mayRetry;

/** The messages are this service's own: nothing that a provider wrote is repeated, it could hold the key. */
export class ProviderFailure extends Error {
  readonly kind: FailureKind;
  readonly mayRetry: boolean;
  readonly retryAfterMs: number | undefined;

  constructor(kind: FailureKind, message: string, retryAfterMs?: number) {
    super(message);
    this.name = 'ProviderFailure';
    this.kind = kind;
    this.mayRetry = mayRetry[kind];
    this.retryAfterMs = retryAfterMs;
  }
}
