import type { Token } from 'markdown-it';

const ALIGNMENTS: Record<string, string> = {
  'text-align:left': ':--',
  'text-align:center': ':-:',
  'text-align:right': '--:',
};

const rowOf = (cells: string[]): string => `| ${cells.join(' | ')} |`;

/** Outside code `&amp;` is `&`, unless it makes a character reference of what follows. */
export const withPlainAmpersands = (text: string): string =>
  text.includes('&amp;')
    ? text.replace(/(`+)[^`][\s\S]*?\1|&amp;(?!#?\w+;)/g, found => (found === '&amp;' ? '&' : found))
    : text;

/**
 * Reads the table whose tokens start at `start`. Writes it in a canonical form, independent of the author's spacing,
 * and returns the index of its last token.
 */
export const readTable = (tokens: Token[], start: number): { text: string; end: number } => {
  const rows: string[] = [];
  let cells: string[] = [];
  let alignments: string[] | null = [];
  let end = start + 1;
  for (; end < tokens.length; end++) {
    const { type, attrs, content } = tokens[end] as Token;
    if (type === 'table_close') break;
    if (type === 'tr_open') cells = [];
    else if (type === 'th_open') alignments?.push(ALIGNMENTS[String(attrs?.[0]?.[1])] ?? '---');
    else if (type === 'inline') cells.push(withPlainAmpersands(content).replaceAll('|', '\\|'));
    else if (type === 'tr_close') {
      rows.push(rowOf(cells));
      if (alignments !== null) rows.push(rowOf(alignments));
      alignments = null;
    }
  }
  return { text: rows.join('\n'), end };
};
