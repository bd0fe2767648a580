import { type RefObject, useEffect, useState } from 'react';
import { inWorker } from '../../app/in-worker.ts';
import { flatten, type Kinds, mark } from './mark-changes.ts';
import type { rangesOf } from './marked-ranges.ts';

/** Longer texts, and more changes, are not marked: the page would stop for a while. */
const MOST_CHARACTERS = 300_000;
const MOST_CHANGES = 10_000;

export type Marks = 'none' | 'marked' | 'partly marked' | 'too many' | 'failed';

/** Marks what changed between the two rendered texts in an element, once they are there and differ. */
export function useMarks(box: RefObject<HTMLElement | null>, isChanged: boolean): Marks {
  const [marks, setMarks] = useState<Marks>('none');
  useEffect(() => {
    const [before, after] = box.current?.querySelectorAll('.prose') ?? [];
    if (!isChanged || !before || !after) return;
    const gone = new AbortController();
    void markBoth(before, after, gone.signal).then(found => gone.signal.aborted || setMarks(found));
    return () => gone.abort();
  }, [box, isChanged]);
  return marks;
}

async function markBoth(before: Element, after: Element, signal: AbortSignal): Promise<Marks> {
  if (Math.max(before.textContent.length, after.textContent.length) > MOST_CHARACTERS) return 'too many';
  const kinds: Kinds = new Map();
  const [was, is] = [flatten(before, kinds), flatten(after, kinds)];
  if (!was || !is) return 'too many';
  const ranges = await inWorker<ReturnType<typeof rangesOf>>({ mark: [was.text, is.text] }, signal).catch(
    () => undefined,
  );
  if (ranges === undefined || signal.aborted) return 'failed';
  if (Math.max(ranges.before.length, ranges.after.length) > MOST_CHANGES) return 'too many';
  const areMarked = [mark(was, ranges.before, 'del'), mark(is, ranges.after, 'ins')].every(Boolean);
  const isAny = ranges.before.length + ranges.after.length > 0;
  return areMarked && isAny ? 'marked' : 'partly marked';
}
