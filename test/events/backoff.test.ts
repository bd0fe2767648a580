import { expect, it } from 'vitest';
import { waitAfter } from '../../src/events/backoff.ts';

const HOUR_MS = 3_600_000;
const waitFor = (attempts: number, retryAfterMs: number) => waitAfter(attempts, { mayRetry: true, retryAfterMs });

it('the next attempt waits as long as the receiver asks, up to an hour, and never less than usual', () => {
  expect(waitFor(1, 40 * 60_000)).toBe(40 * 60_000);
  expect(waitFor(1, HOUR_MS)).toBe(HOUR_MS);
  expect(waitFor(1, 30 * 86_400_000)).toBe(HOUR_MS);
  expect(waitFor(2, 1_000)).toBeGreaterThanOrEqual(0.9 * 60_000);
  expect(waitFor(10, HOUR_MS)).toBeGreaterThanOrEqual(9 * HOUR_MS);
});

it('there are 11 attempts within a day', () => {
  const waits = Array.from({ length: 11 }, (_, index) => waitFor(index + 1, 0));
  expect(waits.at(-1)).toBeUndefined();
  const tenMs = waits.slice(0, -1).reduce<number>((sum, waitMs) => sum + (waitMs ?? Number.NaN), 0);
  expect(tenMs).toBeGreaterThan(0.85 * 24 * HOUR_MS);
  expect(tenMs).toBeLessThan(1.1 * 24 * HOUR_MS);
  expect(waitAfter(1, { mayRetry: false, retryAfterMs: 1_000 })).toBeUndefined();
});
