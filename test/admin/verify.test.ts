import { describe, expect, it } from 'vitest';
import { runCommand } from '../../src/admin/commands.ts';
import { testApp } from '../support/app.ts';
import { guideMarkdown, guideMarkdownNext, openapiOfSize } from '../support/documents.ts';
import { seed } from '../support/seed.ts';

const app = await testApp();
const { admin } = await seed(app);
const { pool } = app.database;
const document = await (await admin.createProject()).createDocument({ type: 'MARKDOWN' });
await document.publish({ content: guideMarkdown });
await document.publish({ content: guideMarkdownNext, versionName: '2' });
await (await document.project.createDocument()).publish({ content: openapiOfSize(3) });

async function verify(): Promise<{ wrong: string[]; failure: string | undefined }> {
  const wrong: string[] = [];
  try {
    for await (const line of runCommand({ services: app.services, database: app.database }, ['verify'], ''))
      if (!line.startsWith('ok ')) wrong.push(line);
    return { wrong, failure: undefined };
  } catch (error) {
    return { wrong, failure: (error as Error).message };
  }
}

/** Damages rows that triggers and foreign keys protect, as a broken disk would. */
async function damage(sql: string): Promise<void> {
  const client = await pool.connect();
  try {
    await client.query('SET session_replication_role = replica');
    await client.query(sql);
  } finally {
    await client.query('RESET session_replication_role');
    client.release();
  }
}

describe('verify', () => {
  it('finds nothing wrong in what the service wrote', async () => {
    expect(await verify()).toEqual({ wrong: [], failure: undefined });
  });

  it.each([
    ['the branch refers to the last one', 'UPDATE branches SET version_count = version_count + 1', 8],
    ['has a version with the same content', "UPDATE drafts SET status = 'REJECTED'", 3],
    ['a diff to the one before', 'DELETE FROM diffs', 1],
    ['the comparisons of diffs', 'DELETE FROM comparisons', 1],
    ['one default branch', 'UPDATE branches SET is_default = false', 2],
    ['projects of documents', 'UPDATE versions SET project_id = id', 3],
    ['each text matches its digest', "UPDATE texts SET body = '\\x00'", 'all'],
    ['the current endpoints are', 'DELETE FROM current_endpoints', 6],
    ['the current endpoints are', 'UPDATE current_endpoints SET is_main = false', 3],
    ['the current endpoints are', 'DELETE FROM endpoint_texts', 3],
    ['each document is found by', "UPDATE documents SET name = 'Other'", 2],
    ['the texts of analyses', 'DELETE FROM texts', 'all'],
    ['list_counts has the numbers', "DELETE FROM list_counts WHERE list = 'DOCUMENTS'", 2],
    ['an active SuperAdmin', 'UPDATE users SET is_super_admin = false', 1],
  ])('finds that it does not hold: %s', async (name, sql, count) => {
    const kept = await keep();
    await damage(sql);
    const { wrong, failure } = await verify();
    await kept.bringBack();
    const line = wrong.find(one => one.includes(name));
    expect(line, wrong.join('\n')).toMatch(/^WRONG /);
    if (count !== 'all') expect(line).toContain(`: not true for ${count},`);
    expect(failure).toMatch(/^\d+ rows violate these rules/);
  });
});

const TABLES = [
  'branches',
  'comparisons',
  'current_endpoints',
  'drafts',
  'diffs',
  'documents',
  'endpoint_texts',
  'versions',
  'texts',
  'users',
];

/** Keeps copies of the tables that are damaged. */
async function keep(): Promise<{ bringBack(): Promise<void> }> {
  for (const table of TABLES) await damage(`CREATE TABLE kept_${table} AS SELECT * FROM ${table}`);
  return {
    async bringBack() {
      for (const table of TABLES)
        await damage(
          `DELETE FROM ${table}; INSERT INTO ${table} SELECT * FROM kept_${table}; DROP TABLE kept_${table}`,
        );
    },
  };
}
