import { beforeEach, describe, expect, it } from 'vitest';
import { hashingCounts } from '../../src/platform/passwords.ts';
import { testApp } from '../support/app.ts';
import { type Person, seed, seedPassword } from '../support/seed.ts';

const app = await testApp({ DOCSVC_RATE_LIMITS: 'on' });
const { superAdmin, createPerson } = await seed(app);

type Session = { user: { id: string; email: string }; token: string; expires_at: string };

let address = 0;
/** Each test uses its own address, so that tests do not share attempts. */
let from: string;
let person: Person;

beforeEach(async () => {
  address += 1;
  from = `10.0.0.${address}`;
  person = await createPerson();
});

const login = (email: string, password: string, where = from) =>
  app.rest<Session>('POST', '/open/auth/login', { body: { email, password }, address: where });

const meWith = async (token: string) =>
  (await app.rest('GET', '/private/identity/me', { token, address: from })).status;

const WRONG = { http: 200, code: 401, status: 'UNAUTHENTICATED', message: 'Email or password is wrong' };

describe('a login', () => {
  it('with the right password opens a session for the time that the settings say', async () => {
    const { detail, code } = await login(person.email, seedPassword);
    expect(code).toBe(200);
    expect(detail.user).toMatchObject({ id: person.id, email: person.email, is_super_admin: false, status: 1 });
    const hours = (Date.parse(detail.expires_at) - Date.now()) / 3_600_000;
    expect(hours).toBeGreaterThan(11.9);
    expect(hours).toBeLessThanOrEqual(12);
    expect(await meWith(detail.token)).toBe('OK');
  });

  it('never answers with a password or its hash', async () => {
    const { text } = await login(person.email, seedPassword);
    expect(text).not.toMatch(/password|hash|epoch|argon/i);
  });

  it('accepts the email in any case and with surrounding blanks', async () => {
    expect((await login(` ${person.email.toUpperCase()} `, seedPassword)).code).toBe(200);
  });

  it('gets one and the same answer for a wrong password, an unknown email and a disabled user', async () => {
    const disabled = await createPerson();
    await superAdmin.rest('PATCH', `/private/system/users/${disabled.id}`, { body: { status: 2 } });
    for (const [email, password] of [
      [person.email, 'not the password'],
      ['nobody@example.com', seedPassword],
      [disabled.email, seedPassword],
      [person.email, ''],
      ['\0', seedPassword],
    ] as const) {
      const { envelope, http } = await login(email, password);
      expect({ ...envelope, http }).toEqual({ ...WRONG, trace_id: expect.any(String), timestamp: expect.any(Number) });
    }
  });

  it('costs the same for an unknown email as for a wrong password: one comparison with a hash', async () => {
    for (const email of [person.email, 'nobody-else@example.com']) {
      const before = hashingCounts.verified;
      await login(email, 'not the password');
      expect(hashingCounts.verified - before).toBe(1);
    }
  });
});

describe('failed logins', () => {
  it('are 10 for one account and address; the right password does not help after that', async () => {
    for (let index = 0; index < 10; index += 1) expect(await login(person.email, 'wrong')).toMatchObject(WRONG);
    const answer = await login(person.email, seedPassword);
    expect(answer).toMatchObject({ http: 429, code: 429, status: 'RESOURCE_EXHAUSTED' });
    expect(Number(answer.headers['retry-after'])).toBeGreaterThan(800);
    expect(Number(answer.headers['retry-after'])).toBeLessThanOrEqual(900);
    expect((await login(person.email, seedPassword, '10.1.1.1')).code).toBe(200);
  });

  it('cannot slip through together', async () => {
    const answers = await Promise.all(Array.from({ length: 25 }, () => login(person.email, 'wrong')));
    expect(answers.filter(({ code }) => code === 401)).toHaveLength(10);
    expect(answers.filter(({ code }) => code === 429)).toHaveLength(15);
  });

  it('are none with the right password, however many sign in at once, and from one address', async () => {
    const answers = await Promise.all(Array.from({ length: 40 }, () => login(person.email, seedPassword)));
    expect(new Set(answers.map(({ code }) => code))).toEqual(new Set([200]));
    expect((await login(person.email, 'wrong')).code).toBe(401);
  });

  it('are forgotten by the right password', async () => {
    for (let round = 0; round < 3; round += 1) {
      for (let index = 0; index < 9; index += 1) expect((await login(person.email, 'wrong')).code).toBe(401);
      expect((await login(person.email, seedPassword)).code).toBe(200);
    }
  });

  it('are 50 for one address, for all accounts together', async () => {
    const answers = await Promise.all(
      Array.from({ length: 60 }, (_, index) => login(`nobody-${index}@example.com`, 'wrong')),
    );
    expect(answers.filter(({ code }) => code === 401)).toHaveLength(50);
    expect(answers.filter(({ code }) => code === 429)).toHaveLength(10);
  });

  it('are limited over GraphQL by the same counters', async () => {
    for (let index = 0; index < 10; index += 1) await login(person.email, 'wrong');
    const query = 'mutation($input: LoginInput!) { login(input: $input) { token } }';
    const answer = await app.graphql(
      query,
      { input: { email: person.email, password: seedPassword } },
      { address: from },
    );
    expect(answer.code).toBe('RESOURCE_EXHAUSTED');
    expect(answer.errors?.[0]?.extensions.retryAfterSeconds).toBeGreaterThan(800);
  });
});

