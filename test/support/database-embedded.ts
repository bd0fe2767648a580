import { mkdtemp, rm, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import type { TestProject } from 'vitest/node';
import { openDatabase } from '../../src/platform/database.ts';
import { migrate } from '../../src/platform/migrations.ts';

/** Migrates one embedded database and keeps it as a file that every test file starts from. */
export default async function setup(project: TestProject): Promise<() => Promise<void>> {
  const folder = await mkdtemp(join(tmpdir(), 'docsvc-test-'));
  const [empty, migrated] = [join(folder, 'empty.tar'), join(folder, 'migrated.tar')];
  const database = await openDatabase({});
  await writeFile(empty, await database.snapshot());
  await migrate(database, { mode: 'apply' });
  await writeFile(migrated, await database.snapshot());
  await database.close();
  project.provide('database', { kind: 'embedded', empty, migrated });
  return () => rm(folder, { recursive: true });
}
