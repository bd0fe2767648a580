import { describe, expect, it } from 'vitest';
import { hashPassword, isOutdatedHash, verifyPassword } from '../../src/platform/password-hashes.ts';

const PASSWORD = 'correct horse 🐎';

/** Made by the package `argon2` 0.45, which wraps the reference implementation. It writes the parameters in another order. */
const BY_REFERENCE = {
  same: '$argon2id$v=19$m=19456,p=1,t=2$JoCLBL0rxVG3jWsT6yAFvA$xSTwepImmN3dbEwEfVh8AtkRO999DPHTH0TM+6BlJP4',
  other: '$argon2id$v=19$m=8192,p=2,t=3$9VAlpthYe0quM0bc4bAR0g$HjRjxItcbp+dwG2n0L+VSlxrGT//sOQgZTm2GXRRtFY',
  empty: '$argon2id$v=19$m=8192,p=1,t=2$YHeWmys1Tk6d7TT4PIMSRw$c7C1sJgMpaWQbe2/vOja4efHWtB5GswjxtyAYpe1sZE',
};

const matches = (storedHash: string, password: string) => verifyPassword({ storedHash, password }).matches;

describe('a password hash', () => {
  it('matches its password alone', () => {
    for (const password of [PASSWORD, '', 'a'.repeat(1024), '\0', ' spaced ']) {
      const storedHash = hashPassword(password);
      expect(matches(storedHash, password)).toBe(true);
      expect(matches(storedHash, `${password}!`)).toBe(false);
    }
  });

  it('says with which cost it was made, and differs each time', () => {
    const hashes = [hashPassword(PASSWORD), hashPassword(PASSWORD)];
    for (const one of hashes) expect(one).toMatch(/^\$argon2id\$v=19\$m=19456,t=2,p=1\$[\w+/]{22}\$[\w+/]{43}$/);
    expect(hashes[0]).not.toBe(hashes[1]);
  });

  it('of the reference implementation is understood', () => {
    expect(matches(BY_REFERENCE.same, PASSWORD)).toBe(true);
    expect(matches(BY_REFERENCE.other, PASSWORD)).toBe(true);
    expect(matches(BY_REFERENCE.empty, '')).toBe(true);
    for (const storedHash of Object.values(BY_REFERENCE)) expect(matches(storedHash, 'another')).toBe(false);
  });

  it('is outdated when its cost is another than that of new ones', () => {
    expect(isOutdatedHash(hashPassword(PASSWORD))).toBe(false);
    expect(isOutdatedHash(BY_REFERENCE.same)).toBe(false);
    expect(isOutdatedHash(BY_REFERENCE.other)).toBe(true);
  });

  it('of another kind is refused, and not compared', () => {
    const [, rest] = BY_REFERENCE.same.split('$argon2id');
    for (const storedHash of [
      '',
      'text',
      `$argon2i${rest}`,
      BY_REFERENCE.same.replace('t=2', ''),
      `${BY_REFERENCE.same}$`,
    ])
      expect(() => matches(storedHash, PASSWORD), storedHash).toThrow('not one of argon2id');
  });
});
