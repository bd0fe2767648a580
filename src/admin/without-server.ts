import type { Config } from '../platform/config.ts';
import { openServices } from '../start.ts';
import { requireCommand, runCommand } from './commands.ts';
import { restore } from './restore.ts';

/** Runs a command on a database that this process opens: PostgreSQL, or the embedded one that no server uses. */
export async function* runAlone(config: Config, args: string[], input: string): AsyncGenerator<string> {
  requireCommand(args, input);
  const [name, folder = ''] = args;
  if (name === 'restore') return yield* restore(config, folder);
  const opened = await openServices(config);
  try {
    yield* runCommand(opened, args, input);
  } finally {
    await opened.close();
  }
}
