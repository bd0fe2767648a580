import { cacheExchange } from '@urql/exchange-graphcache';
import { Client, fetchExchange, makeOperation, mapExchange, type Operation } from 'urql';
import { CLIENT_OPTIONS } from './ask.ts';

let readAgain = (): void => {};

/** Asks again for what the page shows: what was sent may have been carried out, though its answer was lost. */
export const readShownAgain = (): void => readAgain();

/** A client with a cache of its own; one for each session, so that nobody sees what another user read. */
export function createClient(): Client {
  const shown = new Map<number, Operation>();
  const onOperation = (operation: Operation) => {
    if (operation.kind === 'query') shown.set(operation.key, operation);
    else shown.delete(operation.key);
  };
  const client = new Client({
    ...CLIENT_OPTIONS,
    requestPolicy: 'cache-and-network',
    exchanges: [mapExchange({ onOperation }), cacheExchange(), fetchExchange],
  });
  readAgain = () => {
    for (const operation of shown.values())
      client.reexecuteOperation(
        makeOperation('query', operation, { ...operation.context, requestPolicy: 'network-only' }),
      );
  };
  return client;
}
