import { beforeAll, expect, it } from 'vitest';
import { newId } from '../../src/platform/ids.ts';
import { testApp } from '../support/app.ts';
import { type Project, seed } from '../support/seed.ts';
import { scannedTables } from '../support/statements.ts';

const app = await testApp();
const { superAdmin, admin } = await seed(app);
const resource = newId();
const START = Date.UTC(2026, 0, 1);

let project: Project;

beforeAll(async () => {
  project = await admin.createProject();
  const { pool } = app.database;
  // One row for each minute: half of them in the project, one in a hundred with the rare action, type and resource.
  await pool.query(`
    INSERT INTO audit_entries (id, actor_type, action, resource_type, resource_id, project_id, trace_id, created_at)
    SELECT (lpad(to_hex(${START} + n * 60000), 12, '0') || '70008' || lpad(to_hex(n), 15, '0'))::uuid, 'SYSTEM',
      CASE WHEN n % 100 = 0 THEN 'project.archive' ELSE 'draft.submit' END,
      CASE WHEN n % 100 = 0 THEN 'project' ELSE 'draft' END,
      CASE WHEN n % 100 = 0 THEN '${resource}' ELSE gen_random_uuid() END,
      CASE WHEN n % 2 = 0 THEN '${project.id}'::uuid END, repeat('0', 32), to_timestamp(${START / 1000} + n * 60)
    FROM generate_series(1, 20000) n`);
  await pool.query('ANALYZE audit_entries');
});

const FILTERS: Record<string, string | number>[] = [
  { action: 'project.archive' },
  { resource_type: 'project' },
  { resource_id: resource },
  { search: 'archive' },
  { from: new Date(START + 19_000 * 60_000).toISOString() },
  { to: new Date(START + 1_000 * 60_000).toISOString() },
  { offset: 150, action: 'project.archive' },
];

it.each(FILTERS)('the audit log with %j reads its rows by an index, with and without a project', async query => {
  const scanned = await scannedTables(app.database, async () => {
    expect((await superAdmin.rest('GET', '/private/audit-logs', { query })).status).toBe('OK');
    const within = { ...query, project_id: project.id };
    expect((await admin.rest('GET', '/private/audit-logs', { query: within })).status).toBe('OK');
  });
  expect(scanned).not.toContain('audit_entries');
});
