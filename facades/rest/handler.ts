import compress from '@fastify/compress';
import type {
  FastifyError,
  FastifyInstance,
  FastifyReply,
  FastifyRequest,
  HTTPMethods,
  RouteHandlerMethod,
} from 'fastify';
import { type FieldError, statusCode, unauthenticated } from '../../src/platform/errors.ts';
import { IDEMPOTENCY_KEY_RULE, isIdempotencyKey } from '../../src/platform/fields.ts';
import { asksForStream } from '../../src/platform/http/accepted-types.ts';
import { beginWork } from '../../src/platform/http/progress.ts';
import {
  type Failure,
  failureOf,
  inTime,
  internalFailure,
  run,
  runStream,
  tooLate,
  tooLateToStop,
  withNames,
} from '../execute.ts';
import { goneSignal, hasLeft } from '../gone-callers.ts';
import { isKnown, isListed } from '../known-etags.ts';
import type { Operation } from '../operations.ts';
import { bodyFailure, declaredBytes, leaveBodies, readBody } from '../request-body.ts';
import { prefers } from '../static-file.ts';
import type { Codec, CompiledRoute, Decoded, SentAs, Texts } from './compiled-routes.ts';
import { invalid } from './envelope.ts';
import type { Creation, RestOptions } from './options.ts';
import { type Answer, compiledOf, createReplies, type Replies } from './reply.ts';
import { tagOf, tagOfAnswer } from './revalidation.ts';
import { permissionRefusal, refusalBefore } from './rights-and-parents.ts';
import type { Route } from './route.ts';
import { isForVisitors, UNLOCK_HEADER } from './share-answers.ts';
import { addSpecial, compression, ownSpecials } from './special-routes.ts';
import type { Stream } from './stream.ts';
import { hasEmptyId, noRouteAt, PREFIX, pathOf, refuseUnmatched, urlOf } from './unmatched-requests.ts';
import { isDocument, readUpload } from './upload.ts';

/**
 * Only answers about documents are compressed. Compressed answers with secrets would reveal them by their length
 * (BREACH).
 */
const isCompressed = ({ method, category }: Route): boolean =>
  method === 'get' && ['Documents', 'Branches', 'Drafts', 'Versions', 'Endpoints', 'Diffs'].includes(category);

/** Registers every REST route on a Fastify instance. */
export async function restFacade<Context>(app: FastifyInstance, options: RestOptions<Context>): Promise<void> {
  const { compiled: routes } = options.api;
  const replies = createReplies(options);
  await app.register(
    async scope => {
      await scope.register(compress, { global: false });
      leaveBodies(scope);
      scope.addHook('onRequest', async (request, reply) => {
        // An empty id matches the pattern of a route. It gets 404; for visitors of shares, the answer of every wrong
        // link.
        if (hasEmptyId(request) && !isForVisitors(request))
          return replies.send(request, reply, { failure: noRouteAt(pathOf(request)) }, 404);
        const compiled = compiledOf(request);
        if (compiled !== undefined) await admit(options, replies, compiled, request, reply);
      });
      scope.setErrorHandler<FastifyError>(async (error, request, reply) => {
        if (hasLeft(error, reply)) return reply.hijack();
        const failure = await explain(options, replies, error, request);
        return replies.send(request, reply, { failure }, isDeclared(request) ? undefined : statusCode[failure.status]);
      });
      for (const route of routes) addRoute(scope, options, replies, route);
      for (const special of ownSpecials) addSpecial(scope, options, replies, special);
      refuseUnmatched(scope, replies, [...routes, ...ownSpecials]);
    },
    { prefix: PREFIX },
  );
}

const isDeclared = ({ routeOptions }: FastifyRequest): boolean =>
  (routeOptions.config as { declared?: boolean } | undefined)?.declared === true;

/** Authenticates the caller before the body is read. Public routes ignore credentials. */
async function admit<Context>(
  options: RestOptions<Context>,
  replies: Replies<Context>,
  { route, stream }: CompiledRoute,
  request: FastifyRequest,
  reply: FastifyReply,
): Promise<void> {
  const state = replies.stateOf(request);
  const open = route.who === 'anyone';
  const kind = route.who === 'visitor' ? 'share' : 'session';
  const sent = request.headers.authorization || undefined;
  const authorization = open ? undefined : route.sends === 'feed' ? passwordOf(sent) : sent;
  const unlockProof = kind === 'share' ? request.headers[UNLOCK_HEADER]?.toString() : undefined;
  const { ip: address } = request;
  const signal = stream !== undefined || route.endsWithCaller ? goneSignal(reply) : undefined;
  const { traceId } = state;
  const { project_id: projectId, version_id: versionId, draft_id: draftId } = request.params as Partial<Params>;
  const path = { projectId, versionId, draftId };
  state.context = await options.authenticate({ kind, authorization, unlockProof, path, address, traceId, signal });
  if (!open && kind === 'session' && authorization === undefined) throw unauthenticated(SIGN_IN);
}

