import { LRUCache } from 'lru-cache';
import { type Caller, presentCaller } from './callers.ts';

/** A request is large when it used more than this, a caller when they used more lately. */
const LARGE_MS = { request: 20, caller: 300 };
/** Of what a caller used, half is forgotten after this time. */
const HALF_LIFE_MS = 1_000;
/** A request that takes longer no longer goes before others, so that none holds them up by waiting for something else. */
const SHORT_MS = 200;
/** So long one piece of work waits for the requests of others, however many there are. */
export const YIELD_MS = 50;

type Use = { ms: number; at: number };

/** The time of connections and of the event loop that callers used lately. */
const uses = new LRUCache<string, Use>({ max: 10_000 });
const underway = new Map<Caller, number>();
let waiting = new Set<() => void>();

/** The present request begins; call what it returns when its answer is sent. */
export function beginRequest(): () => void {
  const caller = presentCaller();
  underway.set(caller, performance.now());
  return () => {
    underway.delete(caller);
    const calls = waiting;
    waiting = new Set();
    for (const call of calls) call();
  };
}

export function countUse({ name, request }: Caller, ms: number): void {
  request.usedMs += ms;
  uses.set(name, { ms: usedBy(name) + ms, at: performance.now() });
}

/**
 * Whether a small request of a known caller goes before the work of a large request, or of a caller who uses much.
 * Those who are nobody cannot hold others up.
 */
export function mustYield({ name, request }: Caller): boolean {
  const isLarge = request.usedMs > LARGE_MS.request;
  const used = usedBy(name);
  if (!isLarge && used <= LARGE_MS.caller) return false;
  const since = performance.now() - SHORT_MS;
  for (const [other, begunAt] of underway) {
    if (begunAt < since || !other.isKnown || other.name === name) continue;
    if (isLarge && other.request.usedMs <= LARGE_MS.request) return true;
    if (used > LARGE_MS.caller && usedBy(other.name) < used / 2) return true;
  }
  return false;
}

/** Calls back when the next request is answered, or when its time to wait is over. */
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
  return use === undefined ? 0 : use.ms * 0.5 ** ((performance.now() - use.at) / HALF_LIFE_MS);
}
