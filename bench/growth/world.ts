import { mkdtemp, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import pg from 'pg';
import { makeDocument, publishVersion, type Resource, signIn, succeed } from '../../test/support/http-client.ts';
import { fill, type Samples, type Seed, type Sizes } from '../../test/support/many-rows.ts';
import { databaseUrl, runSql } from '../../test/support/postgresql.ts';
import { type ServerProcess, startServer } from '../../test/support/process.ts';
import { vendorDocument } from '../../test/support/vendor-document.ts';
import { settingsOf } from '../reads/world.ts';

/** A service on a database with many rows. */
export type GrownWorld = {
  base: string;
  token: string;
  samples: Samples;
  /** The tables that have many rows. */
  large: ReadonlySet<string>;
  /** Another server process on the same database, whose sessions have these settings of PostgreSQL. */
  another(settings: string): Promise<ServerProcess>;
  stop(): Promise<void>;
};

export async function growWorld(postgresqlUrl: string, name: string, sizes: Sizes): Promise<GrownWorld> {
  const dataDir = await mkdtemp(join(tmpdir(), 'docsvc-bench-'));
  const database = `docsvc_growth_${name}_${process.pid}`;
  await runSql(postgresqlUrl, `CREATE DATABASE ${database}`);
  const url = databaseUrl(postgresqlUrl, database);
  const first = await startServer(settingsOf(dataDir, url));
  const { rest } = await signIn(first.base);
  const { project, document, branches } = await makeDocument(rest);
  for (const release of [1, 2]) {
    const schema_content = vendorDocument({ operations: 5, words: 20, release });
    await publishVersion(rest, document, { branch_id: branches.dev, version_name: `${release}`, schema_content });
  }
  const hook = { url: 'https://example.com/hook', events: ['version.published'], enabled: false };
  await succeed(rest<Resource>('POST', `/private/projects/${project}/webhooks`, hook));
  const seed = await readSeed(url);
  await first.stop();
  const samples = await fill(url, seed, sizes);
  const server = await startServer(settingsOf(dataDir, url));
  const { token } = await signIn(server.base);
  return {
    base: server.base,
    token,
    samples,
    large: await largeTables(url),
    another: settings => startServer(settingsOf(dataDir, `${url}?options=${encodeURIComponent(settings)}`)),
    async stop() {
      await server.stop();
      await rm(dataDir, { recursive: true, force: true });
    },
  };
}

/** The rows that the service wrote. */
const readSeed = async (url: string): Promise<Seed> => (await rowsOf<Seed>(url, SEED))[0] as Seed;

const SEED = `
  SELECT (SELECT id FROM teams) AS team, (SELECT id FROM projects) AS project, (SELECT id FROM users) AS user,
    (SELECT id FROM webhooks) AS webhook, d.comparison_id AS comparison, v.content_hash AS content,
    v.canonical_hash AS canonical
  FROM versions v JOIN diffs d ON d.to_version_id = v.id`;

const MANY_ROWS = 3_000;

async function largeTables(url: string): Promise<Set<string>> {
  const tables = `SELECT relname FROM pg_class WHERE relkind = 'r' AND reltuples > ${MANY_ROWS}`;
  return new Set((await rowsOf<{ relname: string }>(url, tables)).map(({ relname }) => relname));
}

async function rowsOf<Row extends pg.QueryResultRow>(url: string, sql: string): Promise<Row[]> {
  const client = new pg.Client({ connectionString: url });
  await client.connect();
  try {
    return (await client.query<Row>(sql)).rows;
  } finally {
    await client.end();
  }
}
