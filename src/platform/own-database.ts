import { existsSync } from 'node:fs';
import { type Config, dataPath } from './config.ts';
import { openDataDir } from './crypto.ts';
import { type OpenedDatabase, openDatabase } from './database.ts';
import { checkPooled, checkServer } from './database-check.ts';
import { OperatorError } from './errors.ts';
import { firstDatabase } from './first-database.ts';

/** A restore creates this file in the data folder, and removes it when the database is complete. */
export const UNFINISHED_RESTORE = 'restoring.tar';

/** Opens the database that the settings name. */
export async function openOwnDatabase({
  databaseUrl: url,
  databasePooling: pooling,
  dataDir,
}: Config): Promise<OpenedDatabase> {
  if (url === undefined) openDataDir({ dataDir });
  if (url === undefined && existsSync(dataPath({ dataDir }, UNFINISHED_RESTORE)))
    throw new OperatorError(`DOCSVC_DATA_DIR ${dataDir} contains a restore that was interrupted: restore again`);
  if (url === undefined) return openDatabase({ dataDir, snapshot: await snapshotForNew(dataDir) });
  const database = await openDatabase({ url, pooling });
  return closedUnless(database, async () => {
    await checkServer(database, 'DOCSVC_DATABASE_URL');
    if (pooling === 'transaction') await checkPooled(database);
  });
}

const snapshotForNew = async (dataDir: string) =>
  existsSync(dataPath({ dataDir }, 'db')) ? undefined : firstDatabase();

/** Closes the database if the check refuses it. */
export async function closedUnless(database: OpenedDatabase, check: () => Promise<void>): Promise<OpenedDatabase> {
  try {
    await check();
    return database;
  } catch (error) {
    await database.close();
    throw error;
  }
}
