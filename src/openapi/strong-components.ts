type State = { order: number; low: number; isOpen: boolean };

/**
 * Finds the strongly connected components of a graph (Tarjan's algorithm). Each component is passed to `close` after
 * all components that it can reach. Uses an explicit stack, because chains of references may be longer than the call
 * stack.
 */
export class StrongComponentFinder<Node extends { readonly index: number }> {
  readonly #edgesOf: (node: Node) => Iterable<Node>;
  readonly #close: (circle: Node[]) => void;
  /** Visit states, by the index of the node. */
  readonly #states: (State | undefined)[] = [];
  #visited = 0;
  readonly #open: Node[] = [];

  constructor(edgesOf: (node: Node) => Iterable<Node>, close: (circle: Node[]) => void) {
    this.#edgesOf = edgesOf;
    this.#close = close;
  }

  /** Visits all nodes that are reachable from `root` and not yet visited. */
  visit(root: Node): void {
    if (this.#states[root.index] !== undefined) return;
    const path = [this.#enter(root)];
    for (let top = path.at(-1); top !== undefined; top = path.at(-1)) {
      const next = top.edges.next();
      if (next.done) {
        path.pop();
        const parent = path.at(-1);
        if (parent !== undefined) parent.state.low = Math.min(parent.state.low, top.state.low);
        if (top.state.low === top.state.order) this.#closeCircle(top.node);
        continue;
      }
      const known = this.#states[next.value.index];
      if (known === undefined) path.push(this.#enter(next.value));
      else if (known.isOpen) top.state.low = Math.min(top.state.low, known.order);
    }
  }

  #enter(node: Node) {
    const order = this.#visited++;
    const state: State = { order, low: order, isOpen: true };
    this.#states[node.index] = state;
    this.#open.push(node);
    return { node, state, edges: this.#edgesOf(node)[Symbol.iterator]() };
  }

  #closeCircle(first: Node): void {
    const circle = this.#open.splice(this.#open.lastIndexOf(first));
    for (const node of circle) (this.#states[node.index] as State).isOpen = false;
    this.#close(circle);
  }
}
