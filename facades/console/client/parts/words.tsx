/** A name in a sentence. Written from right to left, it does not change the order of the words around it. */
export const isolated = (name: string): string => `\u2068${name}\u2069`;

/** A text with isolated names. As elements: a copy of the text has no invisible characters. */
export const WithNames = ({ text }: { text: string }) =>
  text.split(/\u2068([^\u2069]*)\u2069/).map((part, index) =>
    // biome-ignore lint/suspicious/noArrayIndexKey: the parts of one text never move.
    index % 2 === 1 ? <bdi key={index}>{part}</bdi> : part,
  );

/** The title of a part of something, such as its shares. */
export const titleOf = (part: string, whole: string): string => (part === '' ? whole : `${part} of ${whole}`);

/** Names in a sentence: the first three of them, and how many more. */
export function orOf(all: readonly string[]): string {
  const names = all.map(isolated);
  if (names.length > 3) return `${names.slice(0, 3).join(', ')} or ${names.length - 3} more`;
  return names.length < 2 ? (names[0] ?? '') : `${names.slice(0, -1).join(', ')} or ${names.at(-1)}`;
}

/** A plain text in which what stands between backticks is code. */
export const Words = ({ text }: { text: string }) =>
  text.split(/`([^`\n]+)`/).map((part, index) =>
    // The parts of one text never move.
    // biome-ignore lint/suspicious/noArrayIndexKey: see above.
    index % 2 === 1 ? <code key={index}>{part}</code> : <span key={index}>{part}</span>,
  );
