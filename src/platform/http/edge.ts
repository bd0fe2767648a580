import { once } from 'node:events';
import type { IncomingMessage, RequestListener, Server, ServerResponse } from 'node:http';
import { createServer as createListener, type Server as Listener, type Socket } from 'node:net';
import { DomainError } from '../errors.ts';
import { type Connection, createConnections, type Exchange } from './connections.ts';
import { type Drained, type DrainTimes, drain, drainTimes } from './drain.ts';
import { hostsOf } from './hosts.ts';
import { createServer } from './node-http.ts';
import { handleExpectContinue, hasBegun } from './progress.ts';
import {
  cutOff,
  noHost,
  noPath,
  type Refusal,
  refusalOf,
  refuseConnection,
  refuseExchange,
  severalHosts,
  stopping,
  tooSlow,
  unknownExpectation,
  type WriteRefusal,
} from './refusals.ts';
import { judgeSilence, type SlowLimits, slowLimits, sweepSlow } from './slow-callers.ts';

export type EdgeOptions = {
  readonly write: WriteRefusal;
  /** Called for every refusal. */
  onRefused?(refusal: Refusal, traceId: string): void;
  readonly limits?: Partial<SlowLimits>;
  readonly times?: Partial<DrainTimes>;
};

/**
 * The layer between sockets and routes. It limits slow callers, answers incomplete requests, and closes the connections
 * when the service stops.
 */
export type Edge = {
  /** False once the service has started to stop. */
  isReady(): boolean;
  /** Aborted when streams must end. Its reason is the error for their callers. */
  readonly ending: AbortSignal;
  endStreams(): void;
  createServer(handler: RequestListener): Server;
  /** Accepts connections for the same server on one more address. */
  listenAlso(address: string, port: number): Promise<void>;
  /** Handles requests that Node cannot parse. */
  onClientError(error: NodeJS.ErrnoException, socket: Socket): void;
  /** Reports "not ready" to load balancers from now on, and closes each connection after its response. */
  announceEnd(): void;
  /** Resolves when the listeners are closed and no connection is left. */
  drain(hurry: AbortSignal): Promise<Drained>;
};

/** Further connections are closed at once, because a connection uses memory even before it sends anything. */
const MAX_CONNECTIONS = 10_000;
/** Longer than the keep-alive of load balancers (usually 60 s), so that they never send on a connection that closes. */
const KEEP_ALIVE_MS = 72_000;

