import type { FastifyInstance, FastifyRequest } from 'fastify';
import { noDevices } from '../no-devices.ts';

/** Headers and file names of answers to visitors of shares. */

export const SHARES = '/api/v1/open/document-shares';

/** Carries the proof that unlocking returned. */
export const UNLOCK_HEADER = 'x-doc-share-unlock';

/** Answers are never cached, framed, sniffed, indexed or executed, and later requests carry no Referer. */
export const shareHeaders = {
  'cache-control': 'no-store',
  'content-security-policy': "default-src 'none'; frame-ancestors 'none'; base-uri 'none'; form-action 'none'; sandbox",
  'permissions-policy': noDevices,
  'referrer-policy': 'no-referrer',
  'x-content-type-options': 'nosniff',
  'x-robots-tag': 'noindex',
} as const;

/** Sets the headers of all answers to visitors, also of those by a limit or to a preflight. */
export function setShareHeaders(app: FastifyInstance): void {
  app.addHook('onRequest', (request, reply, done) => {
    if (isForVisitors(request)) reply.headers(shareHeaders);
    done();
  });
}

/** Whether the answer is for a visitor of a share, even when no route or method matches. */
export const isForVisitors = ({ url }: FastifyRequest): boolean =>
  decoded(url.split(/[?#]/, 1)[0] ?? '').startsWith(SHARES);

/** Each escape alone: another one in the path may be malformed. */
const decoded = (path: string): string =>
  path.replace(/%[0-9a-f]{2}/gi, one => String.fromCharCode(Number.parseInt(one.slice(1), 16)));

/** Content-Disposition (RFC 6266): the name in ASCII, and in full as RFC 8187 encodes it. */
export function attachment(fileName: string): string {
  const ascii = fileName.replaceAll(/[^ -~]|["\\%]/gu, '_');
  const encoded = encodeURIComponent(fileName).replaceAll(/['()*]/g, mark => `%${mark.charCodeAt(0).toString(16)}`);
  return `attachment; filename="${ascii}"; filename*=UTF-8''${encoded}`;
}
