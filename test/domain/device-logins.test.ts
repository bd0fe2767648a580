import { describe, expect, it } from 'vitest';
import { openSession } from '../../src/access/session-tokens.ts';
import { testApp } from '../support/app.ts';
import { callerOf, type Person, seed } from '../support/seed.ts';

/** Logins of programs without a browser, which a person allows in the console (RFC 8628). */

const app = await testApp({ DOCSVC_RATE_LIMITS: 'on' });
const { superAdmin, createPerson } = await seed(app);
const { db } = app.services;

type Start = { deviceCode: string; userCode: string; verificationUri: string; verificationUriComplete: string };
type Result = { status: string; intervalSeconds: number | null; session: Session | null };
type Session = { token: string; expiresAt: string; user: { id: string } };

let count = 0;
/** From another address each time: the number that may wait for one is limited. */
const newAddress = () => `192.0.2.${++count}`;

const tryStart = (address: string) =>
  app.graphql<{ startDeviceLogin: Start }>(
    'mutation { startDeviceLogin { deviceCode userCode verificationUri verificationUriComplete intervalSeconds } }',
    {},
    { address },
  );
const start = async (address = newAddress()) => (await tryStart(address)).data.startDeviceLogin;

const FINISH = `mutation($input: FinishDeviceLoginInput!) { finishDeviceLogin(input: $input) {
  status intervalSeconds session { token expiresAt user { id } }
} }`;
async function finish(deviceCode: string, by = app): Promise<Result> {
  const { data } = await by.graphql<{ finishDeviceLogin: Result }>(FINISH, { input: { deviceCode } });
  return data.finishDeviceLogin;
}
const statusOf = async (deviceCode: string) => (await finish(deviceCode)).status;

const READ = 'query($code: String!) { deviceLogin(userCode: $code) { userCode address startedAt expiresAt } }';
const read = (by: Pick<Person, 'graphql'>, code: string) =>
  by.graphql<{ deviceLogin: { userCode: string; address: string } }>(READ, { code });

const decide = (by: Pick<Person, 'graphql'>, decision: 'allow' | 'refuse', userCode: string) =>
  by.graphql(`mutation($input: DecideDeviceLoginInput!) { ${decision}DeviceLogin(input: $input) { address } }`, {
    input: { userCode },
  });

/** Lets this time pass for all logins that wait. */
const wait = (seconds: number) => db.$executeRaw`
  UPDATE device_logins SET expires_at = expires_at - make_interval(secs => ${seconds}::int),
    polled_at = polled_at - make_interval(secs => ${seconds}::int)`;

