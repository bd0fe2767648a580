import { DomainError, OperatorError } from './errors.ts';
import { INSUFFICIENT_PRIVILEGE } from './migrations.ts';

/** Returns what a command prints about the error that ends it: the message, or the stack if the error is unexpected. */
export function explainFailure(error: unknown): string {
  if (error instanceof OperatorError || error instanceof DomainError) return error.message;
  const { code, message, stack } = error as NodeJS.ErrnoException;
  if (code === 'EMFILE') return TOO_FEW_FILES;
  if (code === 'ENOSPC') return `The disk is full (${message})`;
  if (code === INSUFFICIENT_PRIVILEGE) return `The role of the database lacks a right (${message}): ${RIGHTS}`;
  return stack ?? String(error);
}

const RIGHTS =
  'give it that right, or set DOCSVC_DATABASE_MIGRATION_URL too and run npm run migrate, and start servers without that setting with DOCSVC_MIGRATE=off (docs/postgresql.md)';

const TOO_FEW_FILES =
  'The limit of open files is too low: raise it, for example with "ulimit -n 1024" or LimitNOFILE of a systemd unit';

type Place = { host: string; port: string };

const listenFailures: Record<string, (place: Place) => string> = {
  EADDRINUSE: ({ port }) => `${port} is in use by another program: stop it or choose another port`,
  EACCES: ({ port }) => `${port} is reserved by the system: choose a port from 1024 on`,
  EADDRNOTAVAIL: ({ host }) => `${host} is not an address of this machine`,
  ENOTFOUND: ({ host }) => `${host} is a name that has no address`,
  EAI_AGAIN: ({ host }) => `${host} is a name that cannot be resolved now`,
};

/** Throws an error that names the setting to change: `setting` if it holds host and port, otherwise that of each. */
export function refuseListening(error: NodeJS.ErrnoException, setting?: string): never {
  const place = { host: setting ?? 'DOCSVC_HOST', port: setting ?? 'DOCSVC_PORT' };
  const message = listenFailures[error.code ?? '']?.(place);
  throw message === undefined ? error : new OperatorError(message, { cause: error });
}
