import { setTimeout as delay } from 'node:timers/promises';
import { parseArgs } from 'node:util';
import { type DatabaseKind, type Held, startLoadServer } from '../support/load-server.ts';
import { median } from '../support/timed.ts';
import { mixedWork } from './mixed-work.ts';

// Mixed work for a long time: memory grows by at most 10 % after warm-up, the number of descriptors stays the same, no
// answer is INTERNAL.
const { values } = parseArgs({
  options: {
    minutes: { type: 'string', default: '30' },
    callers: { type: 'string', default: '6' },
    databases: { type: 'string', default: 'embedded,postgresql' },
  },
});
const MAX_GROWTH = 1.1;
const MAX_DESCRIPTORS_MORE = 5;
/** The part of the run in which caches, compiled code and pools fill. */
const WARM_UP = 0.3;
const SAMPLES = 30;

const failed: string[] = [];
for (const database of values.databases.split(',') as DatabaseKind[]) await soak(database, Number(values.minutes));
for (const line of failed) console.error(line);
process.exit(failed.length === 0 ? 0 : 1);

async function soak(database: DatabaseKind, minutes: number): Promise<void> {
  const server = await startLoadServer(database);
  const samples: Held[] = [];
  const counts = new Map<string, number>();
  const onExit = (code: number | null, signal: string | null) =>
    failed.push(`${database}: the server ended (${signal ?? `code ${code}`}):\n${server.output().slice(-2_000)}`);
  server.process.once('exit', onExit);
  let endsAt = Date.now() + minutes * 60_000;
  let callers: Promise<void>[] = [];
  try {
    const works = await mixedWork(server.admin);
    callers = Array.from({ length: Number(values.callers) }, async (_, caller) => {
      for (let turn = caller; Date.now() < endsAt; turn += 1) {
        for (const { name, every, run } of works) {
          if (turn % every !== 0) continue;
          const key = `${name}: ${await run().catch(thrown)}`;
          counts.set(key, (counts.get(key) ?? 0) + 1);
        }
      }
    });
    while (Date.now() < endsAt) {
      await delay((minutes * 60_000) / SAMPLES);
      const held = await server.held();
      samples.push(held);
      console.log(
        `${database}: RSS ${held.rssMb.toFixed(0)} MB, heap ${held.heapMb.toFixed(1)} MB, descriptors ${held.descriptors}`,
      );
    }
  } finally {
    // Also after a failure, so that no caller finds a server that was stopped.
    endsAt = 0;
    await Promise.all(callers);
    server.process.off('exit', onExit);
    judge(database, samples, counts, server.output());
    await server.stop();
  }
}

/** What a request threw, with the reason that fetch hides. */
function thrown({ message, cause }: Error): string {
  const { code } = (cause ?? {}) as { code?: string };
  return `threw ${message}${code === undefined ? '' : ` (${code})`}`;
}

function judge(database: string, samples: Held[], counts: Map<string, number>, output: string): void {
  const total = [...counts.values()].reduce((sum, count) => sum + count, 0);
  console.log(`${database}: ${total} requests\n${[...counts].map(([name, count]) => `  ${count} ${name}`).join('\n')}`);
  const warm = samples.slice(Math.floor(samples.length * WARM_UP));
  const part = Math.max(1, Math.floor(warm.length / 3));
  const grown = (field: keyof Held) => ({
    before: median(warm.slice(0, part).map(held => held[field])),
    after: median(warm.slice(-part).map(held => held[field])),
  });
  for (const field of ['rssMb', 'heapMb'] as const) {
    const { before, after } = grown(field);
    console.log(`${database}: ${field} ${before.toFixed(1)} → ${after.toFixed(1)} (× ${(after / before).toFixed(3)})`);
    if (after > before * MAX_GROWTH) failed.push(`${database}: ${field} grew from ${before} to ${after}`);
  }
  const { before, after } = grown('descriptors');
  console.log(`${database}: descriptors ${before} → ${after}`);
  if (after > before + MAX_DESCRIPTORS_MORE) failed.push(`${database}: descriptors ${before} → ${after}`);
  const bad = [...counts.keys()].filter(name => /INTERNAL|UNAVAILABLE|threw/.test(name));
  if (bad.length > 0) failed.push(`${database}: ${bad.join(', ')}`);
  if (output.includes('unexpected failure')) failed.push(`${database}: the log has an unexpected failure`);
}
