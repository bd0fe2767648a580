import { expect, it } from 'vitest';
import { createBudget } from '../../src/platform/budget.ts';

it('gives everything to one request when nothing is in use, whatever weights were released', async () => {
  const total = 1024 * 1024 * 1024;
  const budget = createBudget({ total, maxWaiting: 0 });
  const take = (weight: number) => budget.take({ weight, signal: new AbortController().signal });
  for (let round = 1; round <= 10_000; round += 1) {
    const weights = [7919, 104_729, 15_485_863].map(factor => (((round * factor) % 1_000_003) * 300) / 7);
    const releases = await Promise.all(weights.map(take));
    for (const release of releases) release();
  }
  await expect(take(total)).resolves.toBeTypeOf('function');
});
