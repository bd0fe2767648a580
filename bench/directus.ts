import { deepEqual } from 'node:assert/strict';
import { wireName } from '../src/platform/fields.ts';
import { databaseUrl, runSql } from '../test/support/postgresql.ts';
import { type TimedRequest, timedClient } from '../test/support/timed.ts';
import { createCollections, keysOf, type Row } from './directus/collections.ts';
import { startDirectus } from './directus/install.ts';
import { figureOf, storeResults } from './processes/results.ts';
import { compareRates, lineOf } from './reads/rates.ts';
import { startWorld, VERSION_FIELDS } from './reads/world.ts';

// Compares reads with those of Directus 11 with the same rows and fields. npm run bench -- directus. Writes its figures to
// results.json.

const world = await startWorld();
const { rest, graphql } = world.reads;
const { DATABASE_URL } = world.reference;
const database = `directus_bench_${process.pid}`;
await runSql(DATABASE_URL, `CREATE DATABASE ${database}`);
const directusUrl = databaseUrl(DATABASE_URL, database);
const directus = await startDirectus(directusUrl);
try {
  const version = (await ask(world.base, rest.version as TimedRequest)).detail as Row;
  const versions = await readAll((rest['50 versions'] as TimedRequest).path);
  const endpointsPath = (rest['50 endpoints'] as TimedRequest).path;
  const endpoints: Row[] = [];
  for (const { id } of versions)
    endpoints.push(...(await readAll(endpointsPath.replace(String(version.id), String(id)))));
  const token = await createCollections(directus.base, directusUrl, {
    versions: { rows: versions, parent: 'document_id' },
    endpoints: { rows: endpoints, parent: 'version_id' },
  });
  const headers = { authorization: `Bearer ${token}` };
  const get = (path: string): TimedRequest => ({ method: 'GET', path: `/items/${path}`, headers });
  const page = (collection: string, rows: readonly Row[], parent: string, id: unknown) =>
    get(
      `${collection}?fields=${keysOf(rows)}&filter[${parent}][_eq]=${id}&sort=-id&limit=50&offset=0&meta=filter_count`,
    );
  const fields = VERSION_FIELDS.replace('ById', 'By')
    .split(' ')
    .map(wireName)
    .filter(field => keysOf(versions).includes(field));
  const query = `{ versions_by_id(id: "${version.id}") { ${fields.join(' ')} } }`;
  const theirs: Record<string, TimedRequest> = {
    version: get(`versions/${version.id}?fields=${keysOf(versions)}`),
    '50 versions': page('versions', versions, 'document_id', version.document_id),
    '50 endpoints': page('endpoints', endpoints, 'version_id', version.id),
    'GraphQL: version': { method: 'POST', path: '/graphql', headers, body: { query } },
  };
  deepEqual((await ask(directus.base, theirs.version as TimedRequest)).data, version);
  const results: Record<string, object> = {};
  for (const [name, read] of Object.entries(theirs)) {
    const ours = name === 'GraphQL: version' ? graphql.version : rest[name];
    if (name === 'GraphQL: version') await requireSameData(ours as TimedRequest, read);
    else await requireSameCount(ours as TimedRequest, read);
    const rates = await compareRates({ base: world.base, read: ours as TimedRequest }, { base: directus.base, read });
    console.log(lineOf(name, rates, 'Directus'));
    results[name] = Object.fromEntries(Object.entries(rates).map(([key, values]) => [key, figureOf(values)]));
  }
  storeResults('directus', { versions: versions.length, endpoints: endpoints.length, reads: results });
} finally {
  await directus.stop();
  await world.stop();
}

type Answered = { detail: unknown; data: unknown; total?: number; meta?: { filter_count: number } };

async function ask(base: string, read: TimedRequest): Promise<Answered> {
  return JSON.parse((await timedClient(base)(read)).text);
}

/** All rows of a list of the service. */
async function readAll(path: string): Promise<Row[]> {
  const [list] = path.split('?');
  const rows: Row[] = [];
  for (let offset = 0, total = 1; offset < total; offset = rows.length) {
    const read = { ...(rest.version as TimedRequest), path: `${list}?page_size=200&offset=${offset}` };
    const answer = await ask(world.base, read);
    rows.push(...(answer.detail as Row[]));
    total = answer.total ?? 0;
  }
  return rows;
}

/**
 * The fields have other names there, but the same values. Their rows come from REST: absent values have no column there, and an
 * enum is a number.
 */
async function requireSameData(ours: TimedRequest, theirs: TimedRequest): Promise<void> {
  const [one, other] = [await ask(world.base, ours), await ask(directus.base, theirs)];
  const valuesOf = ({ data }: Answered) =>
    Object.entries(Object.values(data as object)[0] as object)
      .filter(([name, value]) => value !== null && wireName(name) !== 'document_format')
      .map(([, value]) => String(value))
      .sort();
  deepEqual(valuesOf(other), valuesOf(one));
}

async function requireSameCount(ours: TimedRequest, theirs: TimedRequest): Promise<void> {
  const [one, other] = [await ask(world.base, ours), await ask(directus.base, theirs)];
  const lengthOf = (rows: unknown) => (Array.isArray(rows) ? rows.length : undefined);
  deepEqual([lengthOf(other.data), other.meta?.filter_count], [lengthOf(one.detail), one.total]);
}
