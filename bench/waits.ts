import { readdirSync } from 'node:fs';
import { constants, setPriority } from 'node:os';
import { setTimeout as delay } from 'node:timers/promises';
import { signIn } from '../test/support/http-client.ts';
import type { Beat } from '../test/support/probe.ts';
import { preparePublishing, startProbe } from '../test/support/publishing.ts';
import { vendorDocument } from '../test/support/vendor-document.ts';
import { figureOf, noteResults } from './processes/results.ts';
import { postgresql, start } from './processes/run.ts';

// Measures how long a small read takes, in ms: alone, while large documents are published and compared, and while logins
// saturate password hashing. The three alternate, so that other load on the machine affects all of them. Each client is a
// process; those that publish and sign in have a lower priority, as if they ran on another machine. npm run bench -- waits. Writes
// its figures to results.json.

/** In each round, a document with two releases is published. With fewer rounds, single reads would decide p99. */
const ROUNDS = 7;
/** Documents to publish before V8 has compiled most of the code that they use. */
const DOCUMENTS_TO_WARM_UP = 6;
const ALONE_MS = 5_000;
const LOGINS_AT_ONCE = 16;
const REST_MS = 1_000;

type Window = { name: string; from: number; to: number };

const database = await postgresql();
const server = await start('service', database.settings);
try {
  const client = await signIn(server.base);
  const text = (release: number) => vendorDocument({ operations: 3_060, words: 75, release });
  const probe = startProbe(client);
  lowerPriority();
  await delay(ALONE_MS);
  const windows: Window[] = [];
  const during = async (name: string, work: () => Promise<unknown>) => {
    const from = now();
    await work();
    windows.push({ name, from, to: now() });
    await delay(REST_MS);
  };
  const publisher = (document: number) => preparePublishing(client, text(2 * document), text(2 * document + 1));
  for (let document = 0; document < DOCUMENTS_TO_WARM_UP; document += 1) await (await publisher(document))();
  for (let round = 0; round < ROUNDS; round += 1) {
    await during('alone', () => delay(ALONE_MS));
    await during('beside publishing', await publisher(DOCUMENTS_TO_WARM_UP + round));
    await during('beside logins', () => Promise.all(Array.from({ length: LOGINS_AT_ONCE }, logins)));
  }
  const beats = (await probe.stop()).filter(({ path }) => path.endsWith('me'));
  const results = Object.fromEntries(
    ['alone', 'beside publishing', 'beside logins'].flatMap(name => {
      const own = windows.filter(window => window.name === name);
      const isOwn = ({ sentAt }: Beat) => own.some(({ from, to }) => sentAt >= from && sentAt < to);
      const times = beats.filter(isOwn).map(({ tookMs }) => tookMs);
      const sorted = times.toSorted((a, b) => a - b);
      const p99 = sorted[Math.floor(sorted.length * 0.99)] as number;
      return [
        [`${name}, all`, figureOf(times)],
        [`${name}, 99 %`, figureOf([p99])],
      ];
    }),
  );
  noteResults('waits', results);
} finally {
  await server.stop();
  await database.close();
}

/** Lowers the priority of each thread: on Linux, a priority belongs to a thread, and the threads of V8 collect garbage. */
function lowerPriority(): void {
  const threads = process.platform === 'linux' ? readdirSync('/proc/self/task') : [0];
  for (const thread of threads) setPriority(Number(thread), constants.priority.PRIORITY_LOW);
}

async function logins(): Promise<void> {
  for (const until = now() + ALONE_MS; now() < until; ) await signIn(server.base);
}

function now(): number {
  return performance.timeOrigin + performance.now();
}
