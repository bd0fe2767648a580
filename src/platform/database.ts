import { setTimeout as delay } from 'node:timers/promises';
import { PrismaPg } from '@prisma/adapter-pg';
import pg from 'pg';
import { type Prisma, PrismaClient } from '../generated/prisma/client.ts';
import { currentCaller } from './callers.ts';
import { shareFairly } from './database-fairness.ts';
import { LIMITS } from './database-limits.ts';
import { type DatabaseWatch, guardPool, watchDatabase, watchEmbedded } from './database-watch.ts';
import { type EmbeddedOptions, type EmbeddedServer, startEmbedded } from './embedded.ts';
import { OperatorError } from './errors.ts';
import { sendLargeValuesInPlace } from './large-values.ts';
import { observeStatements } from './observed-statements.ts';
import { isObserved } from './observing.ts';
import { closeUnusedStatements, createStatementNames } from './prepared-statements.ts';
import { sendDirectly } from './rows.ts';

export type Pooling = 'session' | 'transaction';

export type DatabaseKind = 'embedded' | 'postgresql';

/** A client or a transaction: for functions that work in both. */
export type Db = PrismaClient | Prisma.TransactionClient;

export type DatabaseOptions = EmbeddedOptions & {
  /** PostgreSQL URL. Without it, the database is embedded, in `dataDir` or in memory. */
  url?: string;
  /** A running embedded database, in place of a new one. */
  embedded?: EmbeddedServer;
  /** `transaction`: a pooler assigns a session to each transaction, so no session state survives a transaction. */
  pooling?: Pooling;
  maxConnections?: number;
  statementTimeoutMs?: number;
};

export type OpenedDatabase = {
  prisma: PrismaClient;
  kind: DatabaseKind;
  /** The connections below Prisma, for code with its own SQL. The embedded database has one. */
  pool: pg.Pool;
  /** Number of callers that wait for a connection. */
  waiting(): number;
  /** Whether statements of the current caller wait for their turn: the caller has all of their connections in use. */
  isCallerWaiting(): boolean;
  /** Whether the database answers now. Concurrent callers share one query. */
  isAnswering(): Promise<boolean>;
  /** Runs work on one connection without a statement timeout. */
  withConnection<T>(work: (client: pg.ClientBase) => Promise<T>): Promise<T>;
  /** The embedded database as bytes, for the `snapshot` option. */
  snapshot(): Promise<Uint8Array>;
  close(): Promise<void>;
};

export async function openDatabase(options: DatabaseOptions): Promise<OpenedDatabase> {
  const embedded = options.url === undefined ? (options.embedded ?? (await startEmbedded(options))) : undefined;
  const settings = embedded === undefined ? serverSettings(options) : embeddedSettings(embedded);
  const pool = new pg.Pool(settings);
  // The pool replaces broken connections, and the failed statement reports the error. Without these listeners, the
  // error event would end the process.
  pool.on('error', () => {});
  pool.on('connect', client => client.on('error', () => {}));
  if (isObserved()) pool.on('connect', observeStatements);
  if (embedded === undefined) pool.on('connect', sendLargeValuesInPlace);
  closeUnusedStatements(pool);
  const isPooled = options.pooling === 'transaction';
  const watch = embedded === undefined ? watchDatabase(settings, { seesSessions: !isPooled }) : undefined;
  if (watch !== undefined) guardPool(pool, watch);
  const queue = shareFairly(pool);
  // Callers wait for their turn before they wait for the pool.
  const waiting = () => queue.waiting + pool.waitingCount;
  const statementNameGenerator = isPooled ? () => '' : createStatementNames();
  const prisma = new PrismaClient({ adapter: new PrismaPg(pool, { statementNameGenerator }) });
  sendDirectly(prisma, pool, statementNameGenerator);
  return {
    prisma,
    kind: embedded === undefined ? 'postgresql' : 'embedded',
    pool,
    waiting,
    isCallerWaiting: () => queue.isWaiting(currentCaller().name),
    isAnswering: watch?.isAnswering ?? watchEmbedded(pool),
    withConnection: work => (isPooled ? Promise.reject(ownSession()) : withConnection(pool, watch, work)),
    snapshot: () => embedded?.snapshot() ?? Promise.reject(new Error('Only an embedded database has snapshots')),
    close: async () => {
      await drained(waiting);
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
    application_name: 'docsvc',
    max: options.maxConnections ?? 10,
    keepAlive: true,
    connectionTimeoutMillis: LIMITS.connectMs,
    idleTimeoutMillis: 60_000,
    // Poolers refuse settings of sessions: the database has them (`checkPooled`).
    ...(options.pooling !== 'transaction' && {
      // The adapter requires UTC: in another time zone it would store wrong times.
      options: `${own ?? ''} -c TimeZone=UTC`.trim(),
      statement_timeout: options.statementTimeoutMs ?? LIMITS.statementMs,
      idle_in_transaction_session_timeout: 60_000,
    }),
  };
}

const ownSession = () =>
  new OperatorError(
    'Migrations do not work through a pooler in transaction mode: set DOCSVC_DATABASE_MIGRATION_URL to the database itself',
  );

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
    // Destroy the connection, because the work may leave settings, locks or a transaction in the session.
    client.release(true);
  }
}

