import { DomainError, OperatorError } from '../platform/errors.ts';
import type { Pending } from '../start.ts';
import { backup } from './backup.ts';
import type { AdminContext } from './context.ts';
import { keys } from './keys.ts';
import { newPassword, resetPassword } from './reset-password.ts';
import { ADMIN_USAGE } from './usage.ts';
import { verify } from './verify.ts';

type Command = {
  /** How many arguments it takes. */
  arguments: number;
  /** What to do with pending migrations if no server runs; `refuse` when absent. */
  pending?: Pending;
  /** Throws if the input is wrong, before a database is opened for the command. */
  check?(input: string): unknown;
  /** Yields the lines that the command prints. */
  run(context: AdminContext, args: readonly string[], input: string): AsyncIterable<string>;
};

const commands: Record<string, Command> = {
  'reset-password': { arguments: 1, check: newPassword, run: resetPassword },
  keys: { arguments: 1, run: keys },
  verify: { arguments: 0, run: verify },
  // Do not migrate: a backup before an upgrade must stay readable for the release that wrote the database.
  backup: { arguments: 1, pending: 'leave', run: backup },
  restore: { arguments: 1, run: refuseRestore },
};

/** Runs a command and yields what it prints. */
export function runCommand(context: AdminContext, sent: readonly string[], input: string): AsyncIterable<string> {
  return requireCommand(sent, input).run(context, sent.slice(1), input);
}

export function requireCommand([name = '', ...args]: readonly string[], input: string): Command {
  const command = Object.hasOwn(commands, name) ? commands[name] : undefined;
  if (command === undefined || command.arguments !== args.length)
    throw new DomainError('INVALID_ARGUMENT', ADMIN_USAGE);
  command.check?.(input);
  return command;
}

// biome-ignore lint/correctness/useYield: it always fails.
async function* refuseRestore({ services }: AdminContext): AsyncGenerator<string> {
  throw new OperatorError(
    `DOCSVC_DATA_DIR ${services.config.dataDir} has a database: restore into a folder without one`,
  );
}
