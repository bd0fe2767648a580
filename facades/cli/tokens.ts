import { randomUUID } from 'node:crypto';
import { type Client, mayPass } from './client.ts';
import type { Kept } from './credentials.ts';
import {
  CliCreateApiTokenDocument,
  type CliCreateApiTokenMutationVariables,
  CliRevokeApiTokenDocument,
} from './generated.ts';
import { Failure, wrongUse } from './outcome.ts';

const MOST_LOST_ANSWERS = 3;

/**
 * Creates an API token. Its secret is shown once: if that answer is lost, the repeated request returns the token without
 * it. Nobody can use such a token, so it is revoked, and another one is created.
 */
export async function makeToken(
  person: Client,
  input: CliCreateApiTokenMutationVariables['input'],
): Promise<Pick<Kept, 'token' | 'tokenId'>> {
  for (let lost = 0; lost < MOST_LOST_ANSWERS; lost++) {
    const { createApiToken: made } = await person.ask(CliCreateApiTokenDocument, { input }, randomUUID());
    if (made?.token) return { token: made.token, tokenId: made.id };
    if (made) await revoke(person, made.id);
  }
  throw wrongUse('The server gave no token');
}

/** Revokes the API token of a login. Returns what the user has to do if that is impossible. Throws if the service does not answer. */
export async function revokeKept(person: Client | undefined, server: string, kept: Kept): Promise<string | undefined> {
  const id = kept.tokenId;
  const isPossible = person !== undefined && id !== undefined;
  const problem = isPossible ? await failureOf(() => revoke(person, id)) : 'The login is too old';
  return problem && stillWorks(server, problem);
}

export const stillWorks = (server: string, problem: string): string =>
  `The API token of the last login still works. Revoke it at ${server}/me/api-tokens (${problem})`;

/** The message of a refusal of `work`, which must not end the command. Throws if the service could not answer well, which may pass. */
export async function failureOf(work: () => Promise<unknown>): Promise<string | undefined> {
  try {
    await work();
    return undefined;
  } catch (error) {
    if (error instanceof Failure && !mayPass(error)) return error.message;
    throw error;
  }
}

const revoke = (person: Client, id: string) => person.ask(CliRevokeApiTokenDocument, { input: { id } });
