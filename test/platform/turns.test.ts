import { describe, expect, test } from 'vitest';
import { knowCaller, workFor } from '../../src/platform/callers.ts';
import { beginRequest, countUse, YIELD_MS } from '../../src/platform/precedence.ts';
import { Turns } from '../../src/platform/turns.ts';

const refused = () => new Error('refused');
const turnsOf = (places: number) => new Turns({ places, yields: true, tooMany: refused, tooLate: refused });
const callerOf = (name: string, usedMs = 0) => ({ name, isKnown: true, request: { usedMs } });

/** A request that has begun; gives what answers it. */
const begin = (name: string): (() => void) =>
  workFor('127.0.0.1', () => {
    knowCaller(name);
    return beginRequest();
  });

/** Whether a place is given before anything else happens. */
async function startsAtOnce(turns: Turns, caller: ReturnType<typeof callerOf>): Promise<boolean> {
  let started = false;
  const given = turns.take(caller, {}).then(give => {
    started = true;
    give();
  });
  await Promise.resolve();
  await Promise.resolve();
  const atOnce = started;
  await given;
  return atOnce;
}

describe('a free place', () => {
  test('waits for a small request that is underway, and goes to the large one when it is answered', async () => {
    const turns = turnsOf(1);
    const answer = begin('small');
    const order: string[] = [];
    const large = turns.take(callerOf('large', 100), {}).then(give => {
      order.push('large');
      give();
    });
    for (let statement = 0; statement < 3; statement += 1) {
      const give = await turns.take(callerOf('small'), {});
      order.push('small');
      give();
    }
    answer();
    await large;
    expect(order).toEqual(['small', 'small', 'small', 'large']);
  });

  test('goes to a large request after a bounded time, however long small ones are underway', async () => {
    const answer = begin('small');
    const begun = performance.now();
    (await turnsOf(1).take(callerOf('large', 100), {}))();
    expect(performance.now() - begun).toBeGreaterThan(YIELD_MS / 2);
    expect(performance.now() - begun).toBeLessThan(YIELD_MS * 10);
    answer();
  });

  test('waits too when a caller sends many small requests', async () => {
    const answer = begin('rare');
    expect(await startsAtOnce(turnsOf(1), callerOf('busy'))).toBe(true);
    countUse(callerOf('busy'), 1_000);
    expect(await startsAtOnce(turnsOf(1), callerOf('busy'))).toBe(false);
    answer();
  });

  test('does not wait for callers who are nobody', async () => {
    const answer = workFor('127.0.0.1', beginRequest);
    expect(await startsAtOnce(turnsOf(1), callerOf('large', 100))).toBe(true);
    answer();
  });

  test('waits for nobody when only requests of the same caller are underway, or none', async () => {
    const answer = begin('large');
    expect(await startsAtOnce(turnsOf(1), callerOf('large', 100))).toBe(true);
    answer();
    expect(await startsAtOnce(turnsOf(1), callerOf('large', 100))).toBe(true);
  });
});

test('one caller holds all places but one', async () => {
  const turns = turnsOf(3);
  const gives = await Promise.all([1, 2].map(() => turns.take(callerOf('greedy'), {})));
  const third = turns.take(callerOf('greedy'), {});
  expect(await startsAtOnce(turns, callerOf('other'))).toBe(true);
  expect(turns.waiting).toBe(1);
  gives[0]?.();
  (await third)();
  gives[1]?.();
  expect(turns.waiting).toBe(0);
});
