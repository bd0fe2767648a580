import { cacheExchange } from '@urql/exchange-graphcache';
import { Client, fetchExchange, mapExchange } from 'urql';
import { noteReachable } from './connection.ts';
import { currentSession, endSession } from './session.ts';

/** A client with a cache of its own; one for each session, so that nobody sees what another user read. */
export const createClient = (): Client =>
  new Client({
    url: '/graphql',
    preferGetMethod: false,
    requestPolicy: 'cache-and-network',
    fetch: noteReachable(fetch),
    fetchOptions: () => ({ headers: headersOf(currentSession()?.token) }),
    exchanges: [
      mapExchange({
        onError({ graphQLErrors }) {
          const ended = graphQLErrors.find(({ extensions }) => extensions.code === 'UNAUTHENTICATED');
          if (ended) endSession('Your session has ended. Sign in again to go on where you were.');
        },
      }),
      cacheExchange(),
      fetchExchange,
    ],
  });

const headersOf = (token: string | undefined): Record<string, string> =>
  token === undefined ? {} : { authorization: token };
