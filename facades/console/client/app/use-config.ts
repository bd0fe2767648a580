import { useEffect, useRef } from 'react';
import { type TypedDocumentNode, useQuery } from 'urql';

const FIRST_RETRY_MS = 3_000;
const LAST_RETRY_MS = 60_000;

/** What decides whether a part of a page is there. Since no error is shown, asks again until there is an answer. */
export function useConfig<Data>(query: TypedDocumentNode<Data, Record<string, never>>): Data | undefined {
  const [{ data, error, fetching }, execute] = useQuery({ query, variables: {} });
  const wait = useRef(FIRST_RETRY_MS);
  useEffect(() => {
    if (data !== undefined || error === undefined || fetching) return;
    const timer = setTimeout(() => execute({ requestPolicy: 'network-only' }), wait.current);
    wait.current = Math.min(2 * wait.current, LAST_RETRY_MS);
    return () => clearTimeout(timer);
  }, [data, error, fetching, execute]);
  return data;
}
