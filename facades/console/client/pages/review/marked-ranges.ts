/** A range of a text: from and to. */
export type Range = readonly [from: number, to: number];

/**
 * The changed ranges of each text. `changes` has four offsets for each change: from and to in the text before, from and
 * to in the text after. Each line of a text is one block.
 */
export function rangesOf(changes: readonly number[], before: string, after: string) {
  const starts = changes.flatMap((_, index) => (index % 4 === 0 ? index : []));
  const of = (text: string, side: 0 | 2) => {
    const ranges: Range[] = [];
    for (const at of starts) {
      const [from, to] = [changes[at + side] ?? 0, changes[at + side + 1] ?? 0];
      const isAlone = changes[at + 2 - side] === changes[at + 3 - side];
      const least = ranges.at(-1)?.[1] ?? 0;
      if (Math.max(from, least) >= to) continue;
      ranges.push(wholeWords(isAlone ? fromLineStart([from, to], text, least) : [from, to], text, least));
    }
    return ranges;
  };
  return { before: of(before, 0), after: of(after, 2) };
}

/**
 * A block between two blocks that begin alike can be read as added from the middle of its line to the middle of the next
 * line. Moves such a range to the start of its line; not beyond `least`.
 */
function fromLineStart([from, to]: Range, text: string, least: number): Range {
  const start = text.lastIndexOf('\n', from - 1) + 1;
  const moved = from - start;
  const isAlike = start >= least && text.slice(start, from) === text.slice(to - moved, to);
  return isAlike && text.slice(from, to).includes('\n') ? [start, to - moved] : [from, to];
}

const WORD = /[\p{L}\p{N}]/u;

/** Widens a range that starts or ends inside a word; not before `least`. */
function wholeWords([from, to]: Range, text: string, least: number): Range {
  const isInside = (at: number) => WORD.test(text[at - 1] ?? '') && WORD.test(text[at] ?? '');
  let [start, end] = [Math.max(from, least), to];
  while (start > least && isInside(start)) start -= 1;
  while (isInside(end)) end += 1;
  return [start, end];
}
