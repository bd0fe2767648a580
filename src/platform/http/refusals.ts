import type { IncomingMessage, ServerResponse } from 'node:http';
import type { Socket } from 'node:net';
import type { ErrorStatus } from '../errors.ts';
import { STATUS_CODES } from './node-http.ts';

/** A request that is refused below the routes: it is incomplete, or the service is stopping. */
export type Refusal = {
  readonly httpStatus: number;
  readonly status: ErrorStatus;
  readonly message: string;
  readonly retryAfterSeconds?: number;
  /** The value of the Allow header, if the method is not supported. */
  readonly allow?: string;
};

export const stopping: Refusal = {
  httpStatus: 503,
  status: 'UNAVAILABLE',
  message: 'The service is stopping. Send the request again',
  retryAfterSeconds: 2,
};

/** For a request whose work has started and may still take effect. */
export const cutOff: Refusal = {
  ...stopping,
  message:
    'The service stopped before the response was ready. Check whether the request took effect before you repeat it',
};

export const tooSlow: Refusal = {
  httpStatus: 408,
  status: 'DEADLINE_EXCEEDED',
  message: 'The request arrived too slowly',
};

export const noHost = badRequest('The request has no Host header');

export const severalHosts = badRequest('The request has more than one Host header');

/** For targets in asterisk form (RFC 9112, 3.2.4) and URLs that are not of HTTP. */
export const noPath = badRequest('The target of the request must be a path, such as /api/v1/open/health');

export const unknownExpectation: Refusal = {
  ...badRequest('The only supported value of Expect is 100-continue'),
  httpStatus: 417,
};

const headersTooLarge: Refusal = { ...badRequest('The headers are larger than 16 KiB'), httpStatus: 431 };

/** A valid HTTP method that this service does not support. */
const unknownMethod: Refusal = {
  ...badRequest('The method of the request is not supported'),
  httpStatus: 405,
  allow: 'GET, HEAD, POST, PUT, PATCH, DELETE, OPTIONS',
};

const REQUEST_LINE = /^[A-Za-z][\w-]{0,30} \/\S* HTTP\/1\.[01]\r?\n/;

function badRequest(message: string): Refusal {
  return { httpStatus: 400, status: 'INVALID_ARGUMENT', message };
}

/** The reason why Node could not parse a request; undefined if the connection is already gone. */
export function refusalOf({ code, rawPacket }: NodeJS.ErrnoException & { rawPacket?: Buffer }): Refusal | undefined {
  if (code === 'HPE_HEADER_OVERFLOW' || code === 'HPE_CHUNK_EXTENSIONS_OVERFLOW') return headersTooLarge;
  if (code === 'ERR_HTTP_REQUEST_TIMEOUT') return tooSlow;
  if (code === 'HPE_INVALID_METHOD' && REQUEST_LINE.test(rawPacket?.toString('latin1', 0, 16_384) ?? ''))
    return unknownMethod;
  return code?.startsWith('HPE_') && code !== 'HPE_INVALID_EOF_STATE'
    ? badRequest('The request is not HTTP/1.1')
    : undefined;
}

/** A refusal in the format of the surface that the request addresses. */
export type WrittenRefusal = {
  readonly headers: Readonly<Record<string, string>>;
  readonly body: string;
  readonly traceId: string;
};

/** `request` is undefined if the headers never arrived completely. */
export type WriteRefusal = (refusal: Refusal, request: IncomingMessage | undefined) => WrittenRefusal;

const headersOf = ({ headers, body }: WrittenRefusal): Record<string, string> => ({
  ...headers,
  'content-length': String(Buffer.byteLength(body)),
  connection: 'close',
});

/** Refuses a request with a response. If a response has already started, destroys the connection. */
export function refuseExchange(response: ServerResponse, written: WrittenRefusal, { httpStatus }: Refusal): void {
  if (response.headersSent) {
    response.socket?.destroy();
    return;
  }
  for (const name of response.getHeaderNames()) response.removeHeader(name);
  response.writeHead(httpStatus, headersOf(written)).end(written.body);
}

const LINGER_MS = 1_000;

/** Refuses a request that never arrived completely. Keeps reading for a moment, so that the response is delivered. */
export function refuseConnection(socket: Socket, written: WrittenRefusal, { httpStatus }: Refusal): void {
  const lines = Object.entries(headersOf(written)).map(([name, value]) => `${name}: ${value}`);
  const head = [`HTTP/1.1 ${httpStatus} ${STATUS_CODES[httpStatus]}`, `date: ${new Date().toUTCString()}`, ...lines];
  socket.end(`${head.join('\r\n')}\r\n\r\n${written.body}`);
  setTimeout(() => socket.destroy(), LINGER_MS).unref();
}
