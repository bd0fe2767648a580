import { setTimeout as delay } from 'node:timers/promises';
import { makeDocument, signIn } from '../test/support/http-client.ts';
import { measurePublishing } from '../test/support/publishing.ts';
import { mostRssMb, rssMb } from '../test/support/server-figures.ts';
import { vendorDocument } from '../test/support/vendor-document.ts';
import { type Figure, figureOf, noteResults } from './processes/results.ts';
import { type Database, embedded, postgresql, type Started, start } from './processes/run.ts';

// Measures resident memory in MB: idle, at the end of a load, and after a pause in which the server can free memory. Also that
// of an idle bare server. npm run bench -- memory. Writes its figures to results.json.

const IDLE_MS = 10_000;
/** Longer than worker threads wait for work. */
const REST_MS = 75_000;
const READS = 3_000;
const PUBLISHED = 2;

const results: Record<string, Figure> = {};
for (const [kind, database] of [
  ['postgresql', await postgresql()],
  ['embedded', embedded()],
] as const)
  try {
    await measure(kind, database);
  } finally {
    await database.close();
  }
noteResults('memory', results);

async function measure(kind: string, { settings }: Database): Promise<void> {
  // The first start creates the database, which needs more memory.
  await (await start('service', settings)).stop();
  const bare = await start('bare', settings);
  const server = await start('service', settings);
  await delay(IDLE_MS);
  const note = (name: string, { process }: Started, figure = rssMb) => {
    results[`${kind}, ${name}`] = figureOf([figure({ process, output: () => '' })]);
  };
  note('bare server, idle', bare);
  await bare.stop();
  note('most during the start', server, mostRssMb);
  note('idle', server);
  await load(server);
  note('after load', server);
  await delay(REST_MS);
  note('after load and rest', server);
  await server.stop();
}

/** Publishes large documents, and reads lists over four connections. */
async function load({ base }: Started): Promise<void> {
  const client = await signIn(base);
  const text = (release: number) => vendorDocument({ operations: 3_060, words: 75, release });
  for (let round = 0; round < PUBLISHED; round += 1)
    await measurePublishing(client, text(2 * round), text(2 * round + 1));
  const { document } = await makeDocument(client.rest);
  const reads = Array.from({ length: READS }, (_, n) => n);
  const read = async () => {
    while (reads.pop() !== undefined) await client.rest('GET', `${document}/branches`);
  };
  await Promise.all([read(), read(), read(), read()]);
}
