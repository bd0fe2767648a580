import { createContext, type ReactNode, useCallback, useContext, useMemo, useRef, useState } from 'react';
import { ask } from '../app/ask.ts';
import { graphql } from '../app/graphql.ts';
import { updateUser } from '../app/session.ts';
import { useWhileVisible } from '../app/visible.ts';

const POLL_MS = 5_000;

const WAITING = graphql(`
  query Waiting {
    me { id name isSuperAdmin }
    reviewQueueState { token count }
    myDraftsState(open: true) { token count }
  }
`);

type ListState = { token: string; count: number };

const NOTHING: ListState = { token: '', count: 0 };

const Waiting = createContext({ reviewQueue: NOTHING, myDrafts: NOTHING, look: async () => {} });

/**
 * The counts of waiting drafts. `token` of a list changes whenever the list changes. `look` reads them at once, after an
 * action that changes them.
 */
export const useWaiting = () => useContext(Waiting);

export function WaitingProvider({ children }: { children: ReactNode }) {
  const [state, setState] = useState({ reviewQueue: NOTHING, myDrafts: NOTHING });
  const asked = useRef(0);
  const shown = useRef(0);
  const look = useCallback(async () => {
    asked.current += 1;
    const mine = asked.current;
    const { data } = await ask(WAITING, {});
    if (!data || mine < shown.current) return;
    shown.current = mine;
    // Somebody else may have changed the name or the rights of the user since the sign-in.
    if (data.me) updateUser(data.me);
    if (!data.reviewQueueState || !data.myDraftsState) return;
    const next = { reviewQueue: data.reviewQueueState, myDrafts: data.myDraftsState };
    setState(was => (isSame(was.reviewQueue, next.reviewQueue) && isSame(was.myDrafts, next.myDrafts) ? was : next));
  }, []);
  useWhileVisible(look, POLL_MS);
  const value = useMemo(() => ({ ...state, look }), [state, look]);
  return <Waiting value={value}>{children}</Waiting>;
}

const isSame = (one: ListState, other: ListState) => one.token === other.token;
