import { performance } from 'node:perf_hooks';
import { setFlagsFromString } from 'node:v8';
import { runInNewContext } from 'node:vm';

const EVERY_MS = 5_000;
/** So many looks lie between two collections: a minute. */
const LOOKS_BETWEEN = 12;
/** Shares of time in which the event loop works. */
const BUSY = 0.2;
const AT_REST = 0.05;

/**
 * Collects garbage once when the process comes to rest after much work, such as its own start. V8 collects as it allocates, so
 * at rest it would keep what the work left. A collection takes about 0.2 s, in which hardly anybody waits then; callers who
 * come and go cause at most one in a minute.
 */
export function collectAtRest(): void {
  const look = restWatch(collector(), loadMeter());
  setInterval(look, EVERY_MS).unref();
}

/** Returns the function to call from time to time. `loadSince` returns the share of work since its last call. */
export function restWatch(collect: () => void, loadSince: () => number): () => void {
  let wasBusy = true;
  let looks = LOOKS_BETWEEN;
  return () => {
    looks += 1;
    const load = loadSince();
    if (load > BUSY) wasBusy = true;
    if (!wasBusy || load > AT_REST || looks < LOOKS_BETWEEN) return;
    wasBusy = false;
    looks = 0;
    collect();
  };
}

function loadMeter(): () => number {
  let before = performance.eventLoopUtilization();
  return () => {
    const now = performance.eventLoopUtilization();
    const { utilization } = performance.eventLoopUtilization(now, before);
    before = now;
    return utilization;
  };
}

/** Returns a collector that also gives free pages back to the operating system. The usual one keeps them for later. */
export function collector(): () => void {
  setFlagsFromString('--expose-gc');
  const collect: NodeJS.GCFunction = runInNewContext('gc');
  return () => collect({ type: 'major', execution: 'sync', flavor: 'last-resort' });
}
