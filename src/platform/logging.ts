import { type DestinationStream, type Logger, type LoggerOptions, pino } from 'pino';
import type { Config } from './config.ts';
import { bounded } from './log-bounds.ts';
import { type LogOutput, logOutput } from './log-output.ts';

export type Log = Logger;

/** One for all logs of the process, so that their lines do not mix. */
let standardOutput: LogOutput | undefined;

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
  const log: Log = pino(options, destination ?? outputOf(lines => log.warn({ lines }, LOST)));
  return log;
}

const LOST = 'log lines were lost: the log could not be written';

function outputOf(onRecovered: (lostLines: number) => void): LogOutput {
  if (standardOutput === undefined) {
    const output = logOutput(1, onRecovered);
    process.on('exit', () => output.flushSync());
    standardOutput = output;
  }
  return standardOutput;
}
