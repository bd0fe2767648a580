import { StrongComponentFinder } from '../../openapi/strong-components.ts';
import type { Unit } from '../engine.ts';
import type { AffectedOperation } from '../model.ts';

type Groups = {
  /** The group of a unit, by the index of the unit. */
  groupOf: Int32Array;
  /** A group comes after all groups that it refers to. */
  order: Unit[][];
};

/** Groups units that refer to each other in a cycle. */
const groupUnits = (units: Unit[]): Groups => {
  const groupOf = new Int32Array(units.length);
  const order: Unit[][] = [];
  const finder = new StrongComponentFinder<Unit>(edgesOf, group => {
    for (const { index } of group) groupOf[index] = order.length;
    order.push(group);
  });
  for (const unit of units) finder.visit(unit);
  return { groupOf, order };
};

const edgesOf = ({ edges }: Unit): ReadonlySet<Unit> => edges;

/**
 * Which operations reach which unit, as bit sets: one row of 32-bit words per group of units that refer to each other.
 */
export class Reach {
  readonly #operations: readonly AffectedOperation[];
  readonly #groups: Groups;
  /** The words of a row. */
  readonly #width: number;
  /** One array for all rows: there are thousands, and an array for each would be expensive. */
  readonly #words: Uint32Array;
  /** Equal lists share one array. Most have one operation, which is enough as a key. */
  readonly #lists = new Map<AffectedOperation | string, AffectedOperation[]>();
  readonly #listOfGroup = new Map<number, AffectedOperation[]>();

  constructor(units: Unit[], operations: readonly AffectedOperation[]) {
    this.#operations = operations;
    this.#groups = groupUnits(units);
    this.#width = Math.ceil(operations.length / 32);
    this.#words = new Uint32Array(this.#groups.order.length * this.#width);
    this.#mark();
  }

  /** The operations that reach one of the units. */
  of(units: readonly Unit[]): AffectedOperation[] {
    const [first] = units;
    if (units.length === 1 && first !== undefined) return this.#ofGroup(this.#groupOf(first));
    const groups = new Set<number>();
    for (const unit of units) groups.add(this.#groupOf(unit));
    const [only] = groups;
    if (groups.size === 1 && only !== undefined) return this.#ofGroup(only);
    const row = new Uint32Array(this.#width);
    for (const group of groups)
      for (const [word, bits] of this.#rowOf(group).entries()) row[word] = (row[word] ?? 0) | bits;
    return this.#listOf(row);
  }

  #mark(): void {
    const { order } = this.#groups;
    const [words, width] = [this.#words, this.#width];
    for (let group = order.length - 1; group >= 0; group--) {
      const start = group * width;
      for (const { operation } of order[group] ?? []) {
        if (operation === undefined) continue;
        const word = start + (operation >> 5);
        words[word] = (words[word] ?? 0) | (1 << (operation & 31));
      }
      for (const { edges } of order[group] ?? [])
        for (const edge of edges) merge(words, this.#groupOf(edge) * width, start, width);
    }
  }

  #groupOf({ index }: Unit): number {
    return this.#groups.groupOf[index] ?? 0;
  }

  #rowOf(group: number): Uint32Array {
    return this.#words.subarray(group * this.#width, (group + 1) * this.#width);
  }

  #ofGroup(group: number): AffectedOperation[] {
    let list = this.#listOfGroup.get(group);
    if (list === undefined) {
      list = this.#listOf(this.#rowOf(group));
      this.#listOfGroup.set(group, list);
    }
    return list;
  }

  #listOf(row: Uint32Array): AffectedOperation[] {
    const found = operationsOf(row, this.#operations);
    const [only] = found;
    const key = found.length === 1 && only !== undefined ? only : row.join();
    const list = this.#lists.get(key) ?? found;
    this.#lists.set(key, list);
    return list;
  }
}

/** The operations of the set bits, word by word, because most rows are nearly empty. */
const operationsOf = (row: Uint32Array, operations: readonly AffectedOperation[]): AffectedOperation[] => {
  const found: AffectedOperation[] = [];
  for (let word = 0; word < row.length; word++) {
    for (let rest = row[word] ?? 0; rest !== 0; rest &= rest - 1) {
      const operation = operations[word * 32 + 31 - Math.clz32(rest & -rest)];
      if (operation !== undefined) found.push(operation);
    }
  }
  return found;
};

/** Adds the row that starts at `from` to the one that starts at `into`. */
const merge = (words: Uint32Array, into: number, from: number, width: number): void => {
  if (into === from) return;
  for (let word = 0; word < width; word++) words[into + word] = (words[into + word] ?? 0) | (words[from + word] ?? 0);
};
