import { setTimeout as delay } from 'node:timers/promises';
import type { Worker } from 'node:worker_threads';

/** How long threads have to end. V8 never interrupts some regular expressions. */
export const THREAD_END_MS = 1_000;

const running = new Set<Worker>();

/** Notes the threads that start from now on, for `endProcess`. */
export function watchThreads(): void {
  process.on('worker', worker => {
    running.add(worker);
    worker.once('exit', () => running.delete(worker));
  });
}

/** Ends the process, with SIGKILL if a thread does not end: `process.exit` would wait for it without limit. */
export async function endProcess(code: number): Promise<never> {
  const ended = Promise.all([...running].map(worker => worker.terminate()));
  await Promise.race([ended, delay(THREAD_END_MS)]);
  // After the other listeners, which write the last lines of the log.
  if (running.size > 0) process.on('exit', () => process.kill(process.pid, 'SIGKILL'));
  return process.exit(code);
}
