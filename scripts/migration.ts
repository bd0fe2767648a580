import { mkdir, readdir, readFile, writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import { PGlite } from '@electric-sql/pglite';
import {
  bindMigrationAwareSqlAdapterFactory,
  type SqlMigrationAwareDriverAdapterFactory,
} from '@prisma/driver-adapter-utils';
import { SchemaEngine } from '@prisma/schema-engine-wasm';
import { PrismaPGlite } from 'pglite-prisma-adapter';
import { migrationsFolder } from '../src/platform/migrations.ts';

// npm run migration -- name: writes what prisma/schema.prisma has and the migrations lack as a new migration. Read it
// before it is committed: what Prisma cannot express (triggers, checks, partial indexes) it may want to drop.
const [name, ...rest] = process.argv.slice(2);
if (name === undefined || rest.length > 0 || !/^[a-z0-9_]{1,60}$/.test(name)) {
  console.error('Usage: npm run migration -- name_in_lower_case');
  process.exit(1);
}

const schemaPath = join(migrationsFolder, '..', 'schema.prisma');
const content = await readFile(schemaPath, 'utf8');
const script = await newMigration();
if (script.trim() === '' || /^-- This is an empty migration\.\s*$/.test(script)) {
  console.log('The migrations already describe the schema.');
} else {
  const stamp = new Date().toISOString().replace(/\D/g, '').slice(0, 14);
  const folder = join(migrationsFolder, `${stamp}_${name}`);
  await mkdir(folder, { recursive: true });
  await writeFile(join(folder, 'migration.sql'), script);
  console.log(`Wrote ${join(folder, 'migration.sql')}`);
}

async function newMigration(): Promise<string> {
  const shadow = await PGlite.create();
  try {
    const factory = bindMigrationAwareSqlAdapterFactory(shadowFactory(shadow));
    const engine = await SchemaEngine.new({ datamodels: [[schemaPath, content]] }, () => {}, factory);
    const { stdout } = await engine.diff({
      from: { tag: 'migrations', ...(await existingMigrations()) },
      to: { tag: 'schemaDatamodel', files: [{ path: schemaPath, content }] },
      script: true,
      exitCode: null,
      filters: { externalTables: [], externalEnums: [] },
    });
    return stdout ?? '';
  } finally {
    await shadow.close();
  }
}

/**
 * The engine replays the existing migrations in this database and reads what they made. Prisma's own adapter for pg
 * knows too few column types for that, and cuts a script at every semicolon, also inside the body of a function.
 */
function shadowFactory(shadow: PGlite): SqlMigrationAwareDriverAdapterFactory {
  const factory = new PrismaPGlite(shadow);
  const connect = async () =>
    Object.assign(await factory.connect(), {
      executeScript: async (script: string) => void (await shadow.exec(script)),
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
