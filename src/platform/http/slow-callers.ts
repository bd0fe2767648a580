import {
  awaitsBody,
  type Connection,
  type Connections,
  type Exchange,
  isInHeaders,
  stalledForMs,
  unsentBytes,
} from './connections.ts';

export type SlowLimits = {
  /** Longest silence while the server waits for the caller. */
  readonly silentMs: number;
  /** Longest time without progress in sending a response, before the caller was seen to read. */
  readonly stalledMs: number;
  /** The same after the caller was seen to read: the system reports progress in steps of megabytes. */
  readonly betweenStepsMs: number;
  /** Timeout of all headers of a request. */
  readonly headersMs: number;
  /** Length of a measuring period for body rates. The first period does not count. */
  readonly periodMs: number;
  /** Minimum rate at which a caller must send a body and read a response. */
  readonly bytesPerSecond: number;
  /** How long written bytes of a response may stay unread beyond what its size permits. */
  readonly answerGraceMs: number;
  readonly sweepMs: number;
};

/** 8 KiB a second is half the speed of a good modem line of 1998. */
export const slowLimits: SlowLimits = {
  silentMs: 15_000,
  // Connections of callers who do not read end within 30 s too.
  stalledMs: 28_000,
  // The time of a 4 MiB step at 48 KiB a second.
  betweenStepsMs: 85_000,
  // Checked every half second, so it ends within 30 s.
  headersMs: 29_000,
  periodMs: 15_000,
  bytesPerSecond: 8 * 1024,
  answerGraceMs: 30_000,
  sweepMs: 1_000,
};

export type SlowActions = {
  /** Refuses a request that arrives too slowly. */
  refuse(connection: Connection, exchange: Exchange | undefined): unknown;
};

/** Handles a connection that was silent for `silentMs`. Returns true if it may stay open. */
export function judgeSilence(connection: Connection, { silentMs }: SlowLimits, { refuse }: SlowActions): boolean {
  const { exchanges, socket } = connection;
  const now = performance.now();
  if (exchanges.size === 0) {
    if (isInHeaders(connection)) refuse(connection, undefined);
    else socket.destroy();
    return false;
  }
  for (const exchange of exchanges) {
    // While the body waited for its slot, the silence was the server's.
    if (awaitsBody(exchange) && now - exchange.hadNoRoomAt >= silentMs) {
      refuse(connection, exchange);
      return false;
    }
  }
  // The response is still being computed, a stream has nothing to send, or `sweepSlow` handles the caller.
  return true;
}

/** Checks all connections for bodies that arrive too slowly and responses that are read too slowly. */
export function sweepSlow(connections: Connections, limits: SlowLimits, { refuse }: SlowActions): void {
  const now = performance.now();
  for (const connection of connections.open.values())
    for (const exchange of connection.exchanges) {
      if (isBodyTooSlow(connection, exchange, limits, now)) refuse(connection, exchange);
      // Reset the connection, so that the system does not keep its buffers for a reader who may never continue.
      else if (isReaderTooSlow(connection, exchange, limits, now)) connection.socket.resetAndDestroy();
    }
}

function isBodyTooSlow({ socket }: Connection, exchange: Exchange, limits: SlowLimits, now: number): boolean {
  const { bytesRead } = socket;
  if (!awaitsBody(exchange)) {
    exchange.period = { at: now, bytesRead };
    exchange.hadNoRoomAt = now;
    return false;
  }
  const seconds = (now - exchange.period.at) / 1000;
  if (seconds * 1000 < limits.periodMs) return false;
  const isTooSlow = bytesRead - exchange.period.bytesRead < seconds * limits.bytesPerSecond;
  exchange.period = { at: now, bytesRead };
  return isTooSlow;
}

/** Whether the caller reads too slowly. The permitted time grows with the bytes already sent. */
function isReaderTooSlow({ socket }: Connection, exchange: Exchange, limits: SlowLimits, now: number): boolean {
  const { stalledMs, betweenStepsMs, sweepMs } = limits;
  if (stalledForMs(exchange, now, 2 * sweepMs) >= (exchange.wasSeenToRead ? betweenStepsMs : stalledMs)) return true;
  if (unsentBytes(exchange) === 0) return false;
  exchange.waitedMs += sweepMs;
  const sentBytes = socket.bytesWritten - exchange.bytesWrittenBefore;
  return exchange.waitedMs > limits.answerGraceMs + (sentBytes / limits.bytesPerSecond) * 1000;
}
