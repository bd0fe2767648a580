import { readdir, readFile } from 'node:fs/promises';
import { join } from 'node:path';
import { PGlite } from '@electric-sql/pglite';
import {
  bindMigrationAwareSqlAdapterFactory,
  type SqlMigrationAwareDriverAdapterFactory,
} from '@prisma/driver-adapter-utils';
import { SchemaEngine } from '@prisma/schema-engine-wasm';
import { PrismaPGlite } from 'pglite-prisma-adapter';
import { migrationsFolder } from '../src/platform/migrations.ts';

const schemaPath = join(migrationsFolder, '..', 'schema.prisma');
const filters = { externalTables: [], externalEnums: [] };

/** The SQL that the migrations lack compared with prisma/schema.prisma; empty when they agree. */
export async function missingMigration(): Promise<string> {
  const shadow = await PGlite.create();
  try {
    const { engine, schema } = await startEngine(shadow);
    const { stdout } = await engine.diff({
      from: { tag: 'migrations', ...(await existingMigrations()) },
      to: { tag: 'schemaDatamodel', files: [schema] },
      script: true,
      exitCode: null,
      filters,
    });
    return /^-- This is an empty migration\.\s*$/.test(stdout ?? '') ? '' : (stdout ?? '').trim();
  } finally {
    await shadow.close();
  }
}

/** The migrations that Prisma's own engine would still apply to a database migrated by src/platform/migrations.ts. */
export async function applyByEngine(database: PGlite): Promise<string[]> {
  const { engine } = await startEngine(database);
  const { appliedMigrationNames } = await engine.applyMigrations({
    migrationsList: await existingMigrations(),
    filters,
  });
  return appliedMigrationNames;
}

async function startEngine(database: PGlite) {
  const schema = { path: schemaPath, content: await readFile(schemaPath, 'utf8') };
  const factory = bindMigrationAwareSqlAdapterFactory(adapterFactory(database));
  const engine = await SchemaEngine.new({ datamodels: [[schema.path, schema.content]] }, () => {}, factory);
  return { engine, schema };
}

/**
 * The engine replays the migrations in this database and reads the result. Prisma's own pg adapter cannot be used: it
 * supports too few column types, and splits a script at every semicolon, even inside the body of a function.
 */
function adapterFactory(database: PGlite): SqlMigrationAwareDriverAdapterFactory {
  const factory = new PrismaPGlite(database);
  const connect = async () =>
    Object.assign(await factory.connect(), {
      executeScript: async (script: string) => void (await database.exec(script)),
    });
  return { provider: factory.provider, adapterName: factory.adapterName, connect, connectToShadowDb: connect };
}

async function existingMigrations() {
  const entries = await readdir(migrationsFolder, { withFileTypes: true });
  const names = entries.filter(entry => entry.isDirectory()).map(entry => entry.name);
  const directories = names.sort().map(async path => ({
    path,
    migrationFile: {
      path: 'migration.sql',
      content: { tag: 'ok' as const, value: await readFile(join(migrationsFolder, path, 'migration.sql'), 'utf8') },
    },
  }));
  return {
    baseDir: migrationsFolder,
    lockfile: { path: 'migration_lock.toml', content: 'provider = "postgresql"\n' },
    shadowDbInitScript: '',
    migrationDirectories: await Promise.all(directories),
  };
}
