import { useMemo, useState } from 'react';
import { act } from '../../app/ask.ts';
import type { Problem } from '../../app/errors.ts';
import { graphql } from '../../app/graphql.ts';
import { useInOrder } from '../../app/use-in-order.ts';
import { useProblem } from '../../app/use-problem.ts';
import { archivedPart } from '../../parts/archived-part.ts';
import type { Change, Review } from './use-review.ts';

const MARK_SEEN = graphql(`
  mutation MarkChangesSeen($input: MarkChangesSeenInput!) { markChangesSeen(input: $input) { id } }
`);

const MOST_AT_ONCE = 500;

export type Seen = {
  keys: ReadonlySet<string>;
  /** True if the draft is gone or a part of its path is archived: then the service refuses marks. */
  isReadOnly: boolean;
  /** Why the last marks could not be stored. */
  problem: Problem | undefined;
  mark(changes: readonly Change[], seen: boolean): void;
};

/** A choice of the reader, and when it was stored (`performance.now()`); undefined while it is being sent. */
type Mark = { seen: boolean; storedAt?: number };

/**
 * The changes that the reader has marked as seen; the service stores them for each reader. A mark overrides the loaded
 * state if that state was requested (`askedAt`) before the mark was stored.
 */
export function useSeen(review: Review, askedAt: number, isGone = false): Seen {
  const { id, diffPreview } = review;
  const isReadOnly = isGone || archivedPart(review) !== undefined;
  const [marks, setMarks] = useState<ReadonlyMap<string, Mark>>(new Map());
  const { problem, note } = useProblem();
  const inOrder = useInOrder();
  const stored = diffPreview?.seenKeys;
  const keys = useMemo(() => {
    const all = new Set(stored);
    for (const [key, { seen, storedAt = askedAt }] of marks)
      if (storedAt >= askedAt) seen ? all.add(key) : all.delete(key);
    return all;
  }, [stored, marks, askedAt]);

  const replace = (part: readonly Change[], mark: Mark, next?: Mark) =>
    setMarks(was => {
      const all = new Map(was);
      for (const { key } of part)
        if (was.get(key) !== mark) continue;
        else if (next) all.set(key, next);
        else all.delete(key);
      return all;
    });

  async function send(part: readonly Change[], mark: Mark) {
    const changes = part.map(({ key, digest }) => ({ key, digest }));
    const { error } = await act(MARK_SEEN, { input: { id, seen: mark.seen, changes } });
    note(error);
    // Remove a mark that could not be stored: a reload would lose it.
    replace(part, mark, error ? undefined : { ...mark, storedAt: performance.now() });
  }

  function mark(changes: readonly Change[], seen: boolean) {
    const others = changes.filter(({ key }) => keys.has(key) !== seen);
    for (let from = 0; from < others.length; from += MOST_AT_ONCE) {
      const part = others.slice(from, from + MOST_AT_ONCE);
      const own = { seen };
      setMarks(was => new Map([...was, ...part.map(({ key }) => [key, own] as const)]));
      void inOrder(() => send(part, own));
    }
  }

  return { keys, isReadOnly, problem, mark };
}