describe('a device login', () => {
  it('gives the session of the person who allows it, once', async () => {
    const person = await createPerson();
    const address = newAddress();
    const { deviceCode, userCode, ...uris } = await start(address);
    expect(userCode).toMatch(/^[BCDFGHJKLMNPQRSTVWXZ]{4}-[BCDFGHJKLMNPQRSTVWXZ]{4}$/);
    const verificationUri = `${app.services.site.publicUrl}/device`;
    const verificationUriComplete = `${verificationUri}#code=${userCode}`;
    expect(uris).toMatchObject({ verificationUri, verificationUriComplete, intervalSeconds: 5 });
    expect(await finish(deviceCode)).toEqual({ status: 'PENDING', intervalSeconds: 5, session: null });
    expect((await read(person, userCode)).data.deviceLogin).toMatchObject({ address });
    expect((await decide(person, 'allow', userCode)).code).toBe('OK');
    const { status, session } = await finish(deviceCode);
    expect([status, session?.user.id]).toEqual(['ALLOWED', person.id]);
    const me = await callerOf(app, session?.token).ask<{ id: string }>('{ me { id } }');
    expect(me.id).toBe(person.id);
    const hours = (Date.parse(session?.expiresAt ?? '') - Date.now()) / 3_600_000;
    expect(hours).toBeCloseTo(app.services.config.jwtTtlSeconds / 3600, 1);
    expect(await statusOf(deviceCode)).toBe('EXPIRED');
    expect((await decide(person, 'allow', userCode)).code).toBe('NOT_FOUND');
  });

  it('is in the audit log: who allowed or refused it, from where it was started, and the login', async () => {
    const person = await createPerson();
    const [address, other] = [newAddress(), newAddress()];
    const { deviceCode, userCode } = await start(address);
    await decide(person, 'allow', userCode);
    await finish(deviceCode);
    await decide(person, 'refuse', (await start(other)).userCode);
    const { detail } = await superAdmin.rest<{ action: string; actor_id: string; metadata: object }[]>(
      'GET',
      '/private/audit-logs',
      { query: { resource_id: person.id } },
    );
    expect(detail.map(({ action, actor_id, metadata }) => [action, actor_id, metadata])).toEqual(
      expect.arrayContaining([
        ['user.allow_device', person.id, { address }],
        ['user.refuse_device', person.id, { address: other }],
        ['user.login', person.id, { method: 'device', address: '127.0.0.1' }],
      ]),
    );
  });

  it('ends no later than the session that allowed it, and gives none after that has ended', async () => {
    const person = await createPerson();
    const { id, sessionEpoch } = await db.user.findUniqueOrThrow({ where: { id: person.id } });
    const config = { jwtTtlSeconds: 600 };
    const allowing = await openSession({ ...app.services, config }, { id, sessionEpoch });
    const by = callerOf(app, allowing.token);
    const [first, late] = [await start(), await start()];
    await decide(by, 'allow', first.userCode);
    const { session } = await finish(first.deviceCode);
    expect(session?.expiresAt).toBe(allowing.expiresAt.toISOString());
    await decide(by, 'allow', late.userCode);
    await db.$executeRaw`UPDATE device_logins SET session_expires_at = now()`;
    expect(await finish(late.deviceCode)).toMatchObject({ status: 'REFUSED', session: null });
  });

  it('that is allowed in its last second can be finished in the two minutes after', async () => {
    const person = await createPerson();
    const { deviceCode, userCode } = await start();
    await wait(599);
    await decide(person, 'allow', userCode);
    await wait(110);
    expect(await statusOf(deviceCode)).toBe('ALLOWED');
  });

  it('stays allowed if the session cannot be given', async () => {
    const person = await createPerson();
    const { deviceCode, userCode } = await start();
    await decide(person, 'allow', userCode);
    await db.$executeRaw`ALTER TABLE known_addresses RENAME TO known_addresses_away`;
    const { errors } = await app.graphql(FINISH, { input: { deviceCode } });
    await db.$executeRaw`ALTER TABLE known_addresses_away RENAME TO known_addresses`;
    expect(errors?.length).toBe(1);
    expect(await statusOf(deviceCode)).toBe('ALLOWED');
  });

  it('is found by its code in any case, without dashes, and at a process whose keys were rotated', async () => {
    const person = await createPerson();
    const { userCode } = await start();
    for (const typed of [userCode.toLowerCase(), ` ${userCode.replace('-', '')} `, userCode.split('').join('–')])
      expect((await read(person, typed)).data.deviceLogin.userCode).toBe(userCode);
    for (const typed of [`${userCode} ✅`, `${userCode} ＶＥＲＩＦＩＥＤ`, `${userCode}1`])
      expect((await read(person, typed)).code).toBe('NOT_FOUND');
    const rotated = await app.with({
      DOCSVC_JWT_SECRET: 'the next secret, which is as long as the first one',
      DOCSVC_JWT_OTHER_SECRET: 'a secret that only the tests of this service use',
    });
    expect((await read(callerOf(rotated, person.token), userCode)).code).toBe('OK');
  });

  it('leaves no code in the database', async () => {
    const { deviceCode, userCode } = await start();
    const stored = JSON.stringify(await db.deviceLogin.findMany());
    for (const code of [deviceCode, userCode, userCode.replace('-', '')]) expect(stored).not.toContain(code);
  });

  it('says to a program that asks too fast to slow down, each second by five seconds, up to a minute', async () => {
    const { deviceCode } = await start();
    expect(await finish(deviceCode)).toMatchObject({ status: 'PENDING', intervalSeconds: 5 });
    for (const intervalSeconds of [10, 15, 20, 25, 30, 35, 40, 45, 50, 55, 60, 60]) {
      await wait(1);
      expect(await finish(deviceCode)).toMatchObject({ status: 'SLOW_DOWN', intervalSeconds });
    }
    await wait(60);
    expect(await finish(deviceCode)).toMatchObject({ status: 'PENDING', intervalSeconds: 60 });
  });

  it('is written at most once a second, however often a program asks', async () => {
    const { deviceCode } = await start();
    await finish(deviceCode);
    // So that the second lasts until the last of them, on a busy machine too.
    await db.$executeRaw`UPDATE device_logins SET polled_at = polled_at + interval '1 minute'`;
    const written = () => db.$queryRaw`SELECT xmin::text, polled_at FROM device_logins WHERE polled_at IS NOT NULL`;
    const before = await written();
    for (let times = 0; times < 3; times += 1)
      expect(await finish(deviceCode)).toMatchObject({ status: 'SLOW_DOWN', intervalSeconds: 5 });
    expect(await written()).toEqual(before);
  });

  it('that is refused gives no session', async () => {
    const person = await createPerson();
    const { deviceCode, userCode } = await start();
    expect((await decide(person, 'refuse', userCode)).code).toBe('OK');
    expect(await finish(deviceCode)).toMatchObject({ status: 'REFUSED', session: null });
    expect((await decide(person, 'allow', userCode)).code).toBe('NOT_FOUND');
    expect(await statusOf(deviceCode)).toBe('REFUSED');
  });

  it('expires after ten minutes, allowed or not, and the next one deletes it', async () => {
    const person = await createPerson();
    const [waiting, allowed] = [await start(), await start()];
    await decide(person, 'allow', allowed.userCode);
    await wait(595);
    expect((await read(person, waiting.userCode)).code).toBe('OK');
    await wait(6);
    expect((await read(person, waiting.userCode)).code).toBe('NOT_FOUND');
    expect((await decide(person, 'allow', waiting.userCode)).code).toBe('NOT_FOUND');
    for (const { deviceCode } of [waiting, allowed]) expect(await statusOf(deviceCode)).toBe('EXPIRED');
    await start();
    expect(await db.deviceLogin.count()).toBe(1);
  });
});

