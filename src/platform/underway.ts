type Place<Item> = { readonly item: Item; index: number };

/**
 * What is under way, in no order. A Map or Set leaves a table behind whenever it makes room, and each of those refers to the
 * next: one that reaches V8's old space keeps all later ones, with what they had, until the next full collection.
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

  /** Items that are removed or added meanwhile make no difference. */
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
