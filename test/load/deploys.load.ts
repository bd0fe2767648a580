import { mkdtemp, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { parseArgs } from 'node:util';
import { adminSettings, keySettings, makeDocument, signIn, succeed } from '../support/http-client.ts';
import { freePort, startPostgresql } from '../support/postgresql.ts';
import { type StartedServer, startBy, type WayToStart, waysToStart } from '../support/ways-to-start.ts';
import { startReadyProxy } from './ready-proxy.ts';
import { type Asked, startCallers } from './steady-callers.ts';

// Deploys under 50 requests a second: no accepted request fails, and every server exits within 10 s with code 0.
// PostgreSQL: the new server starts beside the old one, behind a load balancer that follows /ready. Embedded: the one
// server stops and starts again.
//
// A request fails when its connection was taken and then
// - ends before the whole answer came,
// - or brings an answer other than success or UNAVAILABLE with Retry-After,
// - or brings UNAVAILABLE although it took effect: repeating a create says ALREADY_EXISTS,
// - or brings no answer within a minute.
// A create that was answered must be there in the end, and no other. A refused connection was not taken: its caller waits.

const { values } = parseArgs({
  options: {
    deploys: { type: 'string', default: '20' },
    rate: { type: 'string', default: '50' },
    start: { type: 'string', default: waysToStart.join() },
    database: { type: 'string', default: 'embedded,postgresql' },
  },
});
const deploys = Number(values.deploys);
const rate = Number(values.rate);
const EXIT_LIMIT_MS = 10_000;
/** Ten checks of the load balancer. */
const DELAY_MS = 1_000;

const shared = {
  ...adminSettings,
  ...keySettings,
  DOCSVC_LOG_LEVEL: 'info',
};

type Exit = { code: number | null; tookMs: number };

/** The server's own log of its stop. */
const lastWords = (server: StartedServer): string =>
  /"duration_ms":.*"stopped.*(?=})/.exec(server.output())?.[0].replaceAll('"', '') ?? 'no last line';

const line = ({ code, tookMs }: Exit) => `exit code ${code} after ${tookMs.toFixed(0)} ms`;

/** Every kind of deploy, as a function of the running server. */
async function deployAgain(
  first: StartedServer,
  base: () => string,
  deploy: (old: StartedServer) => Promise<{ server: StartedServer; exit: Exit }>,
): Promise<{ exits: Exit[]; callers: ReturnType<typeof startCallers>; server: StartedServer; missing: number }> {
  const { rest, token } = await signIn(first.base);
  const { document, project } = await makeDocument(rest);
  const me = '/api/v1/private/identity/me';
  const kinds: ((count: number) => Asked)[] = [
    () => ({ method: 'GET', path: me }),
    count => ({ method: 'POST', path: `/api/v1${document}/branches`, body: { name: `feature/${count}` } }),
    () => ({ method: 'GET', path: `/api/v1/private/projects/${project}/documents` }),
    () => ({ method: 'POST', path: '/graphql', body: { query: '{ me { id email } }' } }),
  ];
  const callers = startCallers(base, token, rate, count =>
    (kinds[count % kinds.length] as (n: number) => Asked)(count),
  );
  const exits: Exit[] = [];
  let server = first;
  for (let count = 0; count < deploys; count += 1) {
    await callers.settled();
    const startedAt = performance.now();
    const old = server;
    const deployed = await deploy(old);
    const inAllMs = performance.now() - startedAt;
    console.log(`  deploy ${count + 1}: ${line(deployed.exit)}, in all ${inAllMs.toFixed(0)} ms; ${lastWords(old)}`);
    server = deployed.server;
    exits.push(deployed.exit);
  }
  await callers.stop();
  const again = await signIn(server.base);
  const branches = again.rest<unknown[]>('GET', `${document}/branches?page_size=1`);
  await succeed(branches);
  // Every document creates three of them.
  return { exits, callers, server, missing: callers.counts.created + 3 - ((await branches).total ?? 0) };
}

async function onPostgresql(way: WayToStart, dataDir: string, url: string) {
  const settings = { ...shared, DOCSVC_DATA_DIR: dataDir, DOCSVC_DATABASE_URL: url, DOCSVC_SHUTDOWN_DELAY: '1s' };
  const proxy = await startReadyProxy();
  const first = await startBy(way, settings);
  proxy.add(first.base);
  const outcome = await deployAgain(
    first,
    () => proxy.base,
    async old => {
      const server = await startBy(way, settings);
      proxy.add(server.base);
      const exit = await old.stop();
      proxy.remove(old.base);
      return { server, exit: { ...exit, tookMs: exit.tookMs - DELAY_MS } };
    },
  );
  const exit = await outcome.server.stop();
  proxy.close();
  return { ...outcome, exits: [...outcome.exits, { ...exit, tookMs: exit.tookMs - DELAY_MS }] };
}

async function onEmbedded(way: WayToStart, dataDir: string) {
  const settings = { ...shared, DOCSVC_DATA_DIR: dataDir, DOCSVC_PORT: String(await freePort()) };
  const first = await startBy(way, settings);
  const outcome = await deployAgain(
    first,
    () => first.base,
    async old => {
      const exit = await old.stop();
      return { server: await startBy(way, settings), exit };
    },
  );
  return { ...outcome, exits: [...outcome.exits, await outcome.server.stop()] };
}

let isGood = true;
for (const database of values.database.split(','))
  for (const way of values.start.split(',') as WayToStart[]) {
    const dataDir = await mkdtemp(join(tmpdir(), 'docsvc-deploys-'));
    const postgresql = database === 'postgresql' ? await startPostgresql() : undefined;
    const { exits, callers, missing } = await (postgresql
      ? onPostgresql(way, dataDir, postgresql.url)
      : onEmbedded(way, dataDir));
    await postgresql?.stop();
    await rm(dataDir, { recursive: true, force: true });
    const { answered, waits, refusals, failures, created, slowestMs } = callers.counts;
    const codes = [...new Set(exits.map(({ code }) => code))];
    const slowestExitMs = Math.max(...exits.map(({ tookMs }) => tookMs));
    console.log(`${database} by ${way}: ${deploys} deploys, ${answered} answers, ${failures.length} failures,`);
    console.log(
      `  ${refusals} refusals with Retry-After, ${waits} refused connections, slowest answer ${slowestMs.toFixed(0)} ms`,
    );
    console.log(
      `  exit codes ${codes.join()}, slowest exit ${slowestExitMs.toFixed(0)} ms; ${created} created, ${missing} missing`,
    );
    for (const failure of failures.slice(0, 5)) console.log(`  ${failure}`);
    isGood &&= failures.length === 0 && missing === 0 && codes.join() === '0' && slowestExitMs <= EXIT_LIMIT_MS;
  }
process.exit(isGood ? 0 : 1);
