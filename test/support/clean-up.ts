type Work = () => unknown;

const works: Work[] = [];

/**
 * Runs this after the last test of the file, the latest first. Unlike `afterAll`, it may be called in a running test:
 * Vitest ignores hooks that are registered there.
 */
export const cleanUp = (work: Work): void => void works.push(work);

/** For clean-up-setup.ts, at the end of each file: the files of one worker share this module. */
export async function runCleanUps(): Promise<void> {
  const errors: unknown[] = [];
  for (const work of works.splice(0).reverse()) {
    try {
      await work();
    } catch (error) {
      errors.push(error);
    }
  }
  if (errors.length > 0) throw new AggregateError(errors, errors.map(String).join('\n'));
}
