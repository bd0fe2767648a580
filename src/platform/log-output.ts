import { write, writeSync } from 'node:fs';
import type { DestinationStream } from 'pino';

/** Characters that wait because the log cannot be written: a stalled reader, a full disk. Further lines are lost. */
const MAX_WAITING = 4 * 1024 * 1024;
const RETRY_MS = 100;
/** How long the end of the process waits for the last lines. */
const LAST_MS = 1_000;
const PAUSE_MS = 10;

export type LogOutput = DestinationStream & { flushSync(): void };

/**
 * Writes lines in order, without waiting for them. That fails only for a while: it is tried again, and lines beyond the limit are
 * lost. The destinations of pino end the process for errors, or try without end to write the last lines.
 */
export function logOutput(fd: number, onRecovered: (lostLines: number) => void): LogOutput {
  let waiting = '';
  let chunk: Buffer | undefined;
  let writingSince: number | undefined;
  /** Set after a failure: new lines wait for it too. */
  let retry: NodeJS.Timeout | undefined;
  let lost = 0;

  function writeNext(): void {
    if (writingSince !== undefined || retry !== undefined || (chunk === undefined && waiting === '')) return;
    if (chunk === undefined) {
      chunk = Buffer.from(waiting);
      waiting = '';
    }
    writingSince = performance.now();
    write(fd, chunk, onWritten);
  }

  function onWritten(error: Error | null, bytes: number): void {
    writingSince = undefined;
    if (error) {
      retry = setTimeout(() => {
        retry = undefined;
        writeNext();
      }, RETRY_MS).unref();
      return;
    }
    takeWritten(bytes);
    writeNext();
    if (lost === 0 || waiting.length > MAX_WAITING / 2) return;
    const lines = lost;
    lost = 0;
    onRecovered(lines);
  }

  function takeWritten(bytes: number): void {
    chunk = chunk !== undefined && bytes < chunk.length ? chunk.subarray(bytes) : undefined;
  }

  return {
    write(line) {
      if (waiting.length + line.length > MAX_WAITING) {
        lost += 1;
        return;
      }
      waiting += line;
      writeNext();
    },
    /** For the end of the process. Gives up at an error. */
    flushSync() {
      const until = performance.now() + LAST_MS;
      // What is being written ends by itself. If its reader is stalled, more would only wait.
      if (writingSince !== undefined && performance.now() - writingSince > LAST_MS) return;
      if (writingSince !== undefined) chunk = undefined;
      for (let rest = Buffer.concat([chunk ?? Buffer.alloc(0), Buffer.from(waiting)]); rest.length > 0; )
        try {
          rest = rest.subarray(writeSync(fd, rest));
        } catch (error) {
          if ((error as NodeJS.ErrnoException).code !== 'EAGAIN' || performance.now() > until) break;
          Atomics.wait(new Int32Array(new SharedArrayBuffer(4)), 0, 0, PAUSE_MS);
        }
      chunk = undefined;
      waiting = '';
    },
  };
}
