import { type DestinationStream, type Logger, type LoggerOptions, pino } from 'pino';
import type { Config } from './config.ts';
import { bounded } from './log-bounds.ts';

export type Log = Logger;

/**
 * Structured logs on standard output. Credentials and contents are never handed to it; redaction is the second net. The
 * fields of every line are bounded here and nowhere else.
 */
export function createLog(config: Pick<Config, 'logLevel'>, destination?: DestinationStream): Log {
  const options: LoggerOptions = {
    level: config.logLevel,
    base: null,
    timestamp: pino.stdTimeFunctions.isoTime,
    hooks: {
      logMethod(said, write) {
        write.apply(this, said.map(one => bounded(one)) as typeof said);
      },
    },
    // What is logged is no longer an Error then, but has all that pino would tell of one.
    serializers: { err: error => error },
    redact: {
      paths: ['authorization', 'password', 'token', 'secret', '*.authorization', '*.password', '*.token', '*.secret'],
      censor: '[redacted]',
    },
  };
  return destination === undefined ? pino(options) : pino(options, destination);
}
