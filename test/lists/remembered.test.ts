import { expect, it } from 'vitest';
import { remember, rememberedIn } from '../../src/lists/remembered.ts';
import { longTotal, MANY } from '../../src/lists/totals.ts';

const LENGTH = 1_000_000;
const longKeys = Array.from({ length: 40 }, (_, index) => `${index}`.padEnd(LENGTH));

it('results are remembered within a limit that also counts the filters by which they are found', () => {
  const database = {};
  for (const key of longKeys) remember(database, key, { total: 0, ids: '', snapshot: '', facts: '' });
  const keys = [...rememberedIn(database).keys()];
  expect(keys.length).toBeGreaterThan(0);
  expect(keys.length * LENGTH).toBeLessThanOrEqual(16_000_000);
});

it('so are totals: the oldest are counted again', async () => {
  const database = {};
  const counts: string[] = [];
  const ask = (key: string) =>
    longTotal(database, key, async most => {
      if (most === undefined) counts.push(key.trim());
      return MANY + 1;
    });
  for (const key of longKeys) await ask(key);
  await ask(longKeys.at(-1) as string);
  expect(counts).toHaveLength(longKeys.length);
  await ask(longKeys[0] as string);
  expect(counts.at(-1)).toBe('0');
});
