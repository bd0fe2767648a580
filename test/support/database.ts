import { randomBytes } from 'node:crypto';
import { cp, readFile } from 'node:fs/promises';
import { join } from 'node:path';
import { inject } from 'vitest';
import { type DatabaseOptions, type OpenedDatabase, openDatabase } from '../../src/platform/database.ts';
import { cleanUp } from './clean-up.ts';
import { takeEmbedded } from './embedded-databases.ts';
import { databaseUrl, runSql, urlAs } from './postgresql.ts';

/** The data that the global setup of a project provides to its test files. */
type ProvidedDatabase =
  | { kind: 'embedded'; folder: string; empty: string; migrated: string; migratedFolder: string }
  | {
      kind: 'postgresql';
      url: string;
      template: string;
      /** The role of the service, which owns nothing. */
      role: string;
      password: string;
    };

declare module 'vitest' {
  interface ProvidedContext {
    database: ProvidedDatabase;
  }
}

/**
 * V8 shares the machine code of equal modules while a reference to one exists. So one compilation serves the threads of
 * the embedded databases of all files.
 */
export const heldModule =
  inject('database').kind === 'embedded' &&
  (await WebAssembly.compile(await readFile(new URL('pglite.wasm', import.meta.resolve('@electric-sql/pglite')))));

/**
 * A migrated, empty database for the calling test file alone, of the kind of its project. It is deleted after the last
 * test of the file.
 */
export async function testDatabase(): Promise<OpenedDatabase> {
  const provided = inject('database');
  const database = await openDatabase(
    provided.kind === 'embedded'
      ? { embedded: await takeEmbedded(provided.migrated) }
      : { url: await newDatabase(provided.url, provided.template) },
  );
  // Hooks run in reverse order, so it is closed before it is dropped.
  cleanUp(() => database.close());
  return database;
}

/** The same on PostgreSQL, as the role of the service, which does not own the tables; and the URL of the owner. */
export async function serviceDatabase(): Promise<{ database: OpenedDatabase; ownerUrl: string; serviceUrl: string }> {
  const provided = inject('database');
  if (provided.kind !== 'postgresql') throw new Error('The embedded database has one role');
  const ownerUrl = await newDatabase(provided.url, provided.template);
  const serviceUrl = urlAs(ownerUrl, provided.role, provided.password);
  const database = await openDatabase({ url: serviceUrl });
  cleanUp(() => database.close());
  return { database, ownerUrl, serviceUrl };
}

/** Opens a new database of the kind of the project, without tables. */
export async function emptyDatabase(): Promise<DatabaseOptions> {
  const provided = inject('database');
  return provided.kind === 'embedded'
    ? { snapshot: provided.empty }
    : { url: await newDatabase(provided.url, 'template1') };
}

/**
 * The place of a new database without tables for a process that uses `dataDir`: a URL, or that folder, with the files
 * of a first start.
 */
export async function emptyDatabaseIn(dataDir: string): Promise<{ url?: string }> {
  const provided = inject('database');
  if (provided.kind === 'postgresql') return { url: await newDatabase(provided.url, 'template1') };
  await cp(provided.folder, join(dataDir, 'db'), { recursive: true });
  return {};
}

/** The same with all tables, for tests of what comes after a first start. */
export async function migratedDatabaseIn(dataDir: string): Promise<{ url?: string }> {
  const provided = inject('database');
  if (provided.kind === 'postgresql') return { url: await newDatabase(provided.url, provided.template) };
  await cp(provided.migratedFolder, join(dataDir, 'db'), { recursive: true });
  return {};
}

async function newDatabase(serverUrl: string, template: string): Promise<string> {
  const name = `docsvc_test_${randomBytes(8).toString('hex')}`;
  await copyTemplate(serverUrl, name, template);
  cleanUp(() => runSql(serverUrl, `DROP DATABASE ${name} WITH (FORCE)`));
  return databaseUrl(serverUrl, name);
}

/** PostgreSQL copies no database that is in use, and its autovacuum may be in the template. */
async function copyTemplate(serverUrl: string, name: string, template: string, attempts = 5): Promise<void> {
  try {
    await runSql(serverUrl, `CREATE DATABASE ${name} TEMPLATE ${template} ${STRATEGY}`);
  } catch (error) {
    if ((error as { code?: string }).code !== OBJECT_IN_USE || attempts === 1) throw error;
    await copyTemplate(serverUrl, name, template, attempts - 1);
  }
}

const OBJECT_IN_USE = '55006';

/**
 * Our own server never waits for the disk, so copying the files takes half the time of logging each page. Another server
 * may wait, and PostgreSQL 14 has no strategies.
 */
const STRATEGY = process.env.DOCSVC_TEST_DATABASE_URL === undefined ? 'STRATEGY FILE_COPY' : '';
