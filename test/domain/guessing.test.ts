import { setTimeout as delay } from 'node:timers/promises';
import { describe, expect, it } from 'vitest';
import { resetPassword } from '../../src/admin/reset-password.ts';
import { isDatabaseUnavailable } from '../../src/platform/database.ts';
import { DomainError } from '../../src/platform/errors.ts';
import { hashingCounts } from '../../src/platform/passwords.ts';
import { createTryLimit } from '../../src/platform/try-limits.ts';
import { accountName } from '../../src/users/known-addresses.ts';
import { testApp } from '../support/app.ts';
import { type Person, seed, seedPassword } from '../support/seed.ts';

const app = await testApp({ DOCSVC_RATE_LIMITS: 'on' });
const { superAdmin, createPerson } = await seed(app);
const { db } = app.services;

/** The number of requests that a busy machine did not answer. Such a request may have used up an attempt. */
let unanswered = 0;

/** Retries while the service is UNAVAILABLE. */
async function patiently<Answer extends { http: number; headers: Record<string, unknown> }>(
  ask: () => Promise<Answer>,
): Promise<Answer> {
  for (;;) {
    const answer = await ask();
    if (answer.http !== 503) return answer;
    unanswered += 1;
    await delay(Number(answer.headers['retry-after']) * 1000);
  }
}

const login = (email: string, password: string, address: string) =>
  patiently(() => app.rest<{ token: string }>('POST', '/open/auth/login', { body: { email, password }, address }));
const statusOf = async (email: string, password: string, address: string) =>
  (await login(email, password, address)).status;

/** Sends attempts at once; the given number is hashed and all others are refused. Returns their results. */
async function expectJudged(count: number, tries: (() => Promise<string>)[]): Promise<string[]> {
  const [before, unansweredBefore] = [hashingCounts.verified, unanswered];
  const statuses = await Promise.all(tries.map(one => one()));
  const verified = hashingCounts.verified - before;
  expect(verified).toBeLessThanOrEqual(count);
  expect(verified + unanswered - unansweredBefore).toBeGreaterThanOrEqual(count);
  expect(statuses.filter(status => status === 'RESOURCE_EXHAUSTED').length).toBeGreaterThanOrEqual(
    tries.length - verified,
  );
  return statuses;
}
const guesses = (email: string, count: number, addressOf: (index: number) => string) =>
  Array.from({ length: count }, (_, index) => () => statusOf(email, `guess ${index}`, addressOf(index)));

/** Simulates that the time has passed. */
const age = (seconds: number) => db.$executeRaw`
  UPDATE try_logs SET tries = ARRAY(SELECT t - make_interval(secs => ${seconds}::float8) FROM unnest(tries) AS t),
    expire = expire - make_interval(secs => ${seconds}::float8)`;

/** Uses up the given number of the account's attempts from unknown addresses, without hashing. */
const useUp = (email: string, count = 30) => use('login_account', accountName(app.services, email), count);

async function use(prefix: string, name: string, count: number): Promise<void> {
  const limit = createTryLimit(db, { prefix, most: 1000 });
  for (let index = 0; index < count; index += 1) await limit.take(name);
}

describe('passwords guessed from many addresses', () => {
  it('of one network leave turns to others', async () => {
    const { email } = await createPerson();
    let judged = 0;
    const guessed = Array.from({ length: 120 }, async (_, index) => {
      await statusOf(`nobody-${index}@example.com`, 'guess', `2001:db8:9:${index}::1`);
      judged += 1;
    });
    while (judged < 10) await delay(5);
    const before = judged;
    expect(await statusOf(email, seedPassword, '198.51.100.9')).toBe('OK');
    expect(judged - before).toBeLessThan(40);
    await Promise.all(guessed);
  });

  it('are checked 30 times, and the owner can still sign in from a known network', async () => {
    const owner = await createPerson();
    expect(await statusOf(owner.email, seedPassword, '198.51.100.1')).toBe('OK');
    const statuses = await expectJudged(
      30,
      guesses(owner.email, 50, index => `192.0.2.${index % 25}`),
    );
    expect(new Set(statuses)).toEqual(new Set(['UNAUTHENTICATED', 'RESOURCE_EXHAUSTED']));
    expect(await statusOf(owner.email, seedPassword, '198.51.100.1')).toBe('OK');
    // From other addresses they must wait, and get Retry-After.
    const elsewhere = await login(owner.email, seedPassword, '198.51.100.2');
    expect(elsewhere).toMatchObject({ http: 429, status: 'RESOURCE_EXHAUSTED' });
    const seconds = Number(elsewhere.headers['retry-after']);
    expect(seconds).toBeGreaterThan(800);
    await age(seconds);
    expect(await statusOf(owner.email, seedPassword, '198.51.100.2')).toBe('OK');
  });

  it('count the same for an account that there is not', async () => {
    await useUp('nobody@example.com', 27);
    await expectJudged(
      3,
      guesses('nobody@example.com', 6, index => `192.0.2.${100 + index}`),
    );
  });

  it('no longer keep the owner out once a SuperAdmin set a new password', async () => {
    const owner = await createPerson();
    await useUp(owner.email);
    expect(await statusOf(owner.email, seedPassword, '203.0.113.1')).toBe('RESOURCE_EXHAUSTED');
    await superAdmin.rest('PATCH', `/private/system/users/${owner.id}`, { body: { password: 'a new password' } });
    expect(await statusOf(owner.email, 'a new password', '203.0.113.1')).toBe('OK');
  });

  it('no longer keep the owner out once an operator set a new password', async () => {
    const owner = await createPerson();
    await useUp(owner.email);
    for await (const _line of resetPassword(app, [owner.email], 'of the operator\n'));
    expect(await statusOf(owner.email, 'of the operator', '203.0.113.2')).toBe('OK');
  });

  it('are forgotten by an operator also for an email that is stored in another Unicode form', async () => {
    const owner = await createPerson();
    const email = 'jose\u0301@example.com';
    await app.services.db.user.update({ where: { id: owner.id }, data: { email } });
    await useUp(email);
    for await (const _line of resetPassword(app, [email], 'of the operator\n'));
    expect(await statusOf(email, 'of the operator', '203.0.113.3')).toBe('OK');
  });
});

