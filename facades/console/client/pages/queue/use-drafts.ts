import { useEffect, useRef } from 'react';
import type { UseQueryExecute } from 'urql';

/** Repeats the query of a list when its token changes. */
export function useAgainWhen(token: string, execute: UseQueryExecute): void {
  const seen = useRef(token);
  useEffect(() => {
    if (seen.current !== '' && seen.current !== token) execute({ requestPolicy: 'network-only' });
    seen.current = token;
  }, [token, execute]);
}
