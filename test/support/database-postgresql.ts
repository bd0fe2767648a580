import { randomBytes } from 'node:crypto';
import type { TestProject } from 'vitest/node';
import { openDatabase } from '../../src/platform/database.ts';
import { migrate } from '../../src/platform/migrations.ts';
import { databaseUrl, runSql, startPostgresql } from './postgresql.ts';

/** Migrates one database of a real PostgreSQL, the template of the databases of all test files. */
export default async function setup(project: TestProject): Promise<() => Promise<void>> {
  const server = await startPostgresql();
  const template = `docsvc_template_${randomBytes(6).toString('hex')}`;
  await runSql(server.url, `CREATE DATABASE ${template}`);
  const database = await openDatabase({ url: databaseUrl(server.url, template) });
  await migrate(database, { mode: 'apply' });
  await database.close();
  project.provide('database', { kind: 'postgresql', url: server.url, template });
  return async () => {
    await runSql(server.url, `DROP DATABASE ${template}`);
    await server.stop();
  };
}
