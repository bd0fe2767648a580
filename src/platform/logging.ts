import { type DestinationStream, type Logger, type LoggerOptions, pino } from 'pino';
import type { Config } from './config.ts';
import { bounded } from './log-bounds.ts';

export type Log = Logger;

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
  return destination === undefined ? pino(options) : pino(options, destination);
}
