import { randomBytes } from 'node:crypto';
import { readFile } from 'node:fs/promises';
import { expect, inject, it, onTestFinished } from 'vitest';
import { openDatabase } from '../../../src/platform/database.ts';
import { checkServer, searchesLetters } from '../../../src/platform/database-check.ts';
import { overDatabase } from '../../support/app.ts';
import { testDatabase } from '../../support/database.ts';
import { petstore31Json } from '../../support/documents.ts';
import { databaseUrl, runSql } from '../../support/postgresql.ts';
import { seed } from '../../support/seed.ts';

const ours = await testDatabase();

it('the letters of our own databases are searched', async () => {
  expect(await searchesLetters(ours)).toBe(true);
});

it('a new database with the locale C is refused, and one that has tables is used', async ({ skip }) => {
  const provided = inject('database');
  if (provided.kind !== 'postgresql') return skip('the embedded database has one locale');
  const { rows } = await ours.pool.query<{ hasProviders: boolean }>(
    `SELECT current_setting('server_version_num')::int >= 150000 AS "hasProviders"`,
  );
  const name = `docsvc_locale_${randomBytes(8).toString('hex')}`;
  const provider = rows[0]?.hasProviders ? 'LOCALE_PROVIDER libc' : '';
  await runSql(provided.url, `CREATE DATABASE ${name} TEMPLATE template0 ENCODING 'UTF8' ${provider} LOCALE 'C'`);
  onTestFinished(() => runSql(provided.url, `DROP DATABASE ${name} WITH (FORCE)`));
  const database = await openDatabase({ url: databaseUrl(provided.url, name) });
  onTestFinished(() => database.close());
  const check = () => checkServer(database, 'DOCSVC_DATABASE_URL');
  await expect(check).rejects.toThrow(/^DOCSVC_DATABASE_URL names a database whose locale .*: create it with a UTF-8/);
  await database.pool.query('CREATE TABLE _prisma_migrations (id text)');
  await check();
  expect(await searchesLetters(database)).toBe(false);
});

it('the SQL of the documentation writes the searched texts of a moved database again', async () => {
  const { admin } = await seed(await overDatabase(ours));
  const document = await (await admin.createProject()).createDocument({ name: 'Änderungen' });
  await document.publish({ content: petstore31Json.replace('List pets', 'Ändern') });
  const searched = async () => {
    const { rows } = await ours.pool.query(
      'SELECT text, words FROM endpoint_texts, search_documents ORDER BY text, words::text',
    );
    return rows;
  };
  const before = await searched();
  await ours.pool.query(`UPDATE endpoint_texts SET text = upper(text); UPDATE search_documents SET words = ''`);
  const page = await readFile(new URL('../../../docs/postgresql.md', import.meta.url), 'utf8');
  await ours.pool.query(/(?<=```sql\n)UPDATE search_documents[^`]*/.exec(page)?.[0] ?? '');
  expect(JSON.stringify(before)).toMatch(/"text":"[^"]*ändern.*änderungen/);
  expect(await searched()).toEqual(before);
});
