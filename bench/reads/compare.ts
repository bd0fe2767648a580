import { deepEqual } from 'node:assert/strict';
import { spawn } from 'node:child_process';
import { readFileSync, writeFileSync } from 'node:fs';
import { cpus } from 'node:os';
import { fileURLToPath } from 'node:url';
import { median, type TimedRequest, timedClient } from '../../test/support/timed.ts';
import { type Suite, startWorld, type World } from './world.ts';

const ROUNDS = 9;
const ROUND_MS = 400;
const CONNECTIONS = 4;
const RESULTS = fileURLToPath(new URL('../results.json', import.meta.url));

type Client = ReturnType<typeof timedClient>;
type Side = 'service' | 'byHand';
/** The addresses of both. */
type Bases = Record<Side, string>;
type Figure = { median: number; min: number; max: number };
type Result = Record<Side, Figure> & { ratio: Figure };

/**
 * Compares reads of the service with the same reads by hand (reference.ts), in alternating rounds on one PostgreSQL. Prints
 * the figures and writes them to results.json.
 */
export async function compareReads(suite: Suite): Promise<void> {
  const world = await startWorld();
  const reference = await startReference(world);
  const bases = { service: world.base, byHand: reference.base };
  try {
    const results: Record<string, Result> = {};
    for (const [name, read] of Object.entries(world.reads[suite])) {
      await requireSame(bases, read);
      const result = await measure(bases, read);
      results[name] = result;
      const { ratio, service, byHand } = result;
      console.log(
        `${name.padEnd(18)} ${service.median.toFixed(0).padStart(6)}/s  by hand ${byHand.median.toFixed(0).padStart(6)}/s  ratio ${ratio.median.toFixed(2)} (${ratio.min.toFixed(2)} to ${ratio.max.toFixed(2)})`,
      );
    }
    keep(suite, results);
  } finally {
    reference.stop();
    await world.stop();
  }
}

function keep(suite: Suite, results: Record<string, Result>): void {
  const [date, node] = [new Date().toISOString().slice(0, 10), process.version];
  const run = { date, node, cpu: cpus()[0]?.model, cores: cpus().length, results };
  const known = JSON.parse(readFileSync(RESULTS, 'utf8'));
  writeFileSync(RESULTS, `${JSON.stringify({ ...known, [suite]: run }, null, 2)}\n`);
}

async function startReference({ reference: env }: World): Promise<{ base: string; stop(): void }> {
  const file = fileURLToPath(new URL('reference.ts', import.meta.url));
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

/** Both answer the same, but for the ids and times of the requests. */
async function requireSame(bases: Bases, read: TimedRequest): Promise<void> {
  const answerOf = async (base: string) => {
    const { trace_id: _, timestamp: __, ...answer } = JSON.parse((await timedClient(base)(read)).text);
    return answer;
  };
  deepEqual(await answerOf(bases.byHand), await answerOf(bases.service));
}

async function measure(bases: Bases, read: TimedRequest): Promise<Result> {
  const rates: Record<Side, number[]> = { service: [], byHand: [] };
  const clients = {
    service: Array.from({ length: CONNECTIONS }, () => timedClient(bases.service)),
    byHand: Array.from({ length: CONNECTIONS }, () => timedClient(bases.byHand)),
  };
  for (let round = 0; round <= ROUNDS; round += 1)
    for (const side of ['service', 'byHand'] as const) {
      const rate = await rateOf(clients[side], read);
      // The first round warms up.
      if (round > 0) rates[side].push(rate);
    }
  const ratios = rates.service.map((rate, index) => rate / (rates.byHand[index] as number));
  return { service: figureOf(rates.service), byHand: figureOf(rates.byHand), ratio: figureOf(ratios) };
}

/** Requests per second over all connections. */
async function rateOf(clients: Client[], read: TimedRequest): Promise<number> {
  const started = performance.now();
  let count = 0;
  const send = async (client: Client) => {
    while (performance.now() - started < ROUND_MS) {
      const { status } = await client(read);
      if (status !== 200) throw new Error(`${read.path}: ${status}`);
      count += 1;
    }
  };
  await Promise.all(clients.map(send));
  return (count / (performance.now() - started)) * 1000;
}

function figureOf(values: number[]): Figure {
  return { median: median(values), min: Math.min(...values), max: Math.max(...values) };
}
