import { mkdtemp, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { PGlite } from '@electric-sql/pglite';
import { expect, test } from 'vitest';
import { applyByEngine, missingMigration } from '../../scripts/schema-engine.ts';
import { openDatabase } from '../../src/platform/database.ts';
import { migrate } from '../../src/platform/migrations.ts';
import { emptyDatabaseIn } from '../support/database.ts';

test('the migrations create what prisma/schema.prisma describes (otherwise: npm run migration -- name)', async () => {
  expect(await missingMigration()).toBe('');
});

test("Prisma's own engine agrees that nothing is pending", async () => {
  const dataDir = await mkdtemp(join(tmpdir(), 'docsvc-schema-'));
  await emptyDatabaseIn(dataDir);
  const database = await openDatabase({ dataDir });
  await migrate(database, { mode: 'apply' });
  await database.close();
  const same = await PGlite.create(join(dataDir, 'db'));
  expect(await applyByEngine(same)).toEqual([]);
  await same.close();
  await rm(dataDir, { recursive: true });
});
