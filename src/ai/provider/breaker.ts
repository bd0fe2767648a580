import { LRUCache } from 'lru-cache';
import { ProviderFailure } from './failure.ts';

/** `undefined`: the call says nothing about the provider. */
export type Outcome = 'alive' | 'failed' | undefined;

/**
 * A circuit breaker: after `mostFailures` failed calls in a row, it blocks for `pauseMs`, then permits one trial call.
 */
export type Breaker = {
  /** Throws while the provider is paused. */
  check(key: string): void;
  /** Throws while the provider is paused. Returns the function that reports how the call ended. */
  enter(key: string): (outcome: Outcome) => void;
};

const MAX_KEYS = 500;

export function createBreaker(mostFailures: number, pauseMs: number): Breaker {
  const states = new LRUCache<string, { failures: number; pausedUntil: number }>({ max: MAX_KEYS });
  const report = (key: string, outcome: Outcome) => {
    if (outcome === 'alive') states.delete(key);
    if (outcome !== 'failed') return;
    const failures = (states.get(key)?.failures ?? 0) + 1;
    states.set(key, { failures, pausedUntil: performance.now() + pauseMs });
  };
  const check = (key: string) => {
    const state = states.get(key);
    if (state === undefined || state.failures < mostFailures) return undefined;
    const leftMs = state.pausedUntil - performance.now();
    const message = `The provider failed ${state.failures} times in a row and is paused`;
    if (leftMs > 0) throw new ProviderFailure('paused', message, leftMs);
    return state;
  };
  return {
    check,
    enter(key) {
      const state = check(key);
      if (state === undefined) return outcome => report(key, outcome);
      // This call is the trial; others stay blocked until it reports. Without an outcome, the next call is the trial.
      state.pausedUntil = performance.now() + pauseMs;
      return outcome => {
        if (outcome === undefined) state.pausedUntil = 0;
        report(key, outcome);
      };
    },
  };
}
