import { brotliCompressSync, gzipSync, zstdCompressSync } from 'node:zlib';
import type { FastifyInstance, RouteOptions } from 'fastify';
import { ofKnownSize } from '../../src/platform/zstd.ts';
import { type Failure, inTime, tooLate } from '../execute.ts';
import { ANY_HOST } from '../origin.ts';
import { type Encoding, encodingFor, sendStatic } from '../static-file.ts';
import type { Health, RestOptions } from './options.ts';
import type { Answer, Replies } from './reply.ts';
import type { Special } from './route.ts';
import { specials } from './routes.ts';
import { urlOf } from './unmatched-requests.ts';

// Routes that answer without GraphQL: health, and the OpenAPI document.

/** In order of preference: the fastest first. */
const encodings: Encoding[] = ['zstd', 'br', 'gzip'];

type Compress = (bytes: Buffer, options: object) => Buffer;

/** Compresses a small answer into a buffer of its size. zlib would take 16 KB for each, which is collected late. */
const sized =
  (compress: Compress): Compress =>
  (bytes, options) =>
    compress(bytes, { ...options, ...ofKnownSize(bytes.length) });

/** Options of a route whose answers from 1 KB are compressed; large ones by the thread pool of zlib. */
export const compression = {
  compress: {
    encodings,
    threshold: 1024,
    customTypes: /^application\/(json|atom\+xml)\b/,
    zlibOptions: { level: 4 },
    zlib: {
      brotliCompressSync: sized(brotliCompressSync),
      gzipSync: sized(gzipSync),
      zstdCompressSync: sized(zstdCompressSync),
    },
  },
  // Chooses the encoding itself: the plugin ignores the weight of `identity`, and lets `*` include encodings that the
  // caller refuses, as in `gzip;q=0, *`. It would also compress the empty stream of HTTP 304.
  async onSend({ headers }, { statusCode }) {
    const encoding = statusCode === 304 ? undefined : encodingFor(headers['accept-encoding'], encodings);
    headers['accept-encoding'] = encoding ?? 'identity';
  },
} satisfies Pick<RouteOptions, 'compress' | 'onSend'>;

type HealthSpecial = Special & { readonly answer: Exclude<Special['answer'], 'mcp'> };

const isOwn = (special: Special): special is HealthSpecial => special.answer !== 'mcp';

/** The special routes that this facade answers; the MCP facade answers the other one. */
export const ownSpecials = specials.filter(isOwn);

export function addSpecial<Context>(
  scope: FastifyInstance,
  options: RestOptions<Context>,
  replies: Replies<Context>,
  special: HealthSpecial,
): void {
  const isOpenapi = special.answer === 'openapi';
  scope.route({
    method: 'GET',
    url: urlOf(special.path),
    config: { ...(isOpenapi ? {} : ANY_HOST), declared: true },
    compress: false,
    async handler(request, reply) {
      if (special.answer === 'openapi') {
        reply.header('x-trace-id', replies.stateOf(request).traceId);
        return sendStatic(options.api.openapi(options.basePath), 'public, no-cache', request, reply);
      }
      const work = answerSpecial(special.answer, options);
      return replies.send(request, reply, (await inTime(work, options.deadlineMs)) ?? { failure: tooLate });
    },
  });
}

/** Answers the health routes. */
async function answerSpecial<Context>(
  answer: Exclude<HealthSpecial['answer'], 'openapi'>,
  options: RestOptions<Context>,
): Promise<Answer> {
  if (answer === 'live') return success({ status: 'ok' });
  const health = await options.health();
  if (answer === 'ready') return health.ready ? success({ status: 'ok' }) : { failure: refusalOf(health) };
  return health.ready || options.httpStatus === 'envelope'
    ? success(health)
    : { failure: refusalOf(health), detail: health };
}

/** UNAVAILABLE with the reasons why the service is not ready. */
const refusalOf = ({ not_ready }: Health): Failure => ({
  status: 'UNAVAILABLE',
  message: 'Not ready to take requests',
  errors: not_ready.map(message => ({ message })),
});

const success = (detail: unknown): Answer => ({ detail, total: undefined, weight: 0 });
