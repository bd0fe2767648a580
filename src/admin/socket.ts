import { once } from 'node:events';
import { chmodSync, rmSync } from 'node:fs';
import type { Server } from 'node:http';
import { json } from 'node:stream/consumers';
import { createServer } from '../platform/http/node-http.ts';
import { explainFailure } from '../platform/start-failures.ts';
import { type Asked, type Said, socketPath } from './ask-server.ts';
import { runCommand } from './commands.ts';
import type { AdminContext } from './context.ts';

/** Lets `npm run admin` work on the embedded database, which belongs to this process. */
export async function listenForAdmin(context: AdminContext): Promise<Server> {
  const path = socketPath(context.services.config);
  const server = createServer(async (asking, answering) => {
    const say = (said: Said) => answering.write(`${JSON.stringify(said)}\n`);
    try {
      const { args, input } = (await json(asking)) as Asked;
      for await (const line of runCommand(context, args, input)) {
        // The operator has interrupted the command.
        if (answering.closed) return;
        say({ line });
      }
      say({ done: true });
    } catch (error) {
      say({ failure: explainFailure(error) });
    }
    answering.end();
  });
  // This process holds the lock of the folder, so an existing socket is a leftover of a killed server.
  if (process.platform !== 'win32') rmSync(path, { force: true });
  await once(server.listen(path), 'listening');
  if (process.platform !== 'win32') chmodSync(path, 0o600);
  return server.unref();
}
