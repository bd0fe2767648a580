import { DomainError } from '../platform/errors.ts';
import { Pace } from '../platform/pace.ts';
import type { Call } from './call.ts';

/** The state that one GraphQL execution shares: the call, the batching loaders, the pace, and the budget for stored texts. */
export type Context = Call & { loaders: Map<object, unknown>; pace: Pace; texts: TextBudget };

/** Limits the bytes of stored texts that one execution reads, so that a list of contents cannot exhaust memory. */
export class TextBudget {
  readonly #mostBytes: number;
  #bytes = 0;

  constructor(mostBytes: number) {
    this.#mostBytes = mostBytes;
  }

  get bytes(): number {
    return this.#bytes;
  }

  get left(): number {
    return Math.max(0, this.#mostBytes - this.#bytes);
  }

  take(bytes: number): void {
    this.#bytes += bytes;
    if (this.#bytes > this.#mostBytes)
      throw new DomainError(
        'INVALID_ARGUMENT',
        `One query may read at most ${this.#mostBytes} bytes of contents. Request fewer contents`,
      );
  }
}

/** The budget of one execution, in contents of maximum size. */
export const CONTENTS_PER_QUERY = 4;

export const createContext = (call: Call): Context => ({
  ...call,
  loaders: new Map(),
  pace: new Pace(),
  texts: new TextBudget(CONTENTS_PER_QUERY * call.config.maxContentBytes),
});
