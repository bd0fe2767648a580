import { useEffect, useRef } from 'react';
import type { UseQueryExecute } from 'urql';

/** Asks again as soon as the token of a list is another one. */
export function useAgainWhen(token: string, execute: UseQueryExecute): void {
  const seen = useRef(token);
  useEffect(() => {
    if (seen.current !== '' && seen.current !== token) execute({ requestPolicy: 'network-only' });
    seen.current = token;
  }, [token, execute]);
}
