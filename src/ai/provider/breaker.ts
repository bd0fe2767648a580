import { LRUCache } from 'lru-cache';
import { ProviderFailure } from './failure.ts';

/** Leaves a provider alone for `pauseMs` after `mostFailures` calls in a row that failed, then lets one call try. */
export type Breaker = {
  enter(key: string): void;
  report(key: string, outcome: 'alive' | 'failed'): void;
};

const MOST_KEYS = 500;

export function createBreaker(mostFailures: number, pauseMs: number): Breaker {
  const states = new LRUCache<string, { failures: number; pausedUntil: number }>({ max: MOST_KEYS });
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
      // This call is the one that tries; the others wait for what it finds.
      state.pausedUntil = performance.now() + pauseMs;
    },
    report(key, outcome) {
      if (outcome === 'alive') return void states.delete(key);
      const failures = (states.get(key)?.failures ?? 0) + 1;
      states.set(key, { failures, pausedUntil: performance.now() + pauseMs });
    },
  };
}
