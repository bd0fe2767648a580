import { invalidArgument } from '../platform/errors.ts';

/** A part of a list that is read as a whole. */
export type Window = { first?: number | null; offset?: number | null };

/** The items of a window; all without `first`. Throws INVALID_ARGUMENT if `first` or `offset` is out of range. */
export function windowOf<T>(items: readonly T[], { first, offset }: Window): T[] {
  if (typeof first === 'number' && first < 1) throw invalidArgument('first', 'must be at least 1');
  if (typeof offset === 'number' && offset < 0) throw invalidArgument('offset', 'must be at least 0');
  const start = offset ?? 0;
  return items.slice(start, typeof first === 'number' ? start + first : undefined);
}
