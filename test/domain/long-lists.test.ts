import { expect, test } from 'vitest';
import { firstIdAt } from '../../src/platform/ids.ts';
import { testApp } from '../support/app.ts';
import { petstore31Json } from '../support/documents.ts';
import { seed } from '../support/seed.ts';
import { statementsOf } from '../support/statements.ts';

const app = await testApp();
const { superAdmin, admin } = await seed(app);
const { pool } = app.database;

const ROWS = 12_000;
const OTHER_ROWS = 8_000;
const PAGE = 10;

const idOfRow = "(lpad(to_hex(1700000000000 + n * 1000), 12, '0') || '70008' || lpad(to_hex(n), 15, '0'))::uuid";

/** Audit entries of the year before, of which three of five have the action. */
await pool.query(`
  INSERT INTO audit_entries (id, actor_type, action, resource_type, trace_id, created_at)
  SELECT ${idOfRow}, 'SYSTEM',
    CASE WHEN n % 5 < 3 THEN 'long.list' ELSE 'other.list' END, 'list', repeat('0', 32), to_timestamp(1700000000 + n)
  FROM generate_series(1, ${ROWS + OTHER_ROWS}) n`);

const addEntry = (id: string, action: string) =>
  app.services.db.auditEntry.create({
    data: { id, action, actorType: 'SYSTEM', resourceType: 'list', traceId: '0' },
  });

async function list(offset: number, query: Record<string, string> = {}): Promise<{ total: number; ids: string[] }> {
  const asked = { action: 'long.list', page_size: `${PAGE}`, offset, ...query };
  const { detail, total = -1 } = await superAdmin.rest<{ id: string }[]>('GET', '/private/audit-logs', {
    query: asked,
  });
  return { total, ids: detail.map(({ id }) => id) };
}

const { rows } = await pool.query<{ id: string }>(
  "SELECT id::text FROM audit_entries WHERE action = 'long.list' ORDER BY audit_entries.id DESC",
);
const all = rows.map(({ id }) => id);

test('every page of a long list has its rows', async () => {
  for (const offset of [0, 1, 4_990, 10_000, 11_985, 11_995, 12_000, 20_000])
    expect([offset, await list(offset)]).toEqual([offset, { total: ROWS, ids: all.slice(offset, offset + PAGE) }]);
});

test('a time selects the entries of exactly that time, and a part of an action those of all such actions', async () => {
  const at = (second: number) => new Date((1_700_000_000 + second) * 1000).toISOString();
  const search = async (text: string) =>
    (await superAdmin.rest('GET', '/private/audit-logs', { query: { search: text } })).total;
  expect((await list(0, { from: at(100), to: at(110) })).total).toBe(6);
  expect((await list(0, { from: at(ROWS + OTHER_ROWS - 4) })).ids).toContain(all[0]);
  expect(await search('G.LI')).toBe(ROWS);
  expect(await search('R.LI')).toBe(OTHER_ROWS);
  expect(await search('%')).toBe(0);
});

test('page by page, no entry is missed while others are added, and every total is exact', async () => {
  const seen = new Set<string>();
  let added = 0;
  const from = 4_800;
  for (let offset = from, total = ROWS; offset < total; offset += 200) {
    const page = await list(offset, { page_size: '200' });
    expect(page.total).toBe(ROWS + added);
    expect(page.ids.length).toBe(Math.min(200, page.total - offset));
    for (const id of page.ids) seen.add(id);
    total = page.total;
    if (offset % 600 !== 0) continue;
    added += 1;
    // Every second one is written five minutes after its id was made.
    await addEntry(firstIdAt(Date.now() - (added % 2) * 5 * 60_000 + added), 'long.list');
  }
  expect(added).toBeGreaterThan(10);
  expect(all.slice(from).filter(id => !seen.has(id))).toEqual([]);
});

