import { useEffect, useRef } from 'react';
import type { UseQueryExecute } from 'urql';

/** Repeats the query of a list when its token changes, or becomes known: the list may be older, in a page that was hidden. */
export function useAgainWhen(token: string, execute: UseQueryExecute): void {
  const seen = useRef(token);
  useEffect(() => {
    if (seen.current !== token) execute({ requestPolicy: 'network-only' });
    seen.current = token;
  }, [token, execute]);
}
