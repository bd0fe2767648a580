import type { Failure } from './execute.ts';

export const tooLate: Failure = { status: 'DEADLINE_EXCEEDED', message: 'The request took too long' };

/** Undefined when the deadline comes first; the work then continues, but its result is discarded. */
export async function inTime<T>(work: Promise<T>, deadlineMs: number): Promise<T | undefined> {
  let timer: NodeJS.Timeout | undefined;
  const end = new Promise<void>(resolve => {
    timer = setTimeout(resolve, deadlineMs);
  });
  try {
    return (await Promise.race([work, end])) ?? undefined;
  } finally {
    clearTimeout(timer);
    work.catch(() => undefined);
  }
}
