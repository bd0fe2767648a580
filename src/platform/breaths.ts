import { setImmediate as nextTurn } from 'node:timers/promises';
import { presentCaller } from './callers.ts';
import { Turns } from './turns.ts';

const never = () => new Error('The event loop refuses nobody');
const loop = new Turns({ places: 1, yields: true, tooMany: never, tooLate: never });

/**
 * Between two pieces of long work: the event loop first does what is short. Of all long work one piece is done in one
 * turn of the loop, callers alternate, and who used little lately goes before.
 */
export async function breathe(caller = presentCaller()): Promise<void> {
  await nextTurn();
  setImmediate(await loop.take(caller, {}));
}
