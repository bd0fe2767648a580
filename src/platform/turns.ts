import type { Caller } from './callers.ts';
import { afterNextAnswer, countUse, mustYield, YIELD_MS } from './precedence.ts';

/** What a caller waits for; `refuse` ends the waiting. */
type Turn = { readonly caller: Caller; go(): void; refuse(error: Error): void };

/** A caller who works or waits: how many places they hold, when they got the last one, what they wait for. */
type Line = {
  places: number;
  servedAt: number;
  turns: Set<Turn>;
  /** Since when they let others go before. */
  yieldsSince: number | undefined;
};

export type TurnsOptions = {
  /** How many may work at once. */
  places: number;
  /** How many places one caller may hold; all but one when absent. */
  placesPerCaller?: number;
  maxWaiting?: number;
  /** Whether a free place stays free for the small requests of others that are underway, see precedence.ts. */
  yields?: boolean;
  /** What one more who wants to wait is told, and somebody whose time ran out, or who waits when it ends. */
  tooMany(): Error;
  tooLate(): Error;
};

/** How long a caller waits. */
export type Patience = { ms?: number; signal?: AbortSignal | undefined };

/**
 * Gives a few places to many callers. One caller never holds all places (where there are several) nor more than half of
 * the queue, and callers who wait take turns: a caller who asks for much waits for themselves, not the others for them.
 */
export class Turns {
  readonly #options: TurnsOptions;
  readonly #mostPerCaller: number;
  readonly #maxWaiting: number;
  readonly #lines = new Map<string, Line>();
  #free: number;
  #served = 0;
  #isYielding = false;
  #waiting = 0;

  constructor(options: TurnsOptions) {
    this.#options = options;
    this.#free = options.places;
    this.#mostPerCaller = Math.max(1, Math.min(options.placesPerCaller ?? options.places, options.places - 1));
    this.#maxWaiting = options.maxWaiting ?? Number.POSITIVE_INFINITY;
  }

  /** How many wait. */
  get waiting(): number {
    return this.#waiting;
  }

  /** Gives what gives the place back. */
  async take(caller: Caller, patience: Patience): Promise<() => void> {
    const { name } = caller;
    const line = this.#lines.get(name) ?? { places: 0, servedAt: 0, turns: new Set(), yieldsSince: undefined };
    this.#lines.set(name, line);
    if (this.#free > 0 && this.#mayStart(line, caller)) return this.#start(line, caller);
    if (this.#waiting >= this.#maxWaiting || line.turns.size >= Math.ceil(this.#maxWaiting / 2)) {
      this.#forget(name, line);
      throw this.#options.tooMany();
    }
    return this.#wait(line, caller, patience);
  }

  /** Refuses everybody who waits. */
  close(error: Error): void {
    for (const { turns } of this.#lines.values()) for (const turn of [...turns]) turn.refuse(error);
  }

  #wait(line: Line, caller: Caller, { ms, signal }: Patience): Promise<() => void> {
    return new Promise((resolve, reject) => {
      const tooLate = () => turn.refuse(this.#options.tooLate());
      const timer = ms === undefined ? undefined : setTimeout(tooLate, ms);
      const leave = () => {
        line.turns.delete(turn);
        this.#waiting -= 1;
        clearTimeout(timer);
        signal?.removeEventListener('abort', tooLate);
      };
      const turn: Turn = {
        caller,
        go: () => {
          leave();
          resolve(this.#start(line, caller));
        },
        refuse: error => {
          leave();
          this.#forget(caller.name, line);
          reject(error);
        },
      };
      line.turns.add(turn);
      this.#waiting += 1;
      signal?.addEventListener('abort', tooLate);
    });
  }

  #mayStart(line: Line, caller: Caller): boolean {
    return line.places < this.#mostPerCaller && !(this.#options.yields && this.#yields(line, caller));
  }

  #yields(line: Line, caller: Caller): boolean {
    if (!mustYield(caller)) return false;
    line.yieldsSince ??= performance.now();
    if (performance.now() - line.yieldsSince >= YIELD_MS) return false;
    if (!this.#isYielding)
      afterNextAnswer(() => {
        this.#isYielding = false;
        this.#startNext();
      });
    this.#isYielding = true;
    return true;
  }

  /** Gives what ends it. */
  #start(line: Line, caller: Caller): () => void {
    const { name } = caller;
    const startedAt = performance.now();
    this.#free -= 1;
    this.#served += 1;
    line.places += 1;
    line.servedAt = this.#served;
    line.yieldsSince = undefined;
    return () => {
      if (this.#options.yields) countUse(caller, performance.now() - startedAt);
      this.#free += 1;
      line.places -= 1;
      this.#startNext();
      this.#forget(name, line);
    };
  }

  #startNext(): void {
    while (this.#free > 0) {
      const turn = this.#next();
      if (turn === undefined) return;
      turn.go();
    }
  }

  #forget(name: string, line: Line): void {
    if (line.places === 0 && line.turns.size === 0 && this.#lines.get(name) === line) this.#lines.delete(name);
  }

  /** Of those who wait and may start, the caller who was served the longest ago. */
  #next(): Turn | undefined {
    let next: Turn | undefined;
    let servedAt = Number.POSITIVE_INFINITY;
    for (const line of this.#lines.values()) {
      const [turn] = line.turns;
      if (turn === undefined || line.servedAt >= servedAt || !this.#mayStart(line, turn.caller)) continue;
      next = turn;
      servedAt = line.servedAt;
    }
    return next;
  }
}
