import { once } from 'node:events';
import { mkdtemp, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { setTimeout as delay } from 'node:timers/promises';
import { parseArgs } from 'node:util';
import { adminSettings, makeDocument, signIn, succeed } from '../support/http-client.ts';
import { startProbe } from '../support/publishing.ts';
import { headOf, openRaw, type RawConnection } from '../support/raw-connection.ts';
import { startBy } from '../support/ways-to-start.ts';
import { listenToSilence, startSilentModel } from './silent-streams.ts';

// Slow callers of every kind at once, known and unknown: all are disconnected within 30 s, and not earlier, while
// others are served nearly as fast as on a quiet server. Slow but steady callers succeed: a body at 1 Mbit/s, an answer
// at 512 kbit/s, a stream of events that is silent for 20 s.

const { values } = parseArgs({
  options: {
    sockets: { type: 'string', default: '500' },
    readers: { type: 'string', default: '20' },
    // 40 MB at 1 Mbit/s take 5 minutes.
    'line-mb': { type: 'string', default: '4' },
  },
});
const sockets = Number(values.sockets);
const readers = Number(values.readers);
const lineBytes = Number(values['line-mb']) * 1_000_000;
const LINE_BYTES_PER_SECOND = 125_000;
const READER_BYTES_PER_SECOND = 64_000;
/** Longer than a caller who does not read may stay connected. */
const READER_MS = 70_000;
const SLOWEST_GONE_MS = 30_000;
/** A caller disconnected earlier was refused for another reason. */
const SOONEST_GONE_MS = 14_000;
/** Tolerance for a busy machine. */
const SLACK_MS = 2_000;
const MAX_RATIO = 3;
/** Below this, a ratio depends only on the machine. */
const LEAST_P99_MS = 40;

const dataDir = await mkdtemp(join(tmpdir(), 'docsvc-slow-'));
const server = await startBy('node', { ...adminSettings, DOCSVC_DATA_DIR: dataDir });
const client = await signIn(server.base);
const { rest, token } = client;
const { document, branches, project } = await makeDocument(rest);
const textOf = (bytes: number) =>
  `openapi: 3.1.0\ninfo: { title: Large, version: '1', description: '${'x'.repeat(bytes)}' }\npaths: {}\n`;
const draftOf = (name: string, bytes: number) => ({
  branch_id: branches.dev,
  version_name: name,
  schema_content: textOf(bytes),
});
const ANSWER_BYTES = 12_000_000;
const draft = await succeed(rest('POST', `${document}/drafts`, draftOf('1', ANSWER_BYTES)));
const raw = `/api/v1${document}/drafts/${draft.id}/content/raw`;

const LOGIN = '/api/v1/open/auth/login';
const TEAMS = '/api/v1/private/teams';
const known = `Authorization: ${token}`;
/** Small enough that no known caller waits for a slot. */
const BODY_BYTES = 60_000;

type Kind = { begin: string; drip?: string; count?: number };

const kinds: Record<string, Kind> = {
  'say nothing': { begin: '' },
  'stop in the headers': { begin: 'GET / HTTP/1.1\r\nHost: local' },
  'drip headers': { begin: 'GET / HTTP/1.1\r\n', drip: 'x-a: b\r\n' },
  'are nobody and stop in the body': { begin: `${headOf('POST', LOGIN, BODY_BYTES)}{"email": ` },
  'are nobody and drip a body': { begin: headOf('POST', '/graphql', BODY_BYTES), drip: ' ' },
  'are known and stop in the body': { begin: `${headOf('POST', TEAMS, BODY_BYTES, known)}{"name": ` },
  'are known and drip a body': { begin: headOf('POST', '/graphql', BODY_BYTES, known), drip: ' ' },
  'are known and stop in a large body': { begin: `${headOf('POST', TEAMS, 1_000_000, known)}{"name": `, count: 2 },
};

type Opened = RawConnection & { openedAt: number };

async function openMany({ begin, count = sockets }: Kind): Promise<Opened[]> {
  const opened: Opened[] = [];
  const open = async () => {
    const one = await openRaw(server.base);
    if (begin !== '') one.send(begin);
    return { ...one, openedAt: performance.now() };
  };
  for (let left = count; left > 0; left -= 50)
    opened.push(...(await Promise.all(Array.from({ length: Math.min(50, left) }, open))));
  return opened;
}

type Gone = { count: number; soonestMs: number; slowestMs: number };

async function untilGone(kind: Kind): Promise<Gone> {
  const opened = await openMany(kind);
  const tookMs: number[] = [];
  for (const { closed, openedAt } of opened) void closed.then(() => tookMs.push(performance.now() - openedAt));
  const timer = setInterval(() => {
    for (const one of opened) if (kind.drip !== undefined && !one.socket.destroyed) one.send(kind.drip);
  }, 1_000);
  const limit = delay(SLOWEST_GONE_MS * 2, undefined, { ref: false });
  await Promise.race([Promise.all(opened.map(({ closed }) => closed)), limit]);
  clearInterval(timer);
  const slowestMs = tookMs.length < opened.length ? Number.POSITIVE_INFINITY : Math.max(...tookMs);
  for (const { socket } of opened) socket.destroy();
  return { count: opened.length, soonestMs: Math.min(...tookMs), slowestMs };
}

/** Requests 12 MB, reads this many bytes a second for a while and then the rest; returns the received data. */
async function takeSlowly(bytesPerSecond: number, forMs: number): Promise<number> {
  const { socket } = await openRaw(server.base);
  socket.removeAllListeners('data').pause();
  let taken = 0;
  let most = 0;
  socket.on('data', chunk => {
    taken += chunk.length;
    if (taken >= most) socket.pause();
  });
  socket.pause();
  socket.write(`GET ${raw} HTTP/1.1\r\nHost: localhost\r\n${known}\r\nConnection: close\r\n\r\n`);
  const startedAt = performance.now();
  while (performance.now() - startedAt < forMs) {
    await delay(250);
    most = ((performance.now() - startedAt) / 1000) * bytesPerSecond;
    if (most > taken) socket.resume();
  }
  most = Number.POSITIVE_INFINITY;
  socket.resume();
  if (!socket.destroyed) await Promise.race([once(socket, 'close').catch(() => undefined), delay(20_000)]);
  socket.destroy();
  return taken;
}

async function slowLine(): Promise<string> {
  const body = JSON.stringify(draftOf('2', lineBytes));
  const one = await openRaw(server.base);
  one.send(headOf('POST', `/api/v1${document}/drafts`, body.length, known));
  for (let sent = 0; sent < body.length; sent += LINE_BYTES_PER_SECOND / 4) {
    one.send(body.slice(sent, sent + LINE_BYTES_PER_SECOND / 4));
    await delay(250);
  }
  for (let waited = 0; !one.received().includes('"status"') && waited < 20_000; waited += 100) await delay(100);
  one.socket.destroy();
  return /"status":"(\w+)"/.exec(one.received())?.[1] ?? `nothing: ${one.received().slice(0, 100)}`;
}

/** The measurements of a client in a separate thread during other work. */
async function askingWhile<T>(work: Promise<T>): Promise<{ p99: number; median: number; result: T }> {
  const probe = startProbe(client);
  const result = await work;
  const sorted = (await probe.stop()).map(({ tookMs }) => tookMs).toSorted((a, b) => a - b);
  const at = (part: number) => sorted[Math.floor(sorted.length * part)] ?? Number.NaN;
  return { p99: at(0.99), median: at(0.5), result };
}

const judged: boolean[] = [];
function judge(isGood: boolean, text: string): void {
  judged.push(isGood);
  console.log(`${isGood ? 'good' : 'BAD '} ${text}`);
}

const model = await startSilentModel(20_000);
await succeed(rest('PUT', `/private/projects/${project}/ai/provider`, model.settings));
const chat = { document_id: document.split('/').at(-1) ?? '', context_type: 'draft', context_id: draft.id };
const sessions = `/private/projects/${project}/ai/chat-sessions`;
const ids = [await succeed(rest('POST', sessions, chat)), await succeed(rest('POST', sessions, chat))];

await askingWhile(delay(3_000));
const quiet = await askingWhile(delay(10_000));
/** The answers take some seconds: one caller requests 480 MB. */
const readFor = SLOWEST_GONE_MS + SLACK_MS + 10_000;
const busy = await askingWhile(
  Promise.all([
    Promise.all(Object.entries(kinds).map(async ([name, kind]) => ({ name, ...(await untilGone(kind)) }))),
    Promise.all(Array.from({ length: readers }, () => takeSlowly(0, readFor))),
    Promise.all(Array.from({ length: readers }, () => takeSlowly(1_000, readFor))),
    takeSlowly(READER_BYTES_PER_SECOND, READER_MS),
    slowLine(),
    listenToSilence(
      server.base,
      token,
      sessions,
      ids.map(({ id }) => id),
    ),
  ]),
);
const [gone, nothing, drops, steady, line, streams] = busy.result;
model.close();
const { code, tookMs } = await server.stop();
await rm(dataDir, { recursive: true, force: true });

for (const { name, count, soonestMs, slowestMs } of gone)
  judge(
    soonestMs >= SOONEST_GONE_MS && slowestMs <= SLOWEST_GONE_MS + SLACK_MS,
    `${count} that ${name}: gone after ${(soonestMs / 1000).toFixed(1)} to ${(slowestMs / 1000).toFixed(1)} s`,
  );
const cut = (taken: number[]) => taken.filter(bytes => bytes < ANSWER_BYTES).length;
judge(cut(nothing) === readers, `${cut(nothing)} of ${readers} that take nothing of 12 MB were left`);
judge(cut(drops) === readers, `${cut(drops)} of ${readers} that take drops of 12 MB were left`);
judge(steady > ANSWER_BYTES, `${steady} bytes of 12 MB came to a reader of 512 kbit/s`);
judge(line === 'OK', `a draft of ${lineBytes} bytes at 1 Mbit/s: ${line}`);
for (const [name, text] of Object.entries(streams)) judge(text.includes('the end'), `a silent stream of ${name} lives`);
judge(
  busy.p99 <= Math.max(LEAST_P99_MS, quiet.p99 * MAX_RATIO),
  `others: p99 ${busy.p99.toFixed(0)} ms, median ${busy.median.toFixed(0)} ms; quiet ${quiet.p99.toFixed(0)}, ${quiet.median.toFixed(0)}`,
);
judge(code === 0, `exit code ${code} after ${tookMs.toFixed(0)} ms`);
process.exit(judged.every(isGood => isGood) ? 0 : 1);
