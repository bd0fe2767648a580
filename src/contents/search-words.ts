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

/** PostgreSQL indexes no longer words, and refuses them in the text of a tsvector. */
const MAX_LEXEME = 2046;

/** The words of an entry, as `wordsOf` finds them. */
type EntryWords = { title: string; body: string };

/**
 * The words of a title (weight A) and a body (B) as the text of a tsvector, except that it is not in lower case yet. It costs
 * a tenth of `to_tsvector`, and counts 255 places of a word instead of 256. Null if a word has other characters than those
 * of ASCII, which PostgreSQL parses by the locale of the database, or begins like a number with an exponent.
 */
export function vectorOf({ title, body }: EntryWords): string | null {
  const places = new Map<string, string>();
  let count = 0;
  for (const { text, weight } of [
    { text: title, weight: 'A' },
    { text: body, weight: 'B' },
  ]) {
    if (!ASCII.test(text) || EXPONENT.test(text)) return null;
    for (const word of text.split(' ')) {
      if (word === '' || word.length > MAX_LEXEME) continue;
      count += 1;
      const before = places.get(word);
      places.set(word, before === undefined ? `${count}${weight}` : `${before},${count}${weight}`);
    }
  }
  return [...places].map(([word, at]) => `'${word}':${at}`).join(' ');
}

const ASCII = /^[ -~]*$/;
const EXPONENT = /\b\d+e\d/i;

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
