import type { Range } from './marked-ranges.ts';

/** A part of the text of a rendered document: a text node, or the end of an element. */
type Piece = { from: number; to: number; node: Text | Element };

/** The text of a rendered document, with one line for each block, and the place of each part. */
export type Flat = { text: string; pieces: Piece[] };

const BLOCKS =
  'p, h1, h2, h3, h4, h5, h6, ul, ol, li, blockquote, pre, hr, table, thead, tbody, tr, th, td, details, summary, div';

/** Elements that only colour or hold others: they are no part of what the text says. */
const SILENT = 'span, div, table, thead, tbody, tr, ul, ol, details';

/** Private characters, one for each kind of element: an element that becomes another kind is a change of the text. */
export type Kinds = Map<string, string>;

export function flatten(root: Element, kinds: Kinds): Flat {
  const pieces: Piece[] = [];
  const texts: string[] = [];
  let length = 0;
  const push = (text: string, node: Text | Element) => {
    pieces.push({ from: length, to: length + text.length, node });
    texts.push(text);
    length += text.length;
  };
  const visit = (node: Node) => {
    if (node instanceof Text) {
      const isCode = node.parentElement?.closest('pre') !== null;
      const isBetweenBlocks = node.parentElement?.matches(`${SILENT}, blockquote, .prose`) && node.data.trim() === '';
      if (!isBetweenBlocks || isCode) push(isCode ? node.data : node.data.replaceAll('\n', ' '), node);
    } else if (node instanceof Element) {
      node.childNodes.forEach(visit);
      if (!node.matches(SILENT)) push(endOf(node, kinds), node);
    }
  };
  root.childNodes.forEach(visit);
  return { text: texts.join(''), pieces };
}

function endOf(element: Element, kinds: Kinds): string {
  const isBlock = element.matches(BLOCKS);
  const kind = isBlock ? `${element.parentElement?.localName} ${element.localName}` : element.localName;
  if (!kinds.has(kind)) kinds.set(kind, String.fromCodePoint(0xe000 + kinds.size));
  // The links to headings of a text beside another one have a prefix.
  const address = element.getAttribute('href')?.replace(/^#.*?section\./, '#section.') ?? '';
  return `${kinds.get(kind)}${address}${isBlock ? '\n' : ''}`;
}

/** Wraps the ranges of a document in <ins> or <del>. */
export function mark({ pieces }: Flat, ranges: readonly Range[], tag: 'ins' | 'del'): void {
  const changed = changedIn(pieces, ranges);
  const whole = new Set(changed.filter(({ node }) => node instanceof Element && isLeaf(node)).map(({ node }) => node));
  for (const { node, from, parts } of changed) {
    if (whole.has(node)) wrapInside(node as Element, tag);
    else if (node instanceof Text && !isInside(node, whole)) {
      // From the end, because each wrapping cuts the node.
      for (const [start, end] of parts.toReversed()) wrapText(node, start - from, end - from, tag);
    }
  }
}

type Changed = Piece & { parts: Range[] };

function changedIn(pieces: readonly Piece[], ranges: readonly Range[]): Changed[] {
  const changed: Changed[] = [];
  let next = 0;
  for (const piece of pieces) {
    while (next < ranges.length && (ranges[next] as Range)[1] <= piece.from) next += 1;
    const parts: Range[] = [];
    for (let at = next; at < ranges.length && (ranges[at] as Range)[0] < piece.to; at += 1) {
      const [from, to] = ranges[at] as Range;
      parts.push([Math.max(from, piece.from), Math.min(to, piece.to)]);
    }
    if (parts.length > 0) changed.push({ ...piece, parts });
  }
  return changed;
}

const isLeaf = (element: Element): boolean => element.querySelector(BLOCKS) === null;

function isInside(node: Node, elements: ReadonlySet<Node>): boolean {
  for (let parent = node.parentNode; parent !== null; parent = parent.parentNode) if (elements.has(parent)) return true;
  return false;
}

function wrapInside(element: Element, tag: string): void {
  const wrapper = document.createElement(tag);
  if (element.localName === 'hr') {
    element.replaceWith(wrapper);
    wrapper.append(element);
  } else {
    wrapper.append(...element.childNodes);
    element.append(wrapper);
  }
}

function wrapText(node: Text, from: number, to: number, tag: string): void {
  const text = from > 0 ? node.splitText(from) : node;
  if (to - from < text.length) text.splitText(to - from);
  if (text.data.trim() === '') return;
  const wrapper = document.createElement(tag);
  text.replaceWith(wrapper);
  wrapper.append(text);
}
