import { DomainError, failedPrecondition } from '../platform/errors.ts';
import { type FailureKind, ProviderFailure } from './provider/failure.ts';

/** There is too much to do, which passes by waiting. All else is for an administrator to look at. */
const OVERLOAD: FailureKind[] = ['overloaded', 'busy', 'paused'];

const RETRY_AFTER_SECONDS = 10;

/** A failure of a provider as callers see it; anything else stays what it is. */
export function presentFailure(error: unknown): unknown {
  if (!(error instanceof ProviderFailure)) return error;
  const { kind, message, retryAfterMs } = error;
  if (kind === 'timeout' || kind === 'cancelled') return new DomainError('DEADLINE_EXCEEDED', message);
  if (!OVERLOAD.includes(kind)) return failedPrecondition(message);
  const retryAfterSeconds =
    retryAfterMs === undefined ? RETRY_AFTER_SECONDS : Math.max(1, Math.ceil(retryAfterMs / 1000));
  return new DomainError('UNAVAILABLE', message, { retryAfterSeconds });
}

export const noProvider = () =>
  failedPrecondition('No AI provider is enabled for this project or the system: an administrator configures one');
