import { useEffect, useState } from 'react';
import { act } from '../../app/ask.ts';
import { graphql } from '../../app/graphql.ts';
import type { Change, Review } from './use-review.ts';

const MARK_SEEN = graphql(`
  mutation MarkChangesSeen($input: MarkChangesSeenInput!) { markChangesSeen(input: $input) { id } }
`);

const MOST_AT_ONCE = 500;

export type Seen = { keys: ReadonlySet<string>; mark(changes: readonly Change[], seen: boolean): void };

/** Which changes the reader has marked as seen; the service keeps them for them alone. */
export function useSeen({ id, diffPreview }: Review): Seen {
  const [keys, setKeys] = useState<ReadonlySet<string>>(new Set());
  const stored = diffPreview?.seenKeys;
  useEffect(() => setKeys(new Set(stored)), [stored]);
  return {
    keys,
    mark(changes, seen) {
      const show = (marked: readonly Change[], isSeen: boolean) =>
        setKeys(was => {
          const next = new Set(was);
          for (const { key } of marked) isSeen ? next.add(key) : next.delete(key);
          return next;
        });
      const others = changes.filter(({ key }) => keys.has(key) !== seen);
      show(others, seen);
      for (let from = 0; from < others.length; from += MOST_AT_ONCE) {
        const part = others.slice(from, from + MOST_AT_ONCE);
        const input = { id, seen, changes: part.map(({ key, digest }) => ({ key, digest })) };
        // A mark that was not stored would be gone after a reload.
        void act(MARK_SEEN, { input }).then(({ error }) => error && show(part, !seen));
      }
    },
  };
}
