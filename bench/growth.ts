import { sizesOf } from '../test/support/many-rows.ts';
import { startPostgresql } from '../test/support/postgresql.ts';
import { median, timedClient } from '../test/support/timed.ts';
import { type Case, casesOf } from './growth/lists.ts';
import { sequentialScans } from './growth/plans.ts';
import { type GrownWorld, growWorld } from './growth/world.ts';
import { storeResults } from './processes/results.ts';

// Compares the lists of REST and GraphQL on a small and on a large database: 1 % and 100 % of 10,000 documents, 100,000
// versions, 1,000,000 endpoints and 1,000,000 audit rows. Each filter and search, the first, middle and last page.
// npm run bench -- growth [requests for each figure, 60 when absent] [share of the large database, 1 when absent] [part
// of the name of a list].

const [requests = '60', share = '1', part = ''] = process.argv.slice(2);
const ROUNDS = 5;
const requestsOfRound = Math.ceil(Number(requests) / ROUNDS);
/** Of shorter lists in the large database only the first page is read. */
const LONG = 500;

const postgresql = await startPostgresql();
const worlds: GrownWorld[] = [];
try {
  const grow = async (name: string, of: number) => {
    const world = await growWorld(postgresql.url, name, sizesOf(of));
    worlds.push(world);
    return world;
  };
  const small = await grow('small', Number(share) / 100);
  const large = await grow('large', Number(share));
  const inSmall = await casesOf(small, 0);
  const cases = new Map([...(await casesOf(large, LONG))].filter(([name]) => inSmall.has(name) && name.includes(part)));
  const scans = await sequentialScans(postgresql, large, cases);
  const results: Record<string, object> = {};
  for (const [name, { request, total }] of cases) {
    const [first, second] = [sender(small, inSmall.get(name) as Case), sender(large, { request, total })];
    for (let round = 0; round < ROUNDS; round += 1) {
      await first.round();
      await second.round();
    }
    const ratio = second.p99() / first.p99();
    results[name] = {
      total,
      small: first.figures(),
      large: second.figures(),
      ratio: rounded(ratio),
      scans: scans.get(name)?.join(', '),
    };
    console.log(`${name.padEnd(80)} ${JSON.stringify(results[name])}`);
  }
  if (part === '' && share === '1') storeResults('growth', results);
} finally {
  for (const world of worlds) await world.stop();
  await postgresql.stop();
}

/** Sends one request many times, after some that are not counted. */
function sender({ base }: GrownWorld, { request }: Case) {
  const send = timedClient(base);
  const times: number[] = [];
  const p99 = () => times.toSorted((a, b) => a - b)[Math.ceil(times.length * 0.99) - 1] as number;
  return {
    p99,
    figures: () => ({ p50: rounded(median(times)), p99: rounded(p99()) }),
    async round() {
      await send(request);
      for (let count = 0; count < requestsOfRound; count += 1) {
        const { ms, text } = await send(request);
        if (!/"status":"OK"|^\{"data"/.test(text)) throw new Error(`${request.path}: ${text.slice(0, 300)}`);
        times.push(ms);
      }
    },
  };
}

function rounded(value: number): number {
  return Math.round(value * 100) / 100;
}
