/** What a caller waits for; `refuse` ends the waiting. */
type Turn = { go(): void; refuse(error: Error): void };

/** A caller who works or waits: how many places they hold, when they got the last one, what they wait for. */
type Line = { places: number; servedAt: number; turns: Set<Turn> };

export type TurnsOptions = {
  /** How many may work at once. */
  places: number;
  /** How many places one caller may hold; all but one when absent. */
  placesPerCaller?: number;
  maxWaiting?: number;
  /** What one more who wants to wait is told, and somebody whose time ran out, or who waits when it ends. */
  tooMany(): Error;
  tooLate(): Error;
};

/** How long a caller waits. */
export type Patience = { ms?: number; signal?: AbortSignal | undefined };

/**
 * Gives a few places to many callers. One caller never holds all places (where there are several) nor more than half of
 * the queue, and callers who wait take turns: whoever asks for much waits for themselves, not the others for them.
 */
export class Turns {
  readonly #options: TurnsOptions;
  readonly #mostPerCaller: number;
  readonly #maxWaiting: number;
  readonly #lines = new Map<string, Line>();
  #free: number;
  #served = 0;
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

  async take(caller: string, patience: Patience): Promise<void> {
    const line = this.#lines.get(caller) ?? { places: 0, servedAt: 0, turns: new Set() };
    this.#lines.set(caller, line);
    if (this.#free > 0 && this.#mayStart(line)) return this.#start(line);
    if (this.#waiting >= this.#maxWaiting || line.turns.size >= Math.ceil(this.#maxWaiting / 2)) {
      this.#forget(caller, line);
      throw this.#options.tooMany();
    }
    return this.#wait(caller, line, patience);
  }

  give(caller: string): void {
    this.#free += 1;
    const line = this.#lines.get(caller);
    if (line !== undefined) line.places -= 1;
    const next = this.#next();
    const [turn] = next?.turns ?? [];
    if (next !== undefined && turn !== undefined) {
      this.#start(next);
      turn.go();
    }
    if (line !== undefined) this.#forget(caller, line);
  }

  /** Refuses everybody who waits. */
  close(error: Error): void {
    for (const { turns } of this.#lines.values()) for (const turn of [...turns]) turn.refuse(error);
  }

  #wait(caller: string, line: Line, { ms, signal }: Patience): Promise<void> {
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
        go() {
          leave();
          resolve();
        },
        refuse: error => {
          leave();
          this.#forget(caller, line);
          reject(error);
        },
      };
      line.turns.add(turn);
      this.#waiting += 1;
      signal?.addEventListener('abort', tooLate);
    });
  }

  #mayStart({ places }: Line): boolean {
    return places < this.#mostPerCaller;
  }

  #start(line: Line): void {
    this.#free -= 1;
    this.#served += 1;
    line.places += 1;
    line.servedAt = this.#served;
  }

  #forget(caller: string, { places, turns }: Line): void {
    if (places === 0 && turns.size === 0) this.#lines.delete(caller);
  }

  /** Of those who wait and may start, the caller who was served the longest ago. */
  #next(): Line | undefined {
    let next: Line | undefined;
    for (const line of this.#lines.values())
      if (line.turns.size > 0 && this.#mayStart(line) && (next === undefined || line.servedAt < next.servedAt))
        next = line;
    return next;
  }
}
