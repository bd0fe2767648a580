import { cacheExchange } from '@urql/exchange-graphcache';
import { Client, fetchExchange, makeOperation, mapExchange, type Operation } from 'urql';
import { CLIENT_OPTIONS } from './ask.ts';

let readAgain = (): void => {};

/** Repeats the queries of the page. For use after a lost answer: the mutation may have been carried out. */
export const readShownAgain = (): void => readAgain();

/** Creates a client with its own cache. Create one for each session, so that no user sees data of another user. */
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
