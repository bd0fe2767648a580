import type { Readable } from 'node:stream';
import { connectionProblem, readRetryAfter } from '../../platform/outbound/answers.ts';
import { NoLookup, type Outbound } from '../../platform/outbound/connect.ts';
import { boundedBytes } from './body.ts';
import { ProviderFailure } from './failure.ts';
import { badAnswer } from './wire.ts';

/** Largest answer: 4 MiB. */
export const MAX_ANSWER_BYTES = 4 * 1024 * 1024;

export type Exchange = {
  httpStatus: number;
  /** The media type without parameters, in lower case. */
  contentType: string;
  retryAfterMs: number | undefined;
  bytes(mostBytes?: number): AsyncIterable<Buffer>;
  /** Closes the connection, unless the response was read completely. */
  end(): void;
};

export type Request = {
  url: URL;
  apiKey: string | undefined;
  body: object;
  accept: string;
  signal: AbortSignal;
  asker: string;
};

/** Sends one request. Redirects are not followed. */
export async function exchange(dispatcher: Outbound, request: Request): Promise<Exchange> {
  const { url, apiKey, body, accept, signal, asker } = request;
  const {
    statusCode,
    headers,
    body: answer,
  } = await dispatcher.request(
    {
      origin: url.origin,
      path: url.pathname,
      method: 'POST',
      headers: {
        'content-type': 'application/json',
        accept,
        'accept-encoding': 'identity',
        'user-agent': 'docsvc',
        ...(apiKey && { authorization: `Bearer ${apiKey}` }),
      },
      body: JSON.stringify(body),
      signal,
    },
    asker,
  );
  // Without a listener, an error of a discarded response would crash the process.
  answer.on('error', () => {});
  const header = (name: string): string => String(headers[name] ?? '').toLowerCase();
  return {
    httpStatus: statusCode,
    contentType: header('content-type').split(';')[0]?.trim() ?? '',
    retryAfterMs: readRetryAfter(header('retry-after')),
    bytes: (mostBytes = MAX_ANSWER_BYTES) => boundedBytes(answer, header('content-encoding'), mostBytes),
    end: () => void (answer as Readable).destroy(),
  };
}

/**
 * Turns an error of a connection or body into a provider failure. Errors that are not about the network stay as they
 * are.
 */
export function failureOfError(error: unknown): unknown {
  if (error instanceof ProviderFailure) return error;
  if (error instanceof NoLookup) return new ProviderFailure('busy', `${error.message}. Try again in half a minute`);
  const { name, code, cause } = error as NodeJS.ErrnoException;
  if (cause instanceof ProviderFailure) return cause;
  // The error of a response that is no HTTP may have no code.
  if (name === 'HTTPParserError') return badAnswer('sent an unreadable answer');
  if (typeof code !== 'string' || code === 'UND_ERR_INVALID_ARG') return error;
  if (/^(UND_ERR_HEADERS_OVERFLOW|UND_ERR_RES|Z_|ERR_BROTLI|ERR__ERROR_FORMAT)/.test(code))
    return badAnswer('sent an unreadable answer');
  return new ProviderFailure('unreachable', `The provider cannot be reached: ${connectionProblem(code)}`);
}
