import type { Range } from './marked-ranges.ts';

/** A part of the text of a rendered document: a text node, or the end of an element. */
type Piece = { from: number; to: number; node: Text | Element };

/** The text of a rendered document, with one line for each block, and the place of each part. */
export type Flat = { text: string; pieces: Piece[] };

const BLOCKS =
  'p, h1, h2, h3, h4, h5, h6, ul, ol, li, blockquote, pre, hr, table, thead, tbody, tr, th, td, details, summary, div';

/**
 * Elements that only colour or hold others: they are no part of what the text says. One blank line makes paragraphs of
 * all items of a list.
 */
const SILENT = 'span, div, table, thead, tbody, tr, ul, ol, li > p, details';

/** Private characters, one for each kind of element: an element that becomes another kind is a change of the text. */
export type Kinds = Map<string, string>;

/** Texts with more parts are not marked: the page would stop for a while. */
const MOST_PIECES = 30_000;

/** Returns undefined if there are too many parts. */
export function flatten(root: Element, kinds: Kinds): Flat | undefined {
  const pieces: Piece[] = [];
  const texts: string[] = [];
  let length = 0;
  const push = (text: string, node?: Text | Element) => {
    if (node) pieces.push({ from: length, to: length + text.length, node });
    texts.push(text);
    length += text.length;
  };
  const startLine = () => {
    if (length > 0 && !texts.at(-1)?.endsWith('\n')) push('\n');
  };
  const visit = (node: Node) => {
    if (pieces.length > MOST_PIECES) return;
    if (node instanceof Text) {
      const text = textOf(node);
      if (text !== '') push(text, node);
    } else if (node instanceof Element) {
      if (isBlock(node)) startLine();
      node.childNodes.forEach(visit);
      // The end of a list item is a line of its own, so that its text stays the same when a list in it comes or goes.
      if (node.localName === 'li') startLine();
      if (!node.matches(SILENT)) push(endOf(node, kinds), node);
    }
  };
  root.childNodes.forEach(visit);
  return pieces.length > MOST_PIECES ? undefined : { text: texts.join(''), pieces };
}

const isBlock = (node: Node | null): boolean => node instanceof Element && node.matches(BLOCKS);

/** The text on one line, without the line breaks between blocks. Code keeps its lines. */
function textOf({ data, parentElement, previousSibling, nextSibling }: Text): string {
  if (parentElement?.closest('pre')) return data;
  if (data.trim() === '' && (isBlock(previousSibling) || isBlock(nextSibling))) return '';
  return data.replaceAll('\n', ' ');
}

function endOf(element: Element, kinds: Kinds): string {
  const { localName, parentElement } = element;
  // The links to headings of a text beside another one have a prefix.
  const address = element.getAttribute('href')?.replace(/^#.*?section\./, '#section.') ?? '';
  const start = (localName === 'li' && parentElement?.getAttribute('start')) || '';
  const kind = [isBlock(element) ? parentElement?.localName : '', localName, address, start].join(' ');
  // The planes 15 and 16 have 131,068 private characters.
  if (!kinds.has(kind)) kinds.set(kind, String.fromCodePoint(0xf0000 + kinds.size));
  return `${kinds.get(kind)}${isBlock(element) ? '\n' : ''}`;
}

/** Wraps the ranges of a document in <ins> or <del>. Returns whether each range has such a mark. */
export function mark({ pieces }: Flat, ranges: readonly Range[], tag: 'ins' | 'del'): boolean {
  const changed = changedIn(pieces, ranges);
  const whole = new Set(changed.filter(({ node }) => node instanceof Element && isLeaf(node)).map(({ node }) => node));
  const marked = new Set<Range>();
  for (const { node, from, to, parts } of changed) {
    const isWhole = whole.has(node);
    if (isWhole || node instanceof Text) for (const range of parts) marked.add(range);
    if (isInside(node, whole)) continue;
    if (isWhole) wrapInside(node as Element, tag);
    else if (node instanceof Text) {
      // From the end, because each wrapping cuts the node.
      for (const [start, end] of parts.toReversed())
        wrapText(node, Math.max(start, from) - from, Math.min(end, to) - from, tag);
    }
  }
  return marked.size === ranges.length;
}

/** A piece, and the ranges that are partly in it. */
type Changed = Piece & { parts: Range[] };

function changedIn(pieces: readonly Piece[], ranges: readonly Range[]): Changed[] {
  const changed: Changed[] = [];
  let next = 0;
  for (const piece of pieces) {
    while (next < ranges.length && (ranges[next] as Range)[1] <= piece.from) next += 1;
    const parts: Range[] = [];
    for (let at = next; at < ranges.length && (ranges[at] as Range)[0] < piece.to; at += 1)
      parts.push(ranges[at] as Range);
    if (parts.length > 0) changed.push({ ...piece, parts });
  }
  return changed;
}

/** Whether a mark in the element, or around a line, shows that it changed as a whole. */
const isLeaf = (element: Element): boolean => element.localName !== 'br' && element.querySelector(BLOCKS) === null;

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
  showMark(wrapper);
}

function wrapText(node: Text, from: number, to: number, tag: string): void {
  const text = from > 0 ? node.splitText(from) : node;
  if (to - from < text.length) text.splitText(to - from);
  const wrapper = document.createElement(tag);
  text.replaceWith(wrapper);
  wrapper.append(text);
  showMark(wrapper);
}

/** Opens the front matter of the document. */
function showMark(mark: Element): void {
  mark.closest('details')?.setAttribute('open', '');
}
