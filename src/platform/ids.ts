import { v7 } from 'uuid';

const UUID = /^[0-9a-f]{8}-[0-9a-f]{4}-[0-9a-f]{4}-[0-9a-f]{4}-[0-9a-f]{12}$/i;

/** A UUIDv7 (RFC 9562): ordered by the time it was made. */
export const newId = (): string => v7();

/** Checked before any id reaches the database: an id that is no UUID names nothing. */
export const isId = (text: string): boolean => UUID.test(text);
