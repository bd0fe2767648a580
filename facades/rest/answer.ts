import type { FastifyRequest } from 'fastify';
import { readBody } from '../body.ts';
import type { EncodeResult } from '../encode.ts';
import { type Failure, type Outcome, run, runStream } from '../execute.ts';
import type { Operations } from '../load.ts';
import type { Codec, Texts } from './codec.ts';
import type { CompiledRoute } from './compiled.ts';
import { invalid } from './envelope.ts';
import { refusalBefore } from './gate.ts';
import type { RestOptions } from './options.ts';

export type Answer =
  | { readonly detail: unknown; readonly total: number | undefined; readonly weight: number }
  /** `detail` tells more than what was wrong. */
  | { readonly failure: Failure; readonly detail?: unknown };

export const notFound: Failure = { status: 'NOT_FOUND', message: 'Not found' };

/** A request whose caller is judged and whose body, where its route takes one, is read. */
export type ReadRequest = { readonly request: FastifyRequest; readonly bytes: Buffer | undefined };

/** Body and query to variables, execution, and what it gave. */
export async function answerRoute<Context>(
  options: RestOptions<Context>,
  operations: Operations,
  compiled: CompiledRoute,
  request: ReadRequest,
  context: Context,
): Promise<Answer> {
  const { operation, codec } = compiled;
  const read = await readVariables(options, operations, compiled, codec, request, context);
  if ('failure' in read) return read;
  const outcome = await run(options.engine, operation, read.variables, context);
  if ('failure' in outcome) return outcome;
  const encoded = codec.encodeResult(outcome.data);
  if (encoded === undefined) return { failure: notFound };
  return { detail: encoded.value, total: encoded.total, weight: encoded.weight };
}

export type Stream = { readonly outcomes: AsyncIterable<Outcome>; readonly encode: EncodeResult };

/** The same for a caller who takes the answer in pieces. */
export async function beginStream<Context>(
  options: RestOptions<Context>,
  operations: Operations,
  compiled: CompiledRoute,
  request: ReadRequest,
  context: Context,
): Promise<Stream | { readonly failure: Failure }> {
  const { operation, codec } = compiled.stream ?? compiled;
  const read = await readVariables(options, operations, compiled, codec, request, context);
  if ('failure' in read) return read;
  const begun = await runStream(options.engine, operation, read.variables, context);
  return 'failure' in begun ? begun : { outcomes: begun, encode: codec.encodeResult };
}

async function readVariables<Context>(
  options: RestOptions<Context>,
  operations: Operations,
  compiled: CompiledRoute,
  codec: Codec,
  { request, bytes }: ReadRequest,
  context: Context,
): Promise<{ variables: Record<string, unknown> } | { failure: Failure }> {
  const params = request.params as Texts;
  const refuse = async (failure: Failure) => {
    const before = await refusalBefore(options.engine, operations, compiled.route, params, context);
    return { failure: before ?? failure };
  };
  const body = await readBody(request.headers['content-type'], bytes);
  if ('errors' in body) return refuse(invalid(body.errors));
  const decoded = codec.decodeVariables(params, request.query as Texts, body.value, options.unknownKeys === 'ignore');
  return 'errors' in decoded ? refuse(invalid(decoded.errors)) : decoded;
}
