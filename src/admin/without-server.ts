import { existsSync } from 'node:fs';
import { type Config, dataPath } from '../platform/config.ts';
import { OperatorError } from '../platform/errors.ts';
import { UNFINISHED_RESTORE } from '../platform/own-database.ts';
import { openServices } from '../start.ts';
import { requireCommand, runCommand } from './commands.ts';
import { restore } from './restore.ts';

/** Runs a command on a database that this process opens: PostgreSQL, or the embedded one that no server uses. */
export async function* runAlone(config: Config, args: string[], input: string): AsyncGenerator<string> {
  const { pending = 'refuse' } = requireCommand(args, input);
  const [name, folder = ''] = args;
  if (name === 'restore') return yield* restore(config, folder);
  requireDatabase(config);
  const opened = await openServices(config, pending);
  try {
    yield* runCommand(opened, args, input);
  } finally {
    await opened.close();
  }
}

/** Opening a folder without a database would create an empty one, which would pass every check or become the backup. */
function requireDatabase(config: Config): void {
  if (config.databaseUrl !== undefined) return;
  if (['db', UNFINISHED_RESTORE].some(name => existsSync(dataPath(config, name)))) return;
  throw new OperatorError(`DOCSVC_DATA_DIR ${config.dataDir} has no database: name the data folder of the server`);
}
