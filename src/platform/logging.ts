import { type DestinationStream, type Logger, type LoggerOptions, pino } from 'pino';
import type { Config } from './config.ts';
import { bounded } from './log-bounds.ts';

export type Log = Logger;

/** Lines that wait because the log cannot be written: a stalled reader, a full disk. Further ones are lost. */
const MAX_WAITING_BYTES = 4 * 1024 * 1024;

/** Standard output, which may fail: its disk may be full for a while. Then lines are lost, and nothing else is. */
function standardOutput(onRecovered: (lostLines: number) => void): DestinationStream {
  const output = pino.destination({ dest: 1, sync: false, maxLength: MAX_WAITING_BYTES });
  const flushSync = output.flushSync.bind(output);
  let lost = 0;
  output.on('error', () => {
    // At exit it would try again without end.
    output.flushSync = () => {};
  });
  output.on('drop', () => {
    lost += 1;
  });
  output.on('write', () => {
    output.flushSync = flushSync;
    if (lost === 0) return;
    const lines = lost;
    lost = 0;
    onRecovered(lines);
  });
  return output;
}

/**
 * Creates the structured log on standard output. Credentials and contents must never be passed to it; `bounded` is a
 * second defence, and limits the size of all fields.
 */
export function createLog(config: Pick<Config, 'logLevel'>, destination?: DestinationStream): Log {
  const options: LoggerOptions = {
    level: config.logLevel,
    base: null,
    timestamp: pino.stdTimeFunctions.isoTime,
    hooks: {
      logMethod(values, write) {
        write.apply(this, values.map(value => bounded(value)) as typeof values);
      },
    },
    // `bounded` has already turned the error into a plain object with everything that pino would log.
    serializers: { err: error => error },
  };
  const log: Log = pino(
    options,
    destination ?? standardOutput(lines => log.warn({ lines }, 'log lines were lost: the log could not be written')),
  );
  return log;
}
