import { setTimeout as delay } from 'node:timers/promises';
import type pg from 'pg';
import { LIMITS } from './database-limits.ts';
import { createProbe, destroy, noAnswer, processId } from './database-probe.ts';
import { Underway } from './underway.ts';

export type DatabaseWatch = {
  /** Whether the server answers now. Concurrent callers share one probe. */
  isAnswering(): Promise<boolean>;
  /**
   * Registers a caller who waits for a connection. While the server is unavailable, requests are refused at once
   * instead of queueing. `refuse` is called at most once, and never after `end` of the returned object.
   */
  wait(refuse: (error: Error) => void): { end(error?: Error): void } | undefined;
  /** Watches the statements of a connection for lost answers. */
  watch(client: pg.ClientBase): void;
  /** Exempts a connection from the statement timeout, while the server works on its statements. */
  exempt(client: pg.ClientBase): void;
  close(): Promise<void>;
};

/** `since`: when a connection began to wait for answers; undefined while it has no statement. */
type Watched = { since: number | undefined; isExempt: boolean; isSuspect: boolean };

/** A caller who waits for a connection. */
type Connecting = { readonly refuse: (error: Error) => void; readonly since: number };

/**
 * Destroys connections whose answers were lost, and detects when the server is unavailable. Behind a pooler it cannot see
 * which session works for a connection: an answer counts as lost when the statement timeout is over.
 */
export function watchDatabase(settings: pg.ClientConfig, { seesSessions = true } = {}): DatabaseWatch {
  const probe = createProbe(settings);
  const connections = new Map<pg.ClientBase, Watched>();
  let connecting = new Underway<Connecting>();
  const exempted = new WeakSet<pg.ClientBase>();
  let away = false;
  let answeredAt = Number.NEGATIVE_INFINITY;
  let looking = false;
  const timer = setInterval(() => mustProbe() && void probeNow(), LIMITS.pauseMs).unref();

  const isLong = ({ since }: Watched | Connecting) => since !== undefined && now() - since >= LIMITS.silenceMs;
  const mustProbe = () => away || connecting.some(isLong) || [...connections.values()].some(isLong);

  /** Probes the server, then checks connections that were silent before the probe and still are. */
  async function probeNow(): Promise<void> {
    if (looking) return;
    looking = true;
    const askedAt = now();
    const verdict = await probe.ask();
    looking = false;
    // A server that answered other statements meanwhile is available but busy.
    away = verdict.kind === 'silent' && answeredAt < askedAt;
    if (away) refuseConnecting();
    for (const [client, watched] of connections) {
      const silentMs = askedAt - (watched.since ?? askedAt);
      if (silentMs < LIMITS.silenceMs) continue;
      const isIdle = seesSessions && verdict.kind === 'answers' && verdict.idle.has(processId(client));
      const isOverdue = silentMs >= LIMITS.answerMs && !watched.isExempt;
      // Idle in one probe may mean that its answer is still in transit: destroy only after two.
      if (away || isOverdue || (isIdle && watched.isSuspect)) destroy(client);
      watched.isSuspect = isIdle;
    }
  }

  function refuseConnecting(): void {
    const refused = connecting;
    connecting = new Underway();
    for (const { refuse } of refused) refuse(noAnswer(AWAY));
  }

  return {
    isAnswering: async () => (await probe.ask()).kind === 'answers',
    wait(refuse) {
      if (away) return void process.nextTick(refuse, noAnswer(AWAY));
      const leave = connecting.add({ refuse, since: now() });
      return {
        end(error) {
          leave();
          if (error) void probeNow();
        },
      };
    },
    watch(client) {
      // Connect the probe early, while the server is available, so that a later probe needs only one answer.
      void probe.ask();
      const watched: Watched = { since: undefined, isExempt: false, isSuspect: false };
      connections.set(client, watched);
      onStatements(client, {
        begin() {
          if (watched.since !== undefined) return;
          Object.assign(watched, { since: now(), isExempt: exempted.has(client), isSuspect: false });
        },
        answer() {
          answeredAt = now();
          watched.since = undefined;
        },
        end: () => void connections.delete(client),
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

/** Watches every connection of a pool, and every caller who waits for one. */
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
    const connected: Done = (error, client, release) => {
      wait.end(error);
      if (isRefused) release?.();
      else done(error, client, release);
    };
    try {
      connect(connected);
    } catch (error) {
      // A new connection could not read its certificate.
      connected(error as Error);
    }
  };
  const promised = () =>
    new Promise((resolve, reject) => guarded((error, client) => (error ? reject(error) : resolve(client))));
  pool.connect = ((done?: Done) => (done === undefined ? promised() : guarded(done))) as typeof pool.connect;
}

/**
 * Whether the embedded database answers. A large statement may occupy its only connection for some seconds, so an
 * answer in the last seconds also counts.
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
  /** The connection has answered all its statements. */
  answer(): void;
  /** The connection has ended. */
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

const AWAY = 'The database is unavailable';
