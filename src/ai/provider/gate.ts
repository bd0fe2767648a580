import { ProviderFailure } from './failure.ts';

export type Gate = {
  /** Waits for a place; gives the function that leaves it, which may be called twice. */
  enter(signal: AbortSignal): Promise<() => void>;
};

/** Lets `most` callers in at once and lets `mostWaiting` more wait, in the order in which they came. */
export function createGate(most: number, mostWaiting: number): Gate {
  const waiting = new Set<() => void>();
  let inside = 0;

  const leaveOnce = (): (() => void) => {
    let isInside = true;
    return () => {
      if (!isInside) return;
      isInside = false;
      const [next] = waiting;
      if (next) next();
      else inside -= 1;
    };
  };

  return {
    enter(signal) {
      if (signal.aborted) return Promise.reject(signal.reason);
      if (inside < most) {
        inside += 1;
        return Promise.resolve(leaveOnce());
      }
      if (waiting.size >= mostWaiting)
        return Promise.reject(new ProviderFailure('busy', 'Too many AI requests at once, try again shortly'));
      return new Promise((resolve, reject) => {
        const proceed = () => {
          waiting.delete(proceed);
          signal.removeEventListener('abort', giveUp);
          resolve(leaveOnce());
        };
        const giveUp = () => {
          waiting.delete(proceed);
          reject(signal.reason);
        };
        waiting.add(proceed);
        signal.addEventListener('abort', giveUp, { once: true });
      });
    },
  };
}
