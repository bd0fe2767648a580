import { type RefObject, useEffect, useState } from 'react';
import { inWorker } from '../../app/in-worker.ts';
import type { Part } from '../../editor/compare.ts';
import { flatten, type Kinds, mark } from './mark-changes.ts';
import { rangesOf } from './marked-ranges.ts';

/** Longer texts, and more changes, are not marked: the page would stop for a while. */
const MOST_CHARACTERS = 300_000;
const MOST_CHANGES = 3_000;

export type Marks = 'none' | 'marked' | 'too many' | 'failed';

/** Marks what changed between the two rendered texts in an element, once they are there. */
export function useMarks(box: RefObject<HTMLElement | null>, areThere: boolean): Marks {
  const [marks, setMarks] = useState<Marks>('none');
  useEffect(() => {
    const [before, after] = box.current?.querySelectorAll('.prose') ?? [];
    if (!areThere || !before || !after) return;
    const gone = new AbortController();
    void markBoth(before, after, gone.signal).then(found => gone.signal.aborted || setMarks(found));
    return () => gone.abort();
  }, [box, areThere]);
  return marks;
}

async function markBoth(before: Element, after: Element, signal: AbortSignal): Promise<Marks> {
  if (Math.max(before.textContent.length, after.textContent.length) > MOST_CHARACTERS) return 'too many';
  const kinds: Kinds = new Map();
  const [was, is] = [flatten(before, kinds), flatten(after, kinds)];
  const compare: Parameters<typeof inWorker>[0] = { compare: [was.text, is.text, Number.POSITIVE_INFINITY] };
  const parts = await inWorker<Part[]>(compare, signal).catch(() => undefined);
  if (parts === undefined || signal.aborted) return 'failed';
  const ranges = rangesOf(parts[0]?.changes ?? [], was.text, is.text);
  if (Math.max(ranges.before.length, ranges.after.length) > MOST_CHANGES) return 'too many';
  mark(was, ranges.before, 'del');
  mark(is, ranges.after, 'ins');
  return 'marked';
}