test('page by page, no version of a project is missed while others are published, and every total is exact', async () => {
  const project = await admin.createProject();
  const document = await project.createDocument();
  const addVersions = (id: string, count: number, first: number) =>
    // Without the drafts and contents that versions have.
    pool.query(`
      BEGIN; SET LOCAL session_replication_role = replica;
      INSERT INTO versions (id, project_id, document_id, branch_id, draft_id, version_name, document_format, source_type,
        sequence, content_hash, canonical_hash, warning_count, published_by, published_at)
      SELECT ${id}, '${project.id}', '${document.id}', '${document.branches.dev}', gen_random_uuid(), 'v' || n,
        'OPENAPI_3_1', 'WEB', n, repeat('0', 64), repeat('0', 64), 0, '${admin.id}', now()
      FROM generate_series(${first}, ${first + count - 1}) n;
      COMMIT`);
  await addVersions(idOfRow, ROWS, 1);
  const listVersions = async (offset: number) => {
    const field = `versions(first: 100, offset: ${offset}) { totalCount nodes { id } }`;
    type Listed = { versions: { totalCount: number; nodes: { id: string }[] } };
    const { versions } = await admin.ask<Listed>(`{ project(id: "${project.id}") { ${field} } }`);
    return { total: versions.totalCount, ids: versions.nodes.map(({ id }) => id) };
  };
  const { rows: found } = await pool.query<{ id: string }>(
    `SELECT id::text FROM versions WHERE project_id = '${project.id}' ORDER BY versions.id DESC`,
  );
  const versions = found.map(({ id }) => id);
  for (const offset of [0, 999, 1_001, 5_990, 6_001, 11_950, ROWS])
    expect(await listVersions(offset)).toEqual({ total: ROWS, ids: versions.slice(offset, offset + 100) });
  const seen = new Set<string>();
  const from = 8_000;
  let added = 0;
  for (let offset = from, total = ROWS; offset < total; offset += 100) {
    const page = await listVersions(offset);
    expect(page).toMatchObject({ total: ROWS + added, ids: { length: Math.min(100, page.total - offset) } });
    for (const id of page.ids) seen.add(id);
    total = page.total;
    if (offset % 400 !== 0) continue;
    added += 1;
    // Every second one is published five minutes after its id was made.
    await addVersions(`'${firstIdAt(Date.now() - (added % 2) * 5 * 60_000 + added)}'`, 1, ROWS + added);
  }
  expect(added).toBeGreaterThan(8);
  expect(versions.slice(from).filter(id => !seen.has(id))).toEqual([]);
  // The last page is not found by its offset from the newest version.
  const sql = await statementsOf(app.database, () => listVersions(ROWS + added - 100));
  expect(sql.filter(text => /ORDER BY c\.id ASC LIMIT/.test(text))).toHaveLength(1);
  expect(sql.filter(text => /ORDER BY c\.id DESC/.test(text))).toEqual([]);
});

test('a short list has an exact total at once', async () => {
  expect((await list(0, { action: 'other.list' })).total).toBe(OTHER_ROWS);
  await addEntry(firstIdAt(Date.now()), 'other.list');
  expect((await list(OTHER_ROWS, { action: 'other.list' })).total).toBe(OTHER_ROWS + 1);
});

test('more than 10,000 children of one parent are counted once', async () => {
  const document = await (await admin.createProject()).createDocument();
  const version = await document.publish({ content: petstore31Json });
  // Without the trigger that refuses endpoints of a published version.
  await pool.query(`
    BEGIN; SET LOCAL session_replication_role = replica;
    INSERT INTO endpoints (id, version_id, method, path, tags, deprecated, hash)
    SELECT gen_random_uuid(), '${version.id}', 'GET', '/many/' || n, '{}', false, repeat('0', 64)
    FROM generate_series(1, 10500) n;
    COMMIT`);
  const endpoints = async (query: object = {}) => {
    let total: number | undefined;
    const path = `${document.path}/versions/${version.id}/endpoints`;
    const sql = await statementsOf(app.database, async () => {
      total = (await admin.rest('GET', path, { query: { page_size: 1, ...query } })).total;
    });
    return { total, statements: sql.length };
  };
  const first = await endpoints();
  expect(first.total).toBeGreaterThan(10_500);
  expect(await endpoints()).toEqual({ total: first.total, statements: first.statements - 1 });
  expect((await endpoints({ offset: Number(first.total) - 1 })).total).toBe(first.total);
  expect((await endpoints({ path: '/many/1' })).total).toBe(1 + 10 + 100 + 1_000 + 501);
});
