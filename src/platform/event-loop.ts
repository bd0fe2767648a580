import { setImmediate as nextLoopTurn, setTimeout as sleep } from 'node:timers/promises';
import { currentCaller } from './callers.ts';
import { FairQueue } from './fair-queue.ts';
import { hasShortRequests, isLong } from './precedence.ts';

const never = () => new Error('The event loop queue is unbounded');
const loop = new FairQueue({ slots: 1, yields: true, tooMany: never, tooLate: never });

/** How long long work runs between two sleeps. While there are many short requests, they get about half of the time. */
const WORK_MS = 1;
/** The shortest timer. During the sleep, the event loop handles everything else. */
const SLEEP_MS = 1;
let wokeAt = 0;

/** The next turn of the event loop, for all long work. */
let next: Promise<void> | undefined;

/**
 * Yields to the event loop between two batches of long work, so that short work runs first. In each turn of the loop,
 * only one batch of all long work runs. Callers alternate, and callers with little recent use go first.
 */
export async function yieldToEventLoop(caller = currentCaller()): Promise<void> {
  const { request } = caller;
  request.batches = (request.batches ?? 0) + 1;
  if (isLong(caller)) {
    next ??= turnOfLongWork();
    await next;
  } else await nextLoopTurn();
  setImmediate(await loop.acquire(caller, {}));
}

/**
 * While there are short requests, the event loop sleeps before the next batch. A thread that never sleeps keeps its core for
 * its whole time slice, 4 ms on Linux. A process that it has just woken often waits for that core: the database that serves a
 * short request, or the client that gets the answer.
 */
async function turnOfLongWork(): Promise<void> {
  if (performance.now() - wokeAt < WORK_MS || !hasShortRequests()) await nextLoopTurn();
  else {
    await sleep(SLEEP_MS);
    wokeAt = performance.now();
  }
  next = undefined;
}
