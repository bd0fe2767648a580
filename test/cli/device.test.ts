import { access, readFile } from 'node:fs/promises';
import { createServer } from 'node:http';
import type { AddressInfo } from 'node:net';
import { join } from 'node:path';
import { text } from 'node:stream/consumers';
import { expect, it } from 'vitest';
import { testApp } from '../support/app.ts';
import { cleanUp } from '../support/clean-up.ts';
import { listen } from '../support/mcp.ts';
import { seed } from '../support/seed.ts';
import { docsvc, folderOf, type Ran, type Spawned } from './stage.ts';

const app = await testApp();
const { createPerson } = await seed(app);
const server = await listen(app);
app.services.site.publicUrl = server;

type Running = { home: string; userCode: string; env: Record<string, string>; stop(): void; ended: Promise<Ran> };

/** Starts `docsvc login --device` in a home of its own, up to the code that it shows. */
async function startLogin(...options: string[]): Promise<Running> {
  const home = await folderOf({ 'guide.md': '# Guide\n' });
  const env = { HOME: home, DOCSVC_SERVER: server };
  let started: Parameters<NonNullable<Spawned['onStart']>> | undefined;
  const onStart: Spawned['onStart'] = (...given) => {
    started = given;
  };
  const ended = docsvc(home, ['login', '--device', ...options], { env, onStart });
  await expect.poll(() => started?.[1]() ?? '', { timeout: 60_000 }).toContain('Waiting until');
  const userCode = /type the code (\S+)/.exec(started?.[1]() ?? '')?.[1] ?? '';
  return { home, userCode, env, stop: () => started?.[0]('SIGINT'), ended };
}

const decide = async (decision: 'allow' | 'refuse', userCode: string) => {
  const person = await createPerson();
  await person.ask(`mutation($input: DecideDeviceLoginInput!) { ${decision}DeviceLogin(input: $input) { address } }`, {
    input: { userCode },
  });
  return person;
};

const credentials = (home: string) => join(home, '.config/docsvc/credentials.json');

it('docsvc login --device signs in the person who allows it, for what only people may do too', async () => {
  const { home, env, userCode, ended } = await startLogin();
  const { email } = await decide('allow', userCode);
  const { code, out, err } = await ended;
  expect([code, out]).toEqual([0, '']);
  expect(err).toContain(`Open ${server}/device in a browser, and type the code ${userCode}\n`);
  expect(err).toContain(`Or open ${server}/device#code=${userCode}\n`);
  expect(err).toContain(`Signed in to ${server} as ${email}`);
  const pushed = await docsvc(home, ['push', 'guide.md', '--project', 'New', '--create', '--version', '1'], { env });
  expect(pushed).toMatchObject({ code: 0, out: expect.stringContaining('guide.md') });
});

it('docsvc login --device takes the options of a login', async () => {
  const { home, userCode, ended } = await startLogin('--read-only', '--days', '7');
  const { id } = await decide('allow', userCode);
  expect((await ended).code).toBe(0);
  expect(JSON.parse(await readFile(credentials(home), 'utf8'))[server]).toMatchObject({ isReadOnly: true });
  const [token] = await app.services.db.apiToken.findMany({ where: { userId: id } });
  expect(token).toMatchObject({ scopes: ['READ'] });
  const days = (Number(token?.expiresAt) - Date.now()) / 86_400_000;
  expect(days).toBeCloseTo(7, 1);
});

it('docsvc login --device ends with 2 and stores nothing when it is refused, expires or is stopped', async () => {
  const [expired, stopped] = await Promise.all([startLogin(), startLogin()]);
  await app.services.db.deviceLogin.updateMany({ data: { expiresAt: new Date(0) } });
  stopped.stop();
  const refused = await startLogin();
  await decide('refuse', refused.userCode);
  const all = [refused, expired, stopped];
  expect(await Promise.all(all.map(saidBy))).toEqual([
    'The login was refused, or the sessions of the person have ended since',
    'The code has expired or was used already. Run docsvc login --device again, also if you allowed it',
    'The login was stopped.',
  ]);
  for (const { home, ended } of all) {
    expect((await ended).code).toBe(2);
    await expect(access(credentials(home))).rejects.toThrow('ENOENT');
  }
});

/** The last line that a login wrote. */
const saidBy = async ({ ended }: Running): Promise<string> => (await ended).err.trimEnd().split('\n').at(-1) ?? '';

