import type { DiffItem } from '../openapi-diff/model.ts';
import { sha256 } from '../platform/crypto.ts';

/** What a change says, in 32 hex digits: two changes of one key that say the same have the same one. */
export const digestOf = ({ rule, key, oldValue, newValue, message }: DiffItem): string =>
  sha256(JSON.stringify([rule, key, oldValue ?? null, newValue ?? null, message])).slice(0, 32);
