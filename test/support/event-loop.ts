import { isMainThread } from 'node:worker_threads';

// Loaded into a server before its own code: measures how long its event loop was blocked. SIGUSR2 prints the longest
// time since the last signal, in milliseconds.

const TICK_MS = 1;

if (isMainThread) {
  let last = performance.now();
  let lastUsed = usedMs();
  let longest = 0;
  setInterval(() => {
    const [now, used] = [performance.now(), usedMs()];
    // The CPU time is the upper limit, so that waiting for a core does not count.
    longest = Math.max(longest, Math.min(now - last - TICK_MS, used - lastUsed));
    [last, lastUsed] = [now, used];
  }, TICK_MS).unref();
  process.on('SIGUSR2', () => {
    console.log(`event loop held ${longest.toFixed(1)} ms`);
    longest = 0;
  });
}

function usedMs(): number {
  const { user, system } = process.threadCpuUsage();
  return (user + system) / 1e3;
}
