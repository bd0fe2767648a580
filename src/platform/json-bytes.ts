import { type JsonValue, parseJson } from './json.ts';

/**
 * A large JSON value that a worker thread has stringified. Its bytes are copied into an answer as they are: parsing, counting
 * and stringifying megabytes would block the event loop.
 */
export class JsonBytes {
  readonly bytes: Uint8Array;
  /** Number of JSON values in the text. */
  readonly values: number;

  constructor(bytes: Uint8Array, values: number) {
    this.bytes = bytes;
    this.values = values;
  }

  toJSON(): JsonValue {
    return parseJson(Buffer.from(this.bytes.buffer, this.bytes.byteOffset, this.bytes.byteLength).toString());
  }
}
