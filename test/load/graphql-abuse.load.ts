import { parseArgs } from 'node:util';
import { hostileRequests } from '../support/hostile-graphql.ts';
import { startLoadServer } from '../support/load-server.ts';
import { heldMs, rssMb, WATCH_EVENT_LOOP } from '../support/server-figures.ts';
import { median, type Timed, timedClient } from '../support/timed.ts';

// Measures the cost of hostile GraphQL requests on a real server with a small heap: the time until a refusal, how long
// the event loop is blocked, and the memory that remains in use.
const { values } = parseArgs({
  options: {
    rounds: { type: 'string', default: '5' },
    refusal: { type: 'string', default: '50' },
    held: { type: 'string', default: '50' },
    growth: { type: 'string', default: '100' },
    seconds: { type: 'string', default: '240' },
  },
});
const [ROUNDS, REFUSAL_MS, HELD_MS, GROWTH_MB] = [values.rounds, values.refusal, values.held, values.growth].map(
  Number,
) as [number, number, number, number];
const HEAP_MB = 512;
const REQUEST_MS = 10_000;
const endsAt = Date.now() + Number(values.seconds) * 1000;

const failures: string[] = [];
const check = (holds: boolean, what: string): void => {
  if (!holds) failures.push(what);
};
const rounded = (value: number): number => Math.round(value * 10) / 10;

const server = await startLoadServer('embedded', {
  NODE_OPTIONS: `--inspect=127.0.0.1:0 --max-old-space-size=${HEAP_MB} ${WATCH_EVENT_LOOP}`,
});
const send = timedClient(server.admin.base, REQUEST_MS);
// Anonymous callers may only send small bodies, so a signed-in caller sends everything.
const headers = { authorization: server.admin.token };
const ask = (body: object): Promise<Timed> => send({ method: 'POST', path: '/graphql', headers, body });

/** Requests refused only for their length, in bodies of the maximum size. */
const large = [
  { name: 'a query of 39 MB', query: `{ project(id: "${'x'.repeat(39_000_000)}") { id } }` },
  { name: 'a query of 39 MB of escapes', query: `{ project(id: "${'\n'.repeat(19_500_000)}") { id } }` },
].map(request => ({
  ...request,
  refusal: 'The query has more than 262144 characters: send large values as variables',
}));

type Row = {
  shape: string;
  kB: number;
  status: string;
  'refused in ms': number;
  'held ms': number;
  'RSS + MB': number;
};

async function measure({ name, refusal, ...request }: (typeof hostileRequests)[number]): Promise<Row> {
  // Parsed documents are cached, so each round sends another text.
  const bodyOf = (round: number) => ({ ...request, query: `${request.query}\n#${round}` });
  await ask(bodyOf(-1));
  const before = rssMb(server);
  const answers: Timed[] = [];
  const holds: number[] = [];
  await heldMs(server);
  for (let round = 0; round < ROUNDS && Date.now() < endsAt; round += 1) {
    answers.push(await ask(bodyOf(round)));
    holds.push(await heldMs(server));
  }
  const [answer] = answers;
  if (answer === undefined) throw new Error(`No time was left for ${name}`);
  const { message, extensions } = JSON.parse(answer.text).errors?.[0] ?? {};
  check(message === refusal, `${name}: answered "${String(message).slice(0, 100)}"`);
  return {
    shape: name,
    kB: rounded(JSON.stringify(request).length / 1024),
    status: `${answer.status} ${extensions?.code}`,
    // Of the fastest round: in other rounds, this process or the server may have waited for a core.
    'refused in ms': rounded(Math.min(...answers.map(({ ms }) => ms))),
    'held ms': rounded(median(holds)),
    'RSS + MB': rounded(rssMb(server) - before),
  };
}

/** Different documents of the maximum size: the cache of parsed documents must stay small. */
async function sendMany(): Promise<void> {
  const fields = 'id name email '.repeat(29);
  const document = (n: number) => `query Q${n} { ${Array(29).fill(`me { ${fields} }`).join(' ')} }`;
  const holds: number[] = [];
  for (let n = 0; n < 40 * ROUNDS && Date.now() < endsAt; n += 1) {
    await ask({ query: document(n) });
    holds.push(await heldMs(server));
  }
  console.log(`${holds.length} large documents that differ: held ${rounded(median(holds))} ms each`);
  check(median(holds) <= HELD_MS, `large documents that differ: held ${median(holds)} ms`);
}

try {
  for (let turn = 0; turn < 50; turn += 1) await ask({ query: '{ __typename }' });
  const before = await server.held();
  const rows: Row[] = [];
  for (const request of [...hostileRequests, ...large]) rows.push(await measure(request));
  console.table(rows);
  for (const row of rows) {
    // A body of megabytes needs time to arrive; a small one must be refused quickly.
    if (row.kB < 512) check(row['refused in ms'] <= REFUSAL_MS, `${row.shape}: refused in ${row['refused in ms']} ms`);
    check(row['held ms'] <= HELD_MS, `${row.shape}: held ${row['held ms']} ms`);
  }
  await sendMany();
  const after = await server.held();
  console.log(
    `Resident memory ${Math.round(before.rssMb)} MB before, ${Math.round(after.rssMb)} MB after; heap ${Math.round(before.heapMb)} and ${Math.round(after.heapMb)} MB`,
  );
  check(after.rssMb - before.rssMb <= GROWTH_MB, `memory grew by ${Math.round(after.rssMb - before.rssMb)} MB`);
} finally {
  await server.stop();
}
for (const failure of failures) console.error(`FAILED ${failure}`);
process.exit(failures.length > 0 ? 1 : 0);
