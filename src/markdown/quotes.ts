import type { TextSegment } from '../openapi-diff/model.ts';

const MAX_QUOTED = 3;
const MAX_WORDS = 40;

type Edit = { removed: string; added: string };

/** Quotes the words that changed: a message without them would not show that a "not" was lost. */
export const quoteChanges = (segments: TextSegment[]): string[] => {
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
