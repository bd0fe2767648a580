import { setImmediate as nextLoopTurn } from 'node:timers/promises';
import { requireNotAborted } from './callers.ts';
import { yieldToEventLoop } from './event-loop.ts';

/** List items completed in one batch: about two milliseconds of work. */
const BATCH_ITEMS = 40;

/** Paces one execution: after each batch of list items, it yields to other requests. */
export class Pace {
  #left = BATCH_ITEMS;
  #next: Promise<void> | undefined;

  /** Takes `items` from the current batch, if it has room for all of them. */
  takes(items: number): boolean {
    if (items > this.#left) return false;
    this.#left -= items;
    return true;
  }

  /** Waits until one more item may be completed. Throws if the caller has disconnected. */
  async takeNext(): Promise<void> {
    while (!this.takes(1)) await this.#nextBatch();
    requireNotAborted();
  }

  /** Calls back when every list has started all its items, so that their fields can be loaded together. */
  whenListsStarted(call: () => void): void {
    // As late as DataLoader's default: after all promises that are already resolved.
    void Promise.resolve().then(() => process.nextTick(() => (this.#next === undefined ? call() : this.#later(call))));
  }

  async #later(call: () => void): Promise<void> {
    while (this.#next !== undefined) {
      await this.#next;
      await nextLoopTurn();
    }
    call();
  }

  #nextBatch(): Promise<void> {
    this.#next ??= yieldToEventLoop().then(() => {
      this.#left = BATCH_ITEMS;
      this.#next = undefined;
    });
    return this.#next;
  }
}