/** The password of Basic credentials (RFC 7617), which is an API token. Returns other credentials unchanged. */
function passwordOf(authorization: string | undefined): string | undefined {
  const encoded = /^Basic +([\w+/=-]+)$/i.exec(authorization ?? '')?.[1];
  if (encoded === undefined) return authorization;
  const pair = Buffer.from(encoded, 'base64').toString();
  return pair.slice(pair.indexOf(':') + 1) || undefined;
}

const SIGN_IN = 'Sign in: send the token of a login in the Authorization header, without a Bearer prefix';

function addRoute<Context>(
  scope: FastifyInstance,
  options: RestOptions<Context>,
  replies: Replies<Context>,
  compiled: CompiledRoute,
): void {
  const { method, path } = compiled;
  const handler: RouteHandlerMethod = async (request, reply) => {
    const state = replies.stateOf(request);
    const sender = {
      caller: options.knownCaller(state.context as Context),
      admitAgain: () => admit(options, replies, compiled, request, reply),
    };
    const bytes = hasBody(request, compiled, options) ? await options.bodies.read(request, reply, sender) : undefined;
    const read: ReadRequest = { request, bytes };
    const context = state.context as Context;
    beginWork(request.raw, reply.raw);
    if (compiled.stream !== undefined && asksForStream(request.headers.accept)) {
      const begun = await beginStream(options, compiled, read, context);
      return 'failure' in begun ? replies.send(request, reply, begun) : replies.stream(request, reply, begun);
    }
    const work = answerRoute(options, compiled, read, context);
    const late = { failure: compiled.operation.kind === 'mutation' ? tooLateToStop : tooLate };
    return replies.send(request, reply, (await inTime(work, options.deadlineMs)) ?? late);
  };
  scope.route({
    // Fastify's own HEAD routes count the bytes of an answer before it is compressed.
    method: method === 'GET' ? ['GET', 'HEAD'] : (method as HTTPMethods),
    exposeHeadRoute: false,
    url: urlOf(path),
    config: { compiled, declared: true } as object,
    ...(isCompressed(compiled.route) ? compression : { compress: false }),
    handler,
  });
}

/** A body means nothing to a GET. That of a DELETE is read to refuse it: its caller believes that it says something. */
const hasBody = (
  { raw }: FastifyRequest,
  { method, source }: CompiledRoute,
  { unknownKeys }: Pick<RestOptions<unknown>, 'unknownKeys'>,
): boolean => source === 'body' || (method === 'DELETE' && unknownKeys === 'refuse' && declaredBytes(raw) !== 0);

type Params = Readonly<Record<string, string>>;

/** An authenticated request and its body, if its route takes one. */
type ReadRequest = { readonly request: FastifyRequest; readonly bytes: Buffer<ArrayBuffer> | undefined };

/** Decodes body and query, executes the operation and encodes the result. */
async function answerRoute<Context>(
  options: RestOptions<Context>,
  compiled: CompiledRoute,
  request: ReadRequest,
  context: Context,
): Promise<Answer> {
  const { headers } = request.request;
  const { operation, codec } = (prefers('zstd', headers['accept-encoding']) && compiled.packed) || compiled;
  const read = await readVariables(options, compiled, codec, request, context);
  if ('failure' in read) return read;
  const { variables, creation, sentAs } = read;
  const sent = headers['if-none-match'];
  const { revalidates } = compiled.route;
  const ofVersion = revalidates === 'version' ? tagOf(options.api.release(operation), variables) : undefined;
  if (ofVersion !== undefined && isListed(sent, ofVersion)) {
    const failure = await refusalBefore(options, operation, request.request.params as Params, context);
    return failure === undefined ? { unchanged: ofVersion } : { failure };
  }
  const keyed = creation === undefined ? context : options.withIdempotencyKey(context, creation);
  const outcome = await run(options.engine, operation, variables, keyed);
  if ('failure' in outcome) {
    const isDenied = outcome.failure.status === 'PERMISSION_DENIED';
    const denied = isDenied && (await permissionRefusal(options, operation, request.request.params as Params, context));
    return { failure: denied || withNames(outcome.failure, sentAs) };
  }
  const encoded = codec.encodeResult(outcome.data);
  if (encoded === undefined) return { failure: { status: 'NOT_FOUND', message: 'Not found' } };
  const { value: detail, total, weight } = encoded;
  const tag = revalidates === 'answer' ? await tagOfAnswer(encoded) : ofVersion;
  if (tag === undefined) return { detail, total, weight };
  return isKnown(sent, tag) ? { unchanged: tag } : { detail, total, weight, tag };
}

