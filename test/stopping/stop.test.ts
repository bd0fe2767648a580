import { lookup } from 'node:dns/promises';
import { mkdtemp, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { setTimeout as delay } from 'node:timers/promises';
import pg from 'pg';
import { afterAll, beforeAll, describe, expect, it, vi } from 'vitest';
import { migratedDatabaseIn } from '../support/database.ts';
import { petstore31Json } from '../support/documents.ts';
import { adminSettings, type HttpClient, keySettings, makeDocument, signIn, succeed } from '../support/http-client.ts';
import { type ServerProcess, startServer } from '../support/process.ts';
import { headOf, openRaw, parseAnswer, type RawConnection } from '../support/raw-connection.ts';

const dataDir = await mkdtemp(join(tmpdir(), 'docsvc-stop-'));
const { url } = await migratedDatabaseIn(dataDir);
const settings = {
  ...adminSettings,
  ...keySettings,
  DOCSVC_DATA_DIR: dataDir,
  ...(url !== undefined && { DOCSVC_DATABASE_URL: url }),
};

const running: ServerProcess[] = [];
afterAll(async () => {
  for (const server of running) await server.stop('SIGKILL');
  await rm(dataDir, { recursive: true, force: true });
});

async function start(more: Record<string, string> = {}): Promise<ServerProcess> {
  const server = await startServer({ ...settings, ...more });
  running.push(server);
  return server;
}

/** Waits for the last line of the output too, which may arrive after the exit. */
async function exitOf({ process }: ServerProcess): Promise<number | null> {
  await vi.waitUntil(() => process.exitCode !== null && process.stdout?.readableEnded, PATIENT);
  return process.exitCode;
}

const lastLine = (server: ServerProcess) =>
  JSON.parse(
    server
      .output()
      .split('\n')
      .findLast(line => line.startsWith('{')) ?? '{}',
  );

const LOGIN = JSON.stringify({
  email: adminSettings.DOCSVC_INITIAL_ADMIN_EMAIL,
  password: adminSettings.DOCSVC_INITIAL_ADMIN_PASSWORD,
});

const paths = { rest: '/api/v1/open/auth/login', graphql: '/graphql', mcp: '/api/v1/open/mcp' };

const WAITING = "SELECT FROM pg_stat_activity WHERE datname = current_database() AND wait_event_type = 'Lock'";

const PATIENT = { timeout: 60_000 };

describe('a server that stops while callers have connections', () => {
  let server: ServerProcess;
  let again: ServerProcess;
  let tookMs = 0;
  let exitCode: number | null;
  const halfSent = {} as Record<keyof typeof paths, RawConnection>;
  let idle: RawConnection;
  let halfHeaders: RawConnection;
  let kept: RawConnection;
  let logins: RawConnection[];

  beforeAll(async () => {
    server = await start();
    for (const name of Object.keys(paths) as (keyof typeof paths)[]) {
      halfSent[name] = await openRaw(server.base);
      halfSent[name].send(`${headOf('POST', paths[name], 100)}{"query": `);
    }
    idle = await openRaw(server.base);
    halfHeaders = await openRaw(server.base);
    halfHeaders.send('GET /api/v1/open/health HTTP/1.1\r\nHost: loc');
    kept = await openRaw(server.base);
    kept.send('GET /api/v1/open/health/ready HTTP/1.1\r\nHost: localhost\r\n\r\n');
    await vi.waitUntil(() => kept.received().includes('"OK"'), PATIENT);
    // The first answer shows that the server has read all of them: their password hashes take much longer than reading.
    logins = await Promise.all(Array.from({ length: 12 }, () => openRaw(server.base)));
    for (const { send } of logins) send(headOf('POST', paths.rest, LOGIN.length) + LOGIN);
    await vi.waitUntil(() => logins.some(({ received }) => received() !== ''), { ...PATIENT, interval: 1 });
    const startedAt = performance.now();
    server.process.kill('SIGTERM');
    await delay(50);
    // Both npm and a terminal forward it.
    server.process.kill('SIGTERM');
    for (let answers = 1; !kept.received().includes('onnection: close'); answers += 1) {
      kept.send('GET /api/v1/open/health/ready HTTP/1.1\r\nHost: localhost\r\n\r\n');
      await vi.waitUntil(() => kept.received().split('HTTP/1.1 ').length > answers + 1, PATIENT);
    }
    exitCode = await exitOf(server);
    tookMs = performance.now() - startedAt;
  });

  it('exits within 10 s with code 0', () => {
    expect(exitCode).toBe(0);
    expect(tookMs).toBeLessThan(10_000);
  });

  it('finishes the requests in flight and answers one last request of a keep-alive connection', async () => {
    const answers = await Promise.all(logins.map(async ({ closed }) => parseAnswer(await closed)));
    for (const { body } of answers) expect(body).toMatchObject({ status: 'OK', detail: { token: expect.any(String) } });
    expect(answers.map(({ headers }) => headers.connection)).toContain('close');
    const last = (await kept.closed).split('HTTP/1.1 ').at(-1);
    expect(parseAnswer(`HTTP/1.1 ${last}`)).toMatchObject({
      status: 503,
      headers: { connection: 'close', 'retry-after': expect.any(String) },
      body: {
        status: 'UNAVAILABLE',
        message: 'Not ready to take requests',
        detail: { errors: [{ message: 'The server is stopping' }] },
      },
    });
    expect(await idle.closed).toBe('');
  });

  const traced = { status: 503, headers: { connection: 'close', 'retry-after': '2', 'cache-control': 'no-store' } };
  const traceId = expect.stringMatching(/^[0-9a-f]{32}$/);

  it('refuses half-sent bodies with UNAVAILABLE in the form of their surface, with trace id and Retry-After', async () => {
    expect(parseAnswer(await halfSent.rest.closed)).toMatchObject({
      ...traced,
      body: { code: 503, status: 'UNAVAILABLE', trace_id: traceId },
    });
    expect(parseAnswer(await halfSent.graphql.closed)).toMatchObject({
      ...traced,
      body: { errors: [{ extensions: { code: 'UNAVAILABLE', retryAfterSeconds: 2, traceId } }] },
    });
    expect(parseAnswer(await halfSent.mcp.closed)).toMatchObject({
      ...traced,
      body: { jsonrpc: '2.0', id: null, error: { code: 503, data: { status: 'UNAVAILABLE', trace_id: traceId } } },
    });
    const answer = parseAnswer(await halfHeaders.closed);
    expect(answer).toMatchObject({ ...traced, body: { status: 'UNAVAILABLE', trace_id: traceId } });
    expect(answer.headers['x-trace-id']).toBe((answer.body as { trace_id: string }).trace_id);
  });

  it('closes the database, which says so in its last line, and can be started again', async () => {
    expect(lastLine(server)).toMatchObject({ msg: 'stopped', signal: 'SIGTERM', refused: 4, cut: 0 });
    again = await start({ DOCSVC_HOST: 'localhost', DOCSVC_SHUTDOWN_DELAY: '60s' });
  });

  it('listens on all addresses of localhost', async () => {
    for (const { address, family } of await lookup('localhost', { all: true })) {
      const base = again.base.replace('localhost', family === 6 ? `[${address}]` : address);
      expect((await fetch(`${base}/api/v1/open/health/live`)).status).toBe(200);
    }
  });

  it('skips the waiting at a second signal', async () => {
    const unfinished = await openRaw(again.base);
    unfinished.send(`${headOf('POST', paths.rest, 100)}{`);
    again.process.kill('SIGHUP');
    await vi.waitUntil(async () => (await fetch(`${again.base}/api/v1/open/health/ready`)).status === 503, PATIENT);
    // Only a later signal counts as a second one.
    await delay(1_200);
    const startedAt = performance.now();
    again.process.kill('SIGTERM');
    expect(await exitOf(again)).toBe(0);
    expect(performance.now() - startedAt).toBeLessThan(30_000);
    expect(parseAnswer(await unfinished.closed)).toMatchObject({ status: 503, body: { status: 'UNAVAILABLE' } });
    expect(lastLine(again)).toMatchObject({ msg: 'stopped', signal: 'SIGHUP', refused: 1, cut: 0 });
  });
});

it('a server with a thread that cannot be interrupted ends after its last line', async () => {
  const server = await start({ NODE_OPTIONS: `--import=${new URL('./stuck-thread.js', import.meta.url)}` });
  server.process.kill('SIGUSR2');
  await vi.waitUntil(() => server.output().includes('stuck'), PATIENT);
  server.process.kill('SIGTERM');
  await vi.waitUntil(() => server.process.signalCode !== null && server.process.stdout?.readableEnded, PATIENT);
  expect(server.process.signalCode).toBe('SIGKILL');
  expect(lastLine(server)).toMatchObject({ msg: 'stopped', signal: 'SIGTERM' });
});

describe.runIf(url !== undefined)('a server that stops during a publication that does not end', () => {
  it('says so to its caller and by its exit code, and leaves nothing of the publication', async () => {
    const server = await start();
    const { rest } = await signIn(server.base);
    const place = await makeDocument(rest);
    const path = `${place.document}/drafts`;
    const upload = { branch_id: place.branches.dev, version_name: '1.0.0', schema_content: petstore31Json };
    const { id } = await succeed(rest('POST', path, upload));
    const { review_revision: expected_review_revision } = await succeed(rest('POST', `${path}/${id}/submit`));
    const approve = (client: HttpClient) => client('POST', `${path}/${id}/approve`, { expected_review_revision });
    const holder = new pg.Client({ connectionString: url });
    holder.on('error', () => {});
    await holder.connect();
    await holder.query('BEGIN');
    await holder.query('SELECT FROM branches WHERE id = $1 FOR UPDATE', [place.branches.dev]);
    const answer = approve(rest);
    await vi.waitUntil(async () => (await holder.query(WAITING)).rows.length > 0, PATIENT);
    const startedAt = performance.now();
    server.process.kill('SIGTERM');
    expect(await answer).toMatchObject({ status: 'UNAVAILABLE', message: expect.stringContaining('Check whether') });
    expect(await exitOf(server)).toBe(1);
    expect(performance.now() - startedAt).toBeGreaterThan(9_000);
    expect(lastLine(server)).toMatchObject({
      msg: 'stopped, but not everything was closed',
      err: { message: expect.stringContaining('What it had not committed is undone') },
    });
    await holder.end();
    const next = (await signIn((await start()).base)).rest;
    expect((await next('GET', `${place.document}/versions`)).total).toBe(0);
    expect((await approve(next)).status).toBe('OK');
  });
});
