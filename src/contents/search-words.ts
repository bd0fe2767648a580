const WORD = /[\p{L}\p{M}\p{N}]+/gu;

/** The maximum number of words of a query. Further ones are ignored. */
const MAX_WORDS = 16;
const MAX_WORD = 100;

/** The words of a text as the index has them: letters and digits; names in camel case also in their parts. */
export const wordsOf = (text: string): string => (text.match(WORD) ?? []).map(splitCamel).join(' ');

function splitCamel(word: string): string {
  const parts = word.split(/(?<=\p{Ll}|\p{N})(?=\p{Lu})|(?<=\p{Lu})(?=\p{Lu}\p{Ll})/u);
  return parts.length === 1 ? word : `${word} ${parts.join(' ')}`;
}

/** The tsquery for a text: every word must match a word or its beginning. Undefined if the text has no word. */
export function questionOf(text: string): string | undefined {
  const words = text.match(WORD) ?? [];
  if (words.length === 0) return undefined;
  return words.slice(0, MAX_WORDS).map(wordOfQuestion).join(' & ');
}

/** The index has Markdown and names in NFC (é is one character), OpenAPI texts as written: NFC and NFD are searched. */
function wordOfQuestion(word: string): string {
  const spellings = new Set(['NFC', 'NFD'].map(form => `${word.normalize(form).slice(0, MAX_WORD)}:*`));
  const either = [...spellings].join(' | ');
  return spellings.size === 1 ? either : `(${either})`;
}
