import { expect, it } from 'vitest';
import { Underway } from '../../src/platform/underway.ts';

const items = <Item>(underway: Underway<Item>): Item[] => [...underway].sort();

it('what was added is under way until it is removed, in any order', () => {
  const underway = new Underway<string>();
  const leave = ['a', 'b', 'c', 'd'].map(item => underway.add(item));
  expect(items(underway)).toEqual(['a', 'b', 'c', 'd']);
  leave[1]?.();
  leave[3]?.();
  expect(items(underway)).toEqual(['a', 'c']);
  expect(['c', 'd'].map(sought => underway.some(item => item === sought))).toEqual([true, false]);
  const leaveLast = underway.add('e');
  leave[0]?.();
  leave[2]?.();
  expect(items(underway)).toEqual(['e']);
  leaveLast();
  expect(items(underway)).toEqual([]);
});

it('removing twice removes nothing else', () => {
  const underway = new Underway<string>();
  const leave = underway.add('a');
  underway.add('a');
  leave();
  leave();
  expect(items(underway)).toEqual(['a']);
});

it('a walk over all is not disturbed by what it removes and adds', () => {
  const underway = new Underway<() => void>();
  let calls = 0;
  for (let n = 0; n < 3; n += 1) {
    const leave = underway.add(() => {
      calls += 1;
      leave();
      underway.add(() => undefined);
    });
  }
  for (const call of underway) call();
  expect([calls, items(underway).length]).toEqual([3, 3]);
});
