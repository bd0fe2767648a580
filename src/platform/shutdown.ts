import { constants } from 'node:os';
import { setTimeout as delay } from 'node:timers/promises';
import type { Drained } from './http/drain.ts';
import type { Edge } from './http/edge.ts';
import type { Log } from './logging.ts';

export type StopSignal = 'SIGTERM' | 'SIGINT' | 'SIGHUP';

const SIGNALS: readonly StopSignal[] = ['SIGTERM', 'SIGINT', 'SIGHUP'];

/** Stops the service. `hurry` is aborted by a second signal. */
export type Stop = (signal: StopSignal, hurry: AbortSignal) => Promise<void>;

/** Under `npm start`, Ctrl-C arrives twice: from the terminal and from npm. */
const SAME_SIGNAL_MS = 1_000;

/** The termination signals of the process. */
export type Signals = { handle(stop: Stop): void };

/**
 * Handles termination signals from the start of the process: as the first process in a container, it would otherwise
 * ignore them. Until `handle` is called, a signal ends the process at once, because there is nothing to lose.
 */
export function takeSignals(): Signals {
  const hurry = new AbortController();
  let stop: Stop = async signal => process.exit(128 + constants.signals[signal]);
  let firstAt: number | undefined;
  for (const signal of SIGNALS)
    process.on(signal, () => {
      const now = performance.now();
      if (firstAt !== undefined) {
        if (now - firstAt > SAME_SIGNAL_MS) hurry.abort();
        return;
      }
      firstAt = now;
      void stop(signal, hurry.signal);
    });
  return {
    handle(handler) {
      stop = handler;
    },
  };
}

export type Running = {
  edge: Edge;
  log: Log;
  /** How long load balancers have to notice that the service is not ready. */
  delayMs: number;
  stopJobs(): Promise<void>;
  /** Closes the rest when no connection is left, the database last. */
  close(): Promise<void>;
};

/** Limit after the delay. Container platforms kill a process 10 s after the signal. */
const STOP_LIMIT_MS = 9_800;

/** Stops a running service and logs one line about it. Returns the exit code: 1 if work was still running at the limit. */
export async function stopGracefully(running: Running, signal: StopSignal, hurry: AbortSignal): Promise<number> {
  const { edge, log, delayMs } = running;
  const startedAt = performance.now();
  edge.announceEnd();
  await delay(delayMs, undefined, { signal: hurry }).catch(() => undefined);
  const limit = new AbortController();
  const late = delay(STOP_LIMIT_MS, undefined, { signal: limit.signal }).then(() => {
    throw new Error(`Work was still running after ${STOP_LIMIT_MS} ms. What it had not committed is undone`);
  });
  const fields = () => ({ signal, duration_ms: Math.round(performance.now() - startedAt) });
  try {
    const ended = await Promise.race([endWork(running, hurry), late]);
    log.info({ ...fields(), ...ended }, 'stopped');
    return 0;
  } catch (error) {
    log.error({ ...fields(), err: error }, 'stopped, but not everything was closed');
    return 1;
  } finally {
    limit.abort();
    late.catch(() => undefined);
  }
}

/** Drains connections and stops jobs. A failure in one does not prevent the other. */
async function endWork({ edge, stopJobs, close }: Running, hurry: AbortSignal): Promise<Drained> {
  const [drained, jobs] = await Promise.allSettled([edge.drain(hurry), stopJobs()]);
  await close();
  if (drained.status === 'rejected') throw drained.reason;
  if (jobs.status === 'rejected') throw jobs.reason;
  return drained.value;
}
