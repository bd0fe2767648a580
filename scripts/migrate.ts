import { ConfigError, readConfig } from '../src/platform/config.ts';
import { openDatabase } from '../src/platform/database.ts';
import { FolderInUseError } from '../src/platform/embedded.ts';
import { prepareDatabase } from '../src/platform/grants.ts';
import { MigrationError } from '../src/platform/migrations.ts';

// npm run migrate: applies what is pending to the database that the settings name.
try {
  const { databaseUrl, databaseMigrationUrl, dataDir } = readConfig(process.env);
  const database = await openDatabase(databaseUrl === undefined ? { dataDir } : { url: databaseUrl });
  try {
    const { applied } = await prepareDatabase(database, databaseMigrationUrl, { mode: 'apply' });
    console.log(applied.length === 0 ? 'Nothing is pending.' : `Applied ${applied.join(', ')}.`);
  } finally {
    await database.close();
  }
} catch (error) {
  const expected = [ConfigError, FolderInUseError, MigrationError].some(kind => error instanceof kind);
  console.error(expected ? (error as Error).message : error);
  process.exitCode = 1;
}
