import { hostname } from 'node:os';
import { createInterface } from 'node:readline';
import { DAY_MS } from '../../../src/platform/times.ts';
import { type Client, createClient, mayPass } from '../client.ts';
import type { Command } from '../command.ts';
import { credentialsFile, keep, readKept, requireKeepable } from '../credentials.ts';
import { loginByDevice } from '../device-login.ts';
import { CliLoginDocument, type CliSessionFragment } from '../generated.ts';
import { findProject } from '../lookups.ts';
import { useProxies } from '../network.ts';
import { EXIT, oneLine, wrongArguments, wrongUse } from '../outcome.ts';
import { serverOptions } from '../session.ts';
import { readSettings, serverOf } from '../settings.ts';
import { makeToken, revokeKept, stillWorks } from '../tokens.ts';

export const login: Command = {
  summary:
    'Asks for your e-mail and password, or lets you sign in with a browser, and keeps an API token for this computer. Revokes the former one.',
  usage:
    '[options]\n\nWithout a terminal, standard input has the e-mail and the password on two lines.\nA pipeline needs no login: set DOCSVC_TOKEN, or DOCSVC_TOKEN_FILE to a file with mode 0600.',
  options: {
    server: serverOptions.server as NonNullable<typeof serverOptions.server>,
    device: { says: 'Sign in with a browser, here or on another device. Accounts without a password need this.' },
    project: { value: 'NAME', says: 'Make a token that works for this project only.' },
    'read-only': { says: 'Make a token that cannot draft.' },
    days: { value: 'N', says: 'When the token expires. 90 days when absent.' },
  },
  examples: [
    ['--server https://docs.example.com', 'Sign in on this computer.'],
    ['--device', 'With a browser, for example if you sign in with OpenID Connect.'],
    ['--project Shop --days 7', 'A token for one project and one week.'],
  ],
  async run(given, io) {
    if (given.positionals.length > 0)
      throw wrongArguments(
        'login takes no arguments: other users of this computer can read the arguments of a command.',
      );
    const days = Number(given.text('days') ?? 90);
    if (!(days >= 1 && days <= 3650)) throw wrongArguments('--days must be a number from 1 to 3650');
    const server = await serverOf(given.text('server'), readSettings(io), io);
    useProxies(io);
    await requireKeepable(io);
    const client = createClient(server, undefined, io);
    const session = given.isOn('device') ? await loginByDevice(client, io) : await loginByPassword(client);
    const person = createClient(server, { token: session.token }, io);
    const project = given.text('project');
    const isReadOnly = given.isOn('read-only');
    const input = {
      name: `docsvc on ${hostname()}`.slice(0, 200),
      scopes: isReadOnly ? (['READ'] as const) : (['READ', 'DRAFT'] as const),
      expiresAt: new Date(Date.now() + days * DAY_MS).toISOString(),
      ...(project !== undefined && {
        projectId: (await findProject({ client: person, project, isOfOneProject: false })).id,
      }),
    };
    const made = await makeToken(person, { ...input, scopes: [...input.scopes] });
    const former = (await readKept(io))[server];
    const can = { isReadOnly, isOfOneProject: project !== undefined };
    await keep(io, server, { ...made, ...can, session: session.token, sessionExpiresAt: session.expiresAt });
    io.tell(oneLine(`Signed in to ${server} as ${session.user.email}. The token is in ${credentialsFile(io)}.`));
    const remains = former && (await revokeKept(person, server, former).catch(unlessAnswered(server)));
    if (remains) io.tell(remains);
    return EXIT.fine;
  },
};

/** The login is done, also if the service does not answer any more. */
const unlessAnswered = (server: string) => (error: unknown) => {
  if (mayPass(error)) return stillWorks(server, (error as Error).message);
  throw error;
};

async function loginByPassword(client: Client): Promise<CliSessionFragment> {
  const input = await credentials(client.server);
  const { login: session } = await client.ask(CliLoginDocument, { input });
  if (!session) throw wrongUse('The server gave no session');
  return session;
}

async function credentials(server: string): Promise<{ email: string; password: string }> {
  const input = createInterface({ input: process.stdin, output: process.stderr, terminal: process.stdin.isTTY });
  const lines = input[Symbol.asyncIterator]();
  const next = async () => ((await lines.next()) as { value?: string }).value ?? '';
  // readline handles Ctrl-C as a key while it reads a terminal: send the signal that it replaced.
  input.once('SIGINT', () => {
    input.close();
    process.kill(process.pid, 'SIGINT');
  });
  try {
    if (process.stdin.isTTY) process.stderr.write(`E-mail at ${server}: `);
    // Turn the echo off at the end of the first line, so that the password is hidden even if both lines are pasted at
    // once.
    input.once('line', () => Object.assign(input, { _writeToOutput: () => undefined }));
    const email = (await next()).trim();
    if (process.stdin.isTTY) process.stderr.write('Password (not shown): ');
    const password = await next();
    if (process.stdin.isTTY) process.stderr.write('\n');
    if (email === '' || password === '') throw wrongUse('An e-mail and a password are needed');
    return { email, password };
  } finally {
    input.close();
  }
}
