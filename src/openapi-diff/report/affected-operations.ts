import { StrongComponentFinder } from '../../openapi/strong-components.ts';
import type { Unit } from '../engine.ts';
import type { AffectedOperation } from '../model.ts';

/**
 * Computes which operations reach which unit, as bit sets: one row of 32-bit words per group of units that refer to
 * each other.
 */
export type Reach = (units: readonly Unit[]) => AffectedOperation[];

/** Groups units that refer to each other in a cycle. A group comes after all groups that it refers to. */
const groupUnits = (units: Unit[]): { groupOf: Int32Array; order: Unit[][] } => {
  const groupOf = new Int32Array(units.length);
  const order: Unit[][] = [];
  const finder = new StrongComponentFinder<Unit>(
    unit => unit.edges,
    group => {
      for (const { index } of group) groupOf[index] = order.length;
      order.push(group);
    },
  );
  for (const unit of units) finder.visit(unit);
  return { groupOf, order };
};

export const findReach = (units: Unit[], operations: AffectedOperation[]): Reach => {
  const { groupOf, order } = groupUnits(units);
  const width = Math.ceil(operations.length / 32);
  // One list for all rows: there are thousands, and a list of its own is dear.
  const words = new Uint32Array(order.length * width);
  const rowOf = (group: number): Uint32Array => words.subarray(group * width, (group + 1) * width);
  const groupOfUnit = ({ index }: Unit): number => groupOf[index] ?? 0;
  for (let group = order.length - 1; group >= 0; group--) {
    const start = group * width;
    for (const { operation } of order[group] ?? []) {
      if (operation === undefined) continue;
      const word = start + (operation >> 5);
      words[word] = (words[word] ?? 0) | (1 << (operation & 31));
    }
    for (const { edges } of order[group] ?? [])
      for (const edge of edges) merge(words, groupOfUnit(edge) * width, start, width);
  }
  // Equal lists share one array. Most have one operation, which is enough as a key.
  const lists = new Map<AffectedOperation | string, AffectedOperation[]>();
  const listOf = (row: Uint32Array): AffectedOperation[] => {
    const found = operationsOf(row, operations);
    const [only] = found;
    const key = found.length === 1 && only !== undefined ? only : row.join();
    const list = lists.get(key) ?? found;
    lists.set(key, list);
    return list;
  };
  const byGroup = new Map<number, AffectedOperation[]>();
  const ofGroup = (group: number): AffectedOperation[] => {
    let list = byGroup.get(group);
    if (list === undefined) {
      list = listOf(rowOf(group));
      byGroup.set(group, list);
    }
    return list;
  };
  return found => {
    const [first] = found;
    if (found.length === 1 && first !== undefined) return ofGroup(groupOfUnit(first));
    const groups = new Set(found.map(groupOfUnit));
    const [only] = groups;
    if (groups.size === 1 && only !== undefined) return ofGroup(only);
    const row = new Uint32Array(width);
    for (const group of groups) for (const [word, bits] of rowOf(group).entries()) row[word] = (row[word] ?? 0) | bits;
    return listOf(row);
  };
};

/** The operations of the set bits, word by word, because most rows are nearly empty. */
const operationsOf = (row: Uint32Array, operations: AffectedOperation[]): AffectedOperation[] => {
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
