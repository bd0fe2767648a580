import { type Client, createClient, ServerError } from '../client.ts';
import type { Command } from '../command.ts';
import { keep, readKept, sessionFor } from '../credentials.ts';
import { CliLogoutDocument } from '../generated.ts';
import { useProxies } from '../network.ts';
import { EXIT, wrongArguments } from '../outcome.ts';
import { serverOptions } from '../session.ts';
import { readSettings, serverOf } from '../settings.ts';
import { failureOf, revokeKept } from '../tokens.ts';

export const logout: Command = {
  summary: 'Revokes the API token of this computer, ends your sessions, and deletes what login has kept.',
  usage:
    '[options]\n\nIt ends all your sessions, also in browsers, as signing out of the console does.\nExit code: 0 signed out, 1 the token or the sessions still work, for example because the session of the login has expired. If the service does not answer, the login is kept, and the exit code is 2.',
  options: { server: serverOptions.server as NonNullable<typeof serverOptions.server> },
  examples: [
    ['', 'Sign out on this computer.'],
    ['--server https://docs.example.com', 'Of one of several services.'],
  ],
  async run(given, io) {
    if (given.positionals.length > 0) throw wrongArguments('logout takes no arguments.');
    const server = await serverOf(given.text('server'), readSettings(io), io);
    const kept = (await readKept(io))[server];
    if (kept === undefined) {
      io.tell(`There is no login at ${server}.`);
      return EXIT.fine;
    }
    useProxies(io);
    const session = await sessionFor(server, io);
    const person = session && createClient(server, { token: session.token }, io);
    const revocation = await revokeKept(person, server, kept);
    const ending = person && (await failureOf(() => endSessions(person)));
    const problems = [revocation, ending].filter(problem => problem !== undefined);
    await keep(io, server, undefined);
    for (const problem of problems) io.tell(problem);
    // If the token could not be revoked, the session may have been dead before, and others may still work.
    const ended = problems.length === 0 ? ', and all your sessions have ended, also in browsers' : '';
    io.tell(`The login at ${server} is deleted${ended}.`);
    return problems.length === 0 ? EXIT.fine : EXIT.refused;
  },
};

/** A repeated request, after a lost answer, finds the session ended. */
async function endSessions(person: Client): Promise<void> {
  try {
    await person.ask(CliLogoutDocument, {});
  } catch (error) {
    if (!(error instanceof ServerError) || error.code !== 'UNAUTHENTICATED') throw error;
  }
}
