import { EXIT, Failure, type Io, NoAnswer } from './outcome.ts';

/**
 * Works on each file, and returns the exit code of the worst failure. Each one is printed, so that it hides the results
 * of no other file. Only when the service does not answer, it works on no more files.
 */
export async function forEachFile(
  files: readonly string[],
  io: Io,
  work: (file: string) => Promise<void>,
): Promise<number> {
  let worst: number = EXIT.fine;
  for (const file of files) {
    try {
      await work(file);
    } catch (error) {
      if (!(error instanceof Failure)) throw error;
      io.tell(error.message.trimEnd());
      worst = Math.max(worst, error.exitCode);
      if (error instanceof NoAnswer) break;
    }
  }
  return worst;
}
