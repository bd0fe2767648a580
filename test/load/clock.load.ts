import { writeFile } from 'node:fs/promises';
import { createServer } from 'node:http';
import type { AddressInfo } from 'node:net';
import { setTimeout as delay } from 'node:timers/promises';
import { parseArgs } from 'node:util';
import { petstore31Json } from '../support/documents.ts';
import { makeDocument, type Resource, signIn, succeed } from '../support/http-client.ts';
import { startServer } from '../support/process.ts';
import { type CallFrom, callsFrom, logIn } from './calls-from.ts';
import { onDatabases, type Settings } from './databases.ts';
import { type Bound, report, seconds, secrets } from './failing-database.ts';

// The clock of the server moves by an hour and back, forward and then backward: nobody is locked out forever, nothing
// lives too long, no wait is negative, and work continues. The clock of the embedded database moves too, that of
// PostgreSQL does not. Options: --databases embedded, --minutes 60, --job-ms: the limit for a job that waited when the
// clock moved.
const { values } = parseArgs({
  options: {
    databases: { type: 'string', default: 'embedded,postgresql' },
    minutes: { type: 'string', default: '60' },
    'job-ms': { type: 'string', default: '40000' },
  },
});
const SHIFT_MS = Number(values.minutes) * 60_000;
const JOB_MS = Number(values['job-ms']);
const QUARTER_HOUR_MS = 15 * 60_000;
const TOLERANCE_MS = 60_000;
const HOME = '198.51.100.1';
const PASSWORD = secrets.DOCSVC_INITIAL_ADMIN_PASSWORD;
const EMAIL = secrets.DOCSVC_INITIAL_ADMIN_EMAIL;

const preload = new URL('../support/shifted-clock.ts', import.meta.url).href;

/** A model server that fails, never answers, or answers. */
const models = { mode: 'answer' as 'answer' | 'fail' | 'hang', asked: 0 };
const modelServer = createServer((request, response) => {
  request.resume();
  models.asked += 1;
  if (models.mode === 'hang') return;
  response.writeHead(models.mode === 'fail' ? 500 : 200, { 'content-type': 'application/json' });
  const message = { role: 'assistant', content: 'Explained.' };
  response.end(JSON.stringify({ model: 'm', choices: [{ index: 0, message, finish_reason: 'stop' }] }));
});
await new Promise<void>(resolve => modelServer.listen(0, '127.0.0.1', resolve));
modelServer.unref();

const bounds: Bound[] = [];
for (const shiftMs of [SHIFT_MS, -SHIFT_MS])
  bounds.push(...(await onDatabases(values.databases, (_, settings) => moveAndBack(settings, shiftMs))));
report(bounds);
modelServer.closeAllConnections();

