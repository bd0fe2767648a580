import { fork } from 'node:child_process';
import { once } from 'node:events';
import { mkdtemp, rm } from 'node:fs/promises';
import { connect } from 'node:net';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { setTimeout as delay } from 'node:timers/promises';
import { parseArgs } from 'node:util';
import type { Sending } from '../support/body-sender.ts';
import { adminSettings, signIn, succeed } from '../support/http-client.ts';
import type { Beat } from '../support/probe.ts';
import { type ServerProcess, startServer } from '../support/process.ts';
import { startProbe } from '../support/publishing.ts';
import { heldMs, rssMb, WATCH_EVENT_LOOP } from '../support/server-figures.ts';

// Many concurrent bodies of 39 MB by anonymous callers on each interface, and bodies of two million keys by anonymous
// and signed-in callers. Other callers must not notice either. The quiet reference sends the same bodies to another
// process that ignores them, so that both figures include the cost of sending.

const { values } = parseArgs({
  options: {
    bodies: { type: 'string', default: '20' },
    keys: { type: 'string', default: '2000000' },
    seconds: { type: 'string', default: '5' },
  },
});
const BODIES = Number(values.bodies);
const BODY_BYTES = 39_000_000;
/** All bodies are sent at once, repeatedly. */
const ROUND_MS = 1_000;
const MAX_RATIO = 2;
const MAX_RSS_MB = 100;
const MAX_HELD_MS = 100;

const SHARE = '/api/v1/open/document-shares/01a20000-0000-7000-8000-000000000000/unlock';
const MCP = '/api/v1/open/mcp';
const nobodies = { login: '/api/v1/open/auth/login', GraphQL: '/graphql', MCP, 'share unlock': SHARE };

const dataDir = await mkdtemp(join(tmpdir(), 'docsvc-load-'));
const server = await startServer({
  ...adminSettings,
  DOCSVC_DATA_DIR: dataDir,
  DOCSVC_LOG_LEVEL: 'warn',
  NODE_OPTIONS: WATCH_EVENT_LOOP,
});
const missed: string[] = [];
async function run({ base }: ServerProcess): Promise<void> {
  const client = await signIn(base);
  const { token: mcpToken } = await succeed(
    client.rest<{ token: string }>('POST', '/private/mcp-tokens', { name: 'Agent', scopes: [1] }),
  );
  const probed = async (work: () => Promise<unknown>): Promise<Beat[]> => {
    const probe = startProbe(client);
    await work();
    return probe.stop();
  };
  const seconds = Number(values.seconds);
  const sink = fork(new URL('../support/sink.ts', import.meta.url), { execArgv: [] });
  const [sinkPort] = (await once(sink, 'message')) as [number];
  const port = Number(new URL(base).port);
  await probed(() => delay(2_000));
  for (const [name, path] of Object.entries(nobodies)) {
    const silentMs = p99(await probed(() => sendBodies({ port: sinkPort, path, seconds })));
    const quietMb = rssMb(server);
    let mostMb = 0;
    const watch = setInterval(() => {
      mostMb = Math.max(mostMb, rssMb(server));
    }, 50);
    await heldMs(server);
    const beats = await probed(() => sendBodies({ port, path, seconds }));
    const held = await heldMs(server);
    clearInterval(watch);
    console.log(`${name}: quiet p99 ${silentMs.toFixed(1)} ms`);
    judge(`${BODIES} bodies of 39 MB a second by nobody to ${name}: held`, held, MAX_HELD_MS, 'ms');
    judge(`${BODIES} bodies of 39 MB a second by nobody to ${name}: p99`, p99(beats), silentMs * MAX_RATIO, 'ms');
    judge(`${BODIES} bodies of 39 MB a second by nobody to ${name}: RSS +`, mostMb - quietMb, MAX_RSS_MB, 'MB');
  }
  sink.kill();
  const keys = Buffer.from(`{${Array.from({ length: Number(values.keys) }, (_, index) => `"k${index}":1`).join()}}`);
  const known = [
    ['REST', '/api/v1/private/teams', client.token],
    ['GraphQL', '/graphql', client.token],
    ['MCP', MCP, mcpToken],
  ] as const;
  const all = [...Object.entries(nobodies).map(([name, path]) => [name, path, undefined] as const), ...known];
  for (const [name, path, token] of all) {
    await heldMs(server);
    await send(base, path, token, keys);
    await delay(50);
    const who = token === undefined ? 'nobody' : 'a known caller';
    judge(`${values.keys} keys by ${who} to ${name}: held`, await heldMs(server), MAX_HELD_MS, 'ms');
  }
}

function judge(name: string, value: number, most: number, unit: string): void {
  console.log(`${name} ${value.toFixed(1)} ${unit} (at most ${most.toFixed(1)})`);
  if (value > most) missed.push(name);
}

const p99 = (beats: Beat[]): number =>
  beats.map(({ tookMs }) => tookMs).toSorted((a, b) => a - b)[Math.floor(beats.length * 0.99)] ?? Number.NaN;

/** Runs in a separate process. */
async function sendBodies(to: Pick<Sending, 'port' | 'path' | 'seconds'>): Promise<void> {
  const sender = fork(new URL('../support/body-sender.ts', import.meta.url), { execArgv: [] });
  sender.send({ ...to, bodies: BODIES, bytes: BODY_BYTES, roundMs: ROUND_MS } satisfies Sending);
  await once(sender, 'exit');
}

/** Sends a body as long as the server accepts it, and waits until the connection ends. */
function send(base: string, path: string, token: string | undefined, body: Buffer): Promise<void> {
  return new Promise(resolve => {
    const socket = connect(Number(new URL(base).port), '127.0.0.1');
    const auth = token === undefined ? '' : `Authorization: ${token}\r\n`;
    socket.write(
      `POST ${path} HTTP/1.1\r\nHost: localhost\r\nContent-Type: application/json\r\nConnection: close\r\n${auth}Content-Length: ${body.length}\r\n\r\n`,
    );
    socket
      .on('error', () => {})
      .resume()
      .write(body);
    socket.once('end', () => socket.destroy()).once('close', () => resolve());
  });
}

try {
  await run(server);
} finally {
  await server.stop('SIGKILL');
  await rm(dataDir, { recursive: true });
}
for (const line of missed) console.error(`MISSED ${line}`);
process.exit(missed.length > 0 ? 1 : 0);
