import { readConfig } from '../src/platform/config.ts';
import { openDatabase } from '../src/platform/database.ts';
import { MigrationError, migrate } from '../src/platform/migrations.ts';

// npm run migrate: applies what is pending to the database that the settings name.
const { databaseUrl, dataDir } = readConfig(process.env);
const database = await openDatabase(databaseUrl === undefined ? { dataDir } : { url: databaseUrl });
try {
  const { applied } = await migrate(database, { mode: 'apply' });
  console.log(applied.length === 0 ? 'Nothing is pending.' : `Applied ${applied.join(', ')}.`);
} catch (error) {
  if (!(error instanceof MigrationError)) throw error;
  console.error(error.message);
  process.exitCode = 1;
} finally {
  await database.close();
}
