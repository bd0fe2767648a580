import { execFile, execFileSync } from 'node:child_process';
import { readdirSync, readFileSync } from 'node:fs';
import { mkdtemp, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { setTimeout as delay } from 'node:timers/promises';
import { promisify } from 'node:util';
import { zstdDecompressSync } from 'node:zlib';
import { openapiWith } from '../support/documents.ts';
import { makeDocument, type Resource, signIn, succeed } from '../support/http-client.ts';
import { runSql, startPostgresql } from '../support/postgresql.ts';
import { environmentOutside, startServer } from '../support/process.ts';
import { type Expected, RELEASES, releaseSettings } from '../support/releases.ts';
import { startBy } from '../support/ways-to-start.ts';
import { option, report, seconds } from './failing-database.ts';
import { startCallers } from './steady-callers.ts';

// The server of the commit that stored the database of the last release serves it on PostgreSQL, under load, while the
// present sources migrate it and then serve it too. No caller of either server sees a failure, what one server publishes
// the other one reads, and `verify` finds nothing wrong. `--rate 20` requests a second.
const RATE = option('rate', 20);
const PAUSE_MS = 3_000;
const root = join(import.meta.dirname, '../..');
const release = readdirSync(RELEASES).sort().at(-1) as string;
const stored = (file: string) => readFileSync(join(RELEASES, release, file));
const folder = await mkdtemp(join(tmpdir(), 'docsvc-upgrade-'));
const old = join(folder, 'old');

const run = (cwd: string, command: string, ...args: string[]) =>
  execFileSync(command, args, {
    cwd,
    encoding: 'utf8',
    env: environmentOutside,
    stdio: ['ignore', 'pipe', 'ignore'],
  }).trim();

const storedBy = ['log', '--diff-filter=A', '--format=%H', '--', join(RELEASES, release, 'expected.json')];
const commit = run(root, 'git', ...storedBy);
run(folder, 'git', 'clone', '--quiet', root, old);
run(old, 'git', 'checkout', '--quiet', commit);
run(old, 'npm', 'ci', '--no-audit', '--no-fund', '--prefer-offline');
console.log(`Release ${release} as of commit ${commit.slice(0, 10)}`);

/** Runs a command of the present sources while the load goes on. */
async function present(...args: string[]): Promise<string> {
  const env = { PATH: process.env.PATH, ...settings };
  const { stdout } = await promisify(execFile)(process.execPath, ['--disable-warning=ExperimentalWarning', ...args], {
    cwd: root,
    env,
  });
  return stdout;
}

const postgresql = await startPostgresql();
await runSql(postgresql.url, zstdDecompressSync(stored('postgresql.sql.zst')).toString());
const settings = {
  ...releaseSettings,
  DOCSVC_DATA_DIR: folder,
  DOCSVC_DATABASE_URL: postgresql.url,
  DOCSVC_LOG_LEVEL: 'error',
};
const before = await startBy('npm', settings, old);
const { rest, token } = await signIn(before.base);
const { document, branches, project } = await makeDocument(rest);
const expected: Expected = JSON.parse(stored('expected.json').toString());
const reads = [...Object.keys(expected.contents), ...Object.keys(expected.diffs), ...Object.keys(expected.endpoints)];

/** A load whose writes have names of their own. */
const callersOf = (base: string, name: string) =>
  startCallers(
    () => base,
    token,
    RATE,
    count => {
      if (count % 4 === 0)
        return { method: 'POST', path: `/api/v1${document}/branches`, body: { name: `feature/${name}-${count}` } };
      if (count % 4 === 1) return { method: 'GET', path: `/api/v1/private/projects/${project}/documents` };
      return { method: 'GET', path: `/api/v1${reads[count % reads.length]}` };
    },
  );

/** Publishes versions at one server, one each second. */
function startPublisher(base: string, name: string) {
  const published: string[] = [];
  const failures: string[] = [];
  let isStopped = false;
  const running = (async () => {
    const client = (await signIn(base)).rest;
    for (let count = 1; !isStopped; count += 1) {
      try {
        const schema_content = openapiWith({}, { 'x-version': `${name} ${count}` });
        const body = { branch_id: branches.dev, version_name: `${name}-${count}`, schema_content };
        const { id } = await succeed(client('POST', `${document}/drafts`, body));
        const { review_revision } = await succeed(client('POST', `${document}/drafts/${id}/submit`));
        const decision = { expected_review_revision: review_revision };
        const answer = await client('POST', `${document}/drafts/${id}/approve`, decision);
        // Another server may publish between submit and approve: the reviewer must look again.
        if (answer.status === 'OK') published.push(answer.detail.id);
        else if (answer.status !== 'FAILED_PRECONDITION') failures.push(`${answer.status} ${answer.message}`);
      } catch (error) {
        failures.push((error as Error).message);
      }
      await delay(1_000);
    }
  })();
  return {
    published,
    failures,
    async stop() {
      isStopped = true;
      await running;
    },
  };
}

const oldCallers = callersOf(before.base, 'old');
const oldPublisher = startPublisher(before.base, 'old');
await delay(PAUSE_MS);
const answeredBefore = oldCallers.counts.answered;
const startedAt = performance.now();
const applied = await present('src/migrate.ts');
const migrationMs = performance.now() - startedAt;
console.log(applied.trim());
await delay(PAUSE_MS);
const after = await startServer(settings);
const newCallers = callersOf(after.base, 'new');
const newPublisher = startPublisher(after.base, 'new');
await delay(2 * PAUSE_MS);
const loads = [oldCallers, newCallers];
for (const running of [...loads, oldPublisher, newPublisher]) await running.stop();
const clients = [rest, (await signIn(after.base)).rest];
const versions = [...oldPublisher.published, ...newPublisher.published];
const contentOf = (client: typeof rest, id: string) =>
  succeed(client<Resource & { content: string }>('GET', `${document}/versions/${id}/content/raw`));
let different = 0;
for (const id of versions) {
  const [one, other] = await Promise.all(clients.map(client => contentOf(client, id)));
  if (one?.content !== other?.content) different += 1;
}
const { total = 0 } = await rest('GET', `${document}/branches?page_size=1`);
const stopped = await before.stop();
await after.stop();
const verified = await present('src/admin/main.ts', 'verify');
await postgresql.stop();
await rm(folder, { recursive: true, force: true });

const failures = [
  ...loads.flatMap(({ counts }) => counts.failures),
  ...oldPublisher.failures,
  ...newPublisher.failures,
];
for (const failure of failures.slice(0, 5)) console.log(`  ${failure}`);
const created = loads.reduce((sum, { counts }) => sum + counts.created, 0);
const refused = loads.reduce((sum, { counts }) => sum + counts.refusals + counts.waits, 0);
const [oldFigure, newFigure] = loads.map(
  ({ counts }) => `${counts.answered} answers, slowest ${seconds(counts.slowestMs)}`,
);
report([
  { name: 'a migration is applied', holds: applied.startsWith('Applied '), figure: seconds(migrationMs) },
  {
    name: 'both releases answer every read and write',
    holds: failures.length + refused === 0 && oldCallers.counts.answered > answeredBefore,
    figure: `old: ${oldFigure}; new: ${newFigure}; ${failures.length} failures, ${refused} refusals`,
  },
  {
    name: 'both publish, and each reads what the other one published',
    holds: oldPublisher.published.length > 0 && newPublisher.published.length > 0 && different === 0,
    figure: `${oldPublisher.published.length} and ${newPublisher.published.length} versions, ${different} different`,
  },
  // Every document creates three branches.
  {
    name: 'what was created is there, once',
    holds: created + 3 === total,
    figure: `${created} created, ${total - 3} there`,
  },
  { name: 'the former server exits with 0', holds: stopped.code === 0, figure: `${stopped.tookMs.toFixed(0)} ms` },
  {
    name: 'verify finds nothing wrong',
    holds: !/^WRONG/m.test(verified),
    figure: `${verified.match(/^ok/gm)?.length} checks`,
  },
]);
