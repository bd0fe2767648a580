import { randomBytes } from 'node:crypto';
import { afterAll, inject } from 'vitest';
import { type OpenedDatabase, openDatabase } from '../../src/platform/database.ts';
import { databaseUrl, runSql } from './postgresql.ts';

/** What the global setup of a project leaves for its test files. */
type MigratedDatabase =
  | { kind: 'embedded'; snapshot: string }
  | { kind: 'postgresql'; url: string; template: string };

declare module 'vitest' {
  interface ProvidedContext {
    database: MigratedDatabase;
  }
}

/**
 * A migrated, empty database that belongs to the calling test file alone, of the kind of its project. It goes away
 * after the last test of the file.
 */
export async function testDatabase(): Promise<OpenedDatabase> {
  const migrated = inject('database');
  if (migrated.kind === 'embedded') return closedAfterAll(await openDatabase({ snapshot: migrated.snapshot }));
  const name = `docsvc_test_${randomBytes(8).toString('hex')}`;
  await runSql(migrated.url, `CREATE DATABASE ${name} TEMPLATE ${migrated.template}`);
  afterAll(() => runSql(migrated.url, `DROP DATABASE ${name} WITH (FORCE)`));
  return closedAfterAll(await openDatabase({ url: databaseUrl(migrated.url, name) }));
}

function closedAfterAll(database: OpenedDatabase): OpenedDatabase {
  // Hooks run in reverse order, so it is closed before it is dropped.
  afterAll(() => database.close());
  return database;
}
