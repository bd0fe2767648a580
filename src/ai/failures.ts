import { DomainError, failedPrecondition } from '../platform/errors.ts';
import { type FailureKind, ProviderFailure } from './provider/failure.ts';

/** Failures by overload, which pass with time. All others need an administrator. */
const OVERLOAD: FailureKind[] = ['overloaded', 'busy', 'paused'];

const RETRY_AFTER_SECONDS = 10;
/** A provider may ask for a day: our clients may ask again earlier, since another provider may be configured. */
const LONGEST_RETRY_SECONDS = 300;

/**
 * Turns a provider failure into a domain error. Returns other errors unchanged. A domain error that aborted `signal` is the
 * cause: the service stops, or the lease or the right to the answer was lost.
 */
export function presentFailure(error: unknown, signal: AbortSignal | undefined): unknown {
  if (signal?.reason instanceof DomainError) return signal.reason;
  if (!(error instanceof ProviderFailure)) return error;
  const { kind, message, retryAfterMs } = error;
  if (kind === 'timeout' || kind === 'cancelled') return new DomainError('DEADLINE_EXCEEDED', message);
  if (!OVERLOAD.includes(kind)) return failedPrecondition(message);
  const retryAfterSeconds =
    retryAfterMs === undefined
      ? RETRY_AFTER_SECONDS
      : Math.min(LONGEST_RETRY_SECONDS, Math.max(1, Math.ceil(retryAfterMs / 1000)));
  return new DomainError('UNAVAILABLE', message, { retryAfterSeconds });
}

export const noProvider = () =>
  failedPrecondition('No AI provider is enabled for this project or the system. An administrator must configure one');
