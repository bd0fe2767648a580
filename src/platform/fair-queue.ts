import type { Caller } from './callers.ts';
import { afterNextAnswer, countUse, mustYield, YIELD_MS } from './precedence.ts';

/** A waiting request: `go` starts it, `refuse` ends the wait with an error. */
type Waiting = { readonly caller: Caller; readonly group: string; go(): void; refuse(error: Error): void };

/** A caller with running or waiting requests. `servedAt` is the number of its last granted slot. */
type CallerState = {
  slots: number;
  servedAt: number;
  waiting: Set<Waiting>;
  /** When the caller began to let others go first; undefined if they do not. */
  yieldsSince: number | undefined;
};

export type FairQueueOptions = {
  slots: number;
  /** Most slots of one caller; all but one when absent. */
  slotsPerCaller?: number;
  /** Most slots of one group of requests, for example those to one server. */
  slotsPerGroup?: number;
  maxWaiting?: number;
  /** Whether a free slot may wait for small requests of other callers; see precedence.ts. */
  yields?: boolean;
  /** The error when the queue is full, and the error after a timeout or abort. `slots`: those of the caller. */
  tooMany(slots: number): Error;
  tooLate(slots: number): Error;
};

/** How long a request may wait. */
export type Patience = { ms?: number; signal?: AbortSignal | undefined };

/**
 * A fair semaphore. One caller never gets all slots (if there is more than one) or more than half of the queue. The
 * next slot goes to the caller that was served the longest ago, so a caller with many requests waits for itself.
 * Requests may belong to a group, which gets no more than its slots and half of the queue. One caller then gets no more than
 * a quarter of the queue, so that nobody fills the half of a group alone.
 */
export class FairQueue {
  readonly #options: FairQueueOptions;
  readonly #mostPerCaller: number;
  readonly #maxWaiting: number;
  readonly #callers = new Map<string, CallerState>();
  readonly #slotsOfGroups = new Map<string, number>();
  #free: number;
  #served = 0;
  #isYielding = false;
  #waiting = 0;

  constructor(options: FairQueueOptions) {
    this.#options = options;
    this.#free = options.slots;
    this.#mostPerCaller = Math.max(1, Math.min(options.slotsPerCaller ?? options.slots, options.slots - 1));
    this.#maxWaiting = options.maxWaiting ?? Number.POSITIVE_INFINITY;
  }

  get waiting(): number {
    return this.#waiting;
  }

