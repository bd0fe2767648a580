import { lookup } from 'node:dns/promises';
import type { LookupFunction, Socket } from 'node:net';
import type { Agent, buildConnector, Dispatcher } from 'undici';
import { FairQueue } from '../fair-queue.ts';
import { atFirstUse } from '../first-use.ts';
import { addressKind } from './addresses.ts';
import { literalAddress, type Permission, permissionFor, permits, type Reach } from './reach.ts';

export type Resolve = (hostname: string) => Promise<{ address: string; family: number }[]>;

const systemResolve: Resolve = hostname => lookup(hostname, { all: true, verbatim: true });

/**
 * libuv looks names up in half of its threads: three of the six with which the service is started (`UV_THREADPOOL_SIZE`). A look-up
 * cannot be aborted, and a name server that never answers holds its thread for long. So the names
 * that people choose get two of the three: one stays free, for example for the name of the database server.
 */
export const MOST_LOOKUPS = 2;
const LOOKUP_PATIENCE_MS = 5_000;

/** Other names were being looked up all the time. Nothing was sent. */
export class NoLookup extends Error {
  readonly code = 'DOCSVC_NO_LOOKUP';
}
const noLookup = () => new NoLookup('Other host names are being looked up');
const turns = new FairQueue({ slots: MOST_LOOKUPS, tooMany: noLookup, tooLate: noLookup });

type Addresses = Awaited<ReturnType<Resolve>>;
const underway = new WeakMap<Resolve, Map<string, Promise<Addresses>>>();

/** Requests for one name share its look-up. */
function resolveInTurn(resolve: Resolve, hostname: string): Promise<Addresses> {
  const names = underway.get(resolve) ?? new Map<string, Promise<Addresses>>();
  underway.set(resolve, names);
  const looking = names.get(hostname) ?? lookUp(resolve, hostname).finally(() => names.delete(hostname));
  names.set(hostname, looking);
  return looking;
}

async function lookUp(resolve: Resolve, hostname: string): Promise<Addresses> {
  const name = { name: hostname, isKnown: false, request: { usedMs: 0 } };
  const release = await turns.acquire(name, { ms: LOOKUP_PATIENCE_MS });
  return resolve(hostname).finally(release);
}

const CONNECT_TIMEOUT_MS = 10_000;
const IDLE_CONNECTION_MS = 4_000;

/** The part of undici's dispatchers that calls need. */
export type Outbound = {
  request(options: Dispatcher.RequestOptions): Promise<Dispatcher.ResponseData>;
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
  const agent = atFirstUse(async () => createAgent(await import('undici'), reach, refused, resolve));
  return {
    request: async options => (await agent.get()).request(options),
    destroy: async () => (await agent.kept())?.destroy(),
  };
}

function createAgent(undici: Undici, reach: Reach, refused: () => Error, resolve: Resolve): Agent {
  return new undici.Agent({
    factory: (origin, options) => {
      const permission = permissionFor(new URL(origin), reach);
      const connect = checkingConnector(undici, permission, refused, resolve);
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
  resolve: Resolve,
): buildConnector.connector {
  const connect = undici.buildConnector({
    lookup: checkedLookup(permission, refused, resolve),
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

function checkedLookup(permission: Permission, refused: () => Error, resolve: Resolve): LookupFunction {
  return (hostname, { all }, callback) => {
    const resolved = resolveInTurn(resolve, hostname).then(addresses => {
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
