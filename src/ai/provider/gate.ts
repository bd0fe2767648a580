import pLimit from 'p-limit';
import { ProviderFailure } from './failure.ts';

export type Gate = {
  /** Waits for a place; gives the function that leaves it, which may be called twice. */
  enter(signal: AbortSignal): Promise<() => void>;
};

/** Lets `most` callers in at once and lets `mostWaiting` more wait, in the order in which they came. */
export function createGate(most: number, mostWaiting: number): Gate {
  const limit = pLimit(most);
  // Not the limit's own count: it keeps callers who gave up until their turn comes.
  let waiting = 0;
  return {
    enter(signal) {
      if (signal.aborted) return Promise.reject(signal.reason);
      if (limit.activeCount >= most && waiting >= mostWaiting)
        return Promise.reject(new ProviderFailure('busy', 'Too many AI requests at once, try again shortly'));
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
          return new Promise<void>(leave => resolve(leave));
        });
      });
    },
  };
}
