import { sizesOf } from '../test/support/many-rows.ts';
import { startPostgresql } from '../test/support/postgresql.ts';
import { median, type TimedRequest, timedClient } from '../test/support/timed.ts';
import { casesOf, rowsInBoth } from './growth/lists.ts';
import { sequentialScans } from './growth/plans.ts';
import { type GrownWorld, growWorld } from './growth/world.ts';
import { storeResults } from './processes/results.ts';

// Compares the lists of REST and GraphQL on a small and on a large database: 1 % and 100 % of 10,000 documents, 100,000
// versions, 1,000,000 endpoints and 1,000,000 audit rows. Each filter and search, the first, middle and last page, with as
// many rows as both have. The small one is also compared with itself: as many of those ratios as are far from 1 are chance.
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
    const first = sender(small, one.inSmall);
    const again = sender(small, one.inSmall);
    const second = sender(large, one.inLarge);
    // By turns, so that whatever else the machine does disturbs all.
    for (let count = -NOT_COUNTED; count < Number(requests); count += 1) {
      for (const one of [first, again, second]) await one.send(count >= 0);
    }
    results[name] = {
      total,
      rows,
      small: first.figures(),
      large: second.figures(),
      ratio: rounded(second.p99() / first.p99()),
      ratioOfSame: rounded(again.p99() / first.p99()),
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
  const p99 = () => times.toSorted((a, b) => a - b)[Math.ceil(times.length * 0.99) - 1] as number;
  return {
    p99,
    figures: () => ({ p50: rounded(median(times)), p99: rounded(p99()) }),
    async send(counts: boolean) {
      const { ms, text } = await send(request);
      if (!/"status":"OK"|^\{"data"/.test(text)) throw new Error(`${request.path}: ${text.slice(0, 300)}`);
      if (counts) times.push(ms);
    },
  };
}

function rounded(value: number): number {
  return Math.round(value * 100) / 100;
}
