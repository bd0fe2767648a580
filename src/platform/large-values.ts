import type { Writable } from 'node:stream';
import type pg from 'pg';

/** Smaller values go into one message with the others. */
const LARGE_BYTES = 256 * 1024;

/** The arguments of a Bind message, as the driver passes them. */
export type Bind = {
  portal?: string;
  statement?: string;
  values?: readonly unknown[];
  binary?: boolean;
  valueMapper?: (value: unknown) => unknown;
};

type Connection = { stream: Writable; bind(config: Bind): void };

/**
 * Sends large values of statements without copying them. The driver would copy them into one new message, which blocks the
 * event loop for 5 ms for 9 MB.
 */
export function sendLargeValuesInPlace(client: pg.ClientBase): void {
  const { connection } = client as unknown as { connection: Connection };
  const bind = connection.bind.bind(connection);
  connection.bind = config => {
    if (!config.values?.some(isLarge)) return bind(config);
    for (const part of bindMessage(config)) connection.stream.write(part);
  };
}

const isLarge = (value: unknown): boolean => value instanceof Uint8Array && value.length > LARGE_BYTES;

/** The parts of the message Bind of PostgreSQL's protocol. Large values are parts of their own. */
export function bindMessage({ portal = '', statement = '', values = [], binary = false, valueMapper }: Bind): Buffer[] {
  const mapped = values.map(value => toBytes(valueMapper ? valueMapper(value) : value));
  const formats = mapped.map(({ isBinary }) => int16(isBinary ? 1 : 0));
  const head = [Buffer.from(`${portal}\0${statement}\0`), int16(values.length), ...formats, int16(values.length)];
  const body = mapped.flatMap(({ bytes }) => (bytes === null ? [int32(-1)] : [int32(bytes.length), bytes]));
  const parts = [...head, ...body, int16(1), int16(binary ? 1 : 0)];
  const size = parts.reduce((sum, { length }) => sum + length, 4);
  return joinSmall([Buffer.from('B'), int32(size), ...parts]);
}

type Value = { bytes: Buffer | null; isBinary: boolean };

function toBytes(value: unknown): Value {
  if (value === null || value === undefined) return { bytes: null, isBinary: false };
  if (value instanceof Buffer) return { bytes: value, isBinary: true };
  return { bytes: Buffer.from(value as string), isBinary: false };
}

/** Joins neighbours that are not large. */
function joinSmall(parts: readonly Buffer[]): Buffer[] {
  const joined: Buffer[] = [];
  let small: Buffer[] = [];
  for (const part of parts) {
    if (!isLarge(part)) small.push(part);
    else {
      joined.push(Buffer.concat(small), part);
      small = [];
    }
  }
  return [...joined, Buffer.concat(small)];
}

function int16(value: number): Buffer {
  const bytes = Buffer.alloc(2);
  bytes.writeInt16BE(value);
  return bytes;
}

function int32(value: number): Buffer {
  const bytes = Buffer.alloc(4);
  bytes.writeInt32BE(value);
  return bytes;
}
