/**
 * The CPU time of this thread during the work, in milliseconds. Unlike elapsed time, it does not grow while the thread
 * waits for a core, so a bound also holds on a busy machine.
 */
export async function cpuMsOf(work: () => unknown): Promise<number> {
  const before = process.threadCpuUsage();
  await work();
  const { user, system } = process.threadCpuUsage(before);
  return (user + system) / 1_000;
}
