import { expect, test } from 'vitest';
import { firstIdAt, isId, newId } from '../../src/platform/ids.ts';

test('ids are UUIDs of version 7 that sort in the order of their creation, also within a millisecond', () => {
  const before = firstIdAt(Date.now());
  const ids = Array.from({ length: 10_000 }, newId);
  expect(ids.filter(id => !isId(id) || id[14] !== '7' || !/[89ab]/.test(id[19] ?? ''))).toEqual([]);
  expect([before, ...ids].toSorted()).toEqual([before, ...ids]);
  expect(new Set(ids.map(id => id.slice(-12))).size).toBe(ids.length);
});
