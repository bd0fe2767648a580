import type { ChildProcess } from 'node:child_process';
import { readFileSync } from 'node:fs';
import { setTimeout as delay } from 'node:timers/promises';

/** Loads the measurement of the event loop into a server. */
export const WATCH_EVENT_LOOP = `--import=${new URL('event-loop.ts', import.meta.url)}`;

type Watched = { process: ChildProcess; output(): string };

/** Resident memory, in MB. */
export const rssMb = (watched: Watched): number => statusMb(watched, 'VmRSS');

/** The most that it was since the start. */
export const mostRssMb = (watched: Watched): number => statusMb(watched, 'VmHWM');

function statusMb({ process }: Watched, name: string): number {
  const status = readFileSync(`/proc/${process.pid}/status`, 'utf8');
  return Number(new RegExp(`^${name}:\\s+(\\d+)`, 'm').exec(status)?.[1]) / 1024;
}

const TELL_MS = 10_000;

/** How long the event loop of a measured server was blocked since the last call. */
export async function heldMs({ process, output }: Watched): Promise<number> {
  const before = output().length;
  process.kill('SIGUSR2');
  for (const until = Date.now() + TELL_MS; Date.now() < until; await delay(5)) {
    const told = /event loop held ([\d.]+) ms/.exec(output().slice(before));
    if (told) return Number(told[1]);
  }
  throw new Error(`The server did not tell in ${TELL_MS} ms how long its event loop was held`);
}
