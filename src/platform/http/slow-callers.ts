import {
  awaitsBody,
  type Connection,
  type Connections,
  type Exchange,
  isInHeaders,
  untakenBytes,
  untakenForMs,
} from './connections.ts';

export type SlowLimits = {
  /** How long nothing may come while it is the caller's turn. */
  readonly silentMs: number;
  /** How long nothing may be taken of an answer by a caller who was not yet seen to read it. */
  readonly untakenMs: number;
  /** The same for a caller who was seen to read it: the system reports their progress in steps of megabytes. */
  readonly betweenStepsMs: number;
  /** How long all headers of a request may take. */
  readonly headersMs: number;
  /** A body is measured in periods as long as this; the caller has one such period before the first counts. */
  readonly periodMs: number;
  /** What a caller has to send of a body, and take of an answer. */
  readonly bytesPerSecond: number;
  /** How long written bytes of an answer may wait beyond what its size allows. */
  readonly answerGraceMs: number;
  readonly sweepMs: number;
};

/** 8 KiB a second is half of what a modem of 1998 had with a good line. */
export const slowLimits: SlowLimits = {
  silentMs: 15_000,
  // Callers who do not read are gone within 30 s as well.
  untakenMs: 28_000,
  // 4 MiB at 48 KiB a second.
  betweenStepsMs: 85_000,
  // Looked at every half second: gone within 30 s.
  headersMs: 29_000,
  periodMs: 15_000,
  bytesPerSecond: 8 * 1024,
  answerGraceMs: 30_000,
  sweepMs: 1_000,
};

export type SlowActions = {
  /** A request that comes too slowly. */
  refuse(connection: Connection, exchange: Exchange | undefined): unknown;
};

/** Nothing came or went for `silentMs`, or a kept connection was not used again. True: it may stay so. */
export function judgeSilence(connection: Connection, { refuse }: SlowActions): boolean {
  const { exchanges, socket } = connection;
  if (exchanges.size === 0) {
    if (isInHeaders(connection)) refuse(connection, undefined);
    else socket.destroy();
    return false;
  }
  for (const exchange of exchanges) {
    if (awaitsBody(exchange)) {
      refuse(connection, exchange);
      return false;
    }
  }
  // The work on the answer takes its time, a stream has nothing to say, or `sweepSlow` sees who takes no answer.
  return true;
}

/** Looks at all connections: whose body drips, and who takes an answer in drops. */
export function sweepSlow(connections: Connections, limits: SlowLimits, { refuse }: SlowActions): void {
  const now = performance.now();
  for (const connection of connections.open.values())
    for (const exchange of connection.exchanges) {
      if (isBodyTooSlow(connection, exchange, limits, now)) refuse(connection, exchange);
      // A reset: the buffers of the system are not kept for a reader who may never come.
      else if (isReaderTooSlow(connection, exchange, limits, now)) connection.socket.resetAndDestroy();
    }
}

function isBodyTooSlow({ socket }: Connection, exchange: Exchange, limits: SlowLimits, now: number): boolean {
  const { bytesRead } = socket;
  if (!awaitsBody(exchange)) {
    exchange.period = { at: now, bytesRead };
    return false;
  }
  const seconds = (now - exchange.period.at) / 1000;
  if (seconds * 1000 < limits.periodMs) return false;
  const isTooSlow = bytesRead - exchange.period.bytesRead < seconds * limits.bytesPerSecond;
  exchange.period = { at: now, bytesRead };
  return isTooSlow;
}

/** What a large answer may take grows with what was written of it. */
function isReaderTooSlow({ socket }: Connection, exchange: Exchange, limits: SlowLimits, now: number): boolean {
  const { untakenMs, betweenStepsMs, sweepMs } = limits;
  if (untakenForMs(exchange, now, 2 * sweepMs) >= (exchange.wasSeenToRead ? betweenStepsMs : untakenMs)) return true;
  if (untakenBytes(exchange) === 0) return false;
  exchange.waitedMs += sweepMs;
  const sentBytes = socket.bytesWritten - exchange.bytesWrittenBefore;
  return exchange.waitedMs > limits.answerGraceMs + (sentBytes / limits.bytesPerSecond) * 1000;
}