  /** Whether requests of this caller wait. */
  isWaiting(name: string): boolean {
    return (this.#callers.get(name)?.waiting.size ?? 0) > 0;
  }

  /** Waits for a slot. Returns the function that releases it; calling that twice is safe. */
  async acquire(caller: Caller, patience: Patience, group = ''): Promise<() => void> {
    const { name } = caller;
    const state = this.#callers.get(name) ?? { slots: 0, servedAt: 0, waiting: new Set(), yieldsSince: undefined };
    if (patience.signal?.aborted) throw this.#options.tooLate(state.slots);
    this.#callers.set(name, state);
    if (this.#free > 0 && this.#isOpen(group) && this.#mayStart(state, caller))
      return this.#start(state, caller, group);
    if (this.#isFull(state, group)) {
      this.#forget(name, state);
      throw this.#options.tooMany(state.slots);
    }
    return this.#wait(state, caller, patience, group);
  }

  /** Refuses all waiting requests. */
  close(error: Error): void {
    for (const { waiting } of this.#callers.values()) for (const request of [...waiting]) request.refuse(error);
  }

  #isFull({ waiting }: CallerState, group: string): boolean {
    if (this.#waiting >= this.#maxWaiting) return true;
    const half = Math.ceil(this.#maxWaiting / 2);
    if (this.#options.slotsPerGroup === undefined) return waiting.size >= half;
    return waiting.size >= Math.ceil(half / 2) || this.#waitingIn(group) >= half;
  }

  #waitingIn(group: string): number {
    const requests = [...this.#callers.values()].flatMap(({ waiting }) => [...waiting]);
    return requests.filter(request => request.group === group).length;
  }

  /** Whether the group has a slot left. */
  #isOpen(group: string): boolean {
    const { slotsPerGroup = Number.POSITIVE_INFINITY } = this.#options;
    return (this.#slotsOfGroups.get(group) ?? 0) < slotsPerGroup;
  }

  #countSlot(group: string, change: 1 | -1): void {
    const slots = (this.#slotsOfGroups.get(group) ?? 0) + change;
    if (slots === 0) this.#slotsOfGroups.delete(group);
    else this.#slotsOfGroups.set(group, slots);
  }

  #wait(state: CallerState, caller: Caller, { ms, signal }: Patience, group: string): Promise<() => void> {
    return new Promise((resolve, reject) => {
      const tooLate = () => request.refuse(this.#options.tooLate(state.slots));
      const timer = ms === undefined ? undefined : setTimeout(tooLate, ms);
      const leave = () => {
        state.waiting.delete(request);
        this.#waiting -= 1;
        clearTimeout(timer);
        signal?.removeEventListener('abort', tooLate);
      };
      const request: Waiting = {
        caller,
        group,
        go: () => {
          leave();
          resolve(this.#start(state, caller, group));
        },
        refuse: error => {
          leave();
          this.#forget(caller.name, state);
          reject(error);
        },
      };
      state.waiting.add(request);
      this.#waiting += 1;
      signal?.addEventListener('abort', tooLate);
    });
  }

  #mayStart(state: CallerState, caller: Caller): boolean {
    return state.slots < this.#mostPerCaller && !(this.#options.yields && this.#yields(state, caller));
  }

  #yields(state: CallerState, caller: Caller): boolean {
    if (!mustYield(caller)) return false;
    state.yieldsSince ??= performance.now();
    if (performance.now() - state.yieldsSince >= YIELD_MS) return false;
    if (!this.#isYielding)
      afterNextAnswer(() => {
        this.#isYielding = false;
        this.#startNext();
      });
    this.#isYielding = true;
    return true;
  }

  /** Takes a slot. Returns the function that releases it; calling that twice is safe. */
  #start(state: CallerState, caller: Caller, group: string): () => void {
    const { name } = caller;
    const startedAt = performance.now();
    this.#free -= 1;
    this.#served += 1;
    state.slots += 1;
    this.#countSlot(group, 1);
    state.servedAt = this.#served;
    state.yieldsSince = undefined;
    let isReleased = false;
    return () => {
      if (isReleased) return;
      isReleased = true;
      if (this.#options.yields) countUse(caller, performance.now() - startedAt);
      this.#free += 1;
      state.slots -= 1;
      this.#countSlot(group, -1);
      this.#startNext();
      this.#forget(name, state);
    };
  }

  #startNext(): void {
    while (this.#free > 0) {
      const request = this.#next();
      if (request === undefined) return;
      request.go();
    }
  }

  #forget(name: string, state: CallerState): void {
    if (state.slots === 0 && state.waiting.size === 0 && this.#callers.get(name) === state) this.#callers.delete(name);
  }

  #firstOpen({ waiting }: CallerState): Waiting | undefined {
    for (const request of waiting) if (this.#isOpen(request.group)) return request;
    return undefined;
  }

  /** The waiting request that may start and whose caller was served the longest ago. */
  #next(): Waiting | undefined {
    let next: Waiting | undefined;
    let servedAt = Number.POSITIVE_INFINITY;
    for (const state of this.#callers.values()) {
      const request = this.#firstOpen(state);
      if (request === undefined || state.servedAt >= servedAt || !this.#mayStart(state, request.caller)) continue;
      next = request;
      servedAt = state.servedAt;
    }
    return next;
  }
}
