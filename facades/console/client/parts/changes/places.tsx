import { useEffect, useState } from 'react';
import { Merge } from '../../editor/merge-view.tsx';
import { Failure } from '../../shell/loaded.tsx';
import type { Change, ChangeSource } from './change.ts';
import { placesOf } from './changes.ts';

/** Shows the surroundings of a change in both texts, side by side. */
export function PlacesOfChange({ source, change }: { source: ChangeSource; change: Change }) {
  const [tries, setTries] = useState(0);
  const [found, setFound] = useState<Awaited<ReturnType<ChangeSource['excerptsAt']>>>();
  // biome-ignore lint/correctness/useExhaustiveDependencies: a change is immutable; `tries` repeats the request.
  useEffect(() => {
    let isGone = false;
    setFound(undefined);
    void source.excerptsAt(placesOf(change)).then(texts => {
      if (!isGone) setFound(texts);
    });
    return () => {
      isGone = true;
    };
  }, [change.key, tries]);
  if (found === undefined) return <p className="late">Loading the texts…</p>;
  if (found.problem) return <Failure problem={found.problem} noun="text" retry={() => setTries(was => was + 1)} />;
  return <Merge {...found.texts} label={change.message} />;
}
