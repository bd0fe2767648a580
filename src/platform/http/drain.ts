import { setTimeout as delay, setImmediate as turn } from 'node:timers/promises';
import {
  awaitsBody,
  type Connection,
  type Connections,
  type Exchange,
  isInHeaders,
  silentForMs,
} from './connections.ts';
import { hasBegun } from './progress.ts';

export type DrainTimes = {
  /**
   * How long a kept-alive connection may still send one more request. A request that is sent while its connection
   * closes fails, so the pools of callers should have time to use up their connections.
   */
  readonly settleMs: number;
  /** How long a request that has started to arrive may stay silent. */
  readonly silentMs: number;
  /** When streams are ended. */
  readonly endStreamsMs: number;
  /** When requests are refused whose work has not started. They have no effect and may be sent again. */
  readonly refuseMs: number;
  /** When requests are refused whose work continues. The answer says that the result is unknown. */
  readonly giveUpMs: number;
  /** When all remaining connections are destroyed. */
  readonly cutMs: number;
};

export const drainTimes: DrainTimes = {
  settleMs: 2_000,
  silentMs: 1_000,
  endStreamsMs: 6_000,
  refuseMs: 6_000,
  giveUpMs: 8_500,
  cutMs: 8_800,
};

export type Drained = { refused: number; cut: number };

export type DrainActions = {
  closeListeners(): void;
  endStreams(): void;
  /** Refuses every further request. */
  beginRefusing(): void;
  /** Refuses a request; returns false if it was already refused. */
  refuse(connection: Connection, exchange: Exchange | undefined): boolean;
};

const TICK_MS = 25;

/**
 * Answers pending requests and resolves when no connection is left. `hurry` skips waiting for slow responses.
 */
export async function drain(
  connections: Connections,
  actions: DrainActions,
  hurry: AbortSignal,
  times: DrainTimes,
): Promise<Drained> {
  let startedAt = performance.now();
  const hasten = () => {
    startedAt = Math.min(startedAt, performance.now() - times.giveUpMs);
  };
  if (hurry.aborted) hasten();
  hurry.addEventListener('abort', hasten, { once: true });
  const drained = { refused: 0, cut: 0 };
  const step = { streamsEnded: false, refusing: false };
  const refuse = (connection: Connection, exchange: Exchange | undefined) => {
    if (actions.refuse(connection, exchange)) drained.refused += 1;
  };
  // A kept-alive connection may have a request in transit: wait a moment. Its response announces the end of the
  // connection.
  while (hasSettling(connections, startedAt, times)) await delay(TICK_MS);
  await acceptWaiting(connections);
  actions.closeListeners();
  for (;;) {
    const now = performance.now();
    const elapsedMs = now - startedAt;
    if (elapsedMs >= times.endStreamsMs && !step.streamsEnded) {
      step.streamsEnded = true;
      actions.endStreams();
    }
    if (elapsedMs >= times.refuseMs && !step.refusing) {
      step.refusing = true;
      actions.beginRefusing();
    }
    for (const connection of connections.open.values())
      if (elapsedMs >= times.cutMs) {
        drained.cut += connection.exchanges.size;
        connection.socket.destroy();
      } else settle(connection, { now, startedAt, elapsedMs, times, refuse });
    if (connections.open.size === 0) return drained;
    await delay(TICK_MS);
  }
}

type Moment = {
  now: number;
  startedAt: number;
  elapsedMs: number;
  times: DrainTimes;
  refuse(connection: Connection, exchange: Exchange | undefined): void;
};

/** Closes idle connections, refuses requests that stopped arriving, and leaves the others alone. */
function settle(connection: Connection, { now, startedAt, elapsedMs, times, refuse }: Moment): void {
  const isLate = elapsedMs >= times.refuseMs;
  const isSilent = silentForMs(connection, now) >= times.silentMs || isLate;
  if (isInHeaders(connection)) {
    if (isSilent) refuse(connection, undefined);
  } else if (connection.exchanges.size === 0) {
    if (now - Math.max(connection.idleSince, startedAt) >= times.settleMs) connection.socket.destroySoon();
  }
  for (const exchange of connection.exchanges) {
    const { response } = exchange;
    if (response.writableEnded || (response.headersSent && !awaitsBody(exchange))) continue;
    const isUnbegun = isLate && !hasBegun(exchange.request);
    const isGivenUp = elapsedMs >= times.giveUpMs;
    if (isUnbegun || isGivenUp || (awaitsBody(exchange) && isSilent)) refuse(connection, exchange);
  }
}

const hasSettling = ({ open }: Connections, startedAt: number, { settleMs }: DrainTimes): boolean =>
  performance.now() - startedAt < settleMs &&
  [...open.values()].some(connection => connection.exchanges.size === 0 && connection.wasUsed);

const QUIET_TURNS = 5;
/** A turn without work takes much less time than this. */
const QUIET_TURN_MS = 0.2;
const MAX_TURNS = 1_000;

/**
 * Accepts the connections that are still in the operating system's queue: closing the listener would reset them. The
 * event loop accepts one of them in each turn. What arrives during the last turn is lost, so it must be a short one.
 */
async function acceptWaiting(connections: Connections): Promise<void> {
  for (let turns = 0, quiet = 0; quiet < QUIET_TURNS && turns < MAX_TURNS; turns += 1) {
    const known = connections.accepted();
    const startedAt = performance.now();
    await turn();
    const isQuiet = connections.accepted() === known && performance.now() - startedAt < QUIET_TURN_MS;
    quiet = isQuiet ? quiet + 1 : 0;
  }
}
