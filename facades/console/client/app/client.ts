import { cacheExchange } from '@urql/exchange-graphcache';
import { Client, fetchExchange } from 'urql';
import { CLIENT_OPTIONS } from './ask.ts';

/** A client with a cache of its own; one for each session, so that nobody sees what another user read. */
export const createClient = (): Client =>
  new Client({
    ...CLIENT_OPTIONS,
    requestPolicy: 'cache-and-network',
    exchanges: [cacheExchange(), fetchExchange],
  });
