import { setTimeout as delay } from 'node:timers/promises';
import type pg from 'pg';
import { LIMITS } from './database-limits.ts';
import { createProbe, destroy, noAnswer, processId } from './database-probe.ts';

export type DatabaseWatch = {
  /** Whether the server answers now. Many callers share one question. */
  isAnswering(): Promise<boolean>;
  /**
   * Waits for a connection, for as long as the server is there: while it is away requests are refused at once, so that
   * none pile up. `refuse` is called at most once, and not after `end` of what is returned.
   */
  wait(refuse: (error: Error) => void): { end(error?: Error): void } | undefined;
  /** Watches the statements of a connection. */
  watch(client: pg.ClientBase): void;
  /** Lets the statements of a connection take any time that the server works on them. */
  exempt(client: pg.ClientBase): void;
  close(): Promise<void>;
};

type Waiting = { since: number; isExempt: boolean; isSuspect: boolean };

/** Destroys connections that lost an answer, and knows when the server is away. */
export function watchDatabase(settings: pg.ClientConfig): DatabaseWatch {
  const probe = createProbe(settings);
  const waiting = new Map<pg.ClientBase, Waiting>();
  const connecting = new Map<(error: Error) => void, number>();
  const exempted = new WeakSet<pg.ClientBase>();
  let away = false;
  let answeredAt = Number.NEGATIVE_INFINITY;
  let looking = false;
  const timer = setInterval(() => mustLook() && void look(), LIMITS.pauseMs).unref();

  const isLong = (since: number) => now() - since >= LIMITS.silenceMs;
  const mustLook = () =>
    away || [...connecting.values()].some(isLong) || [...waiting.values()].some(({ since }) => isLong(since));

  /** Asks the server, then judges what was silent before the question and still is. */
  async function look(): Promise<void> {
    if (looking) return;
    looking = true;
    const askedAt = now();
    const verdict = await probe.ask();
    looking = false;
    // Who answered others meanwhile is there, and has much to do.
    away = verdict.kind === 'silent' && answeredAt < askedAt;
    if (away) for (const refuse of connecting.keys()) refuse(noAnswer(AWAY));
    if (away) connecting.clear();
    for (const [client, wait] of waiting) {
      const silentMs = askedAt - wait.since;
      if (silentMs < LIMITS.silenceMs) continue;
      const isIdle = verdict.kind === 'answers' && verdict.idle.has(processId(client));
      const isOverdue = silentMs >= LIMITS.answerMs && !wait.isExempt;
      // Seen idle once, its answer may still be on its way.
      if (away || isOverdue || (isIdle && wait.isSuspect)) destroy(client);
      wait.isSuspect = isIdle;
    }
  }

  return {
    isAnswering: async () => (await probe.ask()).kind === 'answers',
    wait(refuse) {
      if (away) return void process.nextTick(refuse, noAnswer(AWAY));
      connecting.set(refuse, now());
      return {
        end(error) {
          connecting.delete(refuse);
          if (error) void look();
        },
      };
    },
    watch(client) {
      // Connected while there is no trouble, so that in trouble one answer is enough.
      void probe.ask();
      onStatements(client, {
        begin: () => {
          if (!waiting.has(client))
            waiting.set(client, { since: now(), isExempt: exempted.has(client), isSuspect: false });
        },
        answer() {
          answeredAt = now();
          waiting.delete(client);
        },
        end: () => waiting.delete(client),
      });
    },
    exempt: client => void exempted.add(client),
    async close() {
      clearInterval(timer);
      await probe.close();
    },
  };
}

type Done = (error: Error | undefined, client?: pg.PoolClient, release?: (error?: unknown) => void) => void;

/** Every connection is watched, and whoever waits for one. */
export function guardPool(pool: pg.Pool, watch: DatabaseWatch): void {
  pool.on('connect', watch.watch);
  const connect = pool.connect.bind(pool) as (done: Done) => void;
  const guarded = (done: Done) => {
    let isRefused = false;
    const wait = watch.wait(error => {
      isRefused = true;
      done(error);
    });
    if (wait === undefined) return;
    connect((error, client, release) => {
      wait.end(error);
      if (isRefused) release?.();
      else done(error, client, release);
    });
  };
  const promised = () =>
    new Promise((resolve, reject) => guarded((error, client) => (error ? reject(error) : resolve(client))));
  pool.connect = ((done?: Done) => (done === undefined ? promised() : guarded(done))) as typeof pool.connect;
}

/**
 * Whether the embedded database answers. It has one connection, which a large statement may hold for some seconds: who
 * answered lately counts as there.
 */
export function watchEmbedded(pool: pg.Pool): () => Promise<boolean> {
  let answeredAt = Number.NEGATIVE_INFINITY;
  let asking: Promise<boolean> | undefined;
  pool.on('release', error => {
    if (!error) answeredAt = now();
  });
  const ask = () =>
    pool.query('SELECT 1').then(
      () => true,
      () => false,
    );
  return () => {
    asking ??= ask().finally(() => {
      asking = undefined;
    });
    const busy = delay(LIMITS.busyMs).then(() => now() - answeredAt < LIMITS.embeddedBusyMs);
    return Promise.race([asking, busy]);
  };
}

const now = (): number => performance.now();

type StatementEvents = {
  begin(): void;
  /** The connection has answered all that it was asked. */
  answer(): void;
  /** It is gone. */
  end(): void;
};

function onStatements(client: pg.ClientBase, { begin, answer, end }: StatementEvents): void {
  const query = client.query;
  client.query = ((...args: unknown[]) => {
    begin();
    return (query as (...args: unknown[]) => unknown).apply(client, args);
  }) as typeof query;
  client.on('drain', answer);
  client.on('end', end);
}

const AWAY = 'The database is away';
