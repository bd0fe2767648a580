import { v7 } from 'uuid';

const UUID = /^[0-9a-f]{8}-[0-9a-f]{4}-[0-9a-f]{4}-[0-9a-f]{4}-[0-9a-f]{12}$/i;

/** Creates a UUIDv7 (RFC 9562), which sorts by creation time. */
export const newId = (): string => v7();

/** Sorts before all ids that are created from this time on, in milliseconds. */
export function firstIdAt(timeMs: number): string {
  const hex = Math.min(Math.max(0, Math.floor(timeMs)), 2 ** 48 - 1)
    .toString(16)
    .padStart(12, '0');
  return `${hex.slice(0, 8)}-${hex.slice(8)}-0000-0000-000000000000`;
}

/** Whether the text is a UUID. Check every id before it reaches the database. */
export const isId = (text: string): boolean => UUID.test(text);
