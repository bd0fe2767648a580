/** A plain text in which what stands between backticks is code. */
export const Words = ({ text }: { text: string }) =>
  text.split(/`([^`\n]+)`/).map((part, index) =>
    // The parts of one text never move.
    // biome-ignore lint/suspicious/noArrayIndexKey: see above.
    index % 2 === 1 ? <code key={index}>{part}</code> : <span key={index}>{part}</span>,
  );
