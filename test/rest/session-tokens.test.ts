import { SignJWT, UnsecuredJWT } from 'jose';
import { describe, expect, it } from 'vitest';
import { testApp } from '../support/app.ts';
import { seed } from '../support/seed.ts';

const app = await testApp();
const seeded = await seed(app);
const { admin } = seeded;
const key = app.services.jwtKey;
const now = () => Math.floor(Date.now() / 1000);

const HEADER = { alg: 'HS256', typ: 'JWT' };
const claims = () => ({
  iss: 'docsvc',
  aud: 'docsvc-session',
  sub: admin.id,
  epoch: 1,
  iat: now(),
  exp: now() + 600,
});

const sign = (payload: object, header: { alg: string; typ?: string } = HEADER) =>
  new SignJWT({ ...payload }).setProtectedHeader(header).sign(key);
const statusOf = async (token: string) => (await app.rest('GET', '/private/identity/me', { token })).status;
const without = (name: string) => Object.fromEntries(Object.entries(claims()).filter(([key]) => key !== name));

describe('the token of a session', () => {
  it('is accepted if the service could have created it', async () => {
    expect(await statusOf(await sign(claims()))).toBe('OK');
    // The clock of another server process may be a little ahead.
    expect(await statusOf(await sign({ ...claims(), iat: now() + 50 }))).toBe('OK');
  });

  it.each(['iss', 'aud', 'sub', 'iat', 'exp', 'epoch'])('is refused without %s', async name => {
    expect(await statusOf(await sign(without(name)))).toBe('UNAUTHENTICATED');
  });

  it.each([
    ['with another audience', { aud: 'docsvc-mail' }],
    ['with several audiences, none of them sessions', { aud: ['docsvc', 'other'] }],
    ['of another issuer', { iss: 'other' }],
    ['of an unknown user', { sub: '01900000-0000-7000-8000-000000000000' }],
    ['issued in the future', { iat: Math.floor(Date.now() / 1000) + 300 }],
    ['that has expired', { exp: Math.floor(Date.now() / 1000) - 1 }],
    ['with nbf in the future', { nbf: Math.floor(Date.now() / 1000) + 300 }],
    ['whose exp is a string', { exp: '9999999999' }],
    ['whose iat is a string', { iat: '1' }],
    ['of another epoch', { epoch: 2 }],
  ])('is refused if it is one %s', async (_, changes) => {
    expect(await statusOf(await sign({ ...claims(), ...changes }))).toBe('UNAUTHENTICATED');
  });

  it('is refused with another type or algorithm, without an algorithm, or with a changed letter', async () => {
    const good = await sign(claims());
    const [header, payload, signature = ''] = good.split('.');
    const bad = [
      await sign(claims(), { alg: 'HS256' }),
      await sign(claims(), { alg: 'HS256', typ: 'at+jwt' }),
      await sign(claims(), { alg: 'HS512', typ: 'JWT' }),
      await sign(claims(), { alg: 'HS384', typ: 'JWT' }),
      new UnsecuredJWT(claims()).encode(),
      `${header}.${payload}.`,
      `${header}.${payload}.${signature.startsWith('A') ? 'B' : 'A'}${signature.slice(1)}`,
    ];
    for (const token of bad) expect(await statusOf(token)).toBe('UNAUTHENTICATED');
    expect(await statusOf(good)).toBe('OK');
  });
});

describe('a session whose signature was checked before', () => {
  it('ends with its token', async () => {
    const token = await sign({ ...claims(), exp: now() + 2 });
    expect(await statusOf(token)).toBe('OK');
    await expect.poll(() => statusOf(token), { timeout: 30_000 }).toBe('UNAUTHENTICATED');
  });

  it('ends with a logout on the next request of every process', async () => {
    const processes = [app, await app.with({}), await app.with({})];
    expect(new Set(processes.map(({ services }) => services.jwtKey)).size).toBe(processes.length);
    const person = await seeded.createPerson();
    const statuses = () =>
      Promise.all(
        processes.map(async one => (await one.rest('GET', '/private/identity/me', { token: person.token })).status),
      );
    for (let again = 0; again < 2; again += 1) expect(await statuses()).toEqual(['OK', 'OK', 'OK']);
    await person.rest('POST', '/private/identity/me/logout');
    expect(await statuses()).toEqual(['UNAUTHENTICATED', 'UNAUTHENTICATED', 'UNAUTHENTICATED']);
  });
});
