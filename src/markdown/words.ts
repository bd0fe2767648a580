import type { TextSegment } from '../diffs/model.ts';
import { matchSequences } from './sequences.ts';

const TOKENS = /\s+|[\p{L}\p{M}\p{N}_]+|[^\s\p{L}\p{M}\p{N}_]/gu;

/** Which words of a changed text stayed, went and came, in reading order. */
export const markWords = (before: string, after: string): TextSegment[] => {
  const [old, now] = [before.match(TOKENS) ?? [], after.match(TOKENS) ?? []];
  const segments: TextSegment[] = [];
  let [a, b] = [0, 0];
  for (const [aNext, bNext] of [...matchSequences(old, now), [old.length, now.length] as const]) {
    append(segments, 'REMOVED', old.slice(a, aNext).join(''));
    append(segments, 'ADDED', now.slice(b, bNext).join(''));
    append(segments, 'KEPT', old[aNext] ?? '');
    [a, b] = [aNext + 1, bNext + 1];
  }
  return joinAcrossBlanks(segments);
};

const append = (segments: TextSegment[], kind: TextSegment['kind'], text: string): void => {
  if (text === '') return;
  const last = segments.at(-1);
  if (last?.kind === kind) last.text += text;
  else segments.push({ kind, text });
};

/** A blank that stayed between two changed words is read as part of the change. */
const joinAcrossBlanks = (segments: TextSegment[]): TextSegment[] => {
  const joined: TextSegment[] = [];
  for (let index = 0; index < segments.length; ) {
    if (segments[index]?.kind === 'KEPT') {
      append(joined, 'KEPT', segments[index++]?.text ?? '');
      continue;
    }
    let [removed, added] = ['', ''];
    for (; index < segments.length; index++) {
      const { kind, text } = segments[index] as TextSegment;
      const isBridge = kind === 'KEPT' && text.trim() === '' && index + 1 < segments.length;
      if (kind === 'KEPT' && !isBridge) break;
      if (kind !== 'ADDED') removed += text;
      if (kind !== 'REMOVED') added += text;
    }
    append(joined, 'REMOVED', removed);
    append(joined, 'ADDED', added);
  }
  return joined;
};
