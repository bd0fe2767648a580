import { mkdtemp, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { parseArgs } from 'node:util';
import { load as parseYaml } from 'js-yaml';
import { createApp } from '../../src/app.ts';
import { readConfig } from '../../src/platform/config.ts';
import { addObserver } from '../../src/platform/observing.ts';
import { openServices } from '../../src/start.ts';
import { ensureFirstAdmin } from '../../src/users/first-admin.ts';
import { makeDocument, type Resource, signIn, succeed } from '../support/http-client.ts';
import { vendorDocument } from '../support/vendor-document.ts';
import { secrets } from './failing-database.ts';

// Lists what a database that is distributed by project would have to change: tables, keys and statements without the
// project (docs/running-large.md). The statements are those of a story that publishes, shares and reads with every GET
// route of the service. Prints counts; `--all` prints the statements too.
const { values } = parseArgs({ options: { all: { type: 'boolean', default: false } } });

const sent = new Set<string>();
addObserver({
  begin({ kind, name }) {
    if (kind === 'sql') sent.add(name.replaceAll(/\s+/g, ' '));
    return { run: inner => inner(), end() {} };
  },
});

const dataDir = await mkdtemp(join(tmpdir(), 'docsvc-project-key-'));
const config = readConfig({ ...secrets, DOCSVC_DATA_DIR: dataDir, DOCSVC_RATE_LIMITS: 'off', DOCSVC_PORT: '0' });
const { services, database, close } = await openServices(config);
await ensureFirstAdmin(services);
const app = await createApp(services);
const base = await app.listen({ host: '127.0.0.1', port: 0 });

async function runStory(): Promise<void> {
  const { rest, token: authorization } = await signIn(base);
  const read = async (path: string) => (await fetch(`${base}${path}`, { headers: { authorization } })).text();
  const { document, project, branches } = await makeDocument(rest);
  const versions: Resource[] = [];
  for (const release of [1, 2]) {
    const schema_content = vendorDocument({ operations: 3, release });
    const body = { branch_id: branches.dev, version_name: `${release}`, schema_content };
    const draft = await succeed(rest('POST', `${document}/drafts`, body));
    await succeed(rest('POST', `${document}/drafts/${draft.id}/comments`, { body: 'Why?' }));
    const { review_revision } = await succeed(rest('POST', `${document}/drafts/${draft.id}/submit`));
    const decision = { expected_review_revision: review_revision };
    versions.push(await succeed(rest('POST', `${document}/drafts/${draft.id}/approve`, decision)));
  }
  const [version_id] = versions.map(({ id }) => id);
  const first = async (path: string) => (await succeed(rest<Resource[]>('GET', path)))[0]?.id ?? '';
  const share = await succeed(rest('POST', `${document}/shares`, { branch_id: branches.dev }));
  const token = await succeed(rest('POST', '/private/mcp-tokens', { name: 'Agent', scopes: [1] }));
  const apiToken = await succeed(rest('POST', '/private/api-tokens', { name: 'CI', scopes: [1] }));
  const ids: Record<string, string | undefined> = {
    project_id: project,
    document_id: document.split('/').at(-1),
    branch_id: branches.dev,
    version_id,
    draft_id: await first(`${document}/drafts`),
    diff_id: await first(`${document}/diffs`),
    endpoint_id: await first(`${document}/versions/${version_id}/endpoints`),
    share_id: share.id,
    token_id: token.id,
    api_token_id: apiToken.id,
    team_id: await first('/private/teams'),
    user_id: await first('/private/system/users'),
  };
  const text = await (await fetch(`${base}/api/v1/open/docs/openapi.yaml`)).text();
  const { paths } = parseYaml(text) as { paths: Record<string, object> };
  for (const [path, { get }] of Object.entries(paths) as [string, { get?: object }][])
    if (get) await read(path.replaceAll(/\{(\w+)\}/g, (_, name) => ids[name] ?? 'none'));
  await read('/api/v1/private/search?q=get');
}

await runStory().catch(error => {
  console.error(error);
  process.exitCode = 1;
});
await services.usage.flush();

type Row = { name: string; has: boolean; kind?: string; of?: string };
const select = async (sql: string) => (await database.pool.query<Row>(sql)).rows;

/** The tables of a project: those with its id, and those that refer to one of them. */
const tables = await select(`
  WITH RECURSIVE own(oid) AS (
    SELECT attrelid FROM pg_attribute a JOIN pg_class c ON c.oid = a.attrelid
    WHERE attname = 'project_id' AND relkind = 'r' AND relnamespace = 'public'::regnamespace
    UNION SELECT conrelid FROM pg_constraint JOIN own ON confrelid = own.oid WHERE contype = 'f')
  SELECT relname AS name, EXISTS (SELECT FROM pg_attribute a WHERE a.attrelid = c.oid AND attname = 'project_id') AS has
  FROM pg_class c WHERE c.oid IN (SELECT oid FROM own) ORDER BY 1`);

/** Unique indexes and foreign keys between the tables of a project. */
const keys = await select(`
  SELECT i.indexrelid::regclass::text AS name, i.indrelid::regclass::text AS of,
    CASE WHEN indisprimary THEN 'primary key' ELSE 'unique index' END AS kind, EXISTS (
      SELECT FROM pg_attribute a WHERE a.attrelid = i.indrelid AND attnum = ANY(i.indkey) AND attname = 'project_id') AS has
  FROM pg_index i WHERE indisunique
  UNION ALL
  SELECT conname, conrelid::regclass::text, 'foreign key', EXISTS (
      SELECT FROM pg_attribute a WHERE a.attrelid = conrelid AND attnum = ANY(conkey) AND attname = 'project_id')
  FROM pg_constraint WHERE contype = 'f' ORDER BY 2, 1`);
await app.close();
await close();
await rm(dataDir, { recursive: true, force: true });

const owned = tables.map(({ name }) => name);
const mentions = (statement: string): string[] =>
  owned.filter(name => new RegExp(`(FROM|JOIN|INTO|UPDATE) ("public"\\.)?"?${name}"?\\b`, 'i').test(statement));
const lacking = (rows: Row[]) => rows.filter(({ has, of }) => !has && (of === undefined || owned.includes(of)));
const statements = [...sent].filter(one => mentions(one).length > 0);
const bare = statements.filter(
  one => !/project_id/.test(one.replaceAll(/"public"\.\S+\."?project_id"?(?=,| FROM)/g, '')),
);

console.log(`Tables of a project: ${owned.length}, ${lacking(tables).length} without project_id:`);
console.log(
  `  ${lacking(tables)
    .map(({ name }) => name)
    .join(', ')}`,
);
for (const kind of ['primary key', 'unique index', 'foreign key']) {
  const without = lacking(keys.filter(key => key.kind === kind));
  console.log(`${kind} without project_id: ${without.length}`);
  for (const { name, of } of without) console.log(`  ${of}: ${name}`);
}
console.log(`Statements of these tables: ${statements.length}, ${bare.length} without project_id in their text`);
for (const [table, some] of Map.groupBy(bare, one => mentions(one).join(' + '))) {
  console.log(`  ${table}: ${some.length}`);
  if (values.all) for (const statement of some) console.log(`    ${statement.slice(0, 300)}`);
}
