/**
 * The CPU time of this thread during the work, in milliseconds, or of the whole process with its worker threads. Unlike
 * elapsed time, it does not grow while the thread waits for a core, so a bound also holds on a busy machine.
 */
export async function cpuMsOf(work: () => unknown, of: 'thread' | 'process' = 'thread'): Promise<number> {
  const usage = of === 'thread' ? process.threadCpuUsage : process.cpuUsage;
  const before = usage();
  await work();
  const { user, system } = usage(before);
  return (user + system) / 1_000;
}
