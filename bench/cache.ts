import { makeDocument, publishVersion, signIn } from '../test/support/http-client.ts';
import { timedClient } from '../test/support/timed.ts';
import { vendorDocument } from '../test/support/vendor-document.ts';
import { figureOf, noteResults } from './processes/results.ts';
import { postgresql, start } from './processes/run.ts';

// Measures how much faster a request for a content of 1 MB is if the caller already has it (HTTP 304), in alternating rounds,
// over one connection and over four.
// npm run bench -- cache. Writes its figures to results.json.

type Client = ReturnType<typeof timedClient>;

const ROUNDS = 7;
const ROUND_MS = 500;

const database = await postgresql();
const server = await start('service', database.settings);
try {
  const { rest, token } = await signIn(server.base);
  const { document, branches } = await makeDocument(rest);
  const schema_content = vendorDocument({ operations: 270, words: 60 });
  const draft = { branch_id: branches.dev, version_name: '1', schema_content };
  const version = await publishVersion(rest, document, draft);
  const url = `/api/v1${document}/versions/${version.id}/content/raw`;
  const etag = (await fetch(`${server.base}${url}`, { headers: { authorization: token } })).headers.get('etag') ?? '';
  const rateOf = async (clients: Client[], expected: number, headers: Record<string, string>) => {
    const startedAt = performance.now();
    let count = 0;
    const send = async (client: Client) => {
      for (; performance.now() - startedAt < ROUND_MS; count += 1) {
        const { status } = await client({ method: 'GET', path: url, headers: { authorization: token, ...headers } });
        if (status !== expected) throw new Error(`${status} instead of ${expected}`);
      }
    };
    await Promise.all(clients.map(send));
    return (count / (performance.now() - startedAt)) * 1000;
  };
  const measure = async (connections: number) => {
    const clients = Array.from({ length: connections }, () => timedClient(server.base));
    const rates: Record<'whole' | 'unchanged', number[]> = { whole: [], unchanged: [] };
    for (let round = 0; round <= ROUNDS; round += 1) {
      const [whole, unchanged] = [
        await rateOf(clients, 200, {}),
        await rateOf(clients, 304, { 'if-none-match': etag }),
      ];
      // The first round warms up.
      if (round === 0) continue;
      rates.whole.push(whole);
      rates.unchanged.push(unchanged);
    }
    const ratios = rates.whole.map((rate, round) => (rates.unchanged[round] as number) / rate);
    return { whole: figureOf(rates.whole), unchanged: figureOf(rates.unchanged), ratio: figureOf(ratios) };
  };
  console.log(`a content of ${(schema_content.length / 1e6).toFixed(2)} MB`);
  // A whole measurement to warm up: one round is not enough.
  await measure(4);
  const [one, four] = [await measure(1), await measure(4)];
  noteResults('cache', {
    'whole over 1 connection, 1/s': one.whole,
    'unchanged over 1 connection, 1/s': one.unchanged,
    'ratio over 1 connection': one.ratio,
    'whole over 4 connections, 1/s': four.whole,
    'unchanged over 4 connections, 1/s': four.unchanged,
    'ratio over 4 connections': four.ratio,
  });
} finally {
  await server.stop();
  await database.close();
}
