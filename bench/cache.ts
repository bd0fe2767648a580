import { makeDocument, signIn, succeed } from '../test/support/http-client.ts';
import { timedClient } from '../test/support/timed.ts';
import { vendorDocument } from '../test/support/vendor-document.ts';
import { figureOf, noteResults } from './processes/results.ts';
import { postgresql, start } from './processes/run.ts';

// Measures how much faster a content of 1 MB is answered to a caller who has it (HTTP 304), in alternating rounds.
// npm run bench -- cache. Writes its figures to results.json.

const ROUNDS = 7;
const ROUND_MS = 500;

const database = await postgresql();
const server = await start('service', database.settings);
try {
  const { rest, token } = await signIn(server.base);
  const { document, branches } = await makeDocument(rest);
  const schema_content = vendorDocument({ operations: 270, words: 60 });
  const draft = await succeed(
    rest('POST', `${document}/drafts`, { branch_id: branches.dev, version_name: '1', schema_content }),
  );
  const submitted = await succeed(rest('POST', `${document}/drafts/${draft.id}/submit`, {}));
  const decision = { expected_review_revision: submitted.review_revision };
  const version = await succeed(rest('POST', `${document}/drafts/${draft.id}/approve`, decision));
  const url = `/api/v1${document}/versions/${version.id}/content/raw`;
  const etag = (await fetch(`${server.base}${url}`, { headers: { authorization: token } })).headers.get('etag') ?? '';
  const client = timedClient(server.base);
  const rateOf = async (expected: number, headers: Record<string, string>) => {
    const startedAt = performance.now();
    let count = 0;
    for (; performance.now() - startedAt < ROUND_MS; count += 1) {
      const { status } = await client({ method: 'GET', path: url, headers: { authorization: token, ...headers } });
      if (status !== expected) throw new Error(`${status} instead of ${expected}`);
    }
    return (count / (performance.now() - startedAt)) * 1000;
  };
  const rates: Record<'whole' | 'unchanged', number[]> = { whole: [], unchanged: [] };
  for (let round = 0; round <= ROUNDS; round += 1) {
    const [whole, unchanged] = [await rateOf(200, {}), await rateOf(304, { 'if-none-match': etag })];
    // The first round warms up.
    if (round === 0) continue;
    rates.whole.push(whole);
    rates.unchanged.push(unchanged);
  }
  const ratios = rates.whole.map((rate, round) => (rates.unchanged[round] as number) / rate);
  console.log(`a content of ${(schema_content.length / 1e6).toFixed(2)} MB`);
  noteResults('cache', {
    'whole, 1/s': figureOf(rates.whole),
    'unchanged, 1/s': figureOf(rates.unchanged),
    ratio: figureOf(ratios),
  });
} finally {
  await server.stop();
  await database.close();
}
