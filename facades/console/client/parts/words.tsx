/** Names in a sentence: the first three of them, and how many more. */
export function orOf(names: readonly string[]): string {
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
