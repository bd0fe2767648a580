import { performance } from 'node:perf_hooks';
import { setFlagsFromString } from 'node:v8';
import { runInNewContext } from 'node:vm';

const EVERY_MS = 5_000;
/** Least number of checks between two collections: one minute. */
const LOOKS_BETWEEN = 12;
/** Event loop utilization, from 0 to 1. */
const BUSY = 0.2;
const AT_REST = 0.05;

/**
 * Collects the garbage of this thread once when its event loop becomes idle after much work, such as the start. V8 collects only
 * when it allocates, so an idle thread would keep its garbage. A collection blocks the event loop for about 0.2 s. That is why it
 * runs only when the thread is idle, and at most once a minute.
 */
export function collectAtRest(): void {
  const look = restWatch(collector(), loadMeter());
  setInterval(look, EVERY_MS).unref();
}

/** Returns the check to run every EVERY_MS. `loadSince` returns the event loop utilization since its last call. */
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

/** Returns a function that collects garbage and gives free pages back to the operating system. V8 usually keeps them. */
export function collector(): () => void {
  setFlagsFromString('--expose-gc');
  const collect: NodeJS.GCFunction = runInNewContext('gc');
  return () => collect({ type: 'major', execution: 'sync', flavor: 'last-resort' });
}
