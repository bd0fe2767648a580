import http from 'node:http';
import { type Io, wrongUse } from './outcome.ts';

/** No proxy reaches the loopback addresses of this computer. */
const LOOPBACK = 'localhost,127.0.0.1,[::1]';

/**
 * Sends requests by the proxies of the environment, as npm and curl do. Node 24.14 and newer can; releases before read
 * NODE_USE_ENV_PROXY, if at all.
 */
export function useProxies({ env }: Io): void {
  const set = (name: string) => env[name.toLowerCase()] || env[name] || undefined;
  const [httpProxy, httpsProxy] = ['HTTP_PROXY', 'HTTPS_PROXY'].map(name => proxyAddress(name, set(name)));
  if (httpProxy === undefined && httpsProxy === undefined) return;
  const no_proxy = [LOOPBACK, set('NO_PROXY') ?? []].flat().join(',');
  http.setGlobalProxyFromEnv?.({
    ...(httpProxy && { http_proxy: httpProxy }),
    ...(httpsProxy && { https_proxy: httpsProxy }),
    no_proxy,
  });
}

/** Other programs take `proxy.example.com:3128` too. The message has no address: it may contain a password. */
function proxyAddress(name: string, given: string | undefined): string | undefined {
  if (given === undefined) return undefined;
  const address = given.includes('://') ? given : `http://${given}`;
  if (URL.canParse(address) && /^https?:/.test(address)) return address;
  throw wrongUse(`${name}: is no address such as http://proxy.example.com:3128`);
}

const UNKNOWN_AUTHORITY = /SELF_SIGNED_CERT|UNABLE_TO_(GET_ISSUER_CERT|VERIFY_LEAF_SIGNATURE)/;

/** What a request failed of: the innermost error. */
export function causeOf(error: unknown): { code?: unknown; message: string } {
  let cause = error as Error;
  while (cause.cause instanceof Error) cause = cause.cause;
  return cause;
}

/** Why TLS fails and will fail again, and what helps; undefined for everything else. */
export function tlsProblem({ code, message }: { code?: unknown; message: string }): string | undefined {
  if (typeof code !== 'string') return undefined;
  if (code === 'ERR_SSL_WRONG_VERSION_NUMBER') return 'it does not speak TLS. Does its address begin with http://?';
  if (UNKNOWN_AUTHORITY.test(code))
    return `its certificate is of no known authority (${code}). Name the file of the authority in NODE_EXTRA_CA_CERTS`;
  return code.includes('CERT_') ? message : undefined;
}
