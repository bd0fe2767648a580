import type { Position } from './problem.ts';

/** Finds line and column of an offset. As in YAML, lines end with LF, CR LF or CR. */
export class LineIndex {
  readonly #starts: number[] = [0];
  readonly #ends: Iterator<number>;
  #isWhole = false;

  constructor(text: string) {
    this.#ends = text.includes('\r') ? endsOfAnyLine(text) : endsOfLine(text);
  }

  position(offset: number): Position {
    while (!this.#isWhole && (this.#starts.at(-1) ?? 0) <= offset) this.#readLine();
    let low = 0;
    let high = this.#starts.length - 1;
    while (low < high) {
      const middle = (low + high + 1) >> 1;
      if ((this.#starts[middle] ?? 0) <= offset) low = middle;
      else high = middle - 1;
    }
    return { line: low + 1, column: offset - (this.#starts[low] ?? 0) + 1 };
  }

  /** Lines are indexed lazily. */
  #readLine(): void {
    const { done, value } = this.#ends.next();
    if (done) this.#isWhole = true;
    else this.#starts.push(value);
  }
}

function* endsOfLine(text: string): Generator<number> {
  for (let end = text.indexOf('\n'); end >= 0; end = text.indexOf('\n', end + 1)) yield end + 1;
}

function* endsOfAnyLine(text: string): Generator<number> {
  for (const end of text.matchAll(/\r\n|\n|\r/g)) yield end.index + end[0].length;
}

/** Pointers as a tree, so that one pass over a text finds the offsets of all of them. */
export class PointerTree {
  offset: number | undefined;
  readonly children = new Map<string, PointerTree>();

  add(tokens: readonly string[]): void {
    let node: PointerTree = this;
    for (const token of tokens) {
      const child: PointerTree = node.children.get(token) ?? new PointerTree();
      node.children.set(token, child);
      node = child;
    }
  }

  /** The number of nodes, including this one. */
  count(): number {
    let count = 1;
    for (const child of this.children.values()) count += child.count();
    return count;
  }

  /** The offset of the deepest node found on the way to the pointer; for a missing field, that of its parent. */
  find(tokens: readonly string[]): number {
    let node: PointerTree = this;
    for (const token of tokens) {
      const child = node.children.get(token);
      if (child?.offset === undefined) break;
      node = child;
    }
    return node.offset ?? 0;
  }
}
