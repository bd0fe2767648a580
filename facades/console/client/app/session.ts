import { useSyncExternalStore } from 'react';
import { forgetKept } from './kept.ts';
import { forgetLost } from './send-once.ts';

export type SessionUser = { id: string; email: string; name: string; isSuperAdmin: boolean };

export type Session = { token: string; expiresAt: string; user: SessionUser };

/** Why the session ended; shown on the sign-in page. */
export type Ended = { message: string } | undefined;

type State = { session: Session | undefined; ended: Ended };

/**
 * Key of the session in sessionStorage: it survives a reload, and ends with the tab. It is never in a cookie or URL.
 */
const KEY = 'docsvc.session';
/** Key of the id of the current or last user. */
const LAST_USER = 'docsvc.last-user';
const LONGEST_TIMER_MS = 2 ** 31 - 1;

let state: State = { session: readStored(), ended: undefined };
let timer: ReturnType<typeof setTimeout> | undefined;
/** How far the clock of this computer is ahead of that of the service, in ms; 0 before the first answer. */
let aheadMs = 0;
const listeners = new Set<() => void>();
scheduleEnd();

function readStored(): Session | undefined {
  try {
    return (JSON.parse(sessionStorage.getItem(KEY) ?? 'null') as Session | null) ?? undefined;
  } catch {
    return undefined;
  }
}

function set(next: State): void {
  state = next;
  if (next.session === undefined) sessionStorage.removeItem(KEY);
  else sessionStorage.setItem(KEY, JSON.stringify(next.session));
  scheduleEnd();
  for (const listener of listeners) listener();
}

/**
 * Ends the session when it expires, even if nobody uses the page. A session that has expired already may be valid: the clock
 * of this computer may be ahead. The service decides then.
 */
function scheduleEnd(): void {
  clearTimeout(timer);
  if (state.session === undefined) return;
  const end = Date.parse(state.session.expiresAt);
  if (end > serviceNow()) endAt(end);
}

function endAt(end: number): void {
  const remainingMs = end - serviceNow();
  if (remainingMs <= 0) endSession('Your session has expired.');
  else timer = setTimeout(endAt, Math.min(remainingMs, LONGEST_TIMER_MS), end);
}

function serviceNow(): number {
  return Date.now() - aheadMs;
}

/** Notes the time of an answer, as its header `Date` says it. */
export function noteTime(date: string | null): void {
  const answeredAt = Date.parse(date ?? '');
  if (!Number.isNaN(answeredAt)) aheadMs = Date.now() - answeredAt;
}

export const currentSession = (): Session | undefined => state.session;

/** Starts a session, on the page where the last one ended. Deletes stored input if another user typed it. */
export function beginSession(session: Session): void {
  if (sessionStorage.getItem(LAST_USER) !== session.user.id) forgetTyped();
  sessionStorage.setItem(LAST_USER, session.user.id);
  set({ session, ended: undefined });
}

/** Ends the session in this tab. The address and the stored input remain for the next sign-in. */
export function endSession(message: string): void {
  if (!isHeld && state.session !== undefined) set({ session: undefined, ended: { message } });
}

let isHeld = false;

/**
 * Keeps the session while `work` changes the password and signs in again: the change ends the session on the server,
 * which would show the sign-in page in between.
 */
export async function holdSession<Value>(work: () => Promise<Value>): Promise<Value> {
  isHeld = true;
  try {
    return await work();
  } finally {
    isHeld = false;
  }
}

/** Ends the session because the user signed out. Their stored input remains for their next sign-in. */
export function leaveSession(): void {
  forgetLost();
  set({ session: undefined, ended: undefined });
}

function forgetTyped(): void {
  forgetKept();
  forgetLost();
}

type ChangedUser = Pick<SessionUser, 'id'> & Partial<Pick<SessionUser, 'name' | 'isSuperAdmin'>>;

/** Replaces what has changed of a user, their name or their rights, if they are still signed in. */
export function updateUser({ id, name, isSuperAdmin }: ChangedUser): void {
  if (state.session?.user.id !== id) return;
  const { user } = state.session;
  const next = { ...user, name: name ?? user.name, isSuperAdmin: isSuperAdmin ?? user.isSuperAdmin };
  if (next.name === user.name && next.isSuperAdmin === user.isSuperAdmin) return;
  set({ ...state, session: { ...state.session, user: next } });
}

const subscribe = (listener: () => void) => {
  listeners.add(listener);
  return () => listeners.delete(listener);
};

export const useSessionState = (): State => useSyncExternalStore(subscribe, () => state);

/** The signed-in user; for components below the shell. */
export function useUser(): SessionUser {
  const { session } = useSessionState();
  if (session === undefined) throw new Error('Nobody is signed in');
  return session.user;
}