it('docsvc login --device asks every five seconds or slower, as it is told, and writes nothing hostile', async () => {
  const results = [
    { status: 'SLOW_DOWN', intervalSeconds: 7 },
    { status: 'ALLOWED', intervalSeconds: null, session },
  ];
  const { ran, asked } = await loginAt({
    CliStartDeviceLogin: () => ({ startDeviceLogin: { ...login, intervalSeconds: 0 } }),
    CliFinishDeviceLogin: () => ({ finishDeviceLogin: results.shift() }),
  });
  expect([ran.code, ran.err]).toEqual([0, expect.stringContaining('Signed in')]);
  expect(ran.err).not.toMatch(/(?!\n)\p{Cc}|^b/mu);
  const [start = 0, first = 0, second = 0] = asked;
  expect([asked.length, first - start >= 4_900, second - first >= 6_900]).toEqual([3, true, true]);
});

it('docsvc login --device goes on after a failure of the service that may pass, twice as slow or when told, until the code expires', async () => {
  const failures = [{ message: 'It failed', extensions: { code: 'INTERNAL' } }];
  const start = (expiresInSeconds: number) => () => ({ startDeviceLogin: { ...login, expiresInSeconds } });
  const [passing, lasting, limited] = await Promise.all([
    loginAt({
      CliStartDeviceLogin: start(600),
      CliFinishDeviceLogin: () => failures.pop() ?? { finishDeviceLogin: { status: 'ALLOWED', session } },
    }),
    loginAt({
      CliStartDeviceLogin: start(30),
      CliFinishDeviceLogin: () => ({ message: 'It lasts', extensions: { code: 'INTERNAL' } }),
    }),
    loginAt({
      CliStartDeviceLogin: start(200),
      CliFinishDeviceLogin: () => ({
        message: 'It is limited',
        extensions: { code: 'RESOURCE_EXHAUSTED', retryAfterSeconds: 300 },
      }),
    }),
  ]);
  expect([passing.ran.code, passing.ran.err]).toEqual([
    0,
    expect.stringContaining('It failed. Asking again in 10 seconds'),
  ]);
  const [first = 0, second = 0] = passing.asked.slice(1);
  expect(second - first).toBeGreaterThan(9_900);
  expect([lasting.ran.code, lasting.asked.length, lasting.ran.err]).toEqual([
    2,
    3,
    expect.stringMatching(/It lasts\. Asking again in 10 seconds …\nIt lasts\n$/),
  ]);
  expect([limited.ran.code, limited.asked.length, limited.ran.err]).toEqual([
    2,
    2,
    expect.stringMatching(/Waiting until you allow it …\n\S+: It is limited\n$/),
  ]);
});

it('docsvc login --device says that a server is too old which does not know such logins', async () => {
  const message = 'Cannot query field "startDeviceLogin" on type "Mutation".';
  const { ran, address } = await loginAt({
    CliStartDeviceLogin: () => ({ message, extensions: { code: 'INVALID_ARGUMENT' } }),
  });
  expect(ran).toEqual({ code: 2, out: '', err: expect.stringContaining(`${address} is too old for login --device`) });
});

const hostile = 'a\u001b[2J\nb';
const session = { token: 't', expiresAt: '2999-01-01T00:00:00.000Z', user: { email: hostile } };
const login = {
  deviceCode: 'd',
  userCode: hostile,
  verificationUri: hostile,
  verificationUriComplete: hostile,
  expiresInSeconds: 600,
  intervalSeconds: 5,
};

/** Runs a login at a service with these answers, data or one error, to the operations. `asked`: when it asked about the login. */
async function loginAt(answers: Record<string, () => object>) {
  const asked: number[] = [];
  const all: typeof answers = {
    CliCreateApiToken: () => ({ createApiToken: { id: 'i', token: 'docsvc_api_t' } }),
    ...answers,
  };
  const service = createServer(async (incoming, outgoing) => {
    const name = /mutation (\w+)/.exec(await text(incoming))?.[1] ?? '';
    if (!name.startsWith('CliCreate')) asked.push(performance.now());
    const answer = all[name]?.() ?? {};
    outgoing.end(JSON.stringify('message' in answer ? { errors: [answer] } : { data: answer }));
  });
  await new Promise<void>(done => service.listen(0, '127.0.0.1', done));
  cleanUp(() => void service.close());
  const address = `http://127.0.0.1:${(service.address() as AddressInfo).port}`;
  const ran = await docsvc(await folderOf({}), ['login', '--device'], {
    env: { HOME: await folderOf({}), DOCSVC_SERVER: address },
  });
  return { ran, asked, address };
}
