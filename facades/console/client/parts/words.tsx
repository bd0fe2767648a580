/**
 * Isolates the direction of a name in a sentence (FSI … PDI), so that a right-to-left name does not reorder the
 * sentence.
 */
export const isolated = (name: string): string => `\u2068${name}\u2069`;

/** Renders a text with `isolated` names. Uses <bdi> elements, so that copied text has no invisible characters. */
export const WithNames = ({ text }: { text: string }) =>
  text.split(/\u2068([^\u2069]*)\u2069/).map((part, index) =>
    // biome-ignore lint/suspicious/noArrayIndexKey: the parts of a text keep their order.
    index % 2 === 1 ? <bdi key={index}>{part}</bdi> : part,
  );

/** Instead of the counts of changes that were not judged. */
export const UNCOUNTED = 'There are too many changes to count those that break clients.';

/** The title of a part of something, such as its shares. */
export const titleOf = (part: string, whole: string): string => (part === '' ? whole : `${part} of ${whole}`);

/** Joins names with "or": at most three of them, and the number of the others. */
export function orOf(all: readonly string[]): string {
  const names = all.map(isolated);
  if (names.length > 3) return `${names.slice(0, 3).join(', ')} or ${names.length - 3} more`;
  return names.length < 2 ? (names[0] ?? '') : `${names.slice(0, -1).join(', ')} or ${names.at(-1)}`;
}

/** The text as `Words` shows it, for the name of a control: a screen reader would read the backticks out. */
export const spoken = (text: string): string => text.replaceAll(/`([^`\n]+)`/g, '$1');

/** Renders a plain text; parts between backticks become <code>. */
export const Words = ({ text }: { text: string }) =>
  text.split(/`([^`\n]+)`/).map((part, index) =>
    // biome-ignore lint/suspicious/noArrayIndexKey: the parts of a text keep their order.
    index % 2 === 1 ? <code key={index}>{part}</code> : <span key={index}>{part}</span>,
  );
