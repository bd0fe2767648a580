import { setImmediate as afterReading } from 'node:timers/promises';
import pg from 'pg';
import { LIMITS } from './database-limits.ts';

/** The result of a probe. `idle` has the process ids of the sessions that execute no statement. */
export type Verdict = { kind: 'answers'; idle: Set<number> } | { kind: 'refuses' } | { kind: 'silent' };

/** A connection that asks the server about the state of the other connections. */
export type Probe = { ask(): Promise<Verdict>; close(): Promise<void> };

// A session may see the states of other sessions of its role.
const IDLE = `SELECT pid FROM pg_stat_activity WHERE usename = current_user AND state LIKE 'idle%'`;

/** Uses a connection outside the pool, created on first use: all connections of the pool may be waiting. */
export function createProbe(settings: pg.ClientConfig): Probe {
  let kept: pg.Client | undefined;
  let asking: Promise<Verdict> | undefined;
  let closed = false;

  const drop = (client: pg.Client | undefined) => {
    if (client === undefined) return;
    if (kept === client) kept = undefined;
    destroy(client);
  };

  function connection(): pg.Client {
    if (kept !== undefined) return kept;
    // `askInTime` enforces the timeout.
    const client = new pg.Client({ ...settings, connectionTimeoutMillis: 0 });
    client.on('error', () => drop(client));
    // The client queues the query until it is connected.
    client.connect().catch(() => drop(client));
    kept = client;
    return client;
  }

  /** If a kept connection breaks, that says nothing about the server: tries a new one. */
  async function ask(signal: AbortSignal): Promise<Verdict> {
    const wasKept = kept !== undefined;
    let client: pg.Client | undefined;
    // A kept connection may itself have lost an answer: after half of the time, a new one is tried.
    const answered = new AbortController();
    if (wasKept) void elapsed(LIMITS.probeMs / 2, answered.signal).then(() => answered.signal.aborted || drop(client));
    try {
      // Throws if it cannot read its certificate.
      client = connection();
      const { rows } = await client.query<{ pid: number }>(IDLE);
      return { kind: 'answers', idle: new Set(rows.map(({ pid }) => pid)) };
    } catch (error) {
      drop(client);
      if (wasKept && !closed && !signal.aborted) return ask(signal);
      return { kind: isRefusal(error) ? 'refuses' : 'silent' };
    } finally {
      answered.abort();
    }
  }

  async function askInTime(): Promise<Verdict> {
    const end = new AbortController();
    const tooLate = elapsed(LIMITS.probeMs, end.signal).then((): Verdict => ({ kind: 'silent' }));
    const verdict = await Promise.race([ask(end.signal), tooLate]);
    end.abort();
    if (verdict.kind === 'silent') drop(kept);
    return verdict;
  }

  return {
    ask() {
      if (closed) return Promise.resolve({ kind: 'silent' });
      asking ??= askInTime().finally(() => {
        asking = undefined;
      });
      return asking;
    },
    async close() {
      closed = true;
      drop(kept);
      await asking;
    },
  };
}

/** Whether the server is up but refuses to serve, other than during start or shutdown (57P01 to 57P03). */
function isRefusal(error: unknown): boolean {
  const { code } = error as { code?: unknown };
  return typeof code === 'string' && /^[0-9A-Z]{5}$/.test(code) && !/^(57P|EPIPE)/.test(code);
}

const TICK_MS = 100;

/**
 * Resolves after `ms` of running time, and after pending input was read: a busy event loop must not look like a silent
 * server. Time in which this process did not run does not count, because then the server did not run either.
 */
function elapsed(ms: number, signal: AbortSignal): Promise<void> {
  return new Promise(resolve => {
    let ticks = Math.ceil(ms / TICK_MS);
    const timer = setInterval(() => {
      ticks -= 1;
      if (ticks > 0) return;
      clearInterval(timer);
      void afterReading().then(resolve);
    }, TICK_MS);
    signal.addEventListener('abort', () => {
      clearInterval(timer);
      resolve();
    });
  });
}

type Connected = pg.ClientBase & { processID?: number; connection: pg.Connection };

export const processId = (client: pg.ClientBase): number => (client as Connected).processID ?? 0;

export const destroy = (client: pg.ClientBase): void =>
  void (client as Connected).connection.stream.destroy(noAnswer('The database did not answer'));

/** An error that Prisma's adapter recognises as one of a TCP socket. */
export const noAnswer = (message: string): Error =>
  Object.assign(new Error(message), { code: 'ETIMEDOUT', syscall: 'read', errno: -110 });
