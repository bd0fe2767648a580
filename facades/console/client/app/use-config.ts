import { type TypedDocumentNode, useQuery } from 'urql';
import { useWhenReachable } from './connection.ts';

/** What decides whether a part of a page is there. Since no error is shown, asks again when the service is reachable again. */
export function useConfig<Data>(query: TypedDocumentNode<Data, Record<string, never>>): Data | undefined {
  const [{ data }, execute] = useQuery({ query, variables: {} });
  useWhenReachable(() => data === undefined && execute({ requestPolicy: 'network-only' }));
  return data;
}
