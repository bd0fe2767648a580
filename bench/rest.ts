import { deepEqual } from 'node:assert/strict';
import { spawn } from 'node:child_process';
import { readFileSync, writeFileSync } from 'node:fs';
import { cpus } from 'node:os';
import { fileURLToPath } from 'node:url';
import { median, timedClient } from '../test/support/timed.ts';
import { startWorld, type World } from './reads/world.ts';

// Compares reads over REST with the same reads by hand (reads/reference.ts), in alternating rounds on one PostgreSQL.
// npm run bench -- rest. Writes its figures to results.json.

const ROUNDS = 9;
const ROUND_MS = 400;
const CONNECTIONS = 4;
const RESULTS = fileURLToPath(new URL('results.json', import.meta.url));

type Client = ReturnType<typeof timedClient>;
type Side = 'service' | 'byHand';
type Figure = { median: number; min: number; max: number };
type Result = Record<Side, Figure> & { ratio: Figure };

const world = await startWorld();
const reference = await startReference(world);
const bases = { service: world.base, byHand: reference.base };
try {
  const results: Record<string, Result> = {};
  for (const [name, path] of Object.entries(world.reads)) {
    await requireSame(path);
    const result = await measure(path);
    results[name] = result;
    const { ratio, service, byHand } = result;
    console.log(
      `${name.padEnd(10)} ${service.median.toFixed(0).padStart(6)}/s  by hand ${byHand.median.toFixed(0).padStart(6)}/s  ratio ${ratio.median.toFixed(2)} (${ratio.min.toFixed(2)} to ${ratio.max.toFixed(2)})`,
    );
  }
  const known = JSON.parse(readFileSync(RESULTS, 'utf8'));
  const { version: node } = process;
  const rest = {
    date: new Date().toISOString().slice(0, 10),
    node,
    cpu: cpus()[0]?.model,
    cores: cpus().length,
    results,
  };
  writeFileSync(RESULTS, `${JSON.stringify({ ...known, rest }, null, 2)}\n`);
} finally {
  reference.stop();
  await world.stop();
}

async function startReference({ reference: env }: World): Promise<{ base: string; stop(): void }> {
  const file = fileURLToPath(new URL('reads/reference.ts', import.meta.url));
  const child = spawn(process.execPath, ['--disable-warning=ExperimentalWarning', file], {
    env: { PATH: process.env.PATH, ...env },
    stdio: ['ignore', 'pipe', 'inherit'],
  });
  const base = await new Promise<string>((resolve, reject) => {
    child.stdout.on('data', chunk => {
      const found = /reference on (\S+)/.exec(String(chunk))?.[1];
      if (found !== undefined) resolve(found);
    });
    child.once('exit', code => reject(new Error(`The reference ended with ${code}`)));
  });
  return { base, stop: () => child.kill() };
}

function sent(path: string) {
  return { method: 'GET', path: `/api/v1${path}`, headers: { authorization: world.token } };
}

/** Both answer the same, but for the ids and times of the requests. */
async function requireSame(path: string): Promise<void> {
  const read = async (base: string) => {
    const { trace_id: _, timestamp: __, ...answer } = JSON.parse((await timedClient(base)(sent(path))).text);
    return answer;
  };
  deepEqual(await read(bases.byHand), await read(bases.service));
}

async function measure(path: string): Promise<Result> {
  const rates: Record<Side, number[]> = { service: [], byHand: [] };
  const clients = {
    service: Array.from({ length: CONNECTIONS }, () => timedClient(bases.service)),
    byHand: Array.from({ length: CONNECTIONS }, () => timedClient(bases.byHand)),
  };
  for (let round = 0; round <= ROUNDS; round += 1)
    for (const side of ['service', 'byHand'] as const) {
      const rate = await rateOf(clients[side], path);
      // The first round warms up.
      if (round > 0) rates[side].push(rate);
    }
  const ratios = rates.service.map((rate, index) => rate / (rates.byHand[index] as number));
  return { service: figureOf(rates.service), byHand: figureOf(rates.byHand), ratio: figureOf(ratios) };
}

/** Requests per second over all connections. */
async function rateOf(clients: Client[], path: string): Promise<number> {
  const started = performance.now();
  let count = 0;
  const send = async (client: Client) => {
    while (performance.now() - started < ROUND_MS) {
      const { status } = await client(sent(path));
      if (status !== 200) throw new Error(`${path}: ${status}`);
      count += 1;
    }
  };
  await Promise.all(clients.map(send));
  return (count / (performance.now() - started)) * 1000;
}

function figureOf(values: number[]): Figure {
  return { median: median(values), min: Math.min(...values), max: Math.max(...values) };
}
