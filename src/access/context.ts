import { DomainError } from '../platform/errors.ts';
import { Pace } from '../platform/pace.ts';
import type { Call } from './call.ts';
import { cacheEnteredRole } from './own-role.ts';

/** The state that one GraphQL execution shares: the call, the batching loaders, the pace, and the budgets of what it reads. */
export type Context = Call & {
  loaders: Map<object, unknown>;
  pace: Pace;
  texts: TextBudget;
  /** The smaller budget for full endpoints: a worker thread writes their JSON again for each query. */
  details: TextBudget;
};

/** Limits the bytes of stored texts that one execution reads, so that a list of contents cannot exhaust memory. */
class TextBudget {
  readonly mostBytes: number;
  readonly #noun: string;
  #bytes = 0;

  constructor(mostBytes: number, noun: string) {
    this.mostBytes = mostBytes;
    this.#noun = noun;
  }

  get bytes(): number {
    return this.#bytes;
  }

  get left(): number {
    return Math.max(0, this.mostBytes - this.#bytes);
  }

  take(bytes: number): void {
    this.#bytes += bytes;
    if (this.#bytes > this.mostBytes)
      throw new ReadsTooMuch(
        `One query may read at most ${this.mostBytes} bytes of ${this.#noun}. Request fewer ${this.#noun}`,
      );
  }
}

/** Ends the execution: every further text would fail too. */
export class ReadsTooMuch extends DomainError {
  constructor(message: string) {
    super('INVALID_ARGUMENT', message);
  }
}

/** The budget of one execution, in contents of maximum size. */
export const CONTENTS_PER_QUERY = 4;

export function createContext(call: Call): Context {
  const { maxContentBytes } = call.config;
  const context = {
    ...call,
    loaders: new Map(),
    pace: new Pace(),
    texts: new TextBudget(CONTENTS_PER_QUERY * maxContentBytes, 'contents'),
    details: new TextBudget(maxContentBytes, 'endpoints in full'),
  };
  cacheEnteredRole(context);
  return context;
}
