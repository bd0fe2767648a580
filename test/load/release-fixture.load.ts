import { mkdir, mkdtemp, readFile, rm, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { promisify } from 'node:util';
import { constants, zstdCompress } from 'node:zlib';
import { type OpenedDatabase, openDatabase } from '../../src/platform/database.ts';
import { migrationsFolder } from '../../src/platform/migrations.ts';
import { VERSION } from '../../src/platform/version.ts';
import { guideMarkdown, guideMarkdownNext, petstore31Json, petstoreNext } from '../support/documents.ts';
import { makeDocument, publishVersion, type Resource, type SignedIn, signIn, succeed } from '../support/http-client.ts';
import { startServer } from '../support/process.ts';
import { type Expected, RELEASES, releaseSettings } from '../support/releases.ts';

// Makes the stored database of this release, which later releases must open (test/platform/database/releases.test.ts): the
// embedded database as a packed folder, the same rows as SQL for PostgreSQL, and what must be read from both. Run it once
// for each release, before its tag, and never change a fixture.

const dataDir = await mkdtemp(join(tmpdir(), 'docsvc-fixture-'));
const server = await startServer({ ...releaseSettings, DOCSVC_DATA_DIR: dataDir });
const expected = await runStory(await signIn(server.base));
await server.stop();

const database = await openDatabase({ dataDir });
const sql = await dump(database);
await shrink(database);
const folder = join(RELEASES, VERSION);
await mkdir(folder, { recursive: true });
await writeFile(join(folder, 'embedded.tar.zst'), await packed(Buffer.from(await database.snapshot())));
await writeFile(join(folder, 'postgresql.sql.zst'), await packed(Buffer.from(sql)));
await writeFile(join(folder, 'expected.json'), `${JSON.stringify(expected, null, 2)}\n`);
await database.close();
await rm(dataDir, { recursive: true });
console.log(`Wrote ${folder}`);

async function runStory({ rest }: SignedIn): Promise<Expected> {
  const found: Expected = { contents: {}, endpoints: {}, diffs: {}, drafts: {}, secrets: {} };
  const { document, branches, project } = await makeDocument(rest);
  const guide = await succeed(
    rest('POST', `/private/projects/${project}/documents`, {
      name: 'Guide',
      document_type: 2,
      relative_path: 'guide.md',
    }),
  );
  const guidePath = `/private/projects/${project}/documents/${guide.id}`;
  const [{ id: guideBranch = '' } = {}] = await succeed(rest<Resource[]>('GET', `${guidePath}/branches`));
  await publishAll(document, branches.dev ?? '', [petstore31Json, petstoreNext], 'normalized');
  await publishAll(guidePath, guideBranch, [guideMarkdown, guideMarkdownNext], 'stable');

  const open = { branch_id: branches.dev, version_name: '3', schema_content: petstore31Json };
  const draft = await succeed(rest('POST', `${document}/drafts`, open));
  await succeed(rest('POST', `${document}/drafts/${draft.id}/comments`, { body: 'Is this *right*?' }));
  const gone = await succeed(rest('POST', `${document}/drafts`, { ...open, version_name: '4' }));
  await succeed(rest('DELETE', `${document}/drafts/${gone.id}`));
  found.drafts[`${document}/drafts/${draft.id}`] = '3';

  const share = await succeed(rest<Secret>('POST', `${document}/shares`, { branch_id: branches.dev }));
  found.secrets[`POST ${document}/shares/${share.id}/reveal`] = share.secret ?? '';
  const token = await succeed(rest<Secret>('POST', '/private/mcp-tokens', { name: 'Agent', scopes: [1] }));
  found.secrets[`GET /private/mcp-tokens/${token.id}`] = token.token ?? '';
  return found;

  async function publishAll(path: string, branch_id: string, texts: string[], kind: string): Promise<void> {
    for (const [index, schema_content] of texts.entries()) {
      const version = await publishVersion(rest, path, { branch_id, version_name: `${index + 1}`, schema_content });
      for (const one of ['raw', kind]) {
        const place = `${path}/versions/${version.id}/content/${one}`;
        found.contents[place] = (await succeed(rest('GET', place))).content;
      }
      const endpoints = await succeed(
        rest<{ method: string; path: string }[]>('GET', `${path}/versions/${version.id}/endpoints`),
      );
      found.endpoints[`${path}/versions/${version.id}/endpoints`] = endpoints.map(one => `${one.method} ${one.path}`);
    }
    for (const { id, from_version_id, to_version_id } of await succeed(rest<Resource[]>('GET', `${path}/diffs`)))
      found.diffs[`${path}/diffs/${id}`] = { from_version_id, to_version_id };
  }
}

type Secret = { id: string; secret?: string; token?: string };

/** The tables as this release creates them, and their rows. */
async function dump({ pool }: OpenedDatabase): Promise<string> {
  const applied = await pool.query<{ name: string }>(
    'SELECT migration_name AS name FROM _prisma_migrations ORDER BY 1',
  );
  const scripts = await Promise.all(
    applied.rows.map(({ name }) => readFile(join(migrationsFolder, name, 'migration.sql'), 'utf8')),
  );
  const { rows: tables } = await pool.query<{ name: string; columns: string }>(
    `SELECT quote_ident(c.relname) AS name, string_agg(quote_ident(a.attname), ', ' ORDER BY a.attnum) AS columns
     FROM pg_class c JOIN pg_attribute a ON a.attrelid = c.oid AND a.attnum > 0 AND NOT a.attisdropped
     WHERE c.relkind = 'r' AND c.relnamespace = 'public'::regnamespace GROUP BY c.oid ORDER BY 1`,
  );
  const inserts: string[] = [];
  for (const { name, columns } of tables) {
    const { rows } = await pool.query<{ rows: string | null }>(
      `SELECT quote_literal(json_agg(t)::text) AS rows FROM ${name} t`,
    );
    const [all] = rows;
    if (all?.rows)
      inserts.push(
        `INSERT INTO ${name} (${columns}) SELECT ${columns} FROM json_populate_recordset(NULL::${name}, ${all.rows});`,
      );
  }
  const records = `CREATE TABLE _prisma_migrations (id VARCHAR(36) PRIMARY KEY NOT NULL, checksum VARCHAR(64) NOT NULL,
    finished_at TIMESTAMPTZ, migration_name VARCHAR(255) NOT NULL, logs TEXT, rolled_back_at TIMESTAMPTZ,
    started_at TIMESTAMPTZ NOT NULL DEFAULT now(), applied_steps_count INTEGER NOT NULL DEFAULT 0);`;
  // The rows are whole: triggers and the order of foreign keys are for those who change them.
  return [...scripts, records, 'SET session_replication_role = replica;', ...inserts].join('\n');
}

/** Removes what no fixture needs. */
async function shrink({ pool }: OpenedDatabase): Promise<void> {
  await pool.query("UPDATE pg_database SET datistemplate = false WHERE datname LIKE 'template_'");
  for (const name of ['template0', 'template1']) await pool.query(`DROP DATABASE ${name}`);
  await pool.query('VACUUM FULL');
  await pool.query('CHECKPOINT');
}

function packed(bytes: Buffer): Promise<Buffer> {
  return promisify(zstdCompress)(bytes, { params: { [constants.ZSTD_c_compressionLevel]: 19 } });
}
