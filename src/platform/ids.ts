import { v7 } from 'uuid';

const UUID = /^[0-9a-f]{8}-[0-9a-f]{4}-[0-9a-f]{4}-[0-9a-f]{4}-[0-9a-f]{12}$/i;

/** Creates a UUIDv7 (RFC 9562), which sorts by creation time. */
export const newId = (): string => v7();

/** Whether the text is a UUID. Check every id before it reaches the database. */
export const isId = (text: string): boolean => UUID.test(text);
