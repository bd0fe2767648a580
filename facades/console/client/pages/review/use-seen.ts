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
      setKeys(was => {
        const next = new Set(was);
        for (const { key } of changes) seen ? next.add(key) : next.delete(key);
        return next;
      });
      for (let from = 0; from < changes.length; from += MOST_AT_ONCE) {
        const part = changes.slice(from, from + MOST_AT_ONCE).map(({ key, digest }) => ({ key, digest }));
        void act(MARK_SEEN, { input: { id, seen, changes: part } });
      }
    },
  };
}
