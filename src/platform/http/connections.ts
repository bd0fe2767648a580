import type { IncomingMessage, ServerResponse } from 'node:http';
import type { Socket } from 'node:net';
import { isAsking } from './progress.ts';

/** A request and its answer, until both have ended. */
export type Exchange = {
  readonly request: IncomingMessage;
  readonly response: ServerResponse;
  /** The running period in which the body is measured. */
  period: { at: number; bytesRead: number };
  /** How long the caller left written bytes of the answer waiting, all in all. */
  waitedMs: number;
  /** When the system last took some of the answer, by those who look from time to time. */
  lastTaken: { at: number; wholeWrites: number; leftOfWrite: number };
  /** Whether the system took more of the answer after its buffers had been full for a while. */
  wasSeenToRead: boolean;
  /** What was written on the connection before this answer. */
  readonly bytesWrittenBefore: number;
};

export type Connection = {
  readonly socket: Socket;
  readonly exchanges: Set<Exchange>;
  /** When the connection was made, or its last exchange ended; and what had been read by then. */
  idleSince: number;
  bytesReadBefore: number;
  /** Whether a request came on it. */
  wasUsed: boolean;
  /** When a byte was last seen, by those who look from time to time. */
  lastRead: { at: number; bytesRead: number };
};

/** The open connections of a server and what happens on each. */
export type Connections = {
  readonly open: ReadonlyMap<Socket, Connection>;
  /** How many connections were accepted since the start. */
  accepted(): number;
  accept(socket: Socket): void;
  begin(request: IncomingMessage, response: ServerResponse): Exchange;
};

export function createConnections(): Connections {
  const open = new Map<Socket, Connection>();
  let accepted = 0;
  function accept(socket: Socket): Connection {
    const now = performance.now();
    const lastRead = { at: now, bytesRead: 0 };
    const made = {
      socket,
      exchanges: new Set<Exchange>(),
      idleSince: now,
      bytesReadBefore: 0,
      wasUsed: false,
      lastRead,
    };
    open.set(socket, made);
    accepted += 1;
    socket.once('close', () => open.delete(socket));
    return made;
  }
  return {
    open,
    accepted: () => accepted,
    accept,
    begin(request, response) {
      const { socket } = request;
      const connection = open.get(socket) ?? accept(socket);
      const at = performance.now();
      const exchange = {
        request,
        response,
        period: { at, bytesRead: socket.bytesRead },
        waitedMs: 0,
        lastTaken: { at, wholeWrites: 0, leftOfWrite: 0 },
        wasSeenToRead: false,
        bytesWrittenBefore: socket.bytesWritten,
      };
      connection.wasUsed = true;
      connection.exchanges.add(exchange);
      let unended = 2;
      const end = () => {
        unended -= 1;
        if (unended > 0) return;
        connection.exchanges.delete(exchange);
        connection.idleSince = performance.now();
        connection.bytesReadBefore = socket.bytesRead;
      };
      request.once('close', end);
      response.once('close', end);
      return exchange;
    },
  };
}

/** Whether part of a request came whose headers are not whole. */
export const isInHeaders = ({ socket, exchanges, bytesReadBefore }: Connection): boolean =>
  exchanges.size === 0 && socket.bytesRead > bytesReadBefore;

/** Whether the body is the caller's to go on with: there is room for more of it. */
export const awaitsBody = ({ request }: Exchange): boolean =>
  !request.complete &&
  !request.destroyed &&
  !isAsking(request) &&
  request.readableLength < request.readableHighWaterMark;

/** How many written bytes the caller has not taken; none while an answer before this one has the connection. */
export const untakenBytes = ({ response }: Exchange): number =>
  response.socket === null ? 0 : response.writableLength;

/**
 * How long written bytes wait of which the system takes none, as far as the calls of this function saw. A step after
 * `fullMs` shows that the caller reads: at first the system takes what its own buffers hold.
 */
export function untakenForMs(exchange: Exchange, now: number, fullMs: number): number {
  const { socket } = exchange.request;
  const wholeWrites = socket.bytesWritten - socket.writableLength;
  const leftOfWrite = leftOfWriteIn(socket);
  const { lastTaken } = exchange;
  if (untakenBytes(exchange) === 0 || wholeWrites !== lastTaken.wholeWrites || leftOfWrite !== lastTaken.leftOfWrite) {
    if (now - lastTaken.at > fullMs) exchange.wasSeenToRead = true;
    exchange.lastTaken = { at: now, wholeWrites, leftOfWrite };
  }
  return now - exchange.lastTaken.at;
}

/** A large answer may be one write. Only Node's handle, which its own timeouts ask too, knows how much of it is left. */
const leftOfWriteIn = (socket: Socket): number =>
  (socket as Socket & { _handle?: { writeQueueSize?: number } | null })._handle?.writeQueueSize ?? 0;

/** How long no byte came, as far as the calls of this function saw. */
export function silentForMs(connection: Connection, now: number): number {
  const { bytesRead } = connection.socket;
  if (bytesRead !== connection.lastRead.bytesRead) connection.lastRead = { at: now, bytesRead };
  return now - connection.lastRead.at;
}
