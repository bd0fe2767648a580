import { readConfig } from './platform/config.ts';
import { missingTrigrams, trigramsHint } from './platform/database-check.ts';
import { prepareDatabase } from './platform/grants.ts';
import { newerWarning } from './platform/migrations.ts';
import { openOwnDatabase } from './platform/own-database.ts';
import { explainFailure } from './platform/start-failures.ts';

try {
  const config = readConfig(process.env, { needsKeys: false });
  const database = await openOwnDatabase(config);
  try {
    const { applied, unknown } = await prepareDatabase(database, config.databaseMigrationUrl, { mode: 'apply' });
    console.log(applied.length === 0 ? 'Nothing is pending.' : `Applied ${applied.join(', ')}.`);
    if (unknown.length > 0) console.log(newerWarning(unknown));
    const missing = database.kind === 'postgresql' ? await missingTrigrams(database) : [];
    if (missing.length > 0) console.log(trigramsHint(missing));
  } finally {
    await database.close();
  }
} catch (error) {
  console.error(explainFailure(error));
  process.exitCode = 1;
}
