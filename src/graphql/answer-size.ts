import { GraphQLError } from 'graphql';
import { DomainError } from '../platform/errors.ts';

/** What quotes, separators and brackets take beside a key or a text, or a value that is none. */
const VALUE_CHARACTERS = 8;

/**
 * How large the answer to one execution may become. It is counted while the answer is made, since one large text may be
 * asked for under many names; past the bound the execution as a whole fails.
 */
export class AnswerBudget {
  readonly #mostCharacters: number;
  readonly #mostValues: number;
  #characters = 0;
  #values = 0;

  constructor(mostCharacters: number, mostValues: number) {
    this.#mostCharacters = mostCharacters;
    this.#mostValues = mostValues;
  }

  get characters(): number {
    return this.#characters;
  }

  /** Counts a field under its key in the answer; JSON values with everything in them. */
  take(key: string | number, value: unknown): void {
    this.#spend(String(key).length);
    if (typeof value === 'string') this.#spend(value.length);
    else if (typeof value === 'object' && value !== null) this.#takeParts(value);
  }

  #takeParts(value: object): void {
    const waiting: unknown[] = [value];
    while (waiting.length > 0) {
      const part = waiting.pop();
      if (typeof part === 'string') this.#spend(part.length);
      else if (typeof part !== 'object' || part === null) this.#spend(0);
      else if (JSON.isRawJSON(part)) this.#spend(part.rawJSON.length);
      else if (Array.isArray(part)) for (const item of part) waiting.push(item);
      else
        for (const [key, item] of Object.entries(part)) {
          this.#spend(key.length);
          waiting.push(item);
        }
    }
  }

  #spend(characters: number): void {
    this.#characters += characters + VALUE_CHARACTERS;
    this.#values += 1;
    if (this.#characters > this.#mostCharacters) throw tooLarge(`${this.#mostCharacters} characters`);
    if (this.#values > this.#mostValues) throw tooLarge(`${this.#mostValues} values`);
  }
}

/** Yoga's executor gives up on an error that is marked so, where it would put null in the place of each other field. */
const GIVE_UP = { CRITICAL_ERROR: true };

function tooLarge(most: string): GraphQLError {
  const message = `The answer would have more than ${most}: ask for less at once`;
  return new GraphQLError(message, {
    originalError: new DomainError('INVALID_ARGUMENT', message),
    extensions: GIVE_UP,
  });
}