async function moveAndBack(settings: Settings, shiftMs: number): Promise<Bound[]> {
  const found: Bound[] = [];
  const way = shiftMs > 0 ? 'forward' : 'backward';
  const expect = (name: string, holds: boolean, figure: unknown) =>
    found.push({ name: `${way}: ${name}`, holds, figure: String(figure) });
  const file = `${settings.DOCSVC_DATA_DIR}/clock`;
  const setClock = async (ms: number) => {
    await writeFile(file, String(ms));
    await delay(100);
  };
  await setClock(0);
  const start = () =>
    startServer({
      ...settings,
      DOCSVC_RATE_LIMITS: 'on',
      DOCSVC_TRUSTED_PROXIES: '127.0.0.1/32',
      NODE_OPTIONS: `--import=${preload}`,
      SHIFTED_CLOCK_FILE: file,
    });
  let server = await start();
  try {
    const call = callsFrom(server.base);
    const world = await prepare(server.base, call);
    const clockOf = async () => 1000 * (await call('GET', '/open/auth/config')).timestamp;

    /** Checks after every move of the clock. */
    const look = async (moment: string, nowShiftMs: number, token: string): Promise<string> => {
      const offMs = (await clockOf()) - Date.now() - nowShiftMs;
      expect(`${moment}: the clock of the server is moved`, Math.abs(offMs) < 10_000, `${offMs} ms off`);
      const signedIn = await logIn(call, EMAIL, PASSWORD, HOME);
      expect(`${moment}: sign-in`, signedIn.status === 'OK', signedIn.status);
      const old = (await call('GET', '/private/identity/me', { token })).status;
      expect(`${moment}: a session from before`, ['OK', 'UNAUTHENTICATED'].includes(old), old);
      const limited = await logIn(call, 'limited@example.com', 'guess', '192.0.2.1');
      const waitSeconds = limited.retryAfterSeconds ?? 1;
      expect(
        `${moment}: guesses wait at most 15 minutes`,
        ['UNAUTHENTICATED', 'RESOURCE_EXHAUSTED'].includes(limited.status) && waitSeconds > 0 && waitSeconds <= 900,
        `${limited.status} ${limited.retryAfterSeconds ?? ''}`,
      );
      const bad = await call('GET', '/private/identity/me', { token: 'a.b.c', address: '192.0.2.2' });
      const badSeconds = bad.retryAfterSeconds ?? 1;
      expect(
        `${moment}: bad tokens wait at most a minute`,
        ['UNAUTHENTICATED', 'RESOURCE_EXHAUSTED'].includes(bad.status) && badSeconds > 0 && badSeconds <= 60,
        `${bad.status} ${badSeconds}`,
      );
      const { proof: kept, share } = world;
      const stillOpens = (await share.read(kept.unlock_proof)).status === 'OK';
      const leftMs = Date.parse(kept.expires_at) - (await clockOf());
      expect(
        `${moment}: a proof from before opens for at most 15 minutes and a minute`,
        !stillOpens || leftMs <= QUARTER_HOUR_MS + TOLERANCE_MS,
        `${stillOpens ? 'opens' : 'is refused'}, ${seconds(leftMs)} left`,
      );
      const unlocked = await share.unlock();
      world.proof = unlocked.detail;
      const opened = unlocked.status === 'OK' ? (await share.read(unlocked.detail.unlock_proof)).status : 'none';
      expect(`${moment}: unlocking anew`, opened === 'OK', `${unlocked.status}, then ${opened}`);
      const [long, short] = [await world.useToken(world.longToken), await world.useToken(world.shortToken)];
      const shortShould = nowShiftMs >= SHIFT_MS ? 401 : 200;
      expect(`${moment}: MCP tokens end by the clock`, long === 200 && short === shortShould, `${long}, ${short}`);
      const made = await call('POST', '/private/teams', { token: signedIn.detail.token, body: { name: moment } });
      expect(`${moment}: writing`, made.status === 'OK', made.status);
      const entries = await auditOf(call, signedIn.detail.token);
      const [newest] = entries.filter(({ action }) => action === 'team.create');
      const isOrdered = entries.every(({ id }, index) => index === 0 || id < (entries[index - 1] as Entry).id);
      expect(
        `${moment}: the audit begins with the newest`,
        isOrdered && newest?.resource_id === made.detail.id,
        isOrdered,
      );
      return signedIn.detail.token;
    };

    const first = await look('before', 0, world.token);
    models.mode = 'fail';
    const waiting = await world.submit('waiting');
    await setClock(shiftMs);
    models.mode = 'answer';
    const moved = await look('moved', shiftMs, first);
    expect('moved: a job that waited', ...(await world.isDone(call, waiting, moved)));
    await useUpAccount(call);
    models.mode = 'fail';
    const waitingAgain = await world.submit('waiting again', moved);
    models.mode = 'hang';
    const taken = await world.submit('taken', moved);
    await setClock(0);
    models.mode = 'answer';
    await server.stop('SIGKILL');
    server = await start();
    const again = callsFrom(server.base);
    const { detail } = await logIn(again, EMAIL, PASSWORD, HOME);
    expect(
      'back, after a kill: sign-in from a known address while guessed at',
      detail?.token !== undefined,
      'signed in',
    );
    expect('back, after a kill: a job that waited', ...(await world.isDone(again, waitingAgain, detail.token)));
    expect('back, after a kill: a job of the dead taker', ...(await world.isDone(again, taken, detail.token)));
    await lookAfterRestart(again, detail.token);
    return found;

    async function lookAfterRestart(anew: CallFrom, token: string): Promise<void> {
      const stillOpens = (await world.share.read(world.proof.unlock_proof, anew)).status === 'OK';
      const leftMs = Date.parse(world.proof.expires_at) - Date.now();
      expect(
        'back: a proof of the moved clock opens for at most 15 minutes and a minute',
        !stillOpens || leftMs <= QUARTER_HOUR_MS + TOLERANCE_MS,
        `${stillOpens ? 'opens' : 'is refused'}, ${seconds(leftMs)} left`,
      );
      expect('back: unlocking anew', (await world.share.unlock(anew)).status === 'OK', 'unlocked');
      const session = (await anew('GET', '/private/identity/me', { token: moved })).status;
      expect('back: a session of the moved clock', session === (shiftMs > 0 ? 'UNAUTHENTICATED' : 'OK'), session);
      const entries = await auditOf(anew, token);
      expect('back: the audit is read', entries.length > 0, `${entries.length} entries`);
    }
  } finally {
    await server.stop('SIGKILL');
  }
}

