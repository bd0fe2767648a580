import { setImmediate as turn } from 'node:timers/promises';
import { describe, expect, it } from 'vitest';
import { checkOf } from '../../src/access/password-limits.ts';
import { type HeldTry, patientTries } from '../../src/platform/patient-tries.ts';

/** A limit of one try that counts. */
function limited() {
  let used = 0;
  const free = async () => {
    used = 0;
  };
  return patientTries({
    take: async () => {
      if (used > 0) return { retryAfterSeconds: 900 };
      used = 1;
      return { giveBack: free, forget: free };
    },
  });
}

const soon = () => performance.now() + 60_000;

const isHeld = (taken: object): boolean => 'keep' in taken;

describe('an attempt that is refused while another one of its name is being checked', () => {
  it('is granted if that one is given back', async () => {
    const limit = limited();
    const first = (await limit.take('a', soon())) as HeldTry;
    const second = limit.take('a', soon());
    await turn();
    await first.giveBack();
    expect(isHeld(await second)).toBe(true);
  });

  it('is refused if that one was wrong, and at once if none is being checked', async () => {
    const limit = limited();
    const first = (await limit.take('a', soon())) as HeldTry;
    const second = limit.take('a', soon());
    await turn();
    first.keep();
    expect(isHeld(await second)).toBe(false);
    expect(isHeld(await limit.take('a', soon()))).toBe(false);
  });

  it('is refused at once if it must not wait', async () => {
    const limit = limited();
    await limit.take('a', soon());
    expect(isHeld(await limit.take('a', 0))).toBe(false);
  });
});

it('an attempt whose check fails is given back', async () => {
  const calls: string[] = [];
  const attempt = {
    success: async () => void calls.push('success'),
    failure: () => void calls.push('failure'),
    giveBack: async () => void calls.push('given back'),
  };
  await expect(checkOf(attempt, () => Promise.reject(new Error('overloaded')))).rejects.toThrow('overloaded');
  expect(calls).toEqual(['given back']);
});