/** Waits until no caller waits for a connection: after the pool ends, they would wait forever. */
async function drained(waiting: () => number): Promise<void> {
  for (let waited = 0; waiting() > 0 && waited < 5_000; waited += 10) await delay(10);
}

export type TransactionOptions = {
  /** How many times a transaction is retried after a write conflict. More would hide a permanent cause. */
  retries?: number;
  isolationLevel?: Prisma.TransactionIsolationLevel;
  timeoutMs?: number;
};

/**
 * Runs `work` in a transaction and retries it after a write conflict, so `work` must have effects only through `tx`.
 * Inside, use only `tx`: the embedded database has one connection, and another client would wait for it forever.
 */
export function inTransaction<T>(
  prisma: PrismaClient,
  work: (tx: Prisma.TransactionClient) => Promise<T>,
  { retries, isolationLevel, timeoutMs = 15_000 }: TransactionOptions = {},
): Promise<T> {
  return retried(() => prisma.$transaction(work, { maxWait: 10_000, timeout: timeoutMs, isolationLevel }), retries);
}

/** Runs a transaction again after a write conflict. */
export async function retried<T>(run: () => Promise<T>, retries = 2): Promise<T> {
  for (let attempt = 1; ; attempt++) {
    try {
      return await run();
    } catch (error) {
      if (attempt > retries || !isWriteConflict(error)) throw error;
      await delay(Math.random() * 20 * 2 ** attempt);
    }
  }
}

// Only the code below knows the shapes in which Prisma and its adapter report database errors.

type Cause = {
  kind?: string;
  originalCode?: string;
  code?: string;
  constraint?: { index?: string };
};

/** The name of the unique constraint or index that was violated; undefined for other errors. */
export function uniqueViolation(error: unknown): string | undefined {
  const cause = causeOf(error);
  if (cause?.kind !== 'UniqueConstraintViolation' && sqlState(error) !== '23505') return undefined;
  const bare = property(error, 'constraint');
  return cause?.constraint?.index ?? (typeof bare === 'string' ? bare : 'unknown');
}

/** Whether a foreign key refers to a row that does not exist. */
export const isMissingReference = (error: unknown): boolean =>
  causeOf(error)?.kind === 'ForeignKeyConstraintViolation' || sqlState(error) === '23503';

/** Whether the transaction lost against a concurrent one (serialization failure, deadlock) and may be retried. */
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
  'ENOTFOUND',
  'EAI_AGAIN',
  'EHOSTUNREACH',
  'ENETUNREACH',
  'EMFILE',
];
/** Codes of Node for a certificate that is not accepted, as after a failover to a server with another name or issuer. */
const certificateCodes = /CERT|LEAF_SIGNATURE/;
// SQLSTATE classes: connection exception (08), insufficient resources (53), operator intervention, such as the statement
// timeout (57), and invalid authorization (28). Then: read-only (25006), transaction timeouts (25P03, 25P04), no such database
// (3D000), no connections accepted (55000), lock timeout (55P03). Our own SQL has a SQLSTATE where Prisma has a kind.
const unavailableStates = /^(08|53|57|28|25006|25P03|25P04|3D000|55000|55P03)/;
const unavailableMessages =
  /Connection terminated|timeout exceeded when trying to connect|^timeout expired$|Unable to start a transaction in the given time|on an expired transaction|Transaction not found|Client has encountered a connection error|Client was closed|Cannot use a pool after|does not support SSL connections/;

/** Whether the database is unreachable, overloaded or read-only, or a write conflict occurred: a retry may succeed later. */
export function isDatabaseUnavailable(error: unknown): boolean {
  return (
    isWriteConflict(error) ||
    unavailableKinds.includes(causeOf(error)?.kind ?? '') ||
    unavailableCodes.includes(String(property(error, 'code'))) ||
    certificateCodes.test(String(property(error, 'code'))) ||
    isOfConnecting(error) ||
    unavailableStates.test(sqlState(error) ?? '') ||
    unavailableMessages.test(String(property(error, 'message')))
  );
}

/** Whether the system could not connect. Prisma keeps only the error number, which no other error of Prisma has. */
const isOfConnecting = (error: unknown): boolean =>
  property(error, 'syscall') === 'connect' ||
  (property(error, 'clientVersion') !== undefined && /^E[A-Z]+$/.test(String(property(error, 'code'))));

/**
 * Prisma wraps the adapter's error in `meta` of a known request error. A failed commit or the raw pool throws it
 * directly.
 */
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
