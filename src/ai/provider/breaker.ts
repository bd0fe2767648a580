import { LRUCache } from 'lru-cache';
import { ProviderFailure } from './failure.ts';

/**
 * A circuit breaker: after `mostFailures` failed calls in a row, it blocks for `pauseMs`, then permits one trial call.
 */
export type Breaker = {
  enter(key: string): void;
  report(key: string, outcome: 'alive' | 'failed'): void;
};

const MAX_KEYS = 500;

export function createBreaker(mostFailures: number, pauseMs: number): Breaker {
  const states = new LRUCache<string, { failures: number; pausedUntil: number }>({ max: MAX_KEYS });
  return {
    enter(key) {
      const state = states.get(key);
      if (state === undefined || state.failures < mostFailures) return;
      const leftMs = state.pausedUntil - performance.now();
      if (leftMs > 0)
        throw new ProviderFailure(
          'paused',
          `The provider failed ${state.failures} times in a row and is paused`,
          leftMs,
        );
      // This call is the trial; others stay blocked until it reports.
      state.pausedUntil = performance.now() + pauseMs;
    },
    report(key, outcome) {
      if (outcome === 'alive') return void states.delete(key);
      const failures = (states.get(key)?.failures ?? 0) + 1;
      states.set(key, { failures, pausedUntil: performance.now() + pauseMs });
    },
  };
}
