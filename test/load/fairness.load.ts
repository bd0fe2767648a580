import { fork } from 'node:child_process';
import { once } from 'node:events';
import { mkdtemp, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { setTimeout as delay } from 'node:timers/promises';
import { parseArgs } from 'node:util';
import { makeDocument, type SignedIn, succeed } from '../support/http-client.ts';
import { type DatabaseKind, startLoadServer } from '../support/load-server.ts';
import { folderInMemory } from '../support/postgresql.ts';
import { timedClient } from '../support/timed.ts';
import type { Attack } from './attacker.ts';
import { type PlannedAttack, plannedAttacks, publishVersions } from './fairness-attacks.ts';
import { type Asked, modestCallers, quantile } from './modest-callers.ts';

// While one member uses the limits for an attack, others wait at most twice as long as alone (p50 and p99). Quiet
// seconds and seconds with the attack alternate, so that other load affects both.
const { values } = parseArgs({
  options: {
    seconds: { type: 'string', default: '3' },
    turns: { type: 'string', default: '2' },
    /** Only attacks whose name contains one of these, comma-separated. */
    attacks: { type: 'string', default: '' },
    /** A folder for CPU profiles of the server. */
    profile: { type: 'string' },
    databases: { type: 'string', default: 'embedded,postgresql' },
    /**
     * Where the data are: in memory, where there is room. On a slow disk, everyone waits for commits of the embedded
     * database, also without an attack.
     */
    folder: { type: 'string' },
  },
});
const seconds = Number(values.seconds);
const MOST = 2;
/**
 * The limit is at least twice this time, even if an answer is faster alone. Callers, attack, server, workers and
 * database share the same two cores. A few milliseconds depend on the scheduler, and one garbage collection is more than
 * twice a quiet p99 of 10 ms. People do not notice 50 ms.
 */
const FLOOR_MS = { p50: 10, p99: 25 };
/** How long an attack runs before the measurement. */
const WARM_MS = 1_000;
/** How long the server may continue to work on an ended attack. */
const DRAIN_MS = 20_000;
const PASSWORD = 'correct horse battery staple';
const MODEST = 3;

type Figures = { p50: number; p99: number; count: number };

const failed: string[] = [];
for (const database of values.databases.split(',') as DatabaseKind[]) await measure(database);
for (const line of failed) console.error(line);
process.exit(failed.length === 0 ? 0 : 1);

async function measure(database: DatabaseKind): Promise<void> {
  const settings = {
    DOCSVC_RATE_LIMITS: 'on',
    ...(values.profile && {
      NODE_OPTIONS: `--inspect=127.0.0.1:0 --cpu-prof --cpu-prof-dir=${values.profile}`,
    }),
  };
  const server = await startLoadServer(database, settings, values.folder ?? (await folderInMemory()));
  const folder = await mkdtemp(join(tmpdir(), 'docsvc-fairness-'));
  try {
    const { admin } = server;
    const place = await makeDocument(admin.rest);
    const versions = await publishVersions(admin, place);
    const planned = (await plannedAttacks({ admin, place, versions, folder })).filter(({ name }) =>
      values.attacks.split(',').some(wanted => name.includes(wanted)),
    );
    const modest = await Promise.all(
      Array.from({ length: MODEST }, (_, index) => memberOf(admin, place.project, `modest${index}@example.com`)),
    );
    const watch = modestCallers(
      admin.base,
      modest.map(token => smallThings(token, place.document)),
    );
    await watch(2);
    for (const [index, attack] of planned.entries()) {
      const token = await memberOf(admin, place.project, `greedy${index}@example.com`);
      const sent = attack.by(token);
      // Warms up the server: code that runs for the first time is several times slower.
      await beside(sent, () => delay(WARM_MS));
      judge(database, attack, await besideAndAlone(sent, watch));
    }
    if (server.output().includes('unexpected failure')) failed.push(`${database}: the log has an unexpected failure`);
  } finally {
    await server.stop();
    await rm(folder, { recursive: true, force: true });
  }
}

type Watched = { alone: Figures; beside: Figures; counts: Record<string, number> };

async function besideAndAlone(attack: Attack, watch: (seconds: number) => Promise<number[]>): Promise<Watched> {
  const alone: number[] = [];
  const attacked: number[] = [];
  const counts: Record<string, number> = {};
  for (let turn = 0; turn < Number(values.turns); turn += 1) {
    alone.push(...(await watch(seconds)));
    const said = await beside(attack, async () => void attacked.push(...(await watch(seconds))));
    for (const [status, count] of Object.entries(said)) counts[status] = (counts[status] ?? 0) + count;
  }
  return { alone: figuresOf(alone), beside: figuresOf(attacked), counts };
}

/** Works during the attack. Returns the answers of the attack after the server has finished with it. */
async function beside(attack: Attack, work: () => Promise<void>): Promise<Record<string, number>> {
  const attacker = fork(join(import.meta.dirname, 'attacker.ts'), {
    execArgv: ['--disable-warning=ExperimentalWarning'],
  });
  try {
    // Its start takes a core of the server for some 100 ms, which no attack over the network does.
    await once(attacker, 'message');
    attacker.send({ start: attack });
    await work();
    attacker.send('stop');
    const ended = once(attacker, 'message').then(([message]) => message.counts as Record<string, number>);
    return await Promise.race([ended, delay(DRAIN_MS, { unanswered: 1 })]);
  } finally {
    attacker.kill('SIGKILL');
  }
}

function figuresOf(took: number[]): Figures {
  return { p50: quantile(took, 0.5), p99: quantile(took, 0.99), count: took.length };
}

function judge(database: DatabaseKind, { name }: PlannedAttack, { alone, beside, counts }: Watched): void {
  const shown = ({ p50, p99, count }: Figures) => `p50 ${p50.toFixed(1)}, p99 ${p99.toFixed(1)} ms of ${count}`;
  const isFair = (['p50', 'p99'] as const).every(
    figure => beside[figure] <= MOST * Math.max(FLOOR_MS[figure], alone[figure]),
  );
  const line = `${database}: ${name}: alone ${shown(alone)}; beside ${shown(beside)}; ${JSON.stringify(counts)}`;
  console.log(`${isFair ? 'fair  ' : 'UNFAIR'} ${line}`);
  if (!isFair) failed.push(line);
  if (Object.keys(counts).some(said => said.startsWith('INTERNAL')))
    failed.push(`${database}: ${name}: answered INTERNAL`);
}

async function memberOf(admin: SignedIn, project: string, email: string): Promise<string> {
  const user = await succeed(admin.rest('POST', '/private/system/users', { email, name: email, password: PASSWORD }));
  await succeed(admin.rest('POST', `/private/projects/${project}/members`, { user_id: user.id, role: 3 }));
  const login = { method: 'POST', path: '/api/v1/open/auth/login', headers: {}, body: { email, password: PASSWORD } };
  return JSON.parse((await timedClient(admin.base)(login)).text).detail.token;
}

/** Two cheap reads and a small write, over REST and over GraphQL. */
function smallThings(authorization: string, document: string): Asked[] {
  const headers = { authorization };
  const rest = (method: string, path: string, body?: object) => ({ method, path: `/api/v1${path}`, headers, body });
  const graphql = (query: string) => ({ method: 'POST', path: '/graphql', headers, body: { query } });
  const id = document.split('/').at(-1);
  return [
    () => rest('GET', document),
    () => graphql(`{ document(id: "${id}") { name branches { nodes { name } } } }`),
    () => rest('GET', '/private/identity/me'),
    turn => rest('PATCH', '/private/identity/me', { name: `Modest ${turn}` }),
    () => graphql('{ projects(first: 5) { nodes { id name } } }'),
    turn => graphql(`mutation { updateMe(input: { name: "Modest ${turn}" }) { id } }`),
  ];
}
