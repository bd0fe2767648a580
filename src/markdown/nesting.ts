import type { MarkdownIt, StateBlock } from 'markdown-it';

/** Blocks with more lists and quotes around them than this are code. A list counts twice. */
const MAX_NESTING = 40;

/**
 * Limits how deeply blocks are parsed, which takes recursion. What is nested more deeply becomes a code block with its source: the
 * library would leave it out, and in a list also everything after it.
 */
export function limitNesting({ block }: MarkdownIt): void {
  const tokenize = block.tokenize.bind(block);
  block.tokenize = (state, startLine, endLine) => {
    if (state.level < MAX_NESTING) return tokenize(state, startLine, endLine);
    const start = Math.min(state.skipEmptyLines(startLine), endLine);
    let end = start;
    for (let line = start; line < endLine; line++)
      if (!state.isEmpty(line)) {
        if (isOutside(state, line)) break;
        end = line + 1;
      }
    state.line = Math.min(state.skipEmptyLines(end), endLine);
    if (end === start) return;
    const code = state.push('code_block', 'code', 0);
    code.content = `${state.getLines(start, end, state.blkIndent, false)}\n`;
    code.map = [start, end];
  };
}

/** Whether a line ends the lists around a block. The library gives a negative indent to the lazy lines of a quote, which belong to it. */
const isOutside = ({ sCount, blkIndent }: StateBlock, line: number): boolean => {
  const indent = sCount[line] as number;
  return indent >= 0 && indent < blkIndent;
};
