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
import { currentSession, endSession, noteTime } from './session.ts';

const UNAUTHENTICATED = 401;

/** Ends the session after a 401, which shows the sign-in page. Ignores answers to an earlier token. */
export function noteStatus(status: number, token: string | null | undefined): void {
  if (status === UNAUTHENTICATED && token && token === currentSession()?.token)
    endSession('Your session has ended. Sign in again to go on where you were.');
}

const noteSession =
  (send: typeof fetch): typeof fetch =>
  async (input, options) => {
    const response = await send(input, options);
    noteTime(response.headers.get('date'));
    noteStatus(response.status, new Headers(options?.headers).get('authorization'));
    return response;
  };

type Sent = Record<string, string>;

/** Request options with the token of the current session and `more` headers. */
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
 * A request with a unique key. urql shares the answer of a running request with later ones of the same key; that answer
 * may be older than a mutation in between.
 */
export function ownRequest<Data, Variables extends AnyVariables>(
  query: TypedDocumentNode<Data, Variables>,
  variables: Variables,
): GraphQLRequest<Data, Variables> {
  lastKey -= 1;
  return { ...createRequest(query, variables), key: lastKey };
}

/**
 * Sends a query without the cache. For pages that show one state, such as a review: they must not change while they are
 * read because another query updated the cache.
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
 * Sends a mutation. While it is running, a call with the same variables, such as a double click, returns the same
 * answer. With `keepalive`, the request completes even if the tab is closed. `key`: as in `sendOnce`.
 */
export function act<Data, Variables extends AnyVariables>(
  mutation: TypedDocumentNode<Data, Variables>,
  variables: Variables,
  { keepalive = false, key }: { keepalive?: boolean; key?: string } = {},
): Promise<Asked<Data>> {
  const call = JSON.stringify([mutation, variables]);
  const first = underway.get(call) as Promise<Asked<Data>> | undefined;
  if (first) return first;
  async function send(more: Sent) {
    const fetchOptions = { ...withSession(more), keepalive };
    const { data, error } = await client.mutation(mutation, variables, { fetchOptions }).toPromise();
    return { data, error };
  }
  const answer = sendOnce(mutation, variables, send, key).finally(() => underway.delete(call));
  underway.set(call, answer);
  return answer;
}

/** Sends a mutation without a token. For sign-ins: with an expired token the service would refuse them. */
export async function actAsNobody<Data, Variables extends AnyVariables>(
  mutation: TypedDocumentNode<Data, Variables>,
  variables: Variables,
): Promise<Asked<Data>> {
  const { data, error } = await client.mutation(mutation, variables, { fetchOptions: {} }).toPromise();
  return { data, error };
}
