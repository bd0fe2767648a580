import type { FastifyRequest } from 'fastify';

/** Everything that visitors of shares are answered, and what belongs to those answers alone. */

export const SHARES = '/api/v1/open/document-shares';

/** Holds the proof that unlocking gave. */
export const UNLOCK_HEADER = 'x-doc-share-unlock';

/** Nothing keeps, frames, sniffs, indexes or runs an answer, and no later request tells where it came from. */
export const shareHeaders = {
  'cache-control': 'no-store',
  'content-security-policy': "default-src 'none'; frame-ancestors 'none'; base-uri 'none'; form-action 'none'; sandbox",
  'referrer-policy': 'no-referrer',
  'x-content-type-options': 'nosniff',
  'x-robots-tag': 'noindex',
} as const;

/** Whether the answer is one for visitors: also where no route or no method fits. */
export const isForVisitors = ({ routeOptions, url }: FastifyRequest): boolean =>
  (routeOptions.url ?? decoded(url)).startsWith(SHARES);

function decoded(url: string): string {
  try {
    return decodeURI(url);
  } catch {
    return url;
  }
}

/** RFC 6266, with the name once in ASCII and once as RFC 8187 writes any other. */
export function attachment(fileName: string): string {
  const ascii = fileName.replaceAll(/[^ -~]|["\\%]/gu, '_');
  const encoded = encodeURIComponent(fileName).replaceAll(/['()*]/g, mark => `%${mark.charCodeAt(0).toString(16)}`);
  return `attachment; filename="${ascii}"; filename*=UTF-8''${encoded}`;
}
