import { useEffect, useState } from 'react';
import { Merge } from '../../editor/merge-view.tsx';
import type { Change, ChangeSource } from './change.ts';
import { placesOf } from './changes.ts';

/** The place of a change in both texts, side by side. */
export function PlacesOfChange({ source, change }: { source: ChangeSource; change: Change }) {
  const [found, setFound] = useState<Awaited<ReturnType<ChangeSource['excerptsAt']>>>();
  // biome-ignore lint/correctness/useExhaustiveDependencies: the texts of a change never change.
  useEffect(() => {
    let isGone = false;
    void source.excerptsAt(placesOf(change)).then(texts => {
      if (!isGone) setFound(texts);
    });
    return () => {
      isGone = true;
    };
  }, [change.key]);
  if (found === undefined) return <p className="late">Loading the texts…</p>;
  if (found.problem) return <p role="alert">{found.problem}</p>;
  return <Merge {...found.texts} label={change.message} />;
}
