import { setTimeout as delay } from 'node:timers/promises';
import {
  type Answer,
  adminSettings,
  type HttpClient,
  keySettings,
  makeDocument,
  type Resource,
  signIn,
  succeed,
} from '../support/http-client.ts';
import { databaseUrl, runSql } from '../support/postgresql.ts';
import { type ServerProcess, startServer } from '../support/process.ts';

/** What the load runs share that take the database away from a server under load. */

export const secrets = {
  ...adminSettings,
  ...keySettings,
  DOCSVC_LOG_LEVEL: 'silent',
};

/** A number that follows an option of the command line, such as `--kills 100`. */
export function option(name: string, fallback: number): number {
  const index = process.argv.indexOf(`--${name}`);
  const value = index === -1 ? fallback : Number(process.argv[index + 1]);
  if (!(value > 0)) throw new Error(`--${name} takes a number above 0`);
  return value;
}

export type Bound = { name: string; holds: boolean; figure: string };

/** Prints what was measured; the process ends with 1 when a bound does not hold. */
export function report(bounds: Bound[]): void {
  for (const { name, holds, figure } of bounds) console.log(`${holds ? 'holds ' : 'FAILS '} ${name}: ${figure}`);
  process.exitCode = bounds.every(({ holds }) => holds) ? 0 : 1;
}

/** A server on a new database of this PostgreSQL, reached as `through` says. */
export async function serverOn(
  postgresqlUrl: string,
  dataDir: string,
  through: (url: string) => string = url => url,
): Promise<ServerProcess> {
  await runSql(postgresqlUrl, 'CREATE DATABASE docsvc_load');
  const url = through(databaseUrl(postgresqlUrl, 'docsvc_load'));
  return startServer({ ...secrets, DOCSVC_DATA_DIR: dataDir, DOCSVC_DATABASE_URL: url });
}

/** What became of the writes of a load: each has a name of its own, which was sent once. */
export type Load = {
  acknowledged: Set<string>;
  /** Answered with an error, or not at all: they may have been written or not, but once at most. */
  unknown: Set<string>;
  /** How often each status was answered; `none` where the connection ended. */
  statuses: Record<string, number>;
  /** When the last write failed, of `performance.now()`. */
  lastFailureAt: number;
  slowestMs: number;
  stop(): Promise<void>;
  /** The names of what is stored, with how often. */
  stored(): Promise<Map<string, number>>;
};

const WRITERS = 8;

/** Writers that create branches in sequence until they are stopped. */
export async function startLoad(base: string): Promise<Load> {
  const { rest } = await signIn(base);
  const { document } = await makeDocument(rest);
  let isStopped = false;
  const load: Load = {
    acknowledged: new Set(),
    unknown: new Set(),
    statuses: {},
    lastFailureAt: 0,
    slowestMs: 0,
    async stop() {
      isStopped = true;
      await Promise.all(running);
    },
    stored: () => storedBranches(rest, document),
  };
  const write = async (name: string) => {
    const startedAt = performance.now();
    const status = await statusOf(rest('POST', `${document}/branches`, { name }));
    load.statuses[status] = (load.statuses[status] ?? 0) + 1;
    load.slowestMs = Math.max(load.slowestMs, performance.now() - startedAt);
    if (status === 'OK') return void load.acknowledged.add(name);
    load.unknown.add(name);
    load.lastFailureAt = performance.now();
    await delay(100);
  };
  const running = Array.from({ length: WRITERS }, async (_, writer) => {
    for (let turn = 0; !isStopped; turn++) {
      await write(`feature/${writer}-${turn}`);
      await delay(20);
    }
  });
  return load;
}

const statusOf = (answer: Promise<Answer<unknown>>): Promise<string> =>
  answer.then(
    ({ status }) => status,
    () => 'none',
  );

async function storedBranches(rest: HttpClient, document: string): Promise<Map<string, number>> {
  const counts = new Map<string, number>();
  for (let offset = 0; ; offset += 200) {
    const page = await succeed(rest<Resource[]>('GET', `${document}/branches?page_size=200&offset=${offset}`));
    for (const { name } of page) counts.set(name, (counts.get(name) ?? 0) + 1);
    if (page.length < 200) return counts;
  }
}

/** Acknowledged writes are there, and no write is there twice. */
export async function lostOrDoubled(load: Load): Promise<Bound[]> {
  const stored = await load.stored();
  const lost = [...load.acknowledged].filter(name => !stored.has(name));
  const doubled = [...stored].filter(([, count]) => count > 1);
  return [
    {
      name: 'acknowledged writes are kept',
      holds: lost.length === 0 && load.acknowledged.size > 0,
      figure: `${lost.length} of ${load.acknowledged.size} lost`,
    },
    { name: 'writes are made once', holds: doubled.length === 0, figure: `${doubled.length} doubled` },
  ];
}

/** Errors other than UNAVAILABLE, which the server may answer while its database is away. */
export const otherErrors = ({ statuses }: Load): [string, number][] =>
  Object.entries(statuses).filter(([status]) => !['OK', 'UNAVAILABLE'].includes(status));

export type HealthProbe = { stop(): Promise<{ slowestMs: number; slowestLiveMs: number; asked: number }> };

/** Asks for health and liveness all the time. */
export function startHealthProbe(base: string): HealthProbe {
  let isStopped = false;
  let asked = 0;
  const slowest = { '': 0, '/live': 0 };
  const ask = async (path: '' | '/live') => {
    const startedAt = performance.now();
    await (await fetch(`${base}/api/v1/open/health${path}`)).text();
    slowest[path] = Math.max(slowest[path], performance.now() - startedAt);
    asked += 1;
  };
  const running = (async () => {
    while (!isStopped) {
      await Promise.all([ask(''), ask('/live')]);
      await delay(100);
    }
  })();
  return {
    async stop() {
      isStopped = true;
      await running;
      return { slowestMs: slowest[''], slowestLiveMs: slowest['/live'], asked };
    },
  };
}

const RECOVERY_LIMIT_MS = 60_000;

/** How long it takes until a look into the database succeeds. */
export async function recoveredAfter(base: string, since: number): Promise<number> {
  while (performance.now() - since < RECOVERY_LIMIT_MS) {
    const answer = await fetch(`${base}/api/v1/open/health/ready`).catch(() => undefined);
    if (answer?.status === 200) return performance.now() - since;
    await delay(50);
  }
  return Number.POSITIVE_INFINITY;
}

export const seconds = (ms: number): string => `${(ms / 1000).toFixed(1)} s`;
