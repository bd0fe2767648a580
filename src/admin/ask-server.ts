import { once } from 'node:events';
import type { IncomingMessage } from 'node:http';
import { createInterface } from 'node:readline';
import { type Config, dataPath } from '../platform/config.ts';
import { ADMIN_SOCKET, sha256 } from '../platform/crypto.ts';
import { OperatorError } from '../platform/errors.ts';
import { request } from '../platform/http/node-http.ts';

export type Asked = { args: string[]; input: string };

/** One line of an answer: a line that the command prints, or the end of the command. */
export type Said = { line: string } | { failure: string } | { done: true };

/** In the data folder, which only its owner may enter. */
export const socketPath = (config: Pick<Config, 'dataDir'>): string =>
  process.platform === 'win32'
    ? `\\\\.\\pipe\\docsvc-${sha256(config.dataDir).slice(0, 32)}`
    : dataPath(config, ADMIN_SOCKET);

/** Asks the server of the data folder to run a command. Returns its output; undefined if no server listens there. */
export async function askServer(
  config: Pick<Config, 'dataDir'>,
  asked: Asked,
): Promise<AsyncGenerator<string> | undefined> {
  const asking = request({ socketPath: socketPath(config), method: 'POST', path: '/' }).end(JSON.stringify(asked));
  const answered = await once(asking, 'response').catch((error: NodeJS.ErrnoException) => {
    if (BROKEN.has(error.code ?? '')) throw ended(error);
    return undefined;
  });
  return answered && readAnswer(answered[0]);
}

/** A connection was there. After all other errors, no server listens for this user. */
const BROKEN: ReadonlySet<string> = new Set(['ECONNRESET', 'EPIPE']);

const ended = (cause?: unknown) => new OperatorError('The server ended before the command did', { cause });

async function* readAnswer(answer: IncomingMessage): AsyncGenerator<string> {
  for await (const said of saidBy(answer)) {
    if ('failure' in said) throw new OperatorError(said.failure);
    if ('done' in said) return;
    yield said.line;
  }
  throw ended();
}

async function* saidBy(answer: IncomingMessage): AsyncGenerator<Said> {
  try {
    for await (const text of createInterface({ input: answer })) yield JSON.parse(text) as Said;
  } catch (error) {
    throw ended(error);
  }
}
