import { DomainError, OperatorError } from './errors.ts';

/** What a command prints about the error that ends it. An unexpected one has its stack. */
export function explainFailure(error: unknown): string {
  if (error instanceof OperatorError || error instanceof DomainError) return error.message;
  return (error as Error).stack ?? String(error);
}

const listenFailures: Record<string, string> = {
  EADDRINUSE: 'DOCSVC_PORT is in use by another program: stop it or choose another port',
  EACCES: 'DOCSVC_PORT is reserved by the system: choose a port from 1024 on',
  EADDRNOTAVAIL: 'DOCSVC_HOST is not an address of this machine',
  ENOTFOUND: 'DOCSVC_HOST is a name that has no address',
  EAI_AGAIN: 'DOCSVC_HOST is a name that cannot be resolved now',
};

/** Names the setting that prevents the server from listening. */
export function refuseListening(error: NodeJS.ErrnoException): never {
  const message = listenFailures[error.code ?? ''];
  throw message === undefined ? error : new OperatorError(message, { cause: error });
}