describe('only a person with a session of the console', () => {
  it('sees and decides a login: no API token, and nobody without a session', async () => {
    const person = await createPerson();
    const { userCode } = await start();
    const { token } = await person.ask<{ token: string }>(
      'mutation($input: CreateApiTokenInput!) { createApiToken(input: $input) { token } }',
      { input: { name: 'of a pipeline', scopes: ['READ', 'DRAFT'], expiresAt: new Date(Date.now() + 86_400_000) } },
    );
    const refused = { PERMISSION_DENIED: callerOf(app, token), UNAUTHENTICATED: callerOf(app, undefined) };
    for (const [code, by] of Object.entries(refused)) {
      expect((await read(by, userCode)).code).toBe(code);
      for (const decision of ['allow', 'refuse'] as const)
        expect((await decide(by, decision, userCode)).code).toBe(code);
    }
    expect((await read(person, userCode)).code).toBe('OK');
  });

  it.each([
    ['signs out', (person: Person) => person.ask('mutation { logout { id } }')],
    ['is disabled', ({ id }: Person) => db.user.update({ where: { id }, data: { status: 'DISABLED' } })],
  ])('gives a session, and not if they allow it and then one %s', async (_, end) => {
    const person = await createPerson();
    const { deviceCode, userCode } = await start();
    await decide(person, 'allow', userCode);
    await end(person);
    expect(await finish(deviceCode)).toMatchObject({ status: 'REFUSED', session: null });
    expect(await statusOf(deviceCode)).toBe('EXPIRED');
  });
});

