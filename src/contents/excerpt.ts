/** What of a text fits, cut at its structure: members of JSON and YAML, blocks of Markdown. */
export type Excerpt = { text: string; lines: number; leftOutLines: number };

/** A run of whole lines, from `start` up to but without `end`, and the lines that open what it stands in. */
type Part = { start: number; end: number; bytes: number; above: readonly Part[] };

/** A part larger than this share of the room is divided further, so that one large part does not displace all others. */
const LARGEST_SHARE = 16;
const LEAST_DIVIDED_BYTES = 200;
const MOST_DIVISIONS = 8;
/** Words that each part is searched for. */
const MOST_FOCUS = 50;
/** Parts at the beginning, which say what the document is. */
const FIRST_PARTS = 3;

/**
 * As many whole parts as fit into `roomBytes`: the first ones, since they say what the document is, then those that
 * hold a word of `focus`, then the others in their order. What is left out is noted where it stood.
 */
export function excerptOf(text: string, roomBytes: number, focus: readonly string[]): Excerpt {
  const lines = text.split('\n');
  if (Buffer.byteLength(text) <= roomBytes) return { text, lines: lines.length, leftOutLines: 0 };
  const parts = divideText(measure(lines), Math.max(LEAST_DIVIDED_BYTES, roomBytes / LARGEST_SHARE));
  const kept = new Set<Part>();
  let left = roomBytes;
  for (const part of byRank(lines, parts, focus.slice(0, MOST_FOCUS))) {
    const needed = [...part.above, part].filter(one => !kept.has(one));
    const cost = needed.reduce((sum, one) => sum + one.bytes + NOTE_BYTES, 0);
    if (cost > left) continue;
    left -= cost;
    for (const one of needed) kept.add(one);
  }
  return write(lines, parts, kept);
}

/** Room for the note about what is left out before a part. */
const NOTE_BYTES = 48;

function byRank(lines: string[], parts: readonly Part[], focus: readonly string[]): Part[] {
  const found = new Map<Part, boolean>();
  const holds = (part: Part): boolean => {
    const known = found.get(part);
    if (known !== undefined) return known;
    const text = focus.length > 0 ? lines.slice(part.start, part.end).join('\n') : '';
    const isFound = focus.some(word => text.includes(word));
    found.set(part, isFound);
    return isFound;
  };
  // A line that only opens what follows comes with it, and is worth nothing alone.
  const opening = new Set(parts.flatMap(({ above }) => above));
  const rank = (part: Part, index: number): number => {
    if (index < FIRST_PARTS) return 0;
    if (opening.has(part)) return 3;
    return holds(part) || part.above.some(holds) ? 1 : 2;
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
      // A line of a code block belongs to the line that opens it.
      indent: line.length - trimmed.length + (isInside ? 1 : 0),
      bytes: Buffer.byteLength(line) + 1,
      isBlank: trimmed === '' && !isInside,
      isClosing: /^[\]}]/.test(trimmed),
    };
  });
}

/** Parts of at most `mostBytes`, but for what has no structure. */
function divideText(lines: Line[], mostBytes: number): Part[] {
  return byBlankLines(lines).flatMap(part => divide(lines, part, mostBytes, MOST_DIVISIONS));
}

function divide(lines: Line[], part: Part, mostBytes: number, depth: number): Part[] {
  if (part.bytes <= mostBytes || depth === 0) return [part];
  const [opening, ...members] = byIndent(lines, part);
  if (opening === undefined || members.length === 0) return [part];
  const above = [...part.above, opening];
  return [opening, ...members.flatMap(member => divide(lines, { ...member, above }, mostBytes, depth - 1))];
}

/** Markdown blocks; a text without blank lines is one. */
function byBlankLines(lines: Line[]): Part[] {
  const starts = [0];
  for (let line = 1; line < lines.length; line += 1)
    if (lines[line - 1]?.isBlank && !lines[line]?.isBlank && lines[line]?.indent === 0) starts.push(line);
  return partsAt(lines, starts, lines.length, []);
}

/** The line that opens a part, and the members below it. */
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
