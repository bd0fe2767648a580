import { readFileSync } from 'node:fs';
import { signIn } from '../test/support/http-client.ts';
import { startServer } from '../test/support/process.ts';
import { measurePublishing, slowestOf, table } from '../test/support/publishing.ts';
import { vendorDocument } from '../test/support/vendor-document.ts';
import { fromEnvironment } from './processes/run.ts';

// Measures how long each step of publishing a large document takes, and how long other requests wait meanwhile. node
// bench/publish.ts [document]. Uses the embedded database unless DOCSVC_DATABASE_URL is set.

const file = process.argv[2];
const first = file === undefined ? vendorDocument({ operations: 3_060, words: 75 }) : readFileSync(file, 'utf8');
const second =
  file === undefined ? vendorDocument({ operations: 3_060, words: 75, release: 2 }) : withoutFirstPath(first);

const database = fromEnvironment();
const server = await startServer(database.settings);
try {
  const steps = await measurePublishing(await signIn(server.base), first, second);
  console.log(`a document of ${(Buffer.byteLength(first) / 1e6).toFixed(1)} MB\n${table(steps)}`);
  console.log(`slowest other answer: ${slowestOf(steps, 'slowestLiveMs', 'slowestMeMs').toFixed(0)} ms`);
} finally {
  await server.stop();
  await database.close();
}

function withoutFirstPath(text: string): string {
  const document = JSON.parse(text) as { paths: Record<string, unknown> };
  delete document.paths[Object.keys(document.paths)[0] as string];
  return JSON.stringify(document, null, 2);
}
