/** A cell of a table: a bar would end it, and what looks like HTML would be none. */
export const cell = (text: string): string =>
  text
    .replaceAll('|', '\\|')
    .split(/(`[^`]*`)/)
    .map((part, index) => (index % 2 === 1 ? part : part.replaceAll('<', '\\<')))
    .join('');
