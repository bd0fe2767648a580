import { createHash } from 'node:crypto';
import { promisify } from 'node:util';
import { brotliCompress, constants, gzip, zstdCompress } from 'node:zlib';
import type { FastifyReply, FastifyRequest } from 'fastify';
import { isKnown, sendNotModified } from './known-etags.ts';
import { varyByEncoding } from './vary.ts';

// Files that are the same for every caller: pages, scripts, openapi.yaml. Each encoding is made at its first request
// and kept, because most of these files are rarely requested.

const QUALITY = { params: { [constants.BROTLI_PARAM_QUALITY]: 6 } };

/** In order of preference if the caller prefers none: the smallest result first. */
const encoders = {
  br: (bytes: Buffer) => promisify(brotliCompress)(bytes, QUALITY),
  zstd: (bytes: Buffer) => promisify(zstdCompress)(bytes),
  gzip: (bytes: Buffer) => promisify(gzip)(bytes),
} as const;

export type Encoding = keyof typeof encoders;
const encodings = Object.keys(encoders) as Encoding[];

export type StaticFile = {
  readonly type: string;
  /** The bytes in an encoding, and their strong ETag. */
  read(encoding: Encoding | undefined): Promise<{ bytes: Buffer; tag: string }>;
};

type Made = Promise<{ bytes: Buffer; tag: string }>;

/** Creates a file from its bytes (`plain`). `built` has encodings that were made at build time. */
export function createStaticFile(
  type: string,
  plain: () => Buffer | Promise<Buffer>,
  built: Partial<Record<Encoding, Buffer>> = {},
): StaticFile {
  const made = new Map<Encoding | undefined, Made>();
  const make = async (encoding: Encoding | undefined) => {
    const whole = encoding === undefined ? await plain() : undefined;
    const bytes = whole ?? built[encoding as Encoding] ?? (await encoders[encoding as Encoding](await plain()));
    return { bytes, tag: `"${createHash('sha256').update(bytes).digest('base64url').slice(0, 22)}"` };
  };
  return {
    type,
    read(encoding) {
      const known = made.get(encoding) ?? make(encoding);
      made.set(encoding, known);
      known.catch(() => made.delete(encoding));
      return known;
    },
  };
}

/** Sends a file, or HTTP 304 if If-None-Match has its ETag. `caching` is the Cache-Control header. */
export async function sendStatic(
  file: StaticFile,
  caching: string,
  { headers }: FastifyRequest,
  reply: FastifyReply,
): Promise<FastifyReply> {
  const encoding = encodingFor(headers['accept-encoding']);
  const { bytes, tag } = await file.read(encoding);
  varyByEncoding(reply).header('cache-control', caching).header('etag', tag);
  if (isKnown(headers['if-none-match'], tag)) return sendNotModified(reply);
  if (encoding !== undefined) reply.header('content-encoding', encoding);
  return reply.type(file.type).send(bytes);
}

/**
 * The encoding with the highest weight in Accept-Encoding (RFC 9110, section 12.5.3), the first of equal ones;
 * undefined for none.
 */
export function encodingFor(
  accepted: string | undefined,
  offered: readonly Encoding[] = encodings,
): Encoding | undefined {
  const weight = weightsOf(accepted);
  const best = offered.toSorted((a, b) => weight(b) - weight(a)).at(0);
  return best !== undefined && prefers(best, accepted) ? best : undefined;
}

/** Whether a caller accepts an encoding with at least the weight of `identity`. */
export function prefers(encoding: Encoding, accepted: string | undefined): boolean {
  const weight = weightsOf(accepted);
  return weight(encoding) > 0 && weight(encoding) >= weight('identity');
}

function weightsOf(accepted = ''): (encoding: string) => number {
  const weights = new Map(accepted.toLowerCase().split(',').map(weightOf));
  return encoding => weights.get(encoding) ?? weights.get('*') ?? 0;
}

function weightOf(listed: string): [encoding: string, weight: number] {
  const [encoding = '', ...parameters] = listed.split(';').map(part => part.trim());
  const quality = parameters.find(parameter => parameter.startsWith('q='));
  return [encoding === 'x-gzip' ? 'gzip' : encoding, quality === undefined ? 1 : Number(quality.slice(2)) || 0];
}
