import type { FastifyRequest } from 'fastify';
import type { GraphQLSchema } from 'graphql';
import { readBody } from '../body.ts';
import type { EncodeResult } from '../encode.ts';
import { type Failure, type Outcome, run, runStream } from '../execute.ts';
import { loadOperations, type Operation, type Operations, operationOf } from '../load.ts';
import { type Codec, compileCodec, type Source, type Texts } from './codec.ts';
import { invalid } from './envelope.ts';
import { gateDocuments, refusalBefore } from './gate.ts';
import type { RestOptions } from './options.ts';
import { pathParameters, type Route, shortForm } from './route.ts';

/** A route in one of its forms, compiled. */
export type CompiledRoute = {
  readonly route: Route;
  readonly method: string;
  readonly path: string;
  readonly operation: Operation;
  readonly source: Source;
  readonly codec: Codec;
  /** For callers who take the answer in pieces. */
  readonly stream?: { readonly operation: Operation; readonly codec: Codec } | undefined;
};

export type Answer =
  | { readonly detail: unknown; readonly total: number | undefined; readonly weight: number }
  | { readonly failure: Failure };

export const notFound: Failure = { status: 'NOT_FOUND', message: 'Not found' };

export const sourceOf = ({ method }: Route): Source => (method === 'get' || method === 'delete' ? 'query' : 'body');

/** Everything that the facade executes: the operations of the rows and those of the gate. */
export const operationsOf = (schema: GraphQLSchema, routes: readonly Route[]): Operations =>
  loadOperations(schema, [
    ...routes.flatMap(({ document, streams = [] }) => [document, streams].flat()),
    ...gateDocuments,
  ]);

/** The long and, where there is one, the short form of every route. */
export function compileRoutes(routes: readonly Route[], operations: Operations): CompiledRoute[] {
  return routes.flatMap(route => {
    const short = shortForm(route.path);
    return [compileRoute(route, route.path, operations), ...(short ? [compileRoute(route, short, operations)] : [])];
  });
}

function compileRoute(route: Route, path: string, operations: Operations): CompiledRoute {
  const operation = operationOf(operations, route.document);
  const inPath = pathParameters(path);
  const absent = pathParameters(route.path).filter(name => !inPath.includes(name));
  for (const name of pathParameters(route.path)) {
    const variable = operation.variables.find(candidate => candidate.name === name);
    if (variable === undefined) throw new Error(`${operation.name} has no variable $${name}`);
    if (variable.required && absent.includes(name)) throw new Error(`${operation.name}: $${name} must be nullable`);
  }
  const source = sourceOf(route);
  const codec = compileCodec(operation, inPath, source, absent);
  const streamed = route.streams && operationOf(operations, route.streams);
  const stream = streamed && { operation: streamed, codec: compileCodec(streamed, inPath, source, absent) };
  return { route, method: route.method.toUpperCase(), path, operation, source, codec, stream };
}

/** Body and query to variables, execution, and what it gave. The caller is known already. */
export async function answerRoute<Context>(
  options: RestOptions<Context>,
  operations: Operations,
  compiled: CompiledRoute,
  request: FastifyRequest,
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
  request: FastifyRequest,
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
  request: FastifyRequest,
  context: Context,
): Promise<{ variables: Record<string, unknown> } | { failure: Failure }> {
  const params = request.params as Texts;
  const refuse = async (failure: Failure) => {
    const before = await refusalBefore(options.engine, operations, compiled.route, params, context);
    return { failure: before ?? failure };
  };
  const bytes = compiled.source === 'body' ? (request.body as Buffer | undefined) : undefined;
  const body = await readBody(request.headers['content-type'], bytes);
  if ('errors' in body) return refuse(invalid(body.errors));
  const decoded = codec.decodeVariables(params, request.query as Texts, body.value);
  return 'errors' in decoded ? refuse(invalid(decoded.errors)) : decoded;
}
