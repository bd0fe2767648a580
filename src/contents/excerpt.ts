/** The part of a text that fits a size limit, cut at its structure: members of JSON and YAML, blocks of Markdown. */
export type Excerpt = { text: string; lines: number; leftOutLines: number };

/** A run of whole lines from `start` to before `end`, and the parts that open the objects or lists around it. */
type Part = { start: number; end: number; bytes: number; above: readonly Part[] };

/**
 * A part larger than this share of the limit is divided further, so that one large part does not displace all others.
 */
const LARGEST_SHARE = 16;
const LEAST_DIVIDED_BYTES = 200;
const MAX_DIVISIONS = 8;
/** Most words that each part is searched for. */
const MAX_FOCUS = 50;
/** The number of parts at the beginning that are always ranked first: they describe the document. */
const FIRST_PARTS = 3;

/**
 * Selects as many whole parts as fit `roomBytes`: first the beginning, which describes the document; then parts that
 * contain a word of `focus`; then the others in order. A note marks every gap.
 */
export function excerptOf(text: string, roomBytes: number, focus: readonly string[]): Excerpt {
  const lines = text.split('\n');
  if (Buffer.byteLength(text) <= roomBytes) return { text, lines: lines.length, leftOutLines: 0 };
  const parts = divideText(measure(lines), Math.max(LEAST_DIVIDED_BYTES, roomBytes / LARGEST_SHARE));
  const kept = new Set<Part>();
  let left = roomBytes;
  for (const part of byRank(lines, parts, focus.slice(0, MAX_FOCUS))) {
    const needed = [...part.above, part].filter(one => !kept.has(one));
    const cost = needed.reduce((sum, one) => sum + one.bytes + NOTE_BYTES, 0);
    if (cost > left) continue;
    left -= cost;
    for (const one of needed) kept.add(one);
  }
  return write(lines, parts, kept);
}

/** Bytes reserved for the note about a gap before a part. */
const NOTE_BYTES = 48;

function byRank(lines: string[], parts: readonly Part[], focus: readonly string[]): Part[] {
  const found = new Map<Part, boolean>();
  const hasFocus = (part: Part): boolean => {
    const known = found.get(part);
    if (known !== undefined) return known;
    const text = focus.length > 0 ? lines.slice(part.start, part.end).join('\n') : '';
    const isFound = focus.some(word => text.includes(word));
    found.set(part, isFound);
    return isFound;
  };
  // A line that only opens a nested part is added with that part; alone it is worthless.
  const opening = new Set(parts.flatMap(({ above }) => above));
  const rank = (part: Part, index: number): number => {
    if (index < FIRST_PARTS) return 0;
    if (opening.has(part)) return 3;
    return hasFocus(part) || part.above.some(hasFocus) ? 1 : 2;
  };
  return parts
    .map((part, index) => ({ part, index, rank: rank(part, index) }))
    .sort((a, b) => a.rank - b.rank || a.index - b.index)
    .map(({ part }) => part);
}

type Line = { indent: number; bytes: number; isBlank: boolean; isClosing: boolean };

function measure(lines: string[]): Line[] {
  let fence = '';
  return lines.map(line => {
    const trimmed = line.trimStart();
    const mark = /^(`{3,}|~{3,})/.exec(trimmed)?.[1];
    const isInside = fence !== '';
    if (mark !== undefined && fence === '') fence = mark;
    else if (mark?.startsWith(fence)) fence = '';
    return {
      // Lines of a code block count as nested in the line that opens it.
      indent: line.length - trimmed.length + (isInside ? 1 : 0),
      bytes: Buffer.byteLength(line) + 1,
      isBlank: trimmed === '' && !isInside,
      isClosing: /^[\]}]/.test(trimmed),
    };
  });
}

/** Divides a text into parts of at most `mostBytes`, where its structure permits. */
function divideText(lines: Line[], mostBytes: number): Part[] {
  return byBlankLines(lines).flatMap(part => divide(lines, part, mostBytes, MAX_DIVISIONS));
}

function divide(lines: Line[], part: Part, mostBytes: number, depth: number): Part[] {
  if (part.bytes <= mostBytes || depth === 0) return [part];
  const [opening, ...members] = byIndent(lines, part);
  if (opening === undefined || members.length === 0) return [part];
  const above = [...part.above, opening];
  return [opening, ...members.flatMap(member => divide(lines, { ...member, above }, mostBytes, depth - 1))];
}

/** Divides a text into Markdown blocks. A text without blank lines is one block. */
function byBlankLines(lines: Line[]): Part[] {
  const starts = [0];
  for (let line = 1; line < lines.length; line += 1)
    if (lines[line - 1]?.isBlank && !lines[line]?.isBlank && lines[line]?.indent === 0) starts.push(line);
  return partsAt(lines, starts, lines.length, []);
}

/** Divides a part into the line that opens it and the members below. */
function byIndent(lines: Line[], { start, end, above }: Part): Part[] {
  let least = Number.POSITIVE_INFINITY;
  for (let line = start + 1; line < end; line += 1) {
    const { indent, isBlank, isClosing } = lines[line] as Line;
    if (!isBlank && !isClosing && indent < least) least = indent;
  }
  const starts = [start];
  for (let line = start + 1; line < end; line += 1) {
    const { indent, isBlank, isClosing } = lines[line] as Line;
    if (indent <= least && !isBlank && !isClosing) starts.push(line);
  }
  return partsAt(lines, starts, end, above);
}

const partsAt = (lines: Line[], starts: number[], end: number, above: readonly Part[]): Part[] =>
  starts.map((start, index) => {
    const next = starts[index + 1] ?? end;
    return { start, end: next, bytes: bytesOf(lines, start, next), above };
  });

function bytesOf(lines: Line[], start: number, end: number): number {
  let bytes = 0;
  for (let line = start; line < end; line += 1) bytes += lines[line]?.bytes ?? 0;
  return bytes;
}

function write(lines: string[], parts: readonly Part[], kept: ReadonlySet<Part>): Excerpt {
  const written: string[] = [];
  let leftOutLines = 0;
  let gap = 0;
  const note = () => {
    if (gap > 0) written.push(`[… ${gap} lines left out …]`);
    gap = 0;
  };
  for (const part of parts) {
    const { start, end } = part;
    if (kept.has(part)) {
      note();
      for (let line = start; line < end; line += 1) written.push(lines[line] ?? '');
      continue;
    }
    gap += end - start;
    leftOutLines += end - start;
  }
  note();
  return { text: written.join('\n'), lines: lines.length, leftOutLines };
}
