import { sizesOf } from '../test/support/many-rows.ts';
import { startPostgresql } from '../test/support/postgresql.ts';
import { median, type TimedRequest, timedClient } from '../test/support/timed.ts';
import { casesOf, rowsInBoth } from './growth/lists.ts';
import { sequentialScans } from './growth/plans.ts';
import { type GrownWorld, growWorld } from './growth/world.ts';
import { storeResults } from './processes/results.ts';

// Compares the lists of REST and GraphQL on a small and on a large database: 1 % and 100 % of 10,000 documents, 100,000
// versions, 1,000,000 endpoints and 1,000,000 audit rows. Each filter and search, the first, middle and last page, with as
// many rows as both have. Each second request to the small one is also compared with the others: those ratios are chance.
// npm run bench -- growth [requests for each figure, 100 when absent] [share of the large database, 1 when absent] [part
// of the name of a list].

const [requests = '100', share = '1', part = ''] = process.argv.slice(2);
/** Of shorter lists in the large database only the first page is read. */
const LONG = 500;
/** PostgreSQL may plan a statement again for each of its first five executions. */
const NOT_COUNTED = 10;

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
  const [inSmall, inLarge] = [await casesOf(small, 0), await casesOf(large, LONG)];
  const cases = [...inLarge].flatMap(([name, of]) => {
    const other = inSmall.get(name);
    if (other === undefined || !name.includes(part)) return [];
    const rows = rowsInBoth(other, of);
    return [{ name, total: of.total, rows, inSmall: other.page(rows), inLarge: of.page(rows) }];
  });
  const scans = await sequentialScans(postgresql, large, new Map(cases.map(({ name, inLarge }) => [name, inLarge])));
  const results: Record<string, object> = {};
  for (const { name, total, rows, ...one } of cases) {
    const [first, second] = [sender(small, one.inSmall), sender(large, one.inLarge)];
    // By turns, so that whatever else the machine does disturbs both.
    for (let count = -NOT_COUNTED; count < Number(requests); count += 1) {
      await first.send(count >= 0);
      await second.send(count >= 0);
    }
    const [odd, even] = [0, 1].map(rest => first.times.filter((_, nth) => nth % 2 === rest)) as [number[], number[]];
    results[name] = {
      total,
      rows,
      small: figures(first.times),
      large: figures(second.times),
      ratio: rounded(p99(second.times) / p99(first.times)),
      ratioOfSame: rounded(p99(even) / p99(odd)),
      scans: scans.get(name)?.join(', '),
    };
    console.log(`${name.padEnd(80)} ${JSON.stringify(results[name])}`);
  }
  if (part === '' && share === '1') storeResults('growth', results);
} finally {
  for (const world of worlds) await world.stop();
  await postgresql.stop();
}

/** Sends one request many times. */
function sender({ base }: GrownWorld, request: TimedRequest) {
  const send = timedClient(base);
  const times: number[] = [];
  return {
    times,
    async send(counts: boolean) {
      const { ms, text } = await send(request);
      if (!/"status":"OK"|^\{"data"/.test(text)) throw new Error(`${request.path}: ${text.slice(0, 300)}`);
      if (counts) times.push(ms);
    },
  };
}

function p99(times: number[]): number {
  return times.toSorted((a, b) => a - b)[Math.ceil(times.length * 0.99) - 1] as number;
}

function figures(times: number[]) {
  return { p50: rounded(median(times)), p99: rounded(p99(times)) };
}

function rounded(value: number): number {
  return Math.round(value * 100) / 100;
}
