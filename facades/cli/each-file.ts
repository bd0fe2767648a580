import { EXIT, Failure, type Io, NoAnswer } from './outcome.ts';

/** A file that failed, as --format json prints it. */
export type FailedFile = {
  file: string;
  outcome: 'refused' | 'failed';
  status?: never;
  message: string;
  /** What is wrong in the text, as `docsvc validate --format json` prints it. */
  errors: readonly object[];
};

export const failedFile = (file: string, { exitCode, message, problems }: Failure): FailedFile => ({
  file,
  outcome: exitCode === EXIT.refused ? 'refused' : 'failed',
  message: message.trimEnd(),
  errors: problems.map(problem => ({ file, severity: 'error', ...problem })),
});

/**
 * Works on each file, and returns the exit code of the worst failure. Each one is printed, so that it hides the results
 * of no other file. Only when the service does not answer, it works on no more files.
 */
export async function forEachFile(
  files: readonly string[],
  io: Io,
  work: (file: string) => Promise<void>,
  onFailure: (file: string, failure: Failure) => void = () => undefined,
): Promise<number> {
  let worst: number = EXIT.fine;
  for (const file of files) {
    try {
      await work(file);
    } catch (error) {
      if (!(error instanceof Failure)) throw error;
      io.tell(error.message.trimEnd());
      onFailure(file, error);
      worst = Math.max(worst, error.exitCode);
      if (error instanceof NoAnswer) break;
    }
  }
  return worst;
}