/** Decodes the request and starts the subscription of a streamed answer. */
async function beginStream<Context>(
  options: RestOptions<Context>,
  compiled: CompiledRoute,
  request: ReadRequest,
  context: Context,
): Promise<Stream | { readonly failure: Failure }> {
  const { operation, codec } = compiled.stream ?? compiled;
  const read = await readVariables(options, compiled, codec, request, context);
  if ('failure' in read) return read;
  const { variables, creation } = read;
  const keyed = creation === undefined ? context : options.withIdempotencyKey(context, creation);
  const begun = await runStream(options.engine, operation, variables, keyed);
  return 'failure' in begun ? begun : { outcomes: begun, encode: codec.encodeResult };
}

type ReadVariables = { variables: Record<string, unknown>; creation: Creation | undefined; sentAs?: SentAs };

async function readVariables<Context>(
  options: RestOptions<Context>,
  compiled: CompiledRoute,
  codec: Codec,
  { request, bytes }: ReadRequest,
  context: Context,
): Promise<ReadVariables | { failure: Failure }> {
  const params = request.params as Params;
  const refuse = async (failure: Failure) => {
    const before = await refusalBefore(options, compiled.operation, params, context);
    return { failure: before ?? failure };
  };
  const decoded = await decodeSent(compiled, codec, { request, bytes }, options.unknownKeys === 'ignore');
  if ('errors' in decoded) return refuse(withNames(invalid(decoded.errors), decoded.sentAs));
  const creation = creationOf(compiled.operation, request, decoded.variables);
  if (creation !== undefined && 'errors' in creation) return refuse(invalid(creation.errors));
  return { ...decoded, creation };
}

const WRONG_KEY: FieldError = { field: 'Idempotency-Key', message: IDEMPOTENCY_KEY_RULE };

/** Reads Idempotency-Key. Returns undefined without the header, or if the operation creates nothing. */
function creationOf(
  { creates }: Operation,
  { method, url, headers }: FastifyRequest,
  sent: Creation['sent'],
): Creation | { readonly errors: readonly FieldError[] } | undefined {
  const key = creates ? headers['idempotency-key'] : undefined;
  if (key === undefined) return undefined;
  if (typeof key !== 'string' || !isIdempotencyKey(key)) return { errors: [WRONG_KEY] };
  return { key, route: `${method} ${url.split('?')[0]}`, sent };
}

async function decodeSent(
  { route, fileCodec }: CompiledRoute,
  codec: Codec,
  { request, bytes }: ReadRequest,
  lenient: boolean,
): Promise<Decoded> {
  const [params, query] = [request.params as Texts, request.query as Texts];
  const contentType = request.headers['content-type'];
  if (fileCodec !== undefined) {
    const uploaded = await readUpload(route, { contentType, query, bytes });
    if (uploaded !== undefined)
      return 'errors' in uploaded ? uploaded : fileCodec.decodeVariables(params, uploaded.given, undefined, lenient);
  }
  const body = await readBody(contentType, bytes);
  if ('errors' in body) return body;
  if (fileCodec !== undefined && isDocument(body.value)) return { errors: [{ message: DOCUMENT_AS_BODY }] };
  return codec.decodeVariables(params, query, body.value, lenient);
}

const DOCUMENT_AS_BODY =
  'The body is an OpenAPI document: send it with Content-Type application/openapi+json and the other fields in the query, or as text in schema_content';

/**
 * Converts an error to the caller's answer: an intended refusal, a body that Fastify rejected, or an internal error.
 */
async function explain<Context>(
  options: RestOptions<Context>,
  replies: Replies<Context>,
  error: FastifyError,
  request: FastifyRequest,
): Promise<Failure> {
  const { context, traceId } = replies.stateOf(request);
  const intended = failureOf(error);
  if (intended !== undefined) return intended;
  const failure = bodyFailure(error);
  if (failure === undefined) {
    options.onUnexpected(error, traceId);
    return internalFailure;
  }
  const compiled = compiledOf(request);
  if (compiled === undefined || context === undefined) return failure;
  const params = request.params as Params;
  return (await refusalBefore(options, compiled.operation, params, context)) ?? failure;
}
