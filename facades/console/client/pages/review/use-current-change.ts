import { useEffect, useState } from 'react';
import { useNavigation } from 'react-router';
import { keptBelow } from '../../app/kept.ts';
import type { Chosen } from '../../parts/changes/change-list.tsx';
import type { Change, Review } from './use-review.ts';

const FOLLOW_MS = 200;

type Reading = {
  review: Review;
  changes: readonly Change[];
  tab: string;
  /** The change that the address names. */
  asked: string | null;
  /** Called once the reader stays on a change. */
  onStay: (key: string) => void;
};

/** The change that the reader is on, those that are open, and the one with the form of a comment. */
export function useCurrentChange({ review, changes, tab, asked, onStay }: Reading) {
  const [chosen, setChosen] = useState<Chosen>(() => ({ key: asked ?? '' }));
  const current = chosen.key;
  // Changes with a comment that was typed but not sent: its form opens again. The text tab does the same for lines.
  const [unsent] = useState(() => keptBelow(`comment:${review.id}:`).filter(key => !key.startsWith('line:')));
  const [opened, setOpened] = useState<ReadonlySet<string>>(() => new Set([current, ...unsent]));
  // Updates the address once the reader stays on a change. Fast key presses must not wait for it, and browsers block a
  // page that changes its address too often. It navigates, which would cancel the loading of another page.
  const isLeaving = useNavigation().state !== 'idle';
  // biome-ignore lint/correctness/useExhaustiveDependencies: `onStay` is new in each rendering.
  useEffect(() => {
    if (!chosen.byReader || isLeaving) return;
    const timer = setTimeout(() => onStay(chosen.key), FOLLOW_MS);
    return () => clearTimeout(timer);
  }, [chosen, isLeaving]);
  // biome-ignore lint/correctness/useExhaustiveDependencies: the change of the text tab stays current.
  useEffect(() => {
    setChosen(was => ({ key: asked ?? was.key }));
  }, [tab]);
  const [commenting, setCommenting] = useState(() => (unsent.includes(current) ? current : ''));
  // The form of a comment that was not sent opens again, once its change is there.
  const first = unsent.find(key => changes.some(change => change.key === key));
  useEffect(() => {
    if (first !== undefined) setCommenting(now => now || first);
  }, [first]);
  return {
    chosen,
    opened,
    commenting,
    setCommenting,
    select: (key: string) => setChosen({ key, byReader: true }),
    toggle: (key: string) =>
      setOpened(was => {
        const next = new Set(was);
        if (!next.delete(key)) next.add(key);
        return next;
      }),
    close: (key: string) => setOpened(was => new Set([...was].filter(one => one !== key))),
    comment(key: string) {
      setOpened(was => new Set(was).add(key));
      setCommenting(key);
    },
  };
}
