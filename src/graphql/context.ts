import type DataLoader from 'dataloader';
import type { Call } from '../access/call.ts';
import { DomainError } from '../platform/errors.ts';

/** The context of one GraphQL execution: the call, the loaders that batch its child lists, the texts that it reads. */
export type Context = Call & { loaders: Map<string, DataLoader<string, unknown>>; texts: TextBudget };

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
const CONTENTS_PER_QUERY = 4;

export const createContext = (call: Call): Context => ({
  ...call,
  loaders: new Map(),
  texts: new TextBudget(CONTENTS_PER_QUERY * call.config.maxContentBytes),
});
