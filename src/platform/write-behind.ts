/** Rows that are written a moment after they came, many in one statement. */
export type WriteBehind<Row> = {
  add(row: Row): void;
  /** Resolves when all that was added before is written. */
  flush(): Promise<void>;
};

/** How long a row waits for others, and how many rows one statement takes. */
const DELAY_MS = 100;
const CHUNK = 500;
/** Rows beyond this are not kept while the database does not answer. */
const MOST_WAITING = 20_000;

/** `onLost` is told how many rows could not be written, and why. */
export function createWriteBehind<Row>(
  write: (rows: Row[]) => Promise<unknown>,
  onLost: (count: number, error: unknown) => void,
): WriteBehind<Row> {
  let waiting: Row[] = [];
  let timer: NodeJS.Timeout | undefined;
  let underway: Promise<void> = Promise.resolve();

  async function writeAll(): Promise<void> {
    while (waiting.length > 0) {
      const chunk = waiting.slice(0, CHUNK);
      waiting = waiting.slice(CHUNK);
      await write(chunk).catch(error => onLost(chunk.length, error));
    }
  }

  function flush(): Promise<void> {
    clearTimeout(timer);
    timer = undefined;
    underway = underway.then(writeAll);
    return underway;
  }

  return {
    add(row) {
      if (waiting.length >= MOST_WAITING) return onLost(1, new Error('too many rows wait'));
      waiting.push(row);
      timer ??= setTimeout(() => void flush(), DELAY_MS).unref();
    },
    flush,
  };
}
