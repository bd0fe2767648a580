const HEADING = /^ {0,3}(#{1,6})[ \t]+(.*?)(?:[ \t]+#+)?[ \t]*$/;
const FENCE = /^ {0,3}(`{3,}(?=[^`]*$)|~{3,})(.*)$/;

type Line = {
  line: string;
  /** From 1. */
  number: number;
  /** The heading that the line is, from level 1 to 6. */
  heading: { level: number; title: string } | undefined;
};

/** The lines of a Markdown text. Those of code have no headings. */
export function* linesOfMarkdown(text: string): Iterable<Line> {
  let fence: string | undefined;
  for (const [index, line] of text.split(/\r?\n/).entries()) {
    fence = fenceAfter(line, fence);
    const [, marks = '', title = ''] = (fence === undefined && HEADING.exec(line)) || [];
    yield { line, number: index + 1, heading: marks === '' ? undefined : { level: marks.length, title } };
  }
}

/** The mark of the code fence that is open after a line (CommonMark 0.31, 4.5). */
function fenceAfter(line: string, open: string | undefined): string | undefined {
  const [, mark = '', rest = ''] = FENCE.exec(line) ?? [];
  if (mark === '') return open;
  if (open === undefined) return mark;
  return mark.startsWith(open) && rest.trim() === '' ? undefined : open;
}
