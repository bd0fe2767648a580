import { deepEqual } from 'node:assert/strict';
import { spawn } from 'node:child_process';
import { fileURLToPath } from 'node:url';
import { type TimedRequest, timedClient } from '../../test/support/timed.ts';
import { type Figure, figureOf, storeResults } from '../processes/results.ts';
import { compareRates, lineOf } from './rates.ts';
import { type Suite, startWorld, type World } from './world.ts';

type Side = 'service' | 'byHand';
/** The base URL of each side. */
type Bases = Record<Side, string>;
type Result = Record<Side, Figure> & { ratio: Figure };

/**
 * Compares reads of the service with the same reads of a hand-written server (reference.ts), in alternating rounds on one
 * PostgreSQL. Prints the figures and writes them to results.json.
 */
export async function compareReads(suite: Suite): Promise<void> {
  const world = await startWorld();
  const reference = await startReference(world);
  const bases = { service: world.base, byHand: reference.base };
  try {
    const results: Record<string, Result> = {};
    for (const [name, read] of Object.entries(world.reads[suite])) {
      await requireSame(bases, read);
      const rates = await compareRates({ base: bases.service, read }, { base: bases.byHand, read });
      console.log(lineOf(name, rates, 'by hand'));
      const { service, other, ratio } = rates;
      results[name] = { service: figureOf(service), byHand: figureOf(other), ratio: figureOf(ratio) };
    }
    storeResults(suite, results);
  } finally {
    reference.stop();
    await world.stop();
  }
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

/** Throws unless both answer the same, apart from the ids and times of the requests. */
async function requireSame(bases: Bases, read: TimedRequest): Promise<void> {
  const answerOf = async (base: string) => {
    const { trace_id: _, timestamp: __, ...answer } = JSON.parse((await timedClient(base)(read)).text);
    return answer;
  };
  deepEqual(await answerOf(bases.byHand), await answerOf(bases.service));
}
