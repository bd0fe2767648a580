import { LRUCache } from 'lru-cache';
import { type Caller, currentCaller } from './callers.ts';
import { Underway } from './underway.ts';

/** A request counts as large if it has used more time than this; a caller, if their recent use is more than this. */
const LARGE_MS = { request: 20, caller: 300 };
/** Half-life of the recorded use of a caller. */
const HALF_LIFE_MS = 1_000;
/**
 * After this time, a request loses its precedence, so that a request that waits for something else cannot block others.
 */
const SHORT_MS = 200;
/** Longest time that one piece of work waits for requests of others, however many there are. */
export const YIELD_MS = 50;

type Use = { ms: number; at: number };

/** Recent use of database connections, worker threads and event loop by caller, in milliseconds. */
const uses = new LRUCache<string, Use>({ max: 10_000 });
const underway = new Underway<{ caller: Caller; begunAt: number }>();
let waiting = new Set<() => void>();
/** A request with more batches of work on the event loop is long. An answer of 200 KB has fewer. */
const SHORT_BATCHES = 4;
/** Whether a short request was answered since the last call of `hasShortRequests`. */
let wasAnswered = false;

/** Registers the current request. Call the returned function when its response is sent. */
export function beginRequest(): () => void {
  const caller = currentCaller();
  const leave = underway.add({ caller, begunAt: performance.now() });
  return () => {
    leave();
    wasAnswered ||= !isLong(caller);
    caller.request.endTurn?.();
    if (waiting.size === 0) return;
    const calls = waiting;
    waiting = new Set();
    for (const call of calls) call();
  };
}

/** Whether the event loop has done much work for the current request of the caller. */
export const isLong = ({ request }: Caller): boolean => (request.batches ?? 0) > SHORT_BATCHES;

/** Whether short requests are underway, or were answered since the last call. */
export function hasShortRequests(): boolean {
  const since = performance.now() - SHORT_MS;
  const has = wasAnswered || underway.some(({ caller, begunAt }) => begunAt >= since && !isLong(caller));
  wasAnswered = false;
  return has;
}

export function countUse({ name, request }: Caller, ms: number): void {
  request.usedMs += ms;
  uses.set(name, { ms: usedBy(name) + ms, at: performance.now() });
}

/**
 * Whether the caller must wait: a small request of an authenticated caller goes before a large request, or before a
 * caller with much recent use. A caller with much use delays only those who use more; anonymous callers delay nobody.
 */
export function mustYield({ name, request }: Caller): boolean {
  const isLarge = request.usedMs > LARGE_MS.request;
  const used = usedBy(name);
  if (!isLarge && used <= LARGE_MS.caller) return false;
  const since = performance.now() - SHORT_MS;
  return underway.some(({ caller: other, begunAt }) => {
    if (begunAt < since || !other.isKnown || other.name === name) return false;
    const usedByOther = usedBy(other.name);
    const isSmall = other.request.usedMs <= LARGE_MS.request && usedByOther <= Math.max(LARGE_MS.caller, used);
    return (isLarge && isSmall) || (used > LARGE_MS.caller && usedByOther < used / 2);
  });
}

/** Whether the caller has much recent use. */
export const isHeavy = ({ name, isKnown }: Caller): boolean => isKnown && usedBy(name) > LARGE_MS.caller;

/** Calls back when the next request is answered, or when the waiting time is over. */
export function afterNextAnswer(call: () => void): void {
  const once = () => {
    clearTimeout(timer);
    waiting.delete(once);
    call();
  };
  const timer = setTimeout(once, YIELD_MS);
  waiting.add(once);
}

function usedBy(caller: string): number {
  const use = uses.get(caller);
  return use === undefined ? 0 : use.ms * 0.5 ** (Math.max(0, performance.now() - use.at) / HALF_LIFE_MS);
}
