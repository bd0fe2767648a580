import { randomBytes } from 'node:crypto';
import { describe, expect, it } from 'vitest';
import { testApp } from '../support/app.ts';

/** Requests arrive from 127.0.0.1: a proxy that is trusted, as one more in front of it is. */
const app = await testApp({
  DOCSVC_AUTH_ALLOW_REGISTRATION: 'true',
  DOCSVC_RATE_LIMITS: 'on',
  DOCSVC_TRUSTED_PROXIES: '127.0.0.0/8,10.0.0.0/8',
});

const post = async (path: string, forwarded: string) => {
  const body = { email: 'no address', password: 'wrong password' };
  return (await app.rest('POST', path, { body, headers: { 'x-forwarded-for': forwarded } })).status;
};

const register = (forwarded: string) => post('/open/auth/register', forwarded);

/** Registers as often as one address may; returns what the next ones get. */
async function afterLimit(from: (index: number) => string, ...next: string[]): Promise<string[]> {
  for (let index = 0; index < 60; index += 1) expect(await register(from(index))).toBe(OPEN);
  return Promise.all(next.map(register));
}

const [LIMITED, OPEN] = ['RESOURCE_EXHAUSTED', 'INVALID_ARGUMENT'];

describe('the address that a trusted proxy forwards', () => {
  it('is the last one that no trusted proxy has: what the caller writes before it is ignored', async () => {
    const from = (index: number) => `198.51.100.${index}, 203.0.113.1, , 10.0.0.1`;
    expect(await afterLimit(from, '203.0.113.1', '198.51.100.1')).toEqual([LIMITED, OPEN]);
  });

  it('is the same with any port', async () => {
    const ipv4 = (index: number) => `203.0.113.2:${40_000 + index}`;
    expect(await afterLimit(ipv4, '203.0.113.2', '203.0.113.3:40000')).toEqual([LIMITED, OPEN]);
    const ipv6 = (index: number) => `[2001:db8::${index + 1}]:${40_000 + index}`;
    expect(await afterLimit(ipv6, '2001:db8::99', '[2001:db9::1]')).toEqual([LIMITED, OPEN]);
  });

  it('is that of the proxy if it forwards none', async () => {
    const from = (index: number) => `203.0.113.7, x${index}, 10.0.0.2`;
    expect(await afterLimit(from, '10.0.0.2', '203.0.113.7')).toEqual([LIMITED, OPEN]);
  });

  it('may be of any length', async () => {
    const long = randomBytes(3000).toString('hex');
    for (const forwarded of [long, `fe80::1%${long}`, `[${long}]:1`])
      expect(await post('/open/auth/login', forwarded)).toBe('UNAUTHENTICATED');
  });
});
