import { type JsonObject, parseJson } from '../../platform/json.ts';
import type { AffectedOperation, DiffItem } from '../model.ts';

/**
 * The stored form of items. Many items of a shared component affect the same hundreds of operations. Each operation and
 * each set of operations is stored once, so that the text does not grow with items times operations. Each item has a line,
 * so that readers can parse a few at once.
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
  const { items: changes, ...shared } = packed;
  const lines = changes.map(item => JSON.stringify(item)).join(',\n');
  return `${JSON.stringify(shared).slice(0, -1)},"items":[\n${lines}\n]}`;
}

function place(known: Map<string, number>, key: string, add: () => number): number {
  const position = known.get(key) ?? add() - 1;
  known.set(key, position);
  return position;
}

/** Restores the items with numbers as written. Items with the same operations share one array. */
export function unpackItems(text: string): DiffItem[] {
  const packed = parseJson(text) as JsonObject as unknown as PackedItems;
  return packed.items.map(unpackerOf(packed));
}

function unpackerOf({
  operations,
  sets,
}: Omit<PackedItems, 'items'>): (item: PackedItems['items'][number]) => DiffItem {
  const unpacked = sets.map(set => set.map(position => operations[position] as AffectedOperation));
  return item => ({ ...item, affectedOperations: unpacked[item.affectedOperations] ?? [] });
}

const NEWLINE = 0x0a;
/** A piece is parsed in about a millisecond, also by code that is not yet optimized. */
const PIECE_BYTES = 32 * 1024;

/** Restores the items of a text in UTF-8 like `unpackItems`. Parses a few lines at once and calls `pause` after them. */
export async function unpackItemsInPieces(bytes: Buffer, pause: () => Promise<void>): Promise<DiffItem[]> {
  const first = bytes.indexOf(NEWLINE);
  const last = bytes.lastIndexOf(NEWLINE);
  // Earlier versions of the service stored one line.
  if (first === last) return unpackItems(bytes.toString());
  const unpack = unpackerOf(parseJson(`${bytes.toString('utf8', 0, first)}]}`) as JsonObject as unknown as PackedItems);
  const items: DiffItem[] = [];
  for (let start = first + 1; start < last; ) {
    if (start > first + 1) await pause();
    const end = bytes.indexOf(NEWLINE, Math.min(start + PIECE_BYTES, last));
    const lines = bytes.toString('utf8', start, end);
    const parsed = parseJson(
      `[${lines.endsWith(',') ? lines.slice(0, -1) : lines}]`,
    ) as unknown as PackedItems['items'];
    for (const item of parsed) items.push(unpack(item));
    start = end + 1;
  }
  return items;
}
