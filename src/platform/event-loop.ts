import { setImmediate as nextLoopTurn } from 'node:timers/promises';
import { currentCaller } from './callers.ts';
import { FairQueue } from './fair-queue.ts';

const never = () => new Error('The event loop queue is unbounded');
const loop = new FairQueue({ slots: 1, yields: true, tooMany: never, tooLate: never });

/**
 * Yields to the event loop between two batches of long work, so that short work runs first. In each turn of the loop,
 * only one batch of all long work runs. Callers alternate, and callers with little recent use go first.
 */
export async function yieldToEventLoop(caller = currentCaller()): Promise<void> {
  await nextLoopTurn();
  setImmediate(await loop.acquire(caller, {}));
}
