import { breathe } from '../platform/breaths.ts';
import { requireWanted } from '../platform/callers.ts';

/** So many items of lists are completed at once, with all fields: what they ask for is loaded by the same statements. */
const FIRST_PIECE = 200;
/** An execution that has more goes on in smaller pieces: of about two milliseconds each. */
const PIECE = 40;

/** How far one execution may go before others get a turn. */
export class Pace {
  #left = FIRST_PIECE;
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

  #nextPiece(): Promise<void> {
    this.#next ??= breathe().then(() => {
      this.#left = PIECE;
      this.#next = undefined;
    });
    return this.#next;
  }
}
