import { constants } from 'node:os';
import { setTimeout as delay } from 'node:timers/promises';
import type { Drained } from './http/drain.ts';
import type { Edge } from './http/edge.ts';
import type { Log } from './logging.ts';

export type StopSignal = 'SIGTERM' | 'SIGINT' | 'SIGHUP';

const SIGNALS: readonly StopSignal[] = ['SIGTERM', 'SIGINT', 'SIGHUP'];

/** `hurry` is aborted by a second signal. */
export type Stop = (signal: StopSignal, hurry: AbortSignal) => Promise<void>;

/** Ctrl-C reaches a server of `npm start` twice: from the terminal, and passed on by npm. */
const SAME_SIGNAL_MS = 1_000;

/**
 * Takes the signals that end a server, from the start of the process on: as the first process of a container it would
 * not get one that it does not listen to. Until `handle` says how to stop there is nothing to lose, and the process ends.
 */
export function takeSignals(): { handle(stop: Stop): void } {
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
    handle(how) {
      stop = how;
    },
  };
}

export type Running = {
  edge: Edge;
  log: Log;
  /** How long load balancers have to see that the service is not ready. */
  delayMs: number;
  /** Ends work that no caller waits for. */
  stopJobs(): Promise<void>;
  /** Closes the rest, the database last, when no connection is left. */
  close(): Promise<void>;
};

/** After the delay; a container that is stopped is killed after 10 s. */
const STOP_LIMIT_MS = 9_800;

/** Brings a running service to its end and says so in one line of the log. Gives the exit code. */
export async function stopOrderly(running: Running, signal: StopSignal, hurry: AbortSignal): Promise<number> {
  const { edge, log, delayMs } = running;
  const startedAt = performance.now();
  edge.announceEnd();
  await delay(delayMs, undefined, { signal: hurry }).catch(() => undefined);
  const limit = new AbortController();
  const late = delay(STOP_LIMIT_MS, undefined, { signal: limit.signal }).then(() => {
    throw new Error(`Not closed within ${STOP_LIMIT_MS} ms`);
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

/** A part that fails to end does not keep the others from ending. */
async function endWork({ edge, stopJobs, close }: Running, hurry: AbortSignal): Promise<Drained> {
  const [drained, jobs] = await Promise.allSettled([edge.drain(hurry), stopJobs()]);
  await close();
  if (drained.status === 'rejected') throw drained.reason;
  if (jobs.status === 'rejected') throw jobs.reason;
  return drained.value;
}
