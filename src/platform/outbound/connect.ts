import { AsyncLocalStorage } from 'node:async_hooks';
import { lookup } from 'node:dns/promises';
import type { LookupFunction, Socket } from 'node:net';
import { LRUCache } from 'lru-cache';
import type { Agent, buildConnector, Dispatcher } from 'undici';
import { FairQueue } from '../fair-queue.ts';
import { atFirstUse } from '../first-use.ts';
import { addressKind, literalAddress } from './addresses.ts';
import { type Permission, permissionFor, permits, type Reach } from './reach.ts';

export type Resolve = (hostname: string) => Promise<{ address: string; family: number }[]>;

const systemResolve: Resolve = hostname => lookup(hostname, { all: true, verbatim: true });

/**
 * libuv looks names up in half of its threads: three of the six with which the service is started (`UV_THREADPOOL_SIZE`). A look-up
 * cannot be aborted, and a name server that never answers holds its thread for long. So the names
 * that people choose get two of the three: one stays free, for example for the name of the database server.
 */
export const MOST_LOOKUPS = 2;
const LOOKUP_PATIENCE_MS = 5_000;
/** How long the outcome of a slow look-up is kept, so that the other names of its caller have their turn. */
const SLOW_NAME_MS = 30_000;
const MAX_SLOW_NAMES = 100;

/** Other names were being looked up all the time, or this one took long and failed a moment ago. Nothing was sent. */
export class NoLookup extends Error {
  readonly code = 'DOCSVC_NO_LOOKUP';
}
const noLookup = () => new NoLookup('Other host names are being looked up');
/** One caller, however many names they chose, gets one of the two. */
const turns = new FairQueue({ slots: MOST_LOOKUPS, tooMany: noLookup, tooLate: noLookup });

/** A request, while it may look its host name up. */
type Asking = { caller: string; isLookingUp: boolean };
const requests = new AsyncLocalStorage<Asking>();

type Addresses = Awaited<ReturnType<Resolve>>;
type Lookups = Map<string, Promise<Addresses>>;
/** `isWaiting`: whether the look-up of a name waits for the turn of this caller. */
type Names = { lookUp: Resolve; isWaiting(caller: string, hostname: string): boolean };

/**
 * Looks names up in the turn of their caller. Requests for one name share its look-up once that has begun. Until then only
 * requests of the same caller do: others may have their turn sooner.
 */
function inTurn(resolve: Resolve): Names {
  const waiting: Lookups = new Map();
  const begun: Lookups = new Map();
  const slow = new LRUCache<string, { found: Addresses | undefined }>({ max: MAX_SLOW_NAMES, ttl: SLOW_NAME_MS });
  const timed = async (hostname: string) => {
    const begunAt = performance.now();
    let found: Addresses | undefined;
    try {
      found = await resolve(hostname);
      return found;
    } finally {
      if (performance.now() - begunAt > LOOKUP_PATIENCE_MS) slow.set(hostname, { found });
    }
  };
  const lookUp = async (name: string, hostname: string) => {
    const known = slow.get(hostname);
    if (known?.found) return known.found;
    if (known) throw new NoLookup('The host name could not be looked up a moment ago');
    const caller = { name, isKnown: false, request: { usedMs: 0 } };
    const release = await turns.acquire(caller, { ms: LOOKUP_PATIENCE_MS });
    if (begun.has(hostname)) release();
    return shared(begun, hostname, () => timed(hostname).finally(release));
  };
  return {
    lookUp(hostname) {
      const asking = requests.getStore() ?? { caller: hostname, isLookingUp: false };
      const { caller } = asking;
      asking.isLookingUp = true;
      const found = begun.get(hostname) ?? shared(waiting, `${caller} ${hostname}`, () => lookUp(caller, hostname));
      return found.finally(() => {
        asking.isLookingUp = false;
      });
    },
    isWaiting: (caller, hostname) => waiting.has(`${caller} ${hostname}`) && !begun.has(hostname),
  };
}

function shared(lookups: Lookups, key: string, begin: () => Promise<Addresses>): Promise<Addresses> {
  const lookup = lookups.get(key) ?? begin().finally(() => lookups.delete(key));
  lookups.set(key, lookup);
  return lookup;
}

const CONNECT_TIMEOUT_MS = 10_000;
const IDLE_CONNECTION_MS = 4_000;

