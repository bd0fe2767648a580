import { mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { startServer } from '../test/support/process.ts';
import { isRefusal, type TimedRequest, timedClient } from '../test/support/timed.ts';
import { cpuMsOf, giveEqualShares, leaveCores } from './processes/cores.ts';
import { type Figure, figureOf, noteResults } from './processes/results.ts';
import { settingsOf, startWorld } from './reads/world.ts';

// Compares reads of one server process with those of two on the same PostgreSQL, with four connections to each process, in
// alternating rounds. npm run bench -- scaling. Writes its figures to results.json.

const CONNECTIONS = 4;
const WARM_UP_MS = 3_000;
const ROUNDS = 7;
const ROUND_MS = 1_500;

leaveCores(2);
const world = await startWorld();
const dataDir = mkdtempSync(join(tmpdir(), 'docsvc-bench-'));
const second = await startServer(settingsOf(dataDir, world.reference.DATABASE_URL));
const servers = [world, second].map(({ base, process }) => ({
  pid: process.pid as number,
  clients: Array.from({ length: CONNECTIONS }, () => timedClient(base)),
}));
type Servers = typeof servers;
const results: Record<string, Figure> = {};
let end = () => {};
try {
  const reads = ['version', '50 endpoints'].map(name => [name, world.reads.rest[name] as TimedRequest] as const);
  for (const [, read] of reads) await measure(servers, read, WARM_UP_MS);
  const share = giveEqualShares(servers.map(({ pid }) => pid));
  end = share.end;
  console.log(`${share.how}, ${CONNECTIONS} connections to each`);
  for (const [name, read] of reads) await compare(name, read, share.isLimited);
  noteResults('scaling', results);
} finally {
  end();
  await Promise.all([second.stop(), world.stop()]);
  rmSync(dataDir, { recursive: true, force: true });
}

async function compare(name: string, read: TimedRequest, isLimited: boolean): Promise<void> {
  const rounds: Record<'one' | 'two', Measured[]> = { one: [], two: [] };
  for (let round = 0; round < ROUNDS; round += 1) {
    // Each process is the single one in turn.
    rounds.one.push(await measure(servers.slice(round % 2, (round % 2) + 1), read, ROUND_MS));
    rounds.two.push(await measure(servers, read, ROUND_MS));
  }
  const ratio = (key: keyof Measured) =>
    figureOf(rounds.two.map((two, round) => two[key] / (rounds.one[round] as Measured)[key]));
  for (const [count, measured] of Object.entries(rounds)) {
    if (isLimited) results[`${name}, ${count}: 1/s`] = figureOf(measured.map(({ rate }) => rate));
    results[`${name}, ${count}: per CPU second`] = figureOf(measured.map(({ perCpuSecond }) => perCpuSecond));
  }
  if (isLimited) results[`${name}: rate of two relative to one`] = ratio('rate');
  results[`${name}: per CPU second of two relative to one`] = ratio('perCpuSecond');
}

/** Requests per second, and per second of CPU time of the servers. */
type Measured = { rate: number; perCpuSecond: number };

async function measure(measured: Servers, read: TimedRequest, forMs: number): Promise<Measured> {
  const cpuMs = () => measured.reduce((sum, { pid }) => sum + cpuMsOf(pid), 0);
  const [startedAt, cpuBefore] = [performance.now(), cpuMs()];
  let count = 0;
  const send = async (client: ReturnType<typeof timedClient>) => {
    for (; performance.now() - startedAt < forMs; count += 1) {
      const { status, text } = await client(read);
      if (status !== 200 || isRefusal(text)) throw new Error(`${read.path}: ${status} ${text.slice(0, 200)}`);
    }
  };
  await Promise.all(measured.flatMap(({ clients }) => clients).map(send));
  const seconds = (performance.now() - startedAt) / 1000;
  return { rate: count / seconds, perCpuSecond: (count / (cpuMs() - cpuBefore)) * 1000 };
}
