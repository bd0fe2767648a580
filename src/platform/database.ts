import { setTimeout as delay } from 'node:timers/promises';
import { PrismaPg } from '@prisma/adapter-pg';
import pg from 'pg';
import { type Prisma, PrismaClient } from '../generated/prisma/client.ts';
import { LIMITS } from './database-limits.ts';
import { takeTurns } from './database-turns.ts';
import { type DatabaseWatch, guardPool, watchDatabase, watchEmbedded } from './database-watch.ts';
import { type EmbeddedOptions, type EmbeddedServer, startEmbedded } from './embedded.ts';
import type { Turns } from './turns.ts';

export type DatabaseKind = 'embedded' | 'postgresql';

/** A client or a transaction: what a function takes that works in both. */
export type Db = PrismaClient | Prisma.TransactionClient;

export type DatabaseOptions = EmbeddedOptions & {
  /** PostgreSQL; without it the database is embedded, in `dataDir` or in memory. */
  url?: string;
  maxConnections?: number;
  statementTimeoutMs?: number;
};

export type OpenedDatabase = {
  prisma: PrismaClient;
  kind: DatabaseKind;
  /** The connections below Prisma, for libraries that bring their own SQL. The embedded database has one. */
  pool: pg.Pool;
  /** Whether the database answers now. Callers share one question. */
  isAnswering(): Promise<boolean>;
  /** Runs work on one connection without a statement timeout. */
  withConnection<T>(work: (client: pg.ClientBase) => Promise<T>): Promise<T>;
  /** The embedded database as a file for `snapshot` of the options. */
  snapshot(): Promise<Uint8Array>;
  close(): Promise<void>;
};

export async function openDatabase(options: DatabaseOptions): Promise<OpenedDatabase> {
  const embedded = options.url === undefined ? await startEmbedded(options) : undefined;
  const settings = embedded === undefined ? serverSettings(options) : embeddedSettings(embedded);
  const pool = new pg.Pool(settings);
  // A connection that breaks is replaced by the pool, and its statement tells whoever waits for it; without a listener
  // the event would end the process.
  pool.on('error', () => {});
  pool.on('connect', client => client.on('error', () => {}));
  const watch = embedded === undefined ? watchDatabase(settings) : undefined;
  if (watch !== undefined) guardPool(pool, watch);
  const turns = takeTurns(pool);
  const prisma = new PrismaClient({ adapter: new PrismaPg(pool) });
  return {
    prisma,
    kind: embedded === undefined ? 'postgresql' : 'embedded',
    pool,
    isAnswering: watch?.isAnswering ?? watchEmbedded(pool),
    withConnection: work => withConnection(pool, watch, work),
    snapshot: () => embedded?.snapshot() ?? Promise.reject(new Error('Only an embedded database has snapshots')),
    close: async () => {
      await drained(pool, turns);
      await prisma.$disconnect();
      await pool.end();
      await watch?.close();
      await embedded?.close();
    },
  };
}

function serverSettings(options: DatabaseOptions): pg.PoolConfig {
  const url = new URL(options.url as string);
  const own = url.searchParams.get('options');
  url.searchParams.delete('options');
  return {
    connectionString: url.toString(),
    // In any other zone the adapter would store wrong instants.
    options: `${own ?? ''} -c TimeZone=UTC`.trim(),
    application_name: 'docsvc',
    max: options.maxConnections ?? 10,
    keepAlive: true,
    connectionTimeoutMillis: LIMITS.connectMs,
    idleTimeoutMillis: 60_000,
    statement_timeout: options.statementTimeoutMs ?? LIMITS.statementMs,
    idle_in_transaction_session_timeout: 60_000,
  };
}

function embeddedSettings(embedded: EmbeddedServer): pg.PoolConfig {
  return {
    stream: () => embedded.connect(),
    user: 'postgres',
    database: 'postgres',
    max: 1,
    connectionTimeoutMillis: 20_000,
    idleTimeoutMillis: 0,
  } as pg.PoolConfig;
}

async function withConnection<T>(
  pool: pg.Pool,
  watch: DatabaseWatch | undefined,
  work: (client: pg.ClientBase) => Promise<T>,
): Promise<T> {
  const client = await pool.connect();
  try {
    watch?.exempt(client);
    await client.query('SET statement_timeout = 0');
    return await work(client);
  } finally {
    // Thrown away, and with it whatever the work left in the session: settings, locks, an open transaction.
    client.release(true);
  }
}

/** An ended pool forgets who still waits for a connection, and would let them wait for ever. */
async function drained(pool: pg.Pool, turns: Turns): Promise<void> {
  for (let waited = 0; pool.waitingCount + turns.waiting > 0 && waited < 5_000; waited += 10) await delay(10);
}