describe('addresses', () => {
  /** Logins with wrong passwords, of which the given number would be checked; nothing is hashed. */
  async function expectGranted(
    most: number,
    count: number,
    prefix: string,
    addressOf: (index: number) => string,
  ): Promise<void> {
    const take = (index: number) =>
      app.services.limits.takeLoginTry({ account: `${prefix} ${index}`, address: addressOf(index), isKnown: false });
    const taken = await Promise.allSettled(Array.from({ length: count }, (_, index) => take(index)));
    const failed = taken.filter(one => one.status === 'rejected').map(({ reason }) => reason);
    const refused = failed.filter(reason => reason instanceof DomainError && reason.status === 'RESOURCE_EXHAUSTED');
    expect(count - failed.length).toBeLessThanOrEqual(most);
    // A request that a busy machine did not answer may have used up an attempt.
    expect(refused.length).toBeLessThanOrEqual(count - most);
    expect(failed.filter(reason => !refused.includes(reason) && !isDatabaseUnavailable(reason))).toEqual([]);
  }

  it('of one IPv6 /64 are one address', async () => {
    await use('login_address', '2001:db8:1:1::/64', 40);
    await expectGranted(10, 15, 'a', index => `2001:db8:1:1:${index}::1`);
  });

  it('of one IPv6 /48 are 200 tries together', async () => {
    await use('login_range', '2001:db8:2::/48', 185);
    await expectGranted(15, 20, 'b', index => `2001:db8:2:${index}::1`);
  });

  it('of IPv4 are the same in their IPv6 forms', async () => {
    const forms = ['192.0.3.1', '::ffff:192.0.3.1', '::ffff:c000:301', '64:ff9b::c000:301'];
    await use('login_address', '192.0.3.1', 40);
    await expectGranted(10, 15, 'c', index => forms[index % forms.length] as string);
    await expectGranted(1, 1, 'd', () => '64:ff9b::c000:302');
  });

  it('are not cleared by a right password of another user', async () => {
    const stranger = await createPerson();
    const address = '192.0.4.1';
    await use('login_address', address, 49);
    expect(await statusOf(stranger.email, seedPassword, address)).toBe('OK');
    await expectGranted(1, 5, 'f', () => address);
    // The user signed in from there before, so attempts of others there do not lock them out.
    expect(await statusOf(stranger.email, seedPassword, address)).toBe('OK');
  });
});

