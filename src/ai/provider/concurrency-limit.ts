import pLimit from 'p-limit';
import { ProviderFailure } from './failure.ts';

export type ConcurrencyLimit = {
  /** Waits for a free slot. Returns the function that releases it; calling that twice is safe. */
  acquire(signal: AbortSignal): Promise<() => void>;
};

/** Permits `most` callers at a time, and up to `mostWaiting` more in a first-in, first-out queue. */
export function createConcurrencyLimit(most: number, mostWaiting: number): ConcurrencyLimit {
  const limit = pLimit(most);
  // Counted here, because p-limit also counts callers that gave up until their slot comes.
  let waiting = 0;
  return {
    acquire(signal) {
      if (signal.aborted) return Promise.reject(signal.reason);
      if (limit.activeCount >= most && waiting >= mostWaiting)
        return Promise.reject(new ProviderFailure('busy', 'Too many AI requests at once. Try again in a few seconds'));
      waiting += 1;
      return new Promise((resolve, reject) => {
        const giveUp = () => {
          waiting -= 1;
          reject(signal.reason);
        };
        signal.addEventListener('abort', giveUp, { once: true });
        void limit(() => {
          if (signal.aborted) return undefined;
          signal.removeEventListener('abort', giveUp);
          waiting -= 1;
          return new Promise<void>(release => resolve(release));
        });
      });
    },
  };
}
