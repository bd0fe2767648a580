/** The stable form of Markdown: NFC, LF line ends, one final newline. */
export const normalizeMarkdown = (text: string): string =>
  `${text.normalize('NFC').replace(/\r\n?/g, '\n').replace(/\n+$/, '')}\n`;