/** A request may name its host in the URL (absolute form, RFC 9112, 3.2.2). Only the header `Host` counts. */
const withoutHost = (url: string): string => (url.startsWith('/') ? url : url.replace(/^https?:\/\/[^/?#]*\/?/i, '/'));

export function createEdge({ write, onRefused, ...options }: EdgeOptions): Edge {
  const limits = { ...slowLimits, ...options.limits };
  const times = { ...drainTimes, ...options.times };
  const connections = createConnections();
  const ending = new AbortController();
  const refused = new WeakSet<Socket>();
  const unreadable = new WeakSet<Socket>();
  let phase: 'open' | 'ending' | 'refusing' = 'open';
  let server: Server | undefined;
  const others: Listener[] = [];

  function refuse(refusal: Refusal, socket: Socket, exchange?: Pick<Exchange, 'request' | 'response'>): boolean {
    if (refused.has(socket)) return false;
    refused.add(socket);
    const written = write(refusal, exchange?.request);
    if (exchange === undefined) refuseConnection(socket, written, refusal);
    else refuseExchange(exchange.response, written, refusal);
    onRefused?.(refusal, written.traceId);
    return true;
  }

  function closeAfter({ response }: Exchange, socket: Socket): void {
    if (unreadable.has(socket)) return;
    unreadable.add(socket);
    if (!response.headersSent) response.setHeader('connection', 'close');
    response.once('close', () => socket.destroySoon());
  }

  const endStreams = () => ending.abort(new DomainError(stopping.status, stopping.message, stopping));
  const refuseAs = (refusal: Refusal) => (connection: Connection, exchange: Exchange | undefined) =>
    refuse(refusal, connection.socket, exchange);

  function onRequest(handler: RequestListener, request: IncomingMessage, response: ServerResponse): void {
    connections.begin(request, response);
    request.url = withoutHost(request.url ?? '/');
    const hosts = hostsOf(request);
    if (phase !== 'open') response.setHeader('connection', 'close');
    if (phase === 'refusing') refuse(stopping, request.socket, { request, response });
    else if (hosts.length === 0 && request.httpVersion === '1.1') refuse(noHost, request.socket, { request, response });
    // RFC 9112, section 3.2: a proxy may have read the other one.
    else if (hosts.length > 1) refuse(severalHosts, request.socket, { request, response });
    // The router takes any first character for the slash of a path.
    else if (!request.url.startsWith('/')) refuse(noPath, request.socket, { request, response });
    else handler(request, response);
  }

  function watch(watched: Server): void {
    watched.maxConnections = MAX_CONNECTIONS;
    watched.setTimeout(limits.silentMs);
    watched.on('connection', connections.accept);
    watched.on('timeout', socket => {
      const connection = connections.open.get(socket);
      if (connection === undefined || refused.has(socket)) socket.destroy();
      else if (judgeSilence(connection, limits, { refuse: refuseAs(tooSlow) })) socket.setTimeout(limits.silentMs);
    });
    watched.on('checkExpectation', (request, response) =>
      refuse(unknownExpectation, request.socket, { request, response }),
    );
    const sweep = setInterval(
      () => sweepSlow(connections, limits, { refuse: refuseAs(tooSlow) }),
      limits.sweepMs,
    ).unref();
    watched.once('close', () => clearInterval(sweep));
  }

  return {
    isReady: () => phase === 'open',
    ending: ending.signal,
    endStreams,
    createServer(handler) {
      server = createServer(
        {
          headersTimeout: limits.headersMs,
          // Bodies have a minimum rate instead of a timeout.
          requestTimeout: 0,
          connectionsCheckingInterval: 500,
          keepAliveTimeout: KEEP_ALIVE_MS,
          // Refused by `onRequest`, with an envelope.
          requireHostHeader: false,
        },
        (request, response) => onRequest(handler, request, response),
      );
      watch(server);
      handleExpectContinue(server);
      return server;
    },
    async listenAlso(address, port) {
      const pass = (socket: Socket) => server?.emit('connection', socket);
      const listener = createListener({ allowHalfOpen: true, noDelay: true }, pass);
      listener.maxConnections = MAX_CONNECTIONS;
      others.push(listener);
      await once(listener.listen({ host: address, port }), 'listening');
    },
    onClientError(error, socket) {
      const refusal = refusalOf(error);
      if (refusal === undefined) {
        if (!refused.has(socket)) socket.destroy();
        return;
      }
      const exchanges = [...(connections.open.get(socket)?.exchanges ?? [])];
      const unbegun = exchanges.find(({ request }) => !hasBegun(request));
      const answering = exchanges.filter(({ response }) => !response.closed).at(-1);
      if (!socket.writable) socket.destroy();
      // What cannot be read follows requests that may take effect. They keep their answers.
      else if (unbegun === undefined && answering !== undefined) closeAfter(answering, socket);
      else refuse(refusal, socket, unbegun ?? exchanges[0]);
    },
    announceEnd() {
      phase = 'ending';
      for (const { exchanges } of connections.open.values())
        for (const { response } of exchanges) if (!response.headersSent) response.setHeader('connection', 'close');
    },
    drain(hurry) {
      const actions = {
        closeListeners: () => {
          for (const listener of [server, ...others]) listener?.close();
        },
        endStreams,
        beginRefusing: () => {
          phase = 'refusing';
        },
        refuse: (connection: Connection, exchange: Exchange | undefined) =>
          refuseAs(exchange !== undefined && hasBegun(exchange.request) ? cutOff : stopping)(connection, exchange),
      };
      return drain(connections, actions, hurry, times);
    },
  };
}
