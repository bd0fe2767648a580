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

/** About the least CPU time of the reference work that was seen: a machine that is slowed down takes twice as long or more. */
const USUAL_REFERENCE_MS = 40;
const REFERENCES = 8;
/** Shorter work keeps every bound, also on a machine that is several times as slow. */
const SHORT_MS = 1_000;

/**
 * The CPU time of this thread during the work, as on a machine that is not slowed down. If another system shares the processor,
 * the same work takes more CPU time, so reference work is measured after it. A faster machine does not count.
 */
export async function usualCpuMsOf(work: () => unknown): Promise<number> {
  const measured = await cpuMsOf(work);
  if (measured < SHORT_MS) return measured;
  referenceWork();
  const reference = await cpuMsOf(() => Array.from({ length: REFERENCES }, referenceWork));
  return measured / Math.max(1, reference / REFERENCES / USUAL_REFERENCE_MS);
}

function referenceWork(): number {
  const rows = Array.from({ length: 20_000 }, (_, index) => ({ name: `n${index}`, list: [{ type: 'string' }, index] }));
  const texts = new Map(rows.map(row => [row.name, JSON.stringify(row)]));
  return rows.reduce((sum, { name }) => sum + Object.keys(JSON.parse(texts.get(name) ?? '')).length, 0);
}
