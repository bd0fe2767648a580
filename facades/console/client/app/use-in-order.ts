import { useCallback, useRef } from 'react';

type InOrder = <Value>(work: () => Promise<Value>) => Promise<Value>;

/** Runs asynchronous work in sequence, so that the last choice of the user is also stored last. */
export function useInOrder(): InOrder {
  const last = useRef<Promise<unknown>>(Promise.resolve());
  return useCallback<InOrder>(work => {
    const next = last.current.then(work);
    last.current = next.catch(() => undefined);
    return next;
  }, []);
}