export type TransactionOptions = {
  /** How often a transaction that lost to another one is tried again. Who loses this often meets a lasting cause. */
  retries?: number;
  isolationLevel?: Prisma.TransactionIsolationLevel;
  timeoutMs?: number;
};

/**
 * Runs `work` in a transaction, again when it lost against a concurrent one, so it must have no effect but through
 * `tx`. Inside, only `tx` may be used: the embedded database has one connection, and another client would wait for it.
 */
export async function inTransaction<T>(
  prisma: PrismaClient,
  work: (tx: Prisma.TransactionClient) => Promise<T>,
  { retries = 2, isolationLevel, timeoutMs = 15_000 }: TransactionOptions = {},
): Promise<T> {
  for (let attempt = 1; ; attempt++) {
    try {
      return await prisma.$transaction(work, { maxWait: 10_000, timeout: timeoutMs, isolationLevel });
    } catch (error) {
      if (attempt > retries || !isWriteConflict(error)) throw error;
      await delay(Math.random() * 20 * 2 ** attempt);
    }
  }
}

/** Calls `work` with one part of `rows` after the other: Prisma spends 0.2 ms on the event loop for every row it creates. */
export async function inChunks<T>(
  rows: readonly T[],
  work: (chunk: T[]) => Promise<unknown>,
  size = 100,
): Promise<void> {
  for (let start = 0; start < rows.length; start += size) await work(rows.slice(start, start + size));
}

// The only reader of the shapes in which Prisma and its adapter report what the database said.

type Cause = {
  kind?: string;
  originalCode?: string;
  code?: string;
  constraint?: { index?: string };
};

/** The name of the unique constraint or index that refused a row, or undefined for any other error. */
export function uniqueViolation(error: unknown): string | undefined {
  const cause = causeOf(error);
  if (cause?.kind !== 'UniqueConstraintViolation' && sqlState(error) !== '23505') return undefined;
  const bare = property(error, 'constraint');
  return cause?.constraint?.index ?? (typeof bare === 'string' ? bare : 'unknown');
}

/** The transaction lost against a concurrent one (serialization failure, deadlock) and may be tried again. */
export function isWriteConflict(error: unknown): boolean {
  return (
    property(error, 'code') === 'P2034' ||
    causeOf(error)?.kind === 'TransactionWriteConflict' ||
    ['40001', '40P01'].includes(sqlState(error) ?? '')
  );
}

const unavailableKinds = [
  'DatabaseNotReachable',
  'ConnectionClosed',
  'SocketTimeout',
  'TooManyConnections',
  'TlsConnectionError',
  'AuthenticationFailed',
  'DatabaseAccessDenied',
  'DatabaseDoesNotExist',
];
const unavailableCodes = [
  'P1001',
  'P1002',
  'P1008',
  'P1017',
  'P2024',
  'ECONNREFUSED',
  'ECONNRESET',
  'EPIPE',
  'ETIMEDOUT',
];
// Connection exceptions, insufficient resources, operator intervention (statement timeout included), lock timeout.
const unavailableStates = /^(08|53|57|55P03)/;
const unavailableMessages =
  /Connection terminated|timeout exceeded when trying to connect|^timeout expired$|Unable to start a transaction in the given time|on an expired transaction|Transaction not found|Client has encountered a connection error|Client was closed|Cannot use a pool after/;

/** The database cannot be reached, is overloaded or has lost a race: the same request may succeed later. */
export function isDatabaseUnavailable(error: unknown): boolean {
  return (
    isWriteConflict(error) ||
    unavailableKinds.includes(causeOf(error)?.kind ?? '') ||
    unavailableCodes.includes(String(property(error, 'code'))) ||
    unavailableStates.test(sqlState(error) ?? '') ||
    unavailableMessages.test(String(property(error, 'message')))
  );
}

/** Prisma wraps the adapter's error in `meta` of a known request error; a failed commit or raw pool gives it bare. */
function causeOf(error: unknown): Cause | undefined {
  const wrapped = property(property(error, 'meta'), 'driverAdapterError') ?? error;
  const cause = property(wrapped, 'cause');
  return typeof cause === 'object' && cause !== null ? (cause as Cause) : undefined;
}

function sqlState(error: unknown): string | undefined {
  const cause = causeOf(error);
  const state = cause?.originalCode ?? cause?.code ?? property(error, 'code');
  return typeof state === 'string' && /^[0-9A-Z]{5}$/.test(state) ? state : undefined;
}

function property(value: unknown, name: string): unknown {
  return typeof value === 'object' && value !== null ? (value as Record<string, unknown>)[name] : undefined;
}
