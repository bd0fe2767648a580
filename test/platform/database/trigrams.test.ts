import { execFile } from 'node:child_process';
import { promisify } from 'node:util';
import { expect, inject, it } from 'vitest';
import { emptyDatabase } from '../../support/database.ts';
import { runSql } from '../../support/postgresql.ts';

const HINT = /^Searches read all rows of some lists, without the indexes (.*) \(docs/m;

/** What `npm run migrate` prints for a new database after these statements. */
async function migrateAfter(prepare: (url: string) => string): Promise<string> {
  const { url = '' } = await emptyDatabase();
  await runSql(url, prepare(new URL(url).pathname.slice(1)));
  const env = { PATH: process.env.PATH, DOCSVC_DATABASE_URL: url };
  const script = ['--disable-warning=ExperimentalWarning', 'scripts/migrate.ts'];
  return (await promisify(execFile)(process.execPath, script, { env })).stdout;
}

const ELSEWHERE = 'CREATE SCHEMA extensions; CREATE EXTENSION pg_trgm SCHEMA extensions;';

it.skipIf(inject('database').kind === 'embedded')('npm run migrate says that searches have no trigrams', async () => {
  const names = HINT.exec(await migrateAfter(() => ELSEWHERE))?.[1]
    ?.split(', ')
    .sort();
  expect(names).toEqual([
    'documents_text_idx',
    'drafts_text_idx',
    'endpoint_texts_text_idx',
    'projects_text_idx',
    'teams_text_idx',
    'users_text_idx',
    'versions_text_idx',
  ]);
  const onPath = (name: string) => `${ELSEWHERE} ALTER DATABASE "${name}" SET search_path = public, extensions`;
  for (const prepare of [() => '', onPath]) expect(await migrateAfter(prepare)).not.toMatch(HINT);
});
