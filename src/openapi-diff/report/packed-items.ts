import { type JsonObject, parseJson } from '../../platform/json.ts';
import type { AffectedOperation, DiffItem } from '../model.ts';

/**
 * The stored form of items. Many items of a shared component affect the same hundreds of operations. Each operation and
 * each set of operations is stored once, so that the text does not grow with items times operations.
 */
type PackedItems = {
  operations: AffectedOperation[];
  /** Positions in `operations`. */
  sets: number[][];
  /** `affectedOperations` is a position in `sets`. */
  items: (Omit<DiffItem, 'affectedOperations'> & { affectedOperations: number })[];
};

export function packItems(items: DiffItem[]): string {
  const operations = new Map<string, number>();
  const sets = new Map<string, number>();
  const packed: PackedItems = { operations: [], sets: [], items: [] };
  const positionOf = (affected: AffectedOperation[]): number => {
    const set = affected.map(operation =>
      place(operations, `${operation.method} ${operation.path}`, () => packed.operations.push(operation)),
    );
    return place(sets, set.join(), () => packed.sets.push(set));
  };
  // Changes with the same operations share one array, so each array is visited once.
  const lists = new Map<AffectedOperation[], number>();
  for (const item of items) {
    const affectedOperations = lists.get(item.affectedOperations) ?? positionOf(item.affectedOperations);
    lists.set(item.affectedOperations, affectedOperations);
    packed.items.push({ ...item, affectedOperations });
  }
  return JSON.stringify(packed);
}

function place(known: Map<string, number>, key: string, add: () => number): number {
  const position = known.get(key) ?? add() - 1;
  known.set(key, position);
  return position;
}

/** Restores the items with numbers as written. Items with the same operations share one array. */
export function unpackItems(text: string): DiffItem[] {
  const { operations, sets, items } = parseJson(text) as JsonObject as unknown as PackedItems;
  const unpacked = sets.map(set => set.map(position => operations[position] as AffectedOperation));
  return items.map(item => ({ ...item, affectedOperations: unpacked[item.affectedOperations] ?? [] }));
}
