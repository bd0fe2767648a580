import { createRepeats, type Repeated } from './repeats.ts';

/** Rows that are written a moment after they came, many in one statement. */
export type WriteBehind<Row> = {
  add(row: Row): void;
  /** For what may come in floods: what repeats itself within a minute is counted. See `createRepeats`. */
  addRepeated(group: string, alternatives: readonly Repeated<Row>[]): void;
  /** Resolves when all that was added before is written. */
  flush(): Promise<void>;
};

/** How long a row waits for others, and how many rows one statement takes. */
const DELAY_MS = 100;
const CHUNK = 500;
/** Rows beyond this are not kept while the database does not answer. */
const MOST_WAITING = 20_000;

export type WriteBehindOptions<Row> = {
  write(rows: Row[]): Promise<unknown>;
  /** Told how many rows could not be written, and why. */
  onLost(count: number, error: unknown): void;
  /** Writes into a row how many like it came. */
  withCount(row: Row, count: number): Row;
};

export function createWriteBehind<Row>({ write, onLost, withCount }: WriteBehindOptions<Row>): WriteBehind<Row> {
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

  function writeSoon(): Promise<void> {
    clearTimeout(timer);
    timer = undefined;
    underway = underway.then(writeAll);
    return underway;
  }

  function add(row: Row): void {
    if (waiting.length >= MOST_WAITING) {
      onLost(1, new Error('too many rows wait'));
      return;
    }
    waiting.push(row);
    timer ??= setTimeout(() => void writeSoon(), DELAY_MS).unref();
  }

  const repeats = createRepeats(add, withCount);
  return {
    add,
    addRepeated: repeats.add,
    flush() {
      repeats.flush();
      return writeSoon();
    },
  };
}
