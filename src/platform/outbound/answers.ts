/** Reads Retry-After: seconds or a date (RFC 9110, 10.2.3). Returns milliseconds from now; undefined if it is invalid. */
export function readRetryAfter(value: string): number | undefined {
  if (/^\d{1,9}$/.test(value)) return Number(value) * 1000;
  const date = /gmt$/i.test(value) ? Date.parse(value) : Number.NaN;
  return Number.isNaN(date) ? undefined : Math.max(0, date - Date.now());
}

const NO_CONNECTION: Record<string, string> = {
  ENOTFOUND: 'its host name is unknown',
  EAI_AGAIN: 'the name server does not respond',
  ECONNREFUSED: 'the connection was refused',
  ECONNRESET: 'the connection was reset',
  EPIPE: 'the connection was reset',
  UND_ERR_SOCKET: 'the connection was closed',
  ETIMEDOUT: 'the connection took too long',
  UND_ERR_CONNECT_TIMEOUT: 'the connection took too long',
};

/** Describes the error code of a connection that failed or broke, as the end of a sentence. */
export function connectionProblem(code: string): string {
  const isTls = /CERT|TLS|SSL|SIGNED|SIGNATURE|EPROTO/.test(code);
  return isTls ? 'its TLS certificate or handshake is invalid' : (NO_CONNECTION[code] ?? 'the network failed');
}
