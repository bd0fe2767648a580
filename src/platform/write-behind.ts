import { AsyncResource } from 'node:async_hooks';
import { createRepeats, type Repeated } from './repeats.ts';

/** Buffers rows for a moment and writes many with one statement. */
export type WriteBehind<Row> = {
  add(row: Row): void;
  /** For rows that may come in floods: equal rows within a minute are counted. See `createRepeats`. */
  addRepeated(group: string, alternatives: readonly Repeated<Row>[]): void;
  /** Resolves when all rows added before are written, or wait for the database to be back. */
  flush(): Promise<void>;
  /** Writes what waits, for the last time. */
  close(): Promise<void>;
};

/** How long rows are buffered, and how many rows one statement writes. */
const DELAY_MS = 100;
const CHUNK = 500;
/** Most buffered rows. Further ones are lost while the database does not respond. */
const MAX_WAITING = 20_000;
/** How long rows wait for a database that is unavailable, until the next try. */
const AGAIN_MS = 1_000;

export type WriteBehindOptions<Row> = {
  /** Writes rows. Rows that an interrupted call has written nevertheless are written once. */
  write(rows: Row[]): Promise<unknown>;
  /** Whether the same call may succeed later. */
  mayRetry(error: unknown): boolean;
  /** Called with the number of rows that could not be written, and the error. */
  onLost(count: number, error: unknown): void;
  /** Returns the row with the number of equal rows added. */
  withCount(row: Row, count: number): Row;
};

export function createWriteBehind<Row>({
  write,
  mayRetry,
  onLost,
  withCount,
}: WriteBehindOptions<Row>): WriteBehind<Row> {
  let waiting: Row[] = [];
  let timer: NodeJS.Timeout | undefined;
  let underway: Promise<void> = Promise.resolve();
  let isWriting = false;
  /** Rows of everybody are written: not in the context of the request that flushes them, which its caller may cancel. */
  const own = new AsyncResource('write-behind');

  async function writeAll(isLast: boolean): Promise<void> {
    isWriting = true;
    const isHeldUp = await writeWaiting(isLast);
    isWriting = false;
    if (isHeldUp) writeIn(AGAIN_MS);
    else if (waiting.length > 0) writeIn(DELAY_MS);
  }

  /** Writes until nothing waits. Returns whether the rest waits for the database. */
  async function writeWaiting(isLast: boolean): Promise<boolean> {
    while (waiting.length > 0) {
      const chunk = waiting.slice(0, CHUNK);
      const failure = await write(chunk).then(
        () => undefined,
        (error: unknown) => ({ error }),
      );
      if (failure && !isLast && mayRetry(failure.error)) return true;
      waiting = waiting.slice(chunk.length);
      if (failure) onLost(chunk.length, failure.error);
    }
    return false;
  }

  function writeNow(isLast = false): Promise<void> {
    clearTimeout(timer);
    timer = undefined;
    underway = underway.then(() => own.runInAsyncScope(writeAll, undefined, isLast));
    return underway;
  }

  function writeIn(ms: number): void {
    timer ??= setTimeout(() => void writeNow(), ms).unref();
  }

  function add(row: Row): void {
    if (waiting.length >= MAX_WAITING) {
      onLost(1, new Error('too many buffered rows'));
      return;
    }
    waiting.push(row);
    if (!isWriting) writeIn(DELAY_MS);
  }

  const repeats = createRepeats(add, withCount);
  return {
    add,
    addRepeated: repeats.add,
    flush() {
      repeats.flush();
      return writeNow();
    },
    close() {
      repeats.flush();
      return writeNow(true);
    },
  };
}
