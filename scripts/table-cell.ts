/** Escapes the text of a table cell: bars would end the cell, and text such as <a> would be read as HTML. */
export const cell = (text: string): string =>
  text
    .replaceAll('|', '\\|')
    .split(/(`[^`]*`)/)
    .map((part, index) => (index % 2 === 1 ? part : part.replaceAll('<', '\\<')))
    .join('');
