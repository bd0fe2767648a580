import {
  type AnyVariables,
  Client,
  type CombinedError,
  createRequest,
  fetchExchange,
  type GraphQLRequest,
  type TypedDocumentNode,
} from 'urql';
import { noteReachable } from './connection.ts';
import { sendOnce } from './send-once.ts';
import { currentSession, endSession } from './session.ts';

const UNAUTHENTICATED = 401;

/** Leads back to the sign-in when the service no longer knows the session. An answer to an older token means nothing. */
export function noteStatus(status: number, token: string | null | undefined): void {
  if (status === UNAUTHENTICATED && token && token === currentSession()?.token)
    endSession('Your session has ended. Sign in again to go on where you were.');
}

const noteSession =
  (send: typeof fetch): typeof fetch =>
  async (input, options) => {
    const response = await send(input, options);
    noteStatus(response.status, new Headers(options?.headers).get('authorization'));
    return response;
  };

type Sent = Record<string, string>;

/** The headers of a request of the present session, and more of them. */
export const withSession = (more: Sent = {}): { headers: Sent } => {
  const token = currentSession()?.token;
  return { headers: { ...more, ...(token !== undefined && { authorization: token }) } };
};

export const CLIENT_OPTIONS = {
  url: '/graphql',
  preferGetMethod: false,
  fetch: noteSession(noteReachable(fetch)),
  fetchOptions: () => withSession(),
} as const;

const client = new Client({
  ...CLIENT_OPTIONS,
  requestPolicy: 'network-only',
  exchanges: [fetchExchange],
});

export type Asked<Data> = { data: Data | undefined; error: CombinedError | undefined };

let lastKey = 0;

/**
 * A question with a key of its own: with the same key, a client would give the answer to an earlier one that is still on
 * its way, which may be older than what was done meanwhile.
 */
export function ownRequest<Data, Variables extends AnyVariables>(
  query: TypedDocumentNode<Data, Variables>,
  variables: Variables,
): GraphQLRequest<Data, Variables> {
  lastKey -= 1;
  return { ...createRequest(query, variables), key: lastKey };
}

/**
 * Asks past the cache. A page that shows one state of something, such as a review, must not change under the reader
 * because another answer brought a newer one.
 */
export async function ask<Data, Variables extends AnyVariables>(
  query: TypedDocumentNode<Data, Variables>,
  variables: Variables,
): Promise<Asked<Data>> {
  const { data, error } = await client.executeQuery(ownRequest(query, variables)).toPromise();
  return { data, error };
}

const underway = new Map<string, Promise<Asked<unknown>>>();

/**
 * A second click on the same button, while the first is underway, gets the answer to the first. With `keepalive` it arrives
 * also when the tab is closed at once.
 */
export function act<Data, Variables extends AnyVariables>(
  mutation: TypedDocumentNode<Data, Variables>,
  variables: Variables,
  { keepalive = false } = {},
): Promise<Asked<Data>> {
  const key = JSON.stringify([mutation, variables]);
  const first = underway.get(key) as Promise<Asked<Data>> | undefined;
  if (first) return first;
  const answer = sendOnce(mutation, variables, async more => {
    const fetchOptions = { ...withSession(more), keepalive };
    const { data, error } = await client.mutation(mutation, variables, { fetchOptions }).toPromise();
    return { data, error };
  }).finally(() => underway.delete(key));
  underway.set(key, answer);
  return answer;
}

/** The same without the token: a token that has ended is refused, even by the sign-in. */
export async function actAsNobody<Data, Variables extends AnyVariables>(
  mutation: TypedDocumentNode<Data, Variables>,
  variables: Variables,
): Promise<Asked<Data>> {
  const { data, error } = await client.mutation(mutation, variables, { fetchOptions: {} }).toPromise();
  return { data, error };
}
