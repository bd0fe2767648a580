import type { IncomingMessage, ServerResponse } from 'node:http';
import type { Socket } from 'node:net';
import { awaitsContinue } from './progress.ts';

/** A request and its response, until both have ended. */
export type Exchange = {
  readonly request: IncomingMessage;
  readonly response: ServerResponse;
  /** The current period in which the body rate is measured. */
  period: { at: number; bytesRead: number };
  /** When the server had no room for more of the body, as last seen by the periodic checks. */
  hadNoRoomAt: number;
  /** Total time for which the caller left written bytes of the response unread, in milliseconds. */
  waitedMs: number;
  /** When the operating system last accepted bytes of the response, as seen by the periodic checks. */
  lastSent: { at: number; wholeWrites: number; leftOfWrite: number };
  /** Whether the system accepted more of the response after its buffers had been full for a while. */
  wasSeenToRead: boolean;
  /** Bytes written on the connection before this response. */
  readonly bytesWrittenBefore: number;
};

export type Connection = {
  readonly socket: Socket;
  readonly exchanges: Set<Exchange>;
  /** When the connection was made, or its last exchange ended, and how many bytes had been read by then. */
  idleSince: number;
  bytesReadBefore: number;
  /** Whether it has received a request. */
  wasUsed: boolean;
  /** When bytes last arrived, as seen by the periodic checks. */
  lastRead: { at: number; bytesRead: number };
};

/** The open connections of a server and their exchanges. */
export type Connections = {
  readonly open: ReadonlyMap<Socket, Connection>;
  /** Number of connections accepted since the start. */
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
        hadNoRoomAt: Number.NEGATIVE_INFINITY,
        waitedMs: 0,
        lastSent: { at, wholeWrites: 0, leftOfWrite: 0 },
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

/** Whether part of a request has arrived, but not all its headers. */
export const isInHeaders = ({ socket, exchanges, bytesReadBefore }: Connection): boolean =>
  exchanges.size === 0 && socket.bytesRead > bytesReadBefore;

/** Whether the server waits for the caller to send more of the body, and has room for it. */
export const awaitsBody = ({ request }: Exchange): boolean =>
  !request.complete &&
  !request.destroyed &&
  !awaitsContinue(request) &&
  request.readableLength < request.readableHighWaterMark;

/** Bytes of the response that were written but not sent; 0 while an earlier response uses the connection. */
export const unsentBytes = ({ response }: Exchange): number => (response.socket === null ? 0 : response.writableLength);

/**
 * For how long the operating system has accepted no bytes of the response, as seen by the calls of this function. A step
 * after `fullMs` shows that the caller reads: before that, the system only fills its own buffers.
 */
export function stalledForMs(exchange: Exchange, now: number, fullMs: number): number {
  const { socket } = exchange.request;
  const wholeWrites = socket.bytesWritten - socket.writableLength;
  const leftOfWrite = leftOfWriteIn(socket);
  const { lastSent } = exchange;
  if (unsentBytes(exchange) === 0 || wholeWrites !== lastSent.wholeWrites || leftOfWrite !== lastSent.leftOfWrite) {
    if (now - lastSent.at > fullMs) exchange.wasSeenToRead = true;
    exchange.lastSent = { at: now, wholeWrites, leftOfWrite };
  }
  return now - exchange.lastSent.at;
}

/**
 * Bytes left of a partial write: a large response may be a single write. Only Node's internal handle knows this number.
 */
const leftOfWriteIn = (socket: Socket): number =>
  (socket as Socket & { _handle?: { writeQueueSize?: number } | null })._handle?.writeQueueSize ?? 0;

/** For how long no bytes have arrived, as seen by the calls of this function. */
export function silentForMs(connection: Connection, now: number): number {
  const { bytesRead } = connection.socket;
  if (bytesRead !== connection.lastRead.bytesRead) connection.lastRead = { at: now, bytesRead };
  return now - connection.lastRead.at;
}
