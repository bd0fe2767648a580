import { type JsonValue, parseJson } from './json.ts';

/**
 * A large JSON value that a worker has written. Its bytes go into an answer as they are: to parse, count and stringify
 * some megabytes would block the event loop.
 */
export class JsonBytes {
  readonly bytes: Uint8Array;
  /** How many values the text has. */
  readonly values: number;

  constructor(bytes: Uint8Array, values: number) {
    this.bytes = bytes;
    this.values = values;
  }

  toJSON(): JsonValue {
    return parseJson(Buffer.from(this.bytes.buffer, this.bytes.byteOffset, this.bytes.byteLength).toString());
  }
}
