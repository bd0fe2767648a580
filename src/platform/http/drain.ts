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
  /** How long a kept connection may bring one more request. */
  readonly settleMs: number;
  /** How long a request that has begun to come may bring nothing. */
  readonly silentMs: number;
  /** When streams are told to end. */
  readonly endStreamsMs: number;
  /** When a request whose work has not begun is refused: it takes no effect, and may be sent again. */
  readonly refuseMs: number;
  /** When a request whose work goes on is answered that nobody waits for it any longer. */
  readonly giveUpMs: number;
  /** When everything that is left is cut. */
  readonly cutMs: number;
};

export const drainTimes: DrainTimes = {
  settleMs: 500,
  silentMs: 1_000,
  endStreamsMs: 6_000,
  refuseMs: 6_000,
  giveUpMs: 8_500,
  cutMs: 8_800,
};

export type Drained = { refused: number; cut: number };

export type DrainActions = {
  /** Takes no more connections. */
  closeListeners(): void;
  endStreams(): void;
  /** From now on every request is refused. */
  beginRefusing(): void;
  /** False when it was refused before. */
  refuse(connection: Connection, exchange: Exchange | undefined): boolean;
};

const TICK_MS = 25;

/**
 * Answers what was sent, and resolves when no connection is left. `hurry` skips the waiting for answers that take
 * longer.
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
  // A kept connection may have its next request on the way: each gets a moment, and its answer says that it is the last.
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

/** Ends a connection that nobody needs, refuses a request that does not come, and lets the others be. */
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
const MOST_TURNS = 1_000;

/**
 * A closed listener resets what the system has accepted and this process has not seen. On a busy machine many
 * connections wait so; the event loop takes one of them in each of its turns.
 */
async function acceptWaiting(connections: Connections): Promise<void> {
  let known = connections.accepted();
  for (let turns = 0, quiet = 0; quiet < QUIET_TURNS && turns < MOST_TURNS; turns += 1) {
    await turn();
    quiet = connections.accepted() === known ? quiet + 1 : 0;
    known = connections.accepted();
  }
}