describe('an address from which the owner signed in', () => {
  const address = '198.51.100.77';

  async function known(): Promise<Person> {
    const owner = await createPerson();
    expect(await statusOf(owner.email, seedPassword, address)).toBe('OK');
    return owner;
  }

  it('is slowed down by wrong passwords and never locked', async () => {
    const owner = await known();
    const pair = `${accountName(app.services, owner.email)} ${address}`;
    await use('login_pair', pair, 7);
    await expectJudged(
      3,
      guesses(owner.email, 8, () => address),
    );
    const refused = await login(owner.email, seedPassword, address);
    const seconds = Number(refused.headers['retry-after']);
    expect([refused.http, seconds <= 15, seconds > 0]).toEqual([429, true, true]);
    await age(seconds);
    expect(await statusOf(owner.email, seedPassword, address)).toBe('OK');
    // The right password cleared the count there.
    await use('login_pair', pair, 9);
    await expectJudged(
      1,
      guesses(owner.email, 4, () => address),
    );
  });

  it('has its next tries after 15, 30 and 60 seconds, and then every 120', async () => {
    const owner = await known();
    await use('login_pair', `${accountName(app.services, owner.email)} ${address}`, 10);
    for (const wait of [15, 30, 60, 120, 120]) {
      const { http, headers } = await login(owner.email, seedPassword, address);
      const seconds = Number(headers['retry-after']);
      expect([http, seconds <= wait, seconds > wait - 10]).toEqual([429, true, true]);
      await age(seconds);
      expect(await statusOf(owner.email, 'guess', address)).toBe('UNAUTHENTICATED');
    }
    await age(120);
    expect(await statusOf(owner.email, seedPassword, address)).toBe('OK');
  });

  it('is stored as a hash: the newest 20 of a user, for 90 days', async () => {
    const owner = await known();
    await db.knownAddress.createMany({
      data: Array.from({ length: 22 }, (_, index) => ({
        userId: owner.id,
        address: `old ${index}`,
        seenAt: new Date(0),
      })),
    });
    await db.knownAddress.updateMany({
      where: { userId: owner.id, seenAt: new Date(0) },
      data: { seenAt: new Date(Date.now() - 86_400_000) },
    });
    expect(await statusOf(owner.email, seedPassword, '198.51.101.21')).toBe('OK');
    const kept = await db.knownAddress.findMany({ where: { userId: owner.id } });
    expect(kept).toHaveLength(20);
    expect(JSON.stringify(kept)).not.toContain('198.51');
    await useUp(owner.email);
    expect(await statusOf(owner.email, seedPassword, '198.51.101.21')).toBe('OK');
    // The newest address stays, even if a fast clock recorded all the others.
    await db.knownAddress.deleteMany({ where: { userId: owner.id } });
    const seenAt = new Date(Date.now() + 3_600_000);
    await db.knownAddress.createMany({
      data: Array.from({ length: 20 }, (_, index) => ({ userId: owner.id, address: `ahead ${index}`, seenAt })),
    });
    await superAdmin.rest('PATCH', `/private/system/users/${owner.id}`, { body: { password: seedPassword } });
    expect(await statusOf(owner.email, seedPassword, '198.51.101.21')).toBe('OK');
    await useUp(owner.email);
    expect(await statusOf(owner.email, seedPassword, '198.51.101.21')).toBe('OK');
    await db.knownAddress.updateMany({ data: { seenAt: new Date(Date.now() - 91 * 86_400_000) } });
    expect(await statusOf(owner.email, seedPassword, '198.51.101.21')).toBe('RESOURCE_EXHAUSTED');
  });
});

describe('the present password', () => {
  it('is checked ten times for a session, and signing out ends a stolen session', async () => {
    const owner = await createPerson();
    const change = (token: string, current_password: string, index: number) =>
      patiently(() =>
        app.rest('POST', '/private/identity/me/password', {
          body: { current_password, new_password: 'another password' },
          token,
          address: `192.0.6.${index}`,
        }),
      );
    const tries = Array.from(
      { length: 8 },
      (_, index) => async () => (await change(owner.token, `guess ${index}`, index)).status,
    );
    const { sessionEpoch } = await db.user.findUniqueOrThrow({ where: { id: owner.id } });
    await use('password_session', `${owner.id} ${sessionEpoch}`, 7);
    await expectJudged(3, tries);
    expect((await change(owner.token, seedPassword, 99)).status).toBe('RESOURCE_EXHAUSTED');
    await app.rest('POST', '/private/identity/me/logout', { token: owner.token });
    const { token } = (await login(owner.email, seedPassword, '192.0.7.1')).detail;
    expect((await change(token, seedPassword, 1)).status).toBe('OK');
  });
});

describe('tokens that open nothing', () => {
  it('are refused for an address after 300 in a minute; good ones are not', async () => {
    const person = await createPerson();
    const { detail } = await person.rest<{ token: string }>('POST', '/private/mcp-tokens', {
      body: { name: 'Agent', scopes: [1] },
    });
    const ask = (authorization: string, address: string) =>
      patiently(() =>
        app.rest('POST', '/open/mcp', {
          headers: { authorization },
          body: { jsonrpc: '2.0', id: 1, method: 'tools/list' },
          address,
        }),
      );
    for (let index = 0; index < 280; index += 1) await app.services.limits.countBadToken('2001:db8:3:3::1');
    const bad = await Promise.all(
      Array.from({ length: 30 }, (_, index) => ask(`docsvc_mcp_${'A'.repeat(43)}`, `2001:db8:3:3::${index}`)),
    );
    const codes = bad.map(({ http }) => http);
    expect([codes.filter(code => code === 401).length, codes.filter(code => code === 429).length]).toEqual([20, 10]);
    expect(Number(bad.at(-1)?.headers['retry-after'])).toBeGreaterThan(0);
    expect((await ask(detail.token, '2001:db8:3:3::1')).http).toBe(200);
    const me = await app.rest('GET', '/private/identity/me', { token: 'a.b.c', address: '2001:db8:3:3::2' });
    expect(me.http).toBe(429);
  });
});
