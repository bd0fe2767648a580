import pg from 'pg';
import { makeDocument, signIn } from '../test/support/http-client.ts';
import { timedClient } from '../test/support/timed.ts';
import { vendorDocument } from '../test/support/vendor-document.ts';
import { figureOf, noteResults } from './processes/results.ts';
import { postgresql, start } from './processes/run.ts';

// Compares how many small documents are published a second, from draft to version, with the TPC-B transactions of pgbench. Both
// use four connections and one PostgreSQL, in alternating rounds. npm run bench -- cycles. Writes its figures to results.json.

const ROUNDS = 7;
/** Rounds in which V8 compiles the code of a cycle. */
const WARM_UP = 5;
/** The round after which PostgreSQL has statistics, as after a minute of autovacuum. pgbench begins with them. */
const ANALYZED_AFTER = 2;
const ROUND_MS = 1_000;
const CONNECTIONS = 4;
const ACCOUNTS = 100_000;
const TELLERS = 10;

const STATEMENTS: [name: string, text: string, values: (aid: number, tid: number, delta: number) => number[]][] = [
  ['account', 'UPDATE tpcb.accounts SET abalance = abalance + $1 WHERE aid = $2', (aid, _, delta) => [delta, aid]],
  ['balance', 'SELECT abalance FROM tpcb.accounts WHERE aid = $1', aid => [aid]],
  ['teller', 'UPDATE tpcb.tellers SET tbalance = tbalance + $1 WHERE tid = $2', (_, tid, delta) => [delta, tid]],
  ['branch', 'UPDATE tpcb.branches SET bbalance = bbalance + $1 WHERE bid = 1', (_, __, delta) => [delta]],
  ['history', 'INSERT INTO tpcb.history VALUES ($1, 1, $2, $3, now())', (aid, tid, delta) => [tid, aid, delta]],
];

const database = await postgresql();
const server = await start('service', database.settings);
const pool = new pg.Pool({ connectionString: database.settings.DOCSVC_DATABASE_URL, max: CONNECTIONS });
try {
  await createTables();
  const client = await signIn(server.base);
  const documents = await Promise.all(Array.from({ length: CONNECTIONS }, () => makeDocument(client.rest)));
  const senders = documents.map(() => senderOf(server.base, client.token));
  let releases = 0;
  const publish = (connection: number) =>
    publishOne(senders[connection] as Sender, documents[connection] as Made, ++releases);
  const rates: Record<'cycles' | 'transactions', number[]> = { cycles: [], transactions: [] };
  for (let round = 0; round < WARM_UP + ROUNDS; round += 1) {
    const [cycles, transactions] = [await rateOf(publish), await rateOf(transact)];
    if (round === ANALYZED_AFTER) await pool.query('ANALYZE');
    if (round < WARM_UP) continue;
    rates.cycles.push(cycles);
    rates.transactions.push(transactions);
  }
  const ratios = rates.cycles.map((rate, round) => rate / (rates.transactions[round] as number));
  const [ratio, least, most] = [figureOf(ratios.map(one => one * 1_000)), Math.min(...ratios), Math.max(...ratios)];
  console.log(`ratio from ${least.toFixed(4)} to ${most.toFixed(4)}`);
  noteResults('cycles', {
    'cycles, 1/s': figureOf(rates.cycles),
    'TPC-B, 1/s': figureOf(rates.transactions),
    'cycles for 1,000 transactions': ratio,
  });
} finally {
  await pool.end();
  await server.stop();
  await database.close();
}

/** How many times a second the work is done, over all connections. */
async function rateOf(work: (connection: number) => Promise<unknown>): Promise<number> {
  const startedAt = performance.now();
  let count = 0;
  const repeat = async (_: unknown, connection: number) => {
    for (; performance.now() - startedAt < ROUND_MS; count += 1) await work(connection);
  };
  await Promise.all(Array.from({ length: CONNECTIONS }, repeat));
  return (count / (performance.now() - startedAt)) * 1_000;
}

type Made = Awaited<ReturnType<typeof makeDocument>>;
type State = { id: string; review_revision: string };
type Sender = (path: string, body: object) => Promise<State>;

/** Sends over one connection. `fetch` would use 0.8 ms more CPU time for each cycle. */
function senderOf(base: string, token: string): Sender {
  const send = timedClient(base);
  return async (path, body) => {
    const { text } = await send({ method: 'POST', path: `/api/v1${path}`, headers: { authorization: token }, body });
    const answer = JSON.parse(text) as { status: string; detail: State };
    if (answer.status !== 'OK') throw new Error(text);
    return answer.detail;
  };
}

async function publishOne(send: Sender, { document, branches }: Made, release: number): Promise<void> {
  const schema_content = vendorDocument({ operations: 2, words: 5, release });
  const body = { branch_id: branches.dev, version_name: `${release}`, schema_content };
  const draft = await send(`${document}/drafts`, body);
  const submitted = await send(`${document}/drafts/${draft.id}/submit`, {});
  const decision = { expected_review_revision: submitted.review_revision };
  await send(`${document}/drafts/${draft.id}/approve`, decision);
}

async function createTables(): Promise<void> {
  await pool.query(`
    CREATE SCHEMA tpcb;
    CREATE TABLE tpcb.branches (bid int PRIMARY KEY, bbalance int NOT NULL, filler char(88)) WITH (fillfactor = 100);
    CREATE TABLE tpcb.tellers (tid int PRIMARY KEY, bid int, tbalance int NOT NULL, filler char(84));
    CREATE TABLE tpcb.accounts (aid int PRIMARY KEY, bid int, abalance int NOT NULL, filler char(84));
    CREATE TABLE tpcb.history (tid int, bid int, aid int, delta int, mtime timestamp, filler char(22));
    INSERT INTO tpcb.branches SELECT 1, 0, '';
    INSERT INTO tpcb.tellers SELECT n, 1, 0, '' FROM generate_series(1, ${TELLERS}) n;
    INSERT INTO tpcb.accounts SELECT n, 1, 0, '' FROM generate_series(1, ${ACCOUNTS}) n;`);
}

async function transact(): Promise<void> {
  const random = (most: number) => 1 + Math.floor(Math.random() * most);
  const [aid, tid, delta] = [random(ACCOUNTS), random(TELLERS), random(10_000) - 5_000];
  const client = await pool.connect();
  try {
    await client.query('BEGIN');
    for (const [name, text, values] of STATEMENTS) await client.query({ name, text, values: values(aid, tid, delta) });
    await client.query('COMMIT');
  } finally {
    client.release();
  }
}
