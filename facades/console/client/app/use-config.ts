import { useEffect, useRef } from 'react';
import { type TypedDocumentNode, useQuery } from 'urql';
import { useIsReachable } from './connection.ts';

/** What decides whether a part of a page is there. Since no error is shown, asks again when the service is reachable again. */
export function useConfig<Data>(query: TypedDocumentNode<Data, Record<string, never>>): Data | undefined {
  const [{ data }, execute] = useQuery({ query, variables: {} });
  const isReachable = useIsReachable();
  const wasReachable = useRef(isReachable);
  useEffect(() => {
    if (isReachable && !wasReachable.current && data === undefined) execute({ requestPolicy: 'network-only' });
    wasReachable.current = isReachable;
  }, [isReachable, data, execute]);
  return data;
}
