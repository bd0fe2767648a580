import { setImmediate as turn } from 'node:timers/promises';
import { startObservation } from './observation.ts';
import { readConfig } from './platform/config.ts';
import { openOwnDatabase } from './platform/own-database.ts';
import { takeSignals } from './platform/shutdown.ts';
import { explainFailure } from './platform/start-failures.ts';
import { watchThreads } from './platform/threads.ts';
import { checkFirstAdmin } from './users/first-admin.ts';

const signals = takeSignals();
watchThreads();
await main();

async function main(): Promise<void> {
  try {
    await start();
  } catch (error) {
    console.error(explainFailure(error));
    process.exit(1);
  }
}

async function start(): Promise<void> {
  const config = readConfig(process.env);
  checkFirstAdmin(config);
  const observation = await startObservation(config);
  // The database opens while the rest of the service is loaded. If that fails, `runService` throws the error.
  const opening = openOwnDatabase(config);
  opening.catch(() => undefined);
  const { runService } = await loadService();
  await runService(config, { opening, observation, signals });
}

/** Loads the service in three parts. In between, the event loop handles answers of the database. */
async function loadService(): Promise<typeof import('./service.ts')> {
  await import('./start.ts');
  await turn();
  await import('./schema.ts');
  await turn();
  return import('./service.ts');
}
