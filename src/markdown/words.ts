import type { TextSegment } from '../openapi-diff/model.ts';
import { matchSequences } from './sequences.ts';

/** Scripts without spaces between words: each character counts as a word. */
const SIGNS = String.raw`\p{sc=Han}\p{sc=Hiragana}\p{sc=Katakana}\p{sc=Thai}\p{sc=Lao}\p{sc=Khmer}\p{sc=Myanmar}`;
const LETTERS = String.raw`[[\p{L}\p{M}\p{N}_]--[${SIGNS}]]+`;

/** The words of a text. */
export const WORDS = new RegExp(`[${SIGNS}]|${LETTERS}`, 'gv');
const TOKENS = new RegExp(String.raw`\s+|[${SIGNS}]|${LETTERS}|[^\s\p{L}\p{M}\p{N}_]`, 'gv');

/**
 * Marks which words of a changed text were kept, removed and added, in reading order. With `flows`, line breaks count
 * as spaces. Kept words have the white space of the new text.
 */
export const markWords = (before: string, after: string, flows = false): TextSegment[] => {
  const [old, now] = [before.match(TOKENS) ?? [], after.match(TOKENS) ?? []];
  const partners = flows ? matchSequences(old.map(inOneLine), now.map(inOneLine)) : matchSequences(old, now);
  const segments: TextSegment[] = [];
  let [a, b] = [0, 0];
  for (let index = 0; index <= old.length; index++) {
    const partner = index === old.length ? now.length : (partners[index] as number);
    if (partner < 0) continue;
    append(segments, 'REMOVED', old.slice(a, index).join(''));
    append(segments, 'ADDED', now.slice(b, partner).join(''));
    append(segments, 'KEPT', now[partner] ?? '');
    [a, b] = [index + 1, partner + 1];
  }
  return joinAcrossBlanks(segments);
};

/** Turns a soft line break into a space. */
const inOneLine = (token: string): string => (/^ ?\n *$/.test(token) ? ' ' : token);

export const append = (segments: TextSegment[], kind: TextSegment['kind'], text: string): void => {
  if (text === '') return;
  const last = segments.at(-1);
  if (last?.kind === kind) last.text += text;
  else segments.push({ kind, text });
};

/** Joins changes that are separated only by kept white space. */
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
