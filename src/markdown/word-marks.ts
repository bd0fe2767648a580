import type { TextSegment } from '../openapi-diff/model.ts';
import type { Block } from './blocks.ts';
import { flows } from './match.ts';
import { compareTables } from './table-changes.ts';
import { append, markWords } from './words.ts';

/** Largest table, in characters, whose rows and cells are compared. */
const MAX_TABLE = 100_000;
/**
 * Largest text, in characters, whose words are all compared. In longer ones, only this much after the first change is.
 */
const MAX_READ = 20_000;
/** Longest result shown in full. In longer ones, unchanged words far from a change are left out. */
const MAX_WHOLE = 4_000;
const MAX_SHOWN = 8_000;
const AROUND = 120;
const LEFT_OUT = '…';

export type Marks = { segments: TextSegment[]; details: string[] };

/** Marks the words of a changed block, and describes what changed in it. */
export const markChange = (before: Block, after: Block): Marks => {
  const [old, now] = [before.text, after.text];
  if (before.kind === 'table' && Math.max(old.length, now.length) <= MAX_TABLE) {
    const { segments, details } = compareTables(old, now);
    const shown = shorten(segments);
    // The details describe added and removed rows and columns.
    const isEdit = details.every(detail => detail.endsWith(' changed'));
    return { segments: shown, details: isEdit ? [...details, ...quoteChanges(shown)] : details };
  }
  const isLong = Math.max(old.length, now.length) > MAX_READ;
  const segments = shorten(isLong ? markPart(old, now) : markWords(old, now, flows(before)));
  // The message of a heading names both titles.
  return { segments, details: before.kind === 'heading' ? [] : quoteChanges(segments) };
};

/** Marks only the part between the first and the last difference. */
const markPart = (old: string, now: string): TextSegment[] => {
  const most = Math.min(old.length, now.length);
  let start = 0;
  while (start < most && old.charCodeAt(start) === now.charCodeAt(start)) start++;
  while (start > 0 && !isBlank(old, start - 1)) start--;
  let end = 0;
  while (end < most - start && old.charCodeAt(old.length - end - 1) === now.charCodeAt(now.length - end - 1)) end++;
  while (end > 0 && !isBlank(old, old.length - end)) end--;
  const cut = (text: string): string => {
    const part = text.slice(start, text.length - end);
    return part.length > MAX_READ ? part.slice(0, MAX_READ) + LEFT_OUT : part;
  };
  const segments: TextSegment[] = [];
  append(segments, 'KEPT', old.slice(0, start));
  for (const { kind, text } of markWords(cut(old), cut(now))) append(segments, kind, text);
  append(segments, 'KEPT', old.slice(old.length - end));
  return segments;
};

const isBlank = (text: string, at: number): boolean => /\s/.test(text.charAt(at));

const shorten = (segments: TextSegment[]): TextSegment[] => {
  const length = segments.reduce((sum, { text }) => sum + text.length, 0);
  if (length <= MAX_WHOLE) return segments;
  const shown: TextSegment[] = [];
  let left = MAX_SHOWN;
  for (const [index, { kind, text }] of segments.entries()) {
    const part = kind === 'KEPT' ? besideChanges(text, index > 0, index < segments.length - 1) : text;
    append(shown, kind, part.length > left ? part.slice(0, left).toWellFormed() + LEFT_OUT : part);
    left -= part.length;
    if (left < 0) break;
  }
  return shown;
};

/** Shortens an unchanged text to the parts next to the changes before and after it. */
const besideChanges = (text: string, isAfter: boolean, isBefore: boolean): string => {
  if (text.length <= 3 * AROUND) return text;
  const [start, end] = [isAfter ? text.slice(0, AROUND) : '', isBefore ? text.slice(-AROUND) : ''];
  return `${start.toWellFormed()}${LEFT_OUT}${end.toWellFormed()}`;
};

const MAX_QUOTED = 3;
const MAX_WORDS = 40;

type Edit = { removed: string; added: string };

/** Quotes the words that changed: a message without them would not show that a "not" was lost. */
const quoteChanges = (segments: TextSegment[]): string[] => {
  const edits: Edit[] = [];
  let edit: Edit | undefined;
  for (const { kind, text } of segments) {
    if (kind === 'KEPT') {
      edit = undefined;
      continue;
    }
    if (edit === undefined) {
      edit = { removed: '', added: '' };
      edits.push(edit);
    }
    edit[kind === 'REMOVED' ? 'removed' : 'added'] += text;
  }
  const visible = edits.filter(({ removed, added }) => (removed + added).trim() !== '');
  if (visible.length === 0 && edits.length > 0) return ['only white space'];
  const more = visible.length - MAX_QUOTED;
  return [...new Set(visible.slice(0, MAX_QUOTED).map(sayEdit)), ...(more > 0 ? [`${more} more`] : [])];
};

const sayEdit = ({ removed, added }: Edit): string => {
  const [old, now] = [quote(removed), quote(added)];
  if (old !== '' && now !== '') return `${old} became ${now}`;
  return now === '' ? `${old} removed` : `${now} added`;
};

const quote = (text: string): string => {
  const line = text.replace(/\s+/g, ' ').trim();
  if (line === '') return '';
  return `"${line.length > MAX_WORDS ? `${line.slice(0, MAX_WORDS).toWellFormed()}…` : line}"`;
};
