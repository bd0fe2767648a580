import { sizesOf } from '../test/support/many-rows.ts';
import { startPostgresql } from '../test/support/postgresql.ts';
import { type Compared, comparison, type Ratio } from './growth/compare.ts';
import { casesOf, rowsInBoth } from './growth/lists.ts';
import { sequentialScans } from './growth/plans.ts';
import { type GrownWorld, growWorld } from './growth/world.ts';
import { storeResults } from './processes/results.ts';

// Compares the lists of REST and GraphQL on a small and on a large database: 1 % and 100 % of 10,000 documents, 100,000
// versions, 1,000,000 endpoints and 1,000,000 audit rows. Measures each filter and search, and the first, middle and last page,
// with as many rows as both have. First and last pages with a ratio above 1.2 get 1,000 more requests; those still above 1.35
// get 4,000 more. As a control, every second request to the small database is compared with its other requests.
// npm run bench -- growth [requests for each figure, 100 when absent] [share of the large database, 1 when absent] [part
// of the name of a list].

const [requests = '100', share = '1', part = ''] = process.argv.slice(2);
/** For lists that are shorter than this in the large database, only the first page is read. */
const LONG = 500;
const GOAL = 1.5;
/** Pages above a ratio get more requests: p99 of a hundred is the second slowest. */
const LOOKS = [
  { above: 1.2, requests: 1_000 },
  { above: 1.35, requests: 4_000 },
];
/** Middle pages have no goal and take longest. */
const isMiddle = ({ name }: { name: string }): boolean => name.endsWith('middle');

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
    const request = of.page(rows);
    const { look } = comparison({ base: small.base, request: other.page(rows) }, { base: large.base, request });
    return [{ name, total: of.total, rows, request, look }];
  });
  const pages = new Map(cases.map(({ name, request }) => [name, request]));
  const scans = await sequentialScans(postgresql, large, pages);
  const results: Record<string, Compared> = {};
  const look = async ({ name, total, rows, look: more }: (typeof cases)[number], count: number) => {
    results[name] = Object.assign({ total, rows }, await more(count), { scans: scans.get(name)?.join(', ') });
    console.log(`${name.padEnd(80)} ${JSON.stringify(results[name])}`);
  };
  for (const one of cases) await look(one, isMiddle(one) ? Math.ceil(Number(requests) / 4) : Number(requests));
  const withGoal = cases.filter(one => !isMiddle(one));
  const above = (limit: number, ...ratios: Ratio[]) =>
    withGoal.filter(({ name }) => ratios.some(ratio => (results[name] as Compared)[ratio] > limit));
  for (const { above: limit, requests: more } of LOOKS)
    for (const one of above(limit, 'ratioOfP50', 'ratio')) await look(one, more);
  const misses = (['ratioOfP50', 'ratio', 'ratioOfSame', 'ratioOfHalf'] as const).map(
    ratio => `${ratio} ${above(GOAL, ratio).length}`,
  );
  console.log(`Of ${withGoal.length} first and last pages, above ${GOAL}: ${misses.join(', ')}`);
  if (part === '' && share === '1') storeResults('growth', results);
} finally {
  for (const world of worlds) await world.stop();
  await postgresql.stop();
}
