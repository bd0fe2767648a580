import { cp, mkdtemp, rm, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { setFlagsFromString } from 'node:v8';
import type { TestProject } from 'vitest/node';
import { type OpenedDatabase, openDatabase } from '../../src/platform/database.ts';
import { migrate } from '../../src/platform/migrations.ts';
import { LATE_OPTIMIZATION } from './process.ts';

/** Creates and migrates an embedded database, and provides its files as the initial state of the test files. */
export default async function setup(project: TestProject): Promise<() => Promise<void>> {
  setFlagsFromString(LATE_OPTIMIZATION);
  const root = await mkdtemp(join(tmpdir(), 'docsvc-test-'));
  const provided = {
    folder: join(root, 'db'),
    empty: join(root, 'empty.tar'),
    migrated: join(root, 'migrated.tar'),
    migratedFolder: join(root, 'migrated'),
  };
  const dataDir = join(root, 'data');
  await (await openDatabase({ dataDir })).close();
  await cp(join(dataDir, 'db'), provided.folder, { recursive: true });
  const database = await openDatabase({ dataDir });
  await writeFile(provided.empty, await database.snapshot());
  await migrate(database, { mode: 'apply' });
  await dropTemplates(database);
  await writeFile(provided.migrated, await database.snapshot());
  await database.close();
  await cp(join(dataDir, 'db'), provided.migratedFolder, { recursive: true });
  project.provide('database', { kind: 'embedded', ...provided });
  return () => rm(root, { recursive: true });
}

/** Removes a third of the data that every test file loads. No test needs it. */
async function dropTemplates({ pool }: OpenedDatabase): Promise<void> {
  await pool.query("UPDATE pg_database SET datistemplate = false WHERE datname LIKE 'template_'");
  for (const name of ['template0', 'template1']) await pool.query(`DROP DATABASE ${name}`);
}
