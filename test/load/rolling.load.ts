import { cp, mkdir, mkdtemp, rm, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { setTimeout as delay } from 'node:timers/promises';
import { parseArgs } from 'node:util';
import { openDatabase } from '../../src/platform/database.ts';
import { migrate, migrationsFolder } from '../../src/platform/migrations.ts';
import { makeDocument, signIn } from '../support/http-client.ts';
import { freePort, startPostgresql } from '../support/postgresql.ts';
import { type ServerProcess, startServer } from '../support/process.ts';
import { startCaddy } from './caddy.ts';
import { type Bound, report, seconds, secrets } from './failing-database.ts';
import { startReadyProxy } from './ready-proxy.ts';
import { type Asked, startCallers } from './steady-callers.ts';

// Two server processes on PostgreSQL behind a load balancer, under 20 requests a second. In each round one is killed
// with SIGKILL and started again, a migration is applied while both serve, and the other one is stopped and replaced.
// No caller sees any of this: the load balancer repeats only what is safe to repeat. `--proxy caddy` uses
// deploy/Caddyfile with TLS, by the program `caddy`.
const { values } = parseArgs({
  options: {
    rounds: { type: 'string', default: '5' },
    rate: { type: 'string', default: '20' },
    proxy: { type: 'string', default: 'own' },
  },
});
const ROUNDS = Number(values.rounds);
const RATE = Number(values.rate);
/** Until the load is even again. */
const PAUSE_MS = 1_000;

/** As the next release may change what this one reads and writes: added columns, a table, an index. */
const nextMigration = (round: number) => `
  ALTER TABLE documents ADD COLUMN note_${round} TEXT;
  ALTER TABLE branches ADD COLUMN topic_${round} TEXT NOT NULL DEFAULT 'none';
  ALTER TABLE users ADD COLUMN locale_${round} TEXT;
  CREATE TABLE notes_${round} (id UUID PRIMARY KEY, document_id UUID NOT NULL REFERENCES documents (id));
  CREATE INDEX audit_entries_created_${round} ON audit_entries (created_at);`;

const dataDir = await mkdtemp(join(tmpdir(), 'docsvc-rolling-'));
const postgresql = await startPostgresql();
const ports = [await freePort(), await freePort()];
const proxy = values.proxy === 'caddy' ? await startCaddy(ports, dataDir) : await startReadyProxy({ spreads: true });
const exits: (number | null)[] = [];
const migrationMs: number[] = [];

const start = (port = 0): Promise<ServerProcess> =>
  startServer({
    ...secrets,
    DOCSVC_DATA_DIR: dataDir,
    DOCSVC_DATABASE_URL: postgresql.url,
    DOCSVC_PORT: String(port),
    DOCSVC_SHUTDOWN_DELAY: '3s',
  });

const folder = join(dataDir, 'migrations');
await cp(migrationsFolder, folder, { recursive: true });

async function migrateNext(round: number): Promise<void> {
  const name = `29990101000000_round_${round}`;
  await mkdir(join(folder, name));
  await writeFile(join(folder, name, 'migration.sql'), nextMigration(round));
  const database = await openDatabase({ url: postgresql.url });
  const startedAt = performance.now();
  const { applied } = await migrate(database, { mode: 'apply', folder });
  migrationMs.push(performance.now() - startedAt);
  await database.close();
  if (applied.join() !== name) throw new Error(`Applied ${applied.join()} instead of ${name}`);
}

let [first, second] = [await start(ports[0]), await start(ports[1])];
for (const { base } of [first, second]) proxy.add(base);
const { rest, token } = await signIn(proxy.base);
const { document, project } = await makeDocument(rest);
const query = new URLSearchParams({ query: '{ me { id email } }' });
const kinds: ((count: number) => Asked)[] = [
  () => ({ method: 'GET', path: '/api/v1/private/identity/me' }),
  count => ({
    method: 'POST',
    path: `/api/v1${document}/branches`,
    body: { name: `feature/${count}` },
    headers: { 'idempotency-key': `branch ${count}` },
  }),
  () => ({ method: 'GET', path: `/api/v1/private/projects/${project}/documents` }),
  () => ({ method: 'GET', path: `/graphql?${query}` }),
];
const callers = startCallers(
  () => proxy.base,
  token,
  RATE,
  count => (kinds[count % kinds.length] as (n: number) => Asked)(count),
);
for (let round = 0; round < ROUNDS; round += 1) {
  await delay(PAUSE_MS);
  await first.stop('SIGKILL');
  await delay(PAUSE_MS);
  first = await start(ports[0]);
  await delay(PAUSE_MS);
  await migrateNext(round);
  await second.stop();
  exits.push(second.process.exitCode);
  second = await start(ports[1]);
  console.log(`round ${round + 1}: ${callers.counts.answered} answers, ${proxy.counts.repeated} repeated by the proxy`);
}
await delay(PAUSE_MS);
await callers.stop();
const { total = 0 } = await rest('GET', `${document}/branches?page_size=1`);
for (const server of [first, second]) await server.stop();
proxy.close();
await postgresql.stop();
await rm(dataDir, { recursive: true, force: true });

const { answered, refusals, waits, failures, created, slowestMs } = callers.counts;
for (const failure of failures.slice(0, 5)) console.log(`  ${failure}`);
const bounds: Bound[] = [
  {
    name: 'every request is answered',
    holds: failures.length + refusals + waits === 0,
    figure: `${answered} answers, ${failures.length} failures, ${refusals} refusals; ${proxy.counts.repeated} repeated by the proxy`,
  },
  // Every document creates three branches.
  {
    name: 'what was created is there, once',
    holds: created + 3 === total,
    figure: `${created} created, ${total - 3} there`,
  },
  { name: 'replaced servers exit with 0', holds: exits.every(code => code === 0), figure: exits.join() },
  {
    name: 'answers within 10 s',
    holds: slowestMs <= 10_000,
    figure: `slowest ${seconds(slowestMs)}; slowest migration ${seconds(Math.max(...migrationMs))}`,
  },
];
report(bounds);
