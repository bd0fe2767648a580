import { execFileSync } from 'node:child_process';
import { mkdtempSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { setTimeout } from 'node:timers/promises';
import { indexEndpoints } from '../src/openapi/endpoints.ts';
import { ingestOpenApi } from '../src/openapi/ingest.ts';
import { compareOpenApi } from '../src/openapi-diff/compare.ts';
import type { JsonObject } from '../src/platform/json.ts';
import { githubDescription } from '../test/support/github-description.ts';
import { adminSettings, makeDocument, publishVersion, type SignedIn, signIn } from '../test/support/http-client.ts';
import { startServer } from '../test/support/process.ts';
import { measurePublishing } from '../test/support/publishing.ts';
import { median } from '../test/support/timed.ts';
import { recursiveDocument } from './diff/recursive-document.ts';

// Measures the time to compare two versions of a large document, relative to JSON.parse of both texts:
//   node bench/diff.ts [old.json new.json]
// Without files: two versions of the GitHub API description (downloaded with npm pack) and a recursive document.
// Then the same on a server: how long the event loop is blocked while both are published and compared, and the time to the
// first row of a comparison. Then the time of a new process that compares two small documents.
// Fails when a goal is missed.

const GOALS = { diff: 1, whole: 12, megabytes: 600, heldMs: 50, firstRowMs: 500, processMs: 350 };
const ROUNDS = 15;
/**
 * The goals are for warm code, as in a worker thread that has compared before. In the first 15 rounds, V8 still compiles code.
 */
const WARM_UP = 20;
/** Wait before measuring: a server that is ready still loads modules, which must not count for the document. */
const LOADED_MS = 5_000;

type Texts = [before: string, after: string];

/** The median of each function. They run alternately, so that other load on the machine slows all of them. */
const mediansOf = <Name extends string>(works: Record<Name, () => unknown>): Record<Name, number> => {
  const names = Object.keys(works) as Name[];
  const times = Object.fromEntries(names.map(name => [name, [] as number[]])) as Record<Name, number[]>;
  for (let round = 0; round < WARM_UP + ROUNDS; round++) {
    for (const name of names) {
      const start = performance.now();
      works[name]();
      if (round >= WARM_UP) times[name].push(performance.now() - start);
    }
  }
  const median = (name: Name) => times[name].sort((a, b) => a - b)[ROUNDS >> 1] as number;
  return Object.fromEntries(names.map(name => [name, median(name)])) as Record<Name, number>;
};

const takeWholeWay = (texts: Texts): void => {
  const [before, after] = texts.map(text => {
    const outcome = ingestOpenApi(text);
    if (!outcome.ok) throw new Error(`refused: ${JSON.stringify(outcome.problems.slice(0, 3))}`);
    indexEndpoints(outcome.document);
    return outcome.document;
  }) as [JsonObject, JsonObject];
  compareOpenApi(before, after);
};

const measure = (texts: Texts) => {
  const [before, after] = texts.map(text => JSON.parse(text)) as [JsonObject, JsonObject];
  const medians = mediansOf({
    parse: () => texts.map(text => JSON.parse(text)),
    diff: () => compareOpenApi(before, after),
    whole: () => takeWholeWay(texts),
  });
  return { ...medians, ...compareOpenApi(before, after).summary };
};

/** Formatted as vendors such as GitHub publish their documents. */
const written = (document: JsonObject): string => JSON.stringify(document, null, 2);

const CORPORA: Record<string, (folder: string) => Texts> = {
  github: folder => [githubDescription(folder, '19.1.0'), githubDescription(folder, '23.0.2')],
  recursive: () => [written(recursiveDocument(1)), written(recursiveDocument(2))],
};

const textsOf = (what: string[]): Texts => {
  if (what.length === 2) return what.map(file => readFileSync(file, 'utf8')) as Texts;
  const folder = mkdtempSync(join(tmpdir(), 'docsvc-bench-'));
  try {
    return (CORPORA[what[0] ?? ''] ?? CORPORA.recursive)?.(folder) as Texts;
  } finally {
    rmSync(folder, { recursive: true, force: true });
  }
};

/** The peak memory of a separate process that compares once. In `measure`, garbage of other rounds would count. */
const peakMegabytes = (what: string[]): number =>
  Number(execFileSync(process.execPath, [import.meta.filename, '--once', ...what], { encoding: 'utf8' }));

const FIRST_ROW = `mutation($from: ID!, $to: ID!) {
  createDiff(input: { fromVersionId: $from, toVersionId: $to }) { items(first: 1) { rule } }
}`;

/** Time to the first row of two comparisons: one that the publication stored, and its reverse, which is not stored yet. */
const firstRowMs = async (client: SignedIn, texts: Texts) => {
  const { document, branches } = await makeDocument(client.rest);
  const ids: string[] = [];
  for (const [index, schema_content] of texts.entries()) {
    const body = { branch_id: branches.dev, version_name: `${index}`, schema_content };
    ids.push((await publishVersion(client.rest, document, body)).id);
  }
  const timed = async (from?: string, to?: string) => {
    const startedAt = performance.now();
    await client.graphql(FIRST_ROW, { from, to });
    return performance.now() - startedAt;
  };
  const [from, to] = ids;
  return { stored: await timed(from, to), computed: await timed(to, from) };
};

/**
 * Publishes both texts as versions of one document, and reads preview and diff. Returns the longest time for which the event
 * loop was blocked, and the time to first rows afterwards.
 */
const measureServer = async (texts: Texts) => {
  const dataDir = mkdtempSync(join(tmpdir(), 'docsvc-bench-'));
  const server = await startServer({
    ...adminSettings,
    DOCSVC_DATA_DIR: dataDir,
    DOCSVC_LOG_LEVEL: 'warn',
    NODE_OPTIONS: `--import=${new URL('../test/support/event-loop.ts', import.meta.url)}`,
  });
  const longestSince = async (): Promise<number> => {
    const { length } = server.output();
    server.process.kill('SIGUSR2');
    for (;;) {
      const [, ms] = /event loop held ([\d.]+) ms/.exec(server.output().slice(length)) ?? [];
      if (ms !== undefined) return Number(ms);
      await setTimeout(10);
    }
  };
  try {
    const client = await signIn(server.base);
    await setTimeout(LOADED_MS);
    await longestSince();
    await measurePublishing(client, ...texts);
    const held = await longestSince();
    return { held, firstRow: await firstRowMs(client, texts) };
  } finally {
    await server.stop();
    rmSync(dataDir, { recursive: true });
  }
};

const SMALL = { openapi: '3.1.0', info: { title: 'Small', version: '1' }, paths: {} };

/** Time of `npm run compare` without npm. An earlier process has filled the cache of compiled code. */
const processMs = (): number => {
  const folder = mkdtempSync(join(tmpdir(), 'docsvc-bench-'));
  const file = join(folder, 'small.json');
  writeFileSync(file, JSON.stringify(SMALL));
  const compare = join(import.meta.dirname, '../scripts/compare.js');
  const once = () => {
    const startedAt = performance.now();
    execFileSync(process.execPath, ['--disable-warning=ExperimentalWarning', compare, file, file]);
    return performance.now() - startedAt;
  };
  try {
    once();
    return median(Array.from({ length: ROUNDS }, once));
  } finally {
    rmSync(folder, { recursive: true });
  }
};

const report = async (what: string[]): Promise<boolean> => {
  const texts = textsOf(what);
  const { parse, diff, whole, ...summary } = measure(texts);
  const megabytes = peakMegabytes(what);
  const sizes = texts.map(text => (Buffer.byteLength(text) / 1e6).toFixed(1)).join(' → ');
  console.log(`${what.join(' ')} (${sizes} MB): ${JSON.stringify(summary)}`);
  console.log(`  JSON.parse of both ${parse.toFixed(0)} ms`);
  console.log(`  diff ${diff.toFixed(0)} ms, ${(diff / parse).toFixed(2)} × (goal ${GOALS.diff} ×)`);
  console.log(`  whole way ${whole.toFixed(0)} ms, ${(whole / parse).toFixed(1)} × (goal ${GOALS.whole} ×)`);
  console.log(`  peak memory ${megabytes.toFixed(0)} MB (goal ${GOALS.megabytes} MB)`);
  const { held, firstRow } = await measureServer(texts);
  console.log(`  event loop of a server blocked for ${held.toFixed(0)} ms at most (goal ${GOALS.heldMs} ms)`);
  const { stored, computed } = firstRow;
  console.log(
    `  first row of a stored comparison ${stored.toFixed(0)} ms, of another one ${computed.toFixed(0)} ms (goal ${GOALS.firstRowMs} ms)`,
  );
  const isSoon = Math.max(stored, computed) <= GOALS.firstRowMs;
  const isFast = diff <= parse * GOALS.diff && whole <= parse * GOALS.whole && isSoon;
  return isFast && megabytes <= GOALS.megabytes && held <= GOALS.heldMs;
};

const [first, ...rest] = process.argv.slice(2);
if (first === '--once') {
  takeWholeWay(textsOf(rest));
  console.log(process.resourceUsage().maxRSS / 1e3);
} else {
  const given = first === undefined ? [['github'], ['recursive']] : [[first, ...rest]];
  for (const what of given) if (!(await report(what))) process.exitCode = 1;
  const fresh = processMs();
  console.log(`a fresh process ${fresh.toFixed(0)} ms (goal ${GOALS.processMs} ms)`);
  if (fresh > GOALS.processMs) process.exitCode = 1;
}