type RequestOptions = Dispatcher.RequestOptions & { origin: string; signal: AbortSignal };

/** The part of undici's dispatchers that calls need. `caller`: who takes the turn of a look-up. */
export type Outbound = {
  request(options: RequestOptions, caller: string): Promise<Dispatcher.ResponseData>;
  destroy(): Promise<void>;
};

type Undici = typeof import('undici');

/**
 * A dispatcher that connects only where `reach` permits. It checks the address in the URL, every address that the name
 * resolves to, and the address of the connected socket. It connects to the addresses that it checked, so that a second
 * DNS answer cannot differ (DNS rebinding). Redirects are not followed: undici's dispatchers never do that. Connections to
 * other addresses fail with the error of `refused`. undici is loaded for the first request.
 */
export function createDispatcher(reach: Reach, refused: () => Error, resolve: Resolve = systemResolve): Outbound {
  const names = inTurn(resolve);
  const agent = atFirstUse(async () => createAgent(await import('undici'), reach, refused, names.lookUp));
  return {
    async request(options, caller) {
      const { origin, signal } = options;
      const loaded = await agent.get();
      signal.throwIfAborted();
      const { hostname } = new URL(origin);
      const asking: Asking = { caller, isLookingUp: false };
      const reason = () => (asking.isLookingUp && names.isWaiting(caller, hostname) ? noLookup() : signal.reason);
      return untilAborted(
        requests.run(asking, () => loaded.request(options)),
        signal,
        reason,
      );
    },
    destroy: async () => (await agent.kept())?.destroy(),
  };
}

/** undici ends an aborted request that has no connection yet only when its attempt to connect has ended. */
async function untilAborted<T>(request: Promise<T>, signal: AbortSignal, reason: () => unknown): Promise<T> {
  const { promise: aborted, reject } = Promise.withResolvers<never>();
  const abort = () => reject(reason());
  signal.addEventListener('abort', abort);
  try {
    return await Promise.race([request, aborted]);
  } finally {
    signal.removeEventListener('abort', abort);
  }
}

function createAgent(undici: Undici, reach: Reach, refused: () => Error, lookUp: Resolve): Agent {
  return new undici.Agent({
    factory: (origin, options) => {
      const permission = permissionFor(new URL(origin), reach);
      const connect = checkingConnector(undici, permission, refused, lookUp);
      return new undici.Pool(origin, { ...options, connect });
    },
    allowH2: false,
    keepAliveTimeout: IDLE_CONNECTION_MS,
    keepAliveMaxTimeout: IDLE_CONNECTION_MS,
    // The signal of a call is its only deadline.
    headersTimeout: 0,
    bodyTimeout: 0,
  });
}

function checkingConnector(
  undici: Undici,
  permission: Permission,
  refused: () => Error,
  lookUp: Resolve,
): buildConnector.connector {
  const connect = undici.buildConnector({
    lookup: checkedLookup(permission, refused, lookUp),
    autoSelectFamily: true,
    allowH2: false,
    timeout: CONNECT_TIMEOUT_MS,
  } as buildConnector.BuildOptions) as (...args: Parameters<buildConnector.connector>) => Socket;
  return (options, callback) => {
    // Node does not call `lookup` for IP addresses.
    const literal = literalAddress(options.hostname);
    if (literal !== undefined && !permits(permission, addressKind(literal))) return callback(refused(), null);
    const socket = connect(options, callback);
    socket.once('connect', () => {
      // A connection that was reset at once has no address any more. It fails on its own.
      const isPermitted = socket.remoteAddress === undefined || permits(permission, addressKind(socket.remoteAddress));
      if (!isPermitted) socket.destroy(refused());
    });
  };
}

function checkedLookup(permission: Permission, refused: () => Error, lookUp: Resolve): LookupFunction {
  return (hostname, { all }, callback) => {
    const resolved = lookUp(hostname).then(addresses => {
      const isPermitted = addresses.every(({ address }) => permits(permission, addressKind(address)));
      if (!isPermitted || addresses.length === 0) throw refused();
      return addresses;
    });
    resolved.then(
      addresses =>
        all ? callback(null, addresses) : callback(null, addresses[0]?.address ?? '', addresses[0]?.family),
      error => callback(error, []),
    );
  };
}
