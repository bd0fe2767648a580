import { argon2Sync } from 'node:crypto';
import { expect, it } from 'vitest';
import { runForCaller } from '../../src/platform/callers.ts';
import { verifyPassword } from '../../src/platform/passwords.ts';

const PASSWORD = 'correct horse';
const unpadded = (bytes: Buffer) => bytes.toString('base64').replaceAll('=', '');

/** A hash of little cost, so that hundreds are soon verified. */
function cheapHash(): string {
  const nonce = Buffer.alloc(16, 1);
  const tag = argon2Sync('argon2id', { message: PASSWORD, nonce, tagLength: 32, memory: 8, passes: 1, parallelism: 1 });
  return `$argon2id$v=19$m=8,t=1,p=1$${unpadded(nonce)}$${unpadded(tag)}`;
}

it('of hundreds of sign-ins at once, those that would wait too long are told to try again, and the others succeed', async () => {
  const storedHash = cheapHash();
  const callers = Array.from({ length: 300 }, (_, index) => `caller ${index % 30}`);
  const signIn = (name: string) => runForCaller(name, () => verifyPassword(storedHash, PASSWORD));
  const answers = await Promise.allSettled(callers.map(signIn));
  const refused = answers.filter(answer => answer.status === 'rejected').map(({ reason }) => reason);
  expect(refused.length).toBeGreaterThan(0);
  expect(refused.length).toBeLessThan(300 - 256);
  for (const reason of refused) expect(reason).toMatchObject({ status: 'UNAVAILABLE', retryAfterSeconds: 2 });
  const served = answers.filter(answer => answer.status === 'fulfilled').map(({ value }) => value);
  expect(served).toEqual(served.map(() => true));
  expect(await signIn('caller 0')).toBe(true);
});
