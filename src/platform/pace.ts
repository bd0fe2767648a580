import { setImmediate as nextTurn } from 'node:timers/promises';
import { breathe } from './breaths.ts';
import { requireWanted } from './callers.ts';

/** So many items of lists are completed at once: about two milliseconds of work. */
const PIECE = 40;

/** How far one execution may go before others get a turn. */
export class Pace {
  #left = PIECE;
  #next: Promise<void> | undefined;

  /** Whether so many items fit into the present piece. */
  takes(items: number): boolean {
    if (items > this.#left) return false;
    this.#left -= items;
    return true;
  }

  /** Waits until one more item may be completed. */
  async takeNext(): Promise<void> {
    while (!this.takes(1)) await this.#nextPiece();
    requireWanted();
  }

  /** Calls back when no list has items left that were not begun: what all of them ask for can be loaded together. */
  whenListsStarted(call: () => void): void {
    // As late as DataLoader by itself: after all that is resolved already.
    void Promise.resolve().then(() => process.nextTick(() => (this.#next === undefined ? call() : this.#later(call))));
  }

  async #later(call: () => void): Promise<void> {
    while (this.#next !== undefined) {
      await this.#next;
      await nextTurn();
    }
    call();
  }

  #nextPiece(): Promise<void> {
    this.#next ??= breathe().then(() => {
      this.#left = PIECE;
      this.#next = undefined;
    });
    return this.#next;
  }
}
