import { setImmediate as nextLoopTurn } from 'node:timers/promises';
import { requireNotAborted } from './callers.ts';
import { yieldToEventLoop } from './event-loop.ts';

/** List items completed in one batch, and the time that a batch may take when items are large. */
const BATCH = { items: 40, ms: 2 };
/** The first list is completed at once up to this length. Completing its items one by one costs twice as much. */
const FIRST_LIST = 100;

/** Paces one execution: after each batch of list items and loaded values, it yields to other requests. */
export class Pace {
  #left = BATCH.items;
  #hasStarted = false;
  #waiting: (() => void)[] = [];
  #idle: Promise<void> | undefined;

  /** Whether a list may be completed at once. */
  takesList(items: number): boolean {
    const isFirst = !this.#hasStarted;
    this.#hasStarted = true;
    return (isFirst && items <= FIRST_LIST) || this.takes(items);
  }

  /** Takes `items` from the current batch, if it has room for all of them. */
  takes(items: number): boolean {
    if (items > this.#left) return false;
    this.#left -= items;
    return true;
  }

  /** Waits until one more item may be completed. Throws if the caller has disconnected. */
  async takeNext(): Promise<void> {
    if (this.takes(1)) return;
    await new Promise<void>(go => {
      this.#waiting.push(go);
      this.#idle ??= this.#serveAll();
    });
    requireNotAborted();
  }

  /** Calls back when every list has started all its items, so that their fields can be loaded together. */
  whenListsStarted(call: () => void): void {
    // As late as DataLoader's default: after all promises that are already resolved.
    void Promise.resolve().then(() => process.nextTick(() => (this.#idle === undefined ? call() : this.#later(call))));
  }

  async #later(call: () => void): Promise<void> {
    while (this.#idle !== undefined) {
      await this.#idle;
      await nextLoopTurn();
    }
    call();
  }

  async #serveAll(): Promise<void> {
    while (this.#waiting.length > 0) {
      await yieldToEventLoop();
      await this.#serveBatch();
      // The items that started last may soon wait again. Only then is it known which fields to load together.
      if (this.#waiting.length === 0) await nextLoopTurn();
    }
    this.#idle = undefined;
  }

  async #serveBatch(): Promise<void> {
    const waiting = this.#waiting;
    const endsAt = performance.now() + BATCH.ms;
    this.#left = BATCH.items;
    let served = 0;
    while (served < waiting.length && performance.now() < endsAt && this.takes(1)) {
      waiting[served]?.();
      served += 1;
      await settled();
    }
    this.#waiting = waiting.slice(served);
  }
}

/** Resolves after all promises that are already resolved, and what follows from them. */
const settled = (): Promise<void> => new Promise(resolve => process.nextTick(resolve));
