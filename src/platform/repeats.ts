/** A row, and what it has in common with others that may be counted instead of it. */
export type Repeated<Row> = { key: string; row: Row };

/** What may come in floods: of what repeats itself within a minute the first is kept, and how many followed. */
export type Repeats<Row> = {
  /**
   * Keeps the row under its first key, or, while the group has many of these, under a later one, which says less. A
   * flood of one group takes nothing from another.
   */
  add(group: string, alternatives: readonly Repeated<Row>[]): void;
  /** Hands on what was counted so far. */
  flush(): void;
};

const WINDOW_MS = 60_000;
/** Keys of each alternative of a group at a time; the last alternative has as many as there are. */
const MOST_KEYS = 200;

type Counted<Row> = { latest: Row; count: number };

/** `keep` takes a row; `withCount` writes into the last of several equal ones how many they were. */
export function createRepeats<Row>(
  keep: (row: Row) => void,
  withCount: (row: Row, count: number) => Row,
): Repeats<Row> {
  const tiers = new Map<string, Map<string, Counted<Row>>>();
  let timer: NodeJS.Timeout | undefined;

  function flush(): void {
    for (const entry of [...tiers.values()].flatMap(tier => [...tier.values()])) {
      if (entry.count > 0) keep(withCount(entry.latest, entry.count));
      entry.count = 0;
    }
  }

  function endWindow(): void {
    timer = undefined;
    flush();
    tiers.clear();
  }

  return {
    add(group, alternatives) {
      if (timer === undefined) timer = setTimeout(endWindow, WINDOW_MS).unref();
      for (const [index, { key, row }] of alternatives.entries()) {
        const name = `${index} ${group}`;
        const tier = tiers.get(name) ?? new Map<string, Counted<Row>>();
        tiers.set(name, tier);
        const known = tier.get(key);
        if (known !== undefined) {
          known.latest = row;
          known.count += 1;
          return;
        }
        if (tier.size >= MOST_KEYS && index < alternatives.length - 1) continue;
        tier.set(key, { latest: row, count: 0 });
        keep(row);
        return;
      }
    },
    flush,
  };
}
