import { constants, setPriority } from 'node:os';
import { setTimeout as delay } from 'node:timers/promises';
import { signIn } from '../test/support/http-client.ts';
import { publishTwo, startProbe } from '../test/support/publishing.ts';
import { vendorDocument } from '../test/support/vendor-document.ts';
import { figureOf, noteResults } from './processes/results.ts';
import { postgresql, start } from './processes/run.ts';

// Measures how long a small read takes, in ms: alone, while large documents are published and compared, and while logins
// saturate the hashing of passwords. Each client is a process; those that publish and sign in have a lower priority, as
// if on another machine. npm run bench -- waits. Writes its figures to results.json.

const ALONE_MS = 10_000;
const LOGINS_AT_ONCE = 16;
/** Documents of two releases, one after the other: of one, three reads would decide what 99 % are. */
const DOCUMENTS = 5;

type Window = { name: string; from: number; to: number };

const database = await postgresql();
const server = await start('service', database.settings);
try {
  const client = await signIn(server.base);
  const text = (release: number) => vendorDocument({ operations: 3_060, words: 75, release });
  const probe = startProbe(client);
  setPriority(constants.priority.PRIORITY_LOW);
  await delay(ALONE_MS / 2);
  const windows: Window[] = [];
  const during = async (name: string, work: () => Promise<unknown>) => {
    const from = now();
    await work();
    windows.push({ name, from, to: now() });
  };
  await during('alone', () => delay(ALONE_MS));
  await during('beside publishing', async () => {
    for (let index = 0; index < DOCUMENTS; index += 1) await publishTwo(client, text(2 * index), text(2 * index + 1));
  });
  await during('beside logins', () => Promise.all(Array.from({ length: LOGINS_AT_ONCE }, logins)));
  const beats = (await probe.stop()).filter(({ path }) => path.endsWith('me'));
  const results = Object.fromEntries(
    windows.flatMap(({ name, from, to }) => {
      const times = beats.filter(beat => beat.sentAt >= from && beat.sentAt < to).map(({ tookMs }) => tookMs);
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

async function logins(): Promise<void> {
  for (const until = now() + ALONE_MS; now() < until; ) await signIn(server.base);
}

function now(): number {
  return performance.timeOrigin + performance.now();
}
