import { expect, test } from 'vitest';
import { firstIdAt, isId, newId, newIdAfter } from '../../src/platform/ids.ts';

test('ids are UUIDs of version 7 that sort in the order of their creation, also within a millisecond', () => {
  const before = firstIdAt(Date.now());
  const ids = Array.from({ length: 10_000 }, newId);
  expect(ids.filter(id => !isId(id) || id[14] !== '7' || !/[89ab]/.test(id[19] ?? ''))).toEqual([]);
  expect([before, ...ids].toSorted()).toEqual([before, ...ids]);
  expect(new Set(ids.map(id => id.slice(-12))).size).toBe(ids.length);
});

test('an id after another one sorts after it, also if that is from the future', () => {
  const [past, future] = [firstIdAt(Date.now() - 60_000), firstIdAt(Date.now() + 60_000)];
  for (const earlier of [past, newId(), future, newIdAfter(future)]) {
    const id = newIdAfter(earlier);
    expect([isId(id), id[14], id > earlier]).toEqual([true, '7', true]);
  }
  expect(newIdAfter(past) < future).toBe(true);
  expect(newId() < future).toBe(true);
  expect(isId(newIdAfter(null))).toBe(true);
});
