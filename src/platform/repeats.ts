/** A row with the key under which equal rows are counted. */
export type Repeated<Row> = { key: string; row: Row };

/** Groups rows that may come in floods. Of equal rows within a minute, it keeps the first and a count of the others. */
export type Repeats<Row> = {
  /**
   * Keeps the row of the first alternative. If its group already has too many such keys, uses the next, less specific
   * alternative. Groups do not affect each other.
   */
  add(group: string, alternatives: readonly Repeated<Row>[]): void;
  /** Writes the counts so far. */
  flush(): void;
};

const WINDOW_MS = 60_000;
/** Most keys of each alternative of a group at a time. The last alternative has no limit. */
const MAX_KEYS = 200;

type Counted<Row> = { latest: Row; count: number };

/** `keep` receives each row to keep; `withCount` adds the count to the last of several equal rows. */
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
        if (tier.size >= MAX_KEYS && index < alternatives.length - 1) continue;
        tier.set(key, { latest: row, count: 0 });
        keep(row);
        return;
      }
    },
    flush,
  };
}
