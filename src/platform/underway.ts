type Place<Item> = { readonly item: Item; index: number };

/**
 * The items in progress, in no order. A Map or Set leaves its old table as garbage when it grows, and each old table refers to
 * the next. If one of them is in V8's old generation, all later ones stay in memory until the next full collection.
 */
export class Underway<Item> {
  readonly #places: Place<Item>[] = [];

  /** Returns the function that removes the item. Further calls of it do nothing. */
  add(item: Item): () => void {
    const place = { item, index: this.#places.length };
    this.#places.push(place);
    return () => this.#remove(place);
  }

  some(test: (item: Item) => boolean): boolean {
    return this.#places.some(({ item }) => test(item));
  }

  /** Iterates over a copy: items may be added or removed meanwhile. */
  [Symbol.iterator](): IterableIterator<Item> {
    return this.#places.map(({ item }) => item)[Symbol.iterator]();
  }

  #remove(place: Place<Item>): void {
    const { index } = place;
    if (index < 0) return;
    place.index = -1;
    const last = this.#places.pop();
    if (last === undefined || last === place) return;
    this.#places[index] = last;
    last.index = index;
  }
}
