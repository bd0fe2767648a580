import { subscribe } from 'node:diagnostics_channel';
import http from 'node:http';
import { type Io, wrongUse } from './outcome.ts';

/** Never sent through a proxy, which cannot reach the loopback addresses of this computer. */
const LOOPBACK = 'localhost,127.0.0.1,[::1]';

/**
 * Sends requests through HTTP_PROXY and HTTPS_PROXY, as npm and curl do. Needs Node 24.14; older releases support only
 * NODE_USE_ENV_PROXY, or no proxy.
 */
export function useProxies(io: Io): void {
  const [httpProxy, httpsProxy] = ['HTTP_PROXY', 'HTTPS_PROXY'].map(name => proxyAddress(name, variable(io, name)));
  if (httpProxy === undefined && httpsProxy === undefined) return;
  const proxies = {
    ...(httpProxy && { http_proxy: httpProxy }),
    ...(httpsProxy && { https_proxy: httpsProxy }),
    no_proxy: [LOOPBACK, variable(io, 'NO_PROXY') ?? []].flat().join(','),
  };
  http.setGlobalProxyFromEnv?.(proxies);
  endRepeatedConnections(proxies);
}

const MAX_CLOSED = 5;
/** The error code of the requests that are ended. */
const ENDED = 'UND_ERR_DESTROYED';

/**
 * If a proxy closes a connection without an answer, `fetch` connects again at once, without end. Ends the requests after some
 * of these; the next ones get a new dispatcher.
 */
function endRepeatedConnections(proxies: Record<string, string>): void {
  let closed = 0;
  subscribe('undici:client:connectError', message => {
    if ((message as { error: Cause }).error.code !== 'UND_ERR_SOCKET' || ++closed % MAX_CLOSED !== 0) return;
    const usual = dispatcherOfFetch();
    if (usual === undefined) return;
    void usual.destroy();
    // With NODE_USE_ENV_PROXY, older releases use a dispatcher that reads the environment itself.
    if (http.setGlobalProxyFromEnv) http.setGlobalProxyFromEnv(proxies);
    else dispatchers[DISPATCHER] = new usual.constructor();
  });
}

const variable = ({ env }: Io, name: string): string | undefined => env[name.toLowerCase()] || env[name] || undefined;

/**
 * Accepts an address without a scheme, as other programs do. The error omits the address: it may contain a password.
 */
function proxyAddress(name: string, given: string | undefined): string | undefined {
  if (given === undefined) return undefined;
  const address = given.includes('://') ? given : `http://${given}`;
  if (URL.canParse(address) && /^https?:/.test(address)) return address;
  throw wrongUse(`${name}: is no address such as http://proxy.example.com:3128`);
}

type Dispatcher = {
  constructor: new () => Dispatcher;
  dispatch(options: object, handler: object): boolean;
  destroy(): Promise<void>;
};

/** The name under which Node keeps the dispatcher of `fetch`, from the first request on. */
const DISPATCHER = Symbol.for('undici.globalDispatcher.1');

const dispatchers = globalThis as unknown as Record<symbol, Dispatcher | undefined>;
const dispatcherOfFetch = (): Dispatcher | undefined => dispatchers[DISPATCHER];

/**
 * An option of `fetch`, which gives up if no answer comes within 5 minutes, also while a slow upload is under way. The
 * caller needs a limit of its own.
 */
export function withoutAnswerLimit(): RequestInit {
  const usual = dispatcherOfFetch();
  if (usual === undefined) return {};
  const dispatcher: Pick<Dispatcher, 'dispatch'> = {
    dispatch: (options, handler) => usual.dispatch({ ...options, headersTimeout: 0 }, handler),
  };
  return { dispatcher } as RequestInit;
}

const UNKNOWN_AUTHORITY = /SELF_SIGNED_CERT|UNABLE_TO_(GET_ISSUER_CERT|VERIFY_LEAF_SIGNATURE)/;

type Cause = { code?: unknown; message: string };

/** Why a request failed: the innermost `cause` that says something. */
export function causeOf(error: unknown): Cause {
  let cause = error as Error;
  while (cause.cause instanceof Error && (cause.cause.message !== '' || 'code' in cause.cause)) cause = cause.cause;
  return cause;
}

/** Explains a permanent TLS error, with the remedy; undefined for other errors, which may be retried. */
export function tlsProblem({ code, message }: Cause): string | undefined {
  if (typeof code !== 'string') return undefined;
  if (code === 'ERR_SSL_WRONG_VERSION_NUMBER') return 'it does not speak TLS. Does its address begin with http://?';
  if (UNKNOWN_AUTHORITY.test(code))
    return `its certificate is of no known authority (${code}). Name the file of the authority in NODE_EXTRA_CA_CERTS`;
  return code.includes('CERT_') ? message : undefined;
}

type Refusal = { status: number | undefined; message: string };

/**
 * Names the variable of the proxy that opened no connection to the server, and its status if it answered; undefined for other
 * errors. The address is left out: it may contain a password.
 */
export function proxyRefusal({ code, message }: Cause, server: string, io: Io): Refusal | undefined {
  const name = server.startsWith('https:') && variable(io, 'HTTPS_PROXY') ? 'HTTPS_PROXY' : 'HTTP_PROXY';
  if (code === ENDED)
    return { status: undefined, message: `the proxy of ${name} closes the connection without an answer` };
  const status = /^Proxy response \((\d+)\)/.exec(message)?.[1];
  if (status === undefined) return undefined;
  const advice =
    status === '407' ? '. Its address needs the right user name and password: http://USER:PASSWORD@HOST' : '';
  return { status: Number(status), message: `the proxy of ${name} refuses the connection (HTTP ${status})${advice}` };
}
