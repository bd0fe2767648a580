import { mkdtemp, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { setTimeout as delay } from 'node:timers/promises';
import { openDatabase } from '../../src/platform/database.ts';
import {
  type HttpClient,
  makeDocument,
  type Resource,
  signIn,
  succeed,
  type Workplace,
} from '../support/http-client.ts';
import { databaseUrl, runSql, startPostgresql } from '../support/postgresql.ts';
import { startServer } from '../support/process.ts';
import { vendorDocument } from '../support/vendor-document.ts';
import { type Bound, option, report, seconds, secrets } from './failing-database.ts';

// kill -9 of a server while it publishes, on the embedded database and on PostgreSQL. Options: --kills 100 of each,
// --ready-ms: the limit for a restart.
const KILLS = option('kills', 100);
const READY_MS = option('ready-ms', 5_000);
const WRITERS = 4;
const OPERATIONS = 5;

/** Inconsistencies that must not exist, as counts of rows. */
const HALF_STATES: Record<string, string> = {
  'published drafts without a version': `SELECT count(*)::int AS n FROM drafts d WHERE status = 'PUBLISHED'
    AND NOT EXISTS (SELECT FROM versions v WHERE v.draft_id = d.id)`,
  'versions of drafts that are not published': `SELECT count(*)::int AS n FROM versions v JOIN drafts d ON d.id = v.draft_id
    WHERE d.status <> 'PUBLISHED'`,
  'versions without all of their endpoints': `SELECT count(*)::int AS n FROM versions v
    WHERE (SELECT count(*) FROM endpoints e WHERE e.version_id = v.id) <> ${OPERATIONS}`,
  'versions without the diff to the one before': `SELECT count(*)::int AS n FROM versions v
    JOIN versions p ON p.branch_id = v.branch_id AND p.sequence = v.sequence - 1
    WHERE NOT EXISTS (SELECT FROM diffs d WHERE d.from_version_id = p.id AND d.to_version_id = v.id)`,
  'branches that do not end in their latest version': `SELECT count(*)::int AS n FROM branches b
    WHERE version_count <> (SELECT count(*) FROM versions v WHERE v.branch_id = b.id)
      OR latest_version_id IS DISTINCT FROM
        (SELECT id FROM versions v WHERE v.branch_id = b.id ORDER BY sequence DESC LIMIT 1)`,
  'versions without an approval': `SELECT count(*)::int AS n FROM versions v
    WHERE NOT EXISTS (SELECT FROM reviews r WHERE r.draft_id = v.draft_id AND r.decision = 'APPROVED')`,
  'acts without an audit row': `SELECT count(*)::int AS n FROM (
      SELECT id, 'draft.create' AS action FROM drafts
      UNION ALL SELECT id, 'draft.submit' FROM drafts WHERE status <> 'DRAFT'
      UNION ALL SELECT id, 'draft.approve' FROM versions) act
    WHERE NOT EXISTS (SELECT FROM audit_entries a WHERE a.resource_id = act.id AND a.action = act.action)`,
};

type Acknowledged = { drafts: Set<string>; submitted: Set<string>; versions: Set<string> };
type Place = { dataDir: string; url?: string };

async function killAll(kind: string, place: Place): Promise<Bound[]> {
  const environment = {
    ...secrets,
    DOCSVC_DATA_DIR: place.dataDir,
    ...(place.url !== undefined && { DOCSVC_DATABASE_URL: place.url }),
  };
  const acknowledged: Acknowledged = { drafts: new Set(), submitted: new Set(), versions: new Set() };
  const found: Record<string, number> = {};
  let workplaces: Workplace[] = [];
  let slowestStartMs = 0;
  for (let kill = 0; kill < KILLS; kill++) {
    const startedAt = performance.now();
    const server = await startServer(environment);
    if ((await fetch(`${server.base}/api/v1/open/health/ready`)).status !== 200) found['servers not ready'] = 1;
    // The first start creates the database.
    if (kill > 0) slowestStartMs = Math.max(slowestStartMs, performance.now() - startedAt);
    const { rest } = await signIn(server.base);
    if (kill === 0) workplaces = await Promise.all(Array.from({ length: WRITERS }, () => makeDocument(rest)));
    console.log(`${kind}, kill ${kill + 1}: ready after ${seconds(performance.now() - startedAt)}`);
    const writers = workplaces.map((workplace, writer) => publish(rest, workplace, `${kill}-${writer}`, acknowledged));
    const before = acknowledged.drafts.size;
    for (let waited = 0; acknowledged.drafts.size === before && waited < 10_000; waited += 20) await delay(20);
    await delay(Math.random() * 1_500);
    await server.stop('SIGKILL');
    await Promise.all(writers);
    for (const [name, count] of Object.entries(await look(place, acknowledged)))
      found[name] = Math.max(found[name] ?? 0, count);
  }
  const bad = Object.entries(found).filter(([, count]) => count > 0);
  const { drafts, versions } = acknowledged;
  return [
    {
      name: `${kind}: ready again`,
      holds: slowestStartMs <= READY_MS,
      figure: `slowest of ${KILLS} ${seconds(slowestStartMs)}`,
    },
    {
      name: `${kind}: nothing lost and nothing half done`,
      holds: bad.length === 0 && versions.size > 0,
      figure: `${drafts.size} drafts and ${versions.size} versions acknowledged; found ${JSON.stringify(bad)}`,
    },
  ];
}

/** Publishes drafts in sequence until the server is gone. */
async function publish(
  rest: HttpClient,
  { document, branches }: Workplace,
  name: string,
  kept: Acknowledged,
): Promise<void> {
  try {
    for (let turn = 0; ; turn++) {
      const schema_content = vendorDocument({ operations: OPERATIONS, release: turn + 1 });
      const body = { branch_id: branches.dev, version_name: `${name}-${turn}`, schema_content };
      const draft = await succeed(rest<Resource>('POST', `${document}/drafts`, body));
      kept.drafts.add(draft.id);
      const submitted = await succeed(rest<Resource>('POST', `${document}/drafts/${draft.id}/submit`));
      kept.submitted.add(draft.id);
      const decision = { expected_review_revision: submitted.review_revision };
      kept.versions.add((await succeed(rest<Resource>('POST', `${document}/drafts/${draft.id}/approve`, decision))).id);
    }
  } catch (error) {
    // What `fetch` throws when the server is gone.
    if (!(error instanceof TypeError) || error.message !== 'fetch failed') throw error;
  }
}

/** Reads the database while no server runs. */
async function look({ dataDir, url }: Place, acknowledged: Acknowledged): Promise<Record<string, number>> {
  const { pool, close } = await openDatabase(url === undefined ? { dataDir } : { url });
  try {
    const found: Record<string, number> = {};
    for (const [name, sql] of Object.entries(HALF_STATES))
      found[name] = (await pool.query<{ n: number }>(sql)).rows[0]?.n ?? 0;
    const missing = async (table: string, ids: Set<string>, where = '') => {
      const sql = `SELECT count(*)::int AS n FROM ${table} WHERE id = ANY($1::uuid[]) ${where}`;
      return ids.size - ((await pool.query<{ n: number }>(sql, [[...ids]])).rows[0]?.n ?? 0);
    };
    found['drafts lost'] = await missing('drafts', acknowledged.drafts);
    found['submissions lost'] = await missing('drafts', acknowledged.submitted, `AND status <> 'DRAFT'`);
    found['versions lost'] = await missing('versions', acknowledged.versions);
    return found;
  } finally {
    await close();
  }
}

const bounds: Bound[] = [];
const postgresql = await startPostgresql();
try {
  await runSql(postgresql.url, 'CREATE DATABASE docsvc_load');
  for (const [kind, url] of [
    ['embedded', undefined],
    ['PostgreSQL', databaseUrl(postgresql.url, 'docsvc_load')],
  ] as const) {
    const dataDir = await mkdtemp(join(tmpdir(), 'docsvc-kills-'));
    bounds.push(...(await killAll(kind, { dataDir, ...(url !== undefined && { url }) })));
    await rm(dataDir, { recursive: true });
  }
} finally {
  await postgresql.stop();
}
report(bounds);
