import { GraphQLError, type GraphQLResolveInfo, responsePathAsArray } from 'graphql';
import { ReadsTooMuch } from '../access/context.ts';
import { DomainError } from '../platform/errors.ts';
import { JsonBytes } from '../platform/json-bytes.ts';
import { LongText } from '../platform/long-text.ts';

/** Characters counted for each value besides its text: quotes, separators, brackets, and values such as numbers. */
const VALUE_CHARACTERS = 8;

/** Most fields that may fail in one execution. Each error blocks the event loop for 0.1 ms. */
const MAX_ERRORS = 100;

/**
 * Limits the size of one execution's response. Sizes are counted while the response is built, because a query may ask
 * for one large text under many aliases. Past the limit, the whole execution fails.
 */
export class AnswerBudget {
  readonly mostCharacters: number;
  readonly mostValues: number;
  #characters = 0;
  #values = 0;
  readonly #reserved = { characters: 0, values: 0 };
  #errors = 0;
  #lastError: GraphQLError | undefined;

  constructor(mostCharacters: number, mostValues: number) {
    this.mostCharacters = mostCharacters;
    this.mostValues = mostValues;
  }

  get characters(): number {
    return this.#characters;
  }

  /** Sets room aside for a list that is left out without it. All such lists have half of the answer, other fields the rest. */
  reserve(characters: number, values: number): boolean {
    if (this.#reserved.characters + characters > this.mostCharacters / 2) return false;
    if (this.#reserved.values + values > this.mostValues / 2) return false;
    this.#reserved.characters += characters;
    this.#reserved.values += values;
    return true;
  }

  /**
   * Counts the error of a field and returns the error to throw. After MAX_ERRORS errors, or if the query reads too much, that
   * error ends the execution.
   */
  takeError(error: Error, { fieldNodes, path }: GraphQLResolveInfo): Error {
    this.#errors += 1;
    if (this.#errors <= MAX_ERRORS && !(error instanceof ReadsTooMuch)) return error;
    // It has a path, so that the executor can use the same error for all further fields.
    this.#lastError ??= new GraphQLError(error.message, {
      nodes: fieldNodes,
      path: responsePathAsArray(path),
      originalError: error,
      extensions: ABORTS_EXECUTION,
    });
    return this.#lastError;
  }

  /** Counts a field under its response key, including everything inside a JSON value. */
  take(key: string | number, value: unknown): void {
    this.#spend(String(key).length);
    if (typeof value === 'string') this.#spend(value.length);
    else if (typeof value === 'object' && value !== null && !(value instanceof Date)) this.#takeParts(value);
  }

  #takeParts(value: object): void {
    const waiting: unknown[] = [value];
    while (waiting.length > 0) {
      const part = waiting.pop();
      if (typeof part === 'string') this.#spend(part.length);
      else if (part instanceof LongText) this.#spend(part.length);
      else if (part instanceof JsonBytes) this.#spend(part.bytes.length, part.values);
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

  #spend(characters: number, values = 1): void {
    this.#characters += characters + VALUE_CHARACTERS;
    this.#values += values;
    if (this.#characters > this.mostCharacters) throw tooLarge(`${this.mostCharacters} characters`);
    if (this.#values > this.mostValues) throw tooLarge(`${this.mostValues} values`);
  }
}

/** Yoga's executor aborts on an error with this flag. Without it, it would replace every further field with null. */
const ABORTS_EXECUTION = { CRITICAL_ERROR: true };

function tooLarge(most: string): GraphQLError {
  const message = `The response would have more than ${most}. Ask for fewer items or fields`;
  return new GraphQLError(message, {
    originalError: new DomainError('INVALID_ARGUMENT', message),
    extensions: ABORTS_EXECUTION,
  });
}