describe('a session', () => {
  it('ends, with all others of the user, by logout', async () => {
    const other = (await login(person.email, seedPassword)).detail.token;
    expect(await app.rest('POST', '/private/identity/me/logout', { token: other })).toMatchObject({ code: 200 });
    expect([await meWith(person.token), await meWith(other)]).toEqual(['UNAUTHENTICATED', 'UNAUTHENTICATED']);
    expect(await meWith((await login(person.email, seedPassword)).detail.token)).toBe('OK');
  });

  it('ends by a password change, and the old password with it', async () => {
    const body = { current_password: seedPassword, new_password: 'another password' };
    expect(await person.rest('POST', '/private/identity/me/password', { body })).toMatchObject({
      code: 200,
      detail: { id: person.id },
    });
    expect(await meWith(person.token)).toBe('UNAUTHENTICATED');
    expect(await login(person.email, seedPassword)).toMatchObject(WRONG);
    expect((await login(person.email, 'another password')).code).toBe(200);
  });

  it('stays when the current password is wrong or the new one too short', async () => {
    const change = (current_password: string, new_password: string) =>
      person.rest('POST', '/private/identity/me/password', { body: { current_password, new_password }, address: from });
    expect(await change('wrong', 'another password')).toMatchObject({
      code: 400,
      detail: { errors: [{ field: 'current_password' }] },
    });
    for (const bad of ['1234567', 'x'.repeat(1025)])
      expect(await change(seedPassword, bad)).toMatchObject({
        code: 400,
        detail: { errors: [{ field: 'new_password' }] },
      });
    expect(await meWith(person.token)).toBe('OK');
    expect((await login(person.email, seedPassword)).code).toBe(200);
  });

  it('ends when the user is disabled, and a new one opens when they are enabled again', async () => {
    const patch = (status: number) =>
      superAdmin.rest('PATCH', `/private/system/users/${person.id}`, { body: { status } });
    expect((await patch(2)).detail).toMatchObject({ status: 2 });
    expect(await meWith(person.token)).toBe('UNAUTHENTICATED');
    expect((await patch(1)).detail).toMatchObject({ status: 1 });
    expect(await meWith(person.token)).toBe('UNAUTHENTICATED');
    expect((await login(person.email, seedPassword)).code).toBe(200);
  });

  it('ends by a password that a SuperAdmin sets', async () => {
    await superAdmin.rest('PATCH', `/private/system/users/${person.id}`, { body: { password: 'set by another' } });
    expect(await meWith(person.token)).toBe('UNAUTHENTICATED');
    expect((await login(person.email, 'set by another')).code).toBe(200);
  });

  it('ends by time', async () => {
    const short = await app.with({ DOCSVC_JWT_TTL: '1s' });
    const { detail } = await short.rest<Session>('POST', '/open/auth/login', {
      body: { email: person.email, password: seedPassword },
    });
    await new Promise(resolve => setTimeout(resolve, 2100));
    const answer = await app.rest('GET', '/private/identity/me', { token: detail.token });
    expect(answer).toMatchObject({ code: 401, message: 'The session has expired. Sign in again' });
  });
});

describe('requests of one caller', () => {
  it('are 1,200 a minute, for all requests together', async () => {
    const answers = [];
    for (let batch = 0; batch < 13; batch += 1)
      answers.push(
        ...(await Promise.all(
          Array.from({ length: 100 }, () => app.rest('GET', '/open/auth/config', { address: from })),
        )),
      );
    const refused = answers.filter(({ http }) => http === 429);
    expect(refused.length).toBe(100);
    expect(refused[0]).toMatchObject({ status: 'RESOURCE_EXHAUSTED', headers: { 'retry-after': expect.any(String) } });
    expect((await app.rest('GET', '/open/health', { address: from })).code).toBe(200);
  });
});
