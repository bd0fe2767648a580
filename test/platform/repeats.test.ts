import { afterEach, beforeEach, describe, expect, it, vi } from 'vitest';
import { createRepeats } from '../../src/platform/repeats.ts';

type Row = { from: string; count?: number };

beforeEach(() => void vi.useFakeTimers());
afterEach(() => void vi.useRealTimers());

function collect() {
  const kept: Row[] = [];
  const repeats = createRepeats<Row>(
    row => kept.push(row),
    (row, count) => ({ ...row, count }),
  );
  const add = (from: string, group = 'visit') =>
    repeats.add(group, [
      { key: from, row: { from } },
      { key: 'anywhere', row: { from: 'anywhere' } },
    ]);
  return { kept, repeats, add };
}

describe('an event that is repeated within a minute', () => {
  it('is written once at once, and counted once after the minute', () => {
    const { kept, add } = collect();
    for (let round = 0; round < 500; round += 1) add('here');
    add('there');
    expect(kept).toEqual([{ from: 'here' }, { from: 'there' }]);
    vi.advanceTimersByTime(60_000);
    expect(kept.slice(2)).toEqual([{ from: 'here', count: 499 }]);
    add('here');
    expect(kept).toHaveLength(4);
    vi.advanceTimersByTime(60_000);
    expect(kept).toHaveLength(4);
  });

  it('is written when it is read, and nothing is counted twice', () => {
    const { kept, repeats, add } = collect();
    for (let round = 0; round < 3; round += 1) add('here');
    repeats.flush();
    repeats.flush();
    add('here');
    vi.advanceTimersByTime(60_000);
    expect(kept).toEqual([{ from: 'here' }, { from: 'here', count: 2 }, { from: 'here', count: 1 }]);
  });

  it('is counted together with very many others, and takes no room from other kinds', () => {
    const { kept, add } = collect();
    for (let index = 0; index < 100_000; index += 1) add(`address ${index}`);
    expect(kept).toHaveLength(201);
    add('here', 'sign-in');
    expect(kept.at(-1)).toEqual({ from: 'here' });
    vi.advanceTimersByTime(60_000);
    expect(kept.at(-1)).toEqual({ from: 'anywhere', count: 99_799 });
    expect(kept).toHaveLength(203);
  });
});
