import { randomBytes } from 'node:crypto';
import type { TestProject } from 'vitest/node';
import { openDatabase } from '../../src/platform/database.ts';
import { prepareDatabase } from '../../src/platform/grants.ts';
import { databaseUrl, folderInMemory, runSql, startPostgresql, urlAs } from './postgresql.ts';

/** Migrates one database of a real PostgreSQL: the template for the databases of all test files. */
export default async function setup(project: TestProject): Promise<() => Promise<void>> {
  const server = await startPostgresql(await folderInMemory());
  const template = `docsvc_template_${randomBytes(6).toString('hex')}`;
  await runSql(server.url, `CREATE DATABASE ${template}`);
  const role = `docsvc_service_${randomBytes(6).toString('hex')}`;
  const password = randomBytes(12).toString('hex');
  await runSql(server.url, `CREATE ROLE ${role} LOGIN PASSWORD '${password}'`);
  const ownerUrl = databaseUrl(server.url, template);
  const database = await openDatabase({ url: urlAs(ownerUrl, role, password) });
  await prepareDatabase(database, ownerUrl, { mode: 'apply' });
  await database.close();
  project.provide('database', { kind: 'postgresql', url: server.url, template, role, password });
  return async () => {
    await runSql(server.url, `DROP DATABASE ${template}`);
    await runSql(server.url, `DROP ROLE ${role}`);
    await server.stop();
  };
}
