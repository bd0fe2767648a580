import { useEffect, useRef, useSyncExternalStore } from 'react';

const RETRY_MS = 3_000;

let isReachable = true;
const listeners = new Set<() => void>();

export function noteReached(next: boolean): void {
  if (next === isReachable) return;
  isReachable = next;
  if (!next) setTimeout(lookAgain, RETRY_MS);
  for (const listener of listeners) listener();
}

async function lookAgain(): Promise<void> {
  try {
    await fetch('/api/v1/open/health/live', { cache: 'no-store' });
    noteReached(true);
  } catch {
    setTimeout(lookAgain, RETRY_MS);
  }
}

/** Wraps `fetch`: each request records whether the service is reachable. */
export const noteReachable =
  (send: typeof fetch): typeof fetch =>
  async (...request) => {
    try {
      const response = await send(...request);
      noteReached(true);
      return response;
    } catch (error) {
      if ((error as Error).name !== 'AbortError') noteReached(false);
      throw error;
    }
  };

const subscribe = (listener: () => void) => {
  listeners.add(listener);
  return () => listeners.delete(listener);
};

export const useIsReachable = (): boolean => useSyncExternalStore(subscribe, () => isReachable);

/** Calls `again` each time that the service becomes reachable. */
export function useWhenReachable(again: () => void): void {
  const isReachable = useIsReachable();
  const wasReachable = useRef(isReachable);
  useEffect(() => {
    if (isReachable && !wasReachable.current) again();
    wasReachable.current = isReachable;
  }, [isReachable, again]);
}
