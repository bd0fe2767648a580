import { DomainError } from '../platform/errors.ts';
import { Pace } from '../platform/pace.ts';
import type { Call } from './call.ts';

/** What one execution shares: the call, the loaders that batch its lists, its pace, and what it may read of stored texts. */
export type Context = Call & { loaders: Map<object, unknown>; pace: Pace; texts: TextBudget };

/** How many bytes of stored texts one execution may read, so that a list of contents cannot fill the memory. */
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
        `One query reads at most ${this.#mostBytes} bytes of contents: ask for fewer`,
      );
  }
}

/** Room for a few contents of the greatest size. */
export const CONTENTS_PER_QUERY = 4;

export const createContext = (call: Call): Context => ({
  ...call,
  loaders: new Map(),
  pace: new Pace(),
  texts: new TextBudget(CONTENTS_PER_QUERY * call.config.maxContentBytes),
});