describe('at the same moment', () => {
  const ROUNDS = 10;

  it('of several that finish a login one gets the session', async () => {
    const person = await createPerson();
    for (let round = 0; round < ROUNDS; round += 1) {
      const { deviceCode, userCode } = await start();
      await decide(person, 'allow', userCode);
      const results = await Promise.all(Array.from({ length: 6 }, () => statusOf(deviceCode)));
      expect(results.sort()).toEqual(['ALLOWED', ...Array(5).fill('EXPIRED')]);
    }
  });

  it('of a person who allows it and one who refuses it one decides', async () => {
    const [one, other] = [await createPerson(), await createPerson()];
    for (let round = 0; round < ROUNDS; round += 1) {
      const { deviceCode, userCode } = await start();
      const decisions = await Promise.all([decide(one, 'allow', userCode), decide(other, 'refuse', userCode)]);
      expect(decisions.map(({ code }) => code).sort()).toEqual(['NOT_FOUND', 'OK']);
      expect(await statusOf(deviceCode)).toBe(decisions[0]?.code === 'OK' ? 'ALLOWED' : 'REFUSED');
    }
  });
});

describe('guesses and floods', () => {
  it('60 logins a minute are started at one address, and take no sign-in by a provider from it', async () => {
    const address = newAddress();
    for (let started = 0; started < 60; started += 1) expect((await tryStart(address)).code).toBe('OK');
    expect((await tryStart(address)).code).toBe('RESOURCE_EXHAUSTED');
    await app.services.limits.countSignOn(address);
  });

  it('a person has 10 wrong codes in 15 minutes, and right ones do not count', async () => {
    const [person, other] = [await createPerson(), await createPerson()];
    const { userCode } = await start();
    for (let round = 0; round < 12; round += 1) expect((await read(person, userCode)).code).toBe('OK');
    const guesses = await Promise.all(Array.from({ length: 12 }, () => read(person, 'BBBB-BBBB')));
    expect(guesses.filter(({ code }) => code === 'NOT_FOUND').length).toBe(10);
    const refused = await decide(person, 'allow', userCode);
    expect(refused).toMatchObject({ code: 'RESOURCE_EXHAUSTED' });
    expect(refused.errors?.[0]?.message).toMatch(/^Too many wrong codes. Try again in \d+ seconds$/);
    expect((await read(other, userCode)).code).toBe('OK');
  });

  it.each([
    [100, 'one address', () => '198.51.100.7'],
    [400, 'one IPv6 network of a customer', (index: number) => `2001:db8:7:${index}::1`],
  ])('there may be %i logins at %s, decided or not', async (most, _, addressOf) => {
    const { address, userCode, deviceCode } = { address: addressOf(1), ...(await start(addressOf(1))) };
    await decide(await createPerson(), 'refuse', userCode);
    await db.$executeRaw`
      INSERT INTO device_logins (device_code, user_code, address, network, started_at, expires_at, interval_seconds)
      SELECT rpad(network || ' ' || n, 64, 'x'), network || n, address, network, started_at, expires_at, 5
      FROM device_logins, generate_series(4, ${most}::int) n WHERE address = ${address}`;
    const codes = await Promise.all(
      Array.from({ length: 4 }, async (_, index) => (await tryStart(addressOf(index))).code),
    );
    expect(codes.sort()).toEqual(['OK', 'OK', 'RESOURCE_EXHAUSTED', 'RESOURCE_EXHAUSTED']);
    expect((await tryStart('198.51.100.8')).code).toBe('OK');
    expect(await statusOf(deviceCode)).toBe('REFUSED');
    await wait(600);
    expect((await tryStart(address)).code).toBe('OK');
  });
});
