import { randomFillSync } from 'node:crypto';
import { v7 } from 'uuid';

const UUID = /^[0-9a-f]{8}-[0-9a-f]{4}-[0-9a-f]{4}-[0-9a-f]{4}-[0-9a-f]{12}$/i;

/** Random bytes for the next 256 ids. Generating them for each id would cost more than the rest of `newId`. */
const random = new Uint8Array(16 * 256);
let drawn = random.length;
let [lastMs, sequence] = [0, 0];

/** Creates a UUIDv7 (RFC 9562), which sorts by creation time. Ids of the same millisecond have a counter. */
export function newId(): string {
  if (drawn === random.length) {
    randomFillSync(random);
    drawn = 0;
  }
  const bytes = random.subarray(drawn, drawn + 16);
  drawn += bytes.length;
  const now = Date.now();
  if (now > lastMs) [lastMs, sequence] = [now, firstSequence(bytes)];
  else if (++sequence > MAX_SEQUENCE) [lastMs, sequence] = [lastMs + 1, 0];
  return v7({ random: bytes, msecs: lastMs, seq: sequence });
}

/**
 * An id that also sorts after `earlier`, which a process with a faster clock may have created: for rows whose order has a meaning,
 * such as the versions of a branch.
 */
export function newIdAfter(earlier: string | null | undefined): string {
  const id = newId();
  if (!earlier || id > earlier) return id;
  return v7({ msecs: Number.parseInt(earlier.slice(0, 8) + earlier.slice(9, 13), 16) + 1 });
}

const MAX_SEQUENCE = 2 ** 32 - 1;

/** The random start of the 32-bit counter. Its highest bit is zero, so that it does not overflow soon. */
const firstSequence = (bytes: Uint8Array): number => Buffer.from(bytes).readUInt32BE(6) >>> 1;

/** Returns an id that sorts before all ids created at or after this time (milliseconds since 1970). */
export function firstIdAt(timeMs: number): string {
  const hex = Math.min(Math.max(0, Math.floor(timeMs)), 2 ** 48 - 1)
    .toString(16)
    .padStart(12, '0');
  return `${hex.slice(0, 8)}-${hex.slice(8)}-0000-0000-000000000000`;
}

/** The id of nothing (RFC 9562, section 5.9), which sorts before all others. */
export const NIL_ID = '00000000-0000-0000-0000-000000000000';

/** Whether the text is a UUID. Check every id before it reaches the database. */
export const isId = (text: string): boolean => UUID.test(text);
