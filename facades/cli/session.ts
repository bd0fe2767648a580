import { type Client, createClient } from './client.ts';
import type { Command, Given } from './command.ts';
import { sessionFor, signInAt, tokenFor } from './credentials.ts';
import { useProxies } from './network.ts';
import { type Io, wrongUse } from './outcome.ts';
import { readSettings, type Settings, serverOf } from './settings.ts';

export const serverOptions: Command['options'] = {
  server: { value: 'URL', says: 'The address of the service. Also DOCSVC_SERVER, or server in docsvc.yaml.' },
  project: { value: 'NAME', says: 'The name or id of the project. Also project in docsvc.yaml.' },
};

export type Session = {
  client: Client;
  settings: Settings;
  project: string | undefined;
  /** Whether the token of `docsvc login` works for one project only. */
  isOfOneProject: boolean;
  /**
   * A client with the session of `docsvc login`, for operations that refuse API tokens. Throws without a valid session, and
   * if the command has a token that the login did not make, or that cannot draft: the session may do more. It also works for
   * other projects than the token: find the project with `client` first.
   */
  person(): Promise<Client>;
};

/** Finds the settings, the server and the token of a command. */
export async function openSession(given: Given, io: Io): Promise<Session> {
  const settings = readSettings(io);
  const server = await serverOf(given.text('server'), settings, io);
  useProxies(io);
  const credential = await tokenFor(server, io);
  return {
    settings,
    client: createClient(server, credential, io),
    isOfOneProject: credential.isOfOneProject === true,
    project: given.text('project') ?? settings.project,
    async person() {
      const { variable, isReadOnly } = credential;
      if (variable !== undefined)
        throw wrongUse(`Only people may do this, not an API token. Unset ${variable}. ${signInAt(server)}`);
      if (isReadOnly) throw wrongUse(`Your login is read-only. ${signInAt(server)}`);
      const session = await sessionFor(server, io);
      if (session !== undefined) return createClient(server, session, io);
      throw wrongUse(`Only people may do this, and you have no valid session. ${signInAt(server)}`);
    },
  };
}