type Entry = { id: string; action: string; resource_id: string };

async function auditOf(call: CallFrom, token: string): Promise<Entry[]> {
  return (await call<Entry[]>('GET', '/private/audit-logs', { token })).detail;
}

/** 31 wrong passwords of the SuperAdmin from different addresses. */
async function useUpAccount(call: CallFrom): Promise<void> {
  for (let index = 0; index < 31; index += 1) await logIn(call, EMAIL, 'guess', `203.0.113.${index}`);
}

/** Creates a document with a draft, a share with a password, MCP tokens and exhausted limits. */
async function prepare(base: string, call: CallFrom) {
  const { rest, token } = await signIn(base);
  await logIn(call, EMAIL, PASSWORD, HOME);
  const place = await makeDocument(rest);
  const { port } = modelServer.address() as AddressInfo;
  const provider = {
    name: 'Models',
    base_url: `http://127.0.0.1:${port}/v1`,
    model: 'm',
    api_key: 'sk-none',
    enabled: true,
  };
  await succeed(rest('PUT', '/private/ai/provider', provider));
  const draft = async (version_name: string, by = token) => {
    const body = { branch_id: place.branches.dev, version_name, schema_content: petstore31Json };
    const made = await call<Resource>('POST', `${place.document}/drafts`, { token: by, body });
    const path = `${place.document}/drafts/${made.detail.id}`;
    return { path, submitted: (await call<Resource>('POST', `${path}/submit`, { token: by })).detail };
  };
  const published = await draft('1.0.0');
  const decision = { expected_review_revision: published.submitted.review_revision };
  await succeed(rest('POST', `${published.path}/approve`, decision));
  const link = (
    await call('POST', `${place.document}/shares`, {
      token,
      body: { branch_id: place.branches.dev, password: PASSWORD },
    })
  ).detail as { share_id: string; secret: string };
  const headers = { authorization: `DocShare ${link.secret}` };
  const share = {
    unlock: (by = call) =>
      by<Unlocked>('POST', `/open/document-shares/${link.share_id}/unlock`, { headers, body: { password: PASSWORD } }),
    read: (proof: string, by = call) =>
      by('GET', `/open/document-shares/${link.share_id}`, { headers: { ...headers, 'x-doc-share-unlock': proof } }),
  };
  const mcpToken = async (minutes: number) => {
    const expires_at = new Date(Date.now() + minutes * 60_000).toISOString();
    return (await call('POST', '/private/mcp-tokens', { token, body: { name: 'Agent', scopes: [1], expires_at } }))
      .detail.token as string;
  };
  for (let index = 0; index < 11; index += 1) await logIn(call, 'limited@example.com', 'guess', '192.0.2.1');
  for (let index = 0; index < 301; index += 1)
    await call('GET', '/private/identity/me', { token: 'a.b.c', address: '192.0.2.2' });
  return {
    token,
    share,
    proof: (await share.unlock()).detail,
    longToken: await mcpToken((3 * SHIFT_MS) / 60_000),
    shortToken: await mcpToken(SHIFT_MS / 120_000),
    useToken: async (secret: string) =>
      (await call('POST', '/open/mcp', { token: secret, body: { jsonrpc: '2.0', id: 1, method: 'tools/list' } })).http,
    /** Returns the path of the draft after the model was called for it. */
    async submit(name: string, by?: string): Promise<string> {
      const { asked } = models;
      const { path } = await draft(name, by);
      for (let waited = 0; models.asked === asked && waited < 20_000; waited += 50) await delay(50);
      await delay(500);
      return path;
    },
    async isDone(by: CallFrom, path: string, reader: string): Promise<[boolean, string]> {
      const startedAt = performance.now();
      const read = async () =>
        (await by<{ status: string }>('GET', `${path}/ai-summary`, { token: reader })).detail?.status;
      let status = await read();
      while (status !== 'succeeded' && performance.now() - startedAt < JOB_MS) {
        await delay(200);
        status = await read();
      }
      return [status === 'succeeded', `${status} after ${seconds(performance.now() - startedAt)}`];
    },
  };
}

type Unlocked = { unlock_proof: string; expires_at: string };
