import cors from '@fastify/cors';
import helmet from '@fastify/helmet';
import Fastify, { type FastifyInstance, type FastifyReply, type FastifyRequest } from 'fastify';
import { type McpOptions, mcpFacade, NO_METHOD } from '../facades/mcp/handler.ts';
import type { Registry } from '../facades/mcp/registry.ts';
import { createMcpServer, createRegistry } from '../facades/mcp/server.ts';
import { compileApi } from '../facades/rest/api.ts';
import { answerFrameworkError, restFacade } from '../facades/rest/handler.ts';
import { sendEnvelope } from '../facades/rest/reply.ts';
import { UNLOCK_HEADER } from '../facades/rest/share-answers.ts';
import { goneSignal } from '../facades/rest/stream.ts';
import { createSharePage, sharePage } from '../facades/share/page.ts';
import { traceIdFrom } from '../facades/trace.ts';
import { type Actor, anonymous, authenticate, type Credential, type CredentialKind } from './access/actor.ts';
import type { Call, Services } from './access/call.ts';
import { createEngine } from './graphql/engine.ts';
import { presentError } from './graphql/errors.ts';
import { createGraphqlHandler, type HttpContext } from './graphql/http.ts';
import { schema } from './graphql/schema.ts';
import { isDatabaseUnavailable } from './platform/database.ts';
import { DomainError } from './platform/errors.ts';
import { readHealth } from './platform/health.ts';
import { VERSION } from './platform/version.ts';
import { noteUse, scopesOf } from './tokens/usage.ts';

const REQUEST_DEADLINE_MS = 60_000;

// What follows from the schema and the rows of the facades alone: an app adds the services to it.
const engine = createEngine(schema);
const api = compileApi(schema, VERSION);
const ownRegistry = createRegistry<Call>(engine);
const page = createSharePage();

/** Whether the service takes requests; false while it stops. */
export type Readiness = { isReady: boolean };

/**
 * The whole service as one HTTP application: GraphQL and its facades over the same services. A test may offer more to
 * MCP clients than the service has.
 */
export async function createApp(
  services: Services,
  readiness: Readiness = { isReady: true },
  extendRegistry: (registry: Registry<Call>) => Registry<Call> = registry => registry,
): Promise<FastifyInstance> {
  const { config, log } = services;
  const app = Fastify({
    logger: false,
    frameworkErrors: (error, request, reply) =>
      page.isForPage(request) ? page.send(request, reply) : answerFrameworkError(error, request, reply),
    trustProxy: config.trustedProxies.length > 0 ? config.trustedProxies : false,
    bodyLimit: config.maxBodyBytes,
    requestTimeout: 120_000,
    connectionTimeout: 130_000,
    forceCloseConnections: 'idle',
    routerOptions: { maxParamLength: 1024 },
  });
  await app.register(helmet, {
    contentSecurityPolicy: { useDefaults: false, directives: { defaultSrc: ["'none'"], frameAncestors: ["'none'"] } },
    referrerPolicy: { policy: 'no-referrer' },
  });
  if (config.corsOrigins.length > 0)
    await app.register(cors, {
      // A page that is not allowed gets no preflight: its request goes on to whoever refuses it.
      origin: (origin, done) => done(null, origin !== undefined && config.corsOrigins.includes(origin)),
      strictPreflight: false,
      methods: ['GET', 'HEAD', 'POST', 'PUT', 'PATCH', 'DELETE'],
      credentials: false,
      exposedHeaders: ['X-Trace-Id', 'Retry-After'],
      maxAge: 600,
    });
  // Answers that take long end with the service, not after it.
  const closing = new AbortController();
  app.addHook('preClose', async () => closing.abort());
  await restFacade<Call>(app, {
    api,
    engine,
    authenticate: async ({ kind, address, traceId, signal, ...credential }) => ({
      ...(await openCall(services, credential, address, traceId, kind)),
      signal: signal && AbortSignal.any([signal, closing.signal]),
    }),
    health: () => readHealth(services),
    ready: async () => readiness.isReady && (await readHealth(services)).status === 'ok',
    httpStatus: config.httpStatus,
    maxBodyBytes: config.maxBodyBytes,
    deadlineMs: REQUEST_DEADLINE_MS,
    onAnswer: answered =>
      logRequest(
        services,
        'rest',
        answered.operation,
        answered.context,
        answered.traceId,
        answered.durationMs,
        answered.status,
      ),
    onUnexpected: (error, traceId) => log.error({ trace_id: traceId, err: error }, 'unexpected failure'),
  });
  const registry = extendRegistry(ownRegistry);
  await app.register(async scope => mcpFacade(scope, mcpOptions(services, registry)));
  await app.register(async scope =>
    serveGraphql(scope, services, closing.signal, createGraphqlHandler(engine, config)),
  );
  await app.register(async scope => sharePage(scope, page));
  app.addHook('onClose', () => services.usage.flush());
  app.setNotFoundHandler((request, reply) => {
    const failure = { status: 'NOT_FOUND', message: 'There is no such route' } as const;
    return sendEnvelope(reply.code(404), { failure }, traceIdFrom(request.headers.traceparent));
  });
  if (config.graphiql) app.get('/', (_, reply) => reply.redirect('/graphql'));
  return app;
}

function mcpOptions(services: Services, registry: Registry<Call>): McpOptions<Call> {
  const { config, log } = services;
  const onUnexpected = (error: unknown, traceId: string) =>
    log.error({ trace_id: traceId, err: error }, 'unexpected failure');
  return {
    dispatcher: createMcpServer(registry, VERSION, onUnexpected),
    async authenticate({ authorization, address, traceId }) {
      const context = await openCall(services, { authorization }, address, traceId, 'mcpToken');
      if (context.actor.kind !== 'mcpToken') throw new DomainError('UNAUTHENTICATED', SEND_MCP_TOKEN);
      return { context, scopes: scopesOf(context), traceId };
    },
    reach: { publicUrl: config.publicUrl, host: config.host, origins: config.corsOrigins },
    maxBodyBytes: config.maxBodyBytes,
    deadlineMs: REQUEST_DEADLINE_MS,
    onAnswer({ context, traceId, durationMs, ...answered }) {
      const operation = [answered.method, answered.target].filter(Boolean).join(' ');
      logRequest(services, 'mcp', operation, context, traceId, durationMs, answered.status);
      if (context !== undefined && answered.method !== NO_METHOD) noteUse(context, answered);
    },
    onUnexpected,
  };
}

const SEND_MCP_TOKEN =
  'Send an MCP token in the Authorization header, without a Bearer prefix; POST /api/v1/private/mcp-tokens makes one';

/** Who asks, counted: the start of every request. Guessing at credentials counts for the address. */
async function openCall(
  services: Services,
  credential: Credential,
  address: string,
  traceId: string,
  kind: CredentialKind = 'session',
): Promise<Call> {
  const actor = await authenticate(services, credential, kind).catch(async error => {
    await services.limits.countRequest(address);
    if (!isDatabaseUnavailable(error)) throw error;
    services.log.error({ trace_id: traceId, err: error }, 'database unavailable');
    throw new DomainError('UNAVAILABLE', 'The database does not answer, try again shortly', { retryAfterSeconds: 5 });
  });
  await services.limits.countRequest(callerOf(actor, address));
  return { ...services, actor, traceId, address };
}

function callerOf(actor: Actor, address: string): string {
  if (actor.kind === 'mcpToken') return actor.token.id;
  return actor.kind === 'user' ? actor.user.id : address;
}

function nameOf(actor: Actor): string {
  if (actor.kind === 'mcpToken') return `mcp_token:${actor.token.id}`;
  if (actor.kind === 'shareVisitor') return 'anonymous';
  return actor.kind === 'user' ? `user:${actor.user.id}` : actor.kind;
}

function logRequest(
  { log }: Services,
  surface: 'rest' | 'graphql' | 'mcp',
  operation: string,
  call: Call | undefined,
  traceId: string,
  durationMs: number,
  code: string,
): void {
  const actor = call?.actor ?? anonymous;
  log.info({
    trace_id: traceId,
    surface,
    operation,
    actor: nameOf(actor),
    duration_ms: Math.round(durationMs * 10) / 10,
    code,
  });
}

const GRAPHIQL_CSP =
  "default-src 'none'; script-src 'self' 'unsafe-inline' 'unsafe-eval' blob:; style-src 'self' 'unsafe-inline'; img-src 'self' data:; font-src 'self' data:; connect-src 'self'; worker-src 'self' blob:; frame-ancestors 'none'; base-uri 'none'";

type GraphqlHandler = ReturnType<typeof createGraphqlHandler>;

function serveGraphql(scope: FastifyInstance, services: Services, closing: AbortSignal, yoga: GraphqlHandler): void {
  scope.removeAllContentTypeParsers();
  // Yoga reads the body itself.
  scope.addContentTypeParser('*', (_request, _payload, done) => done(null));
  scope.route({
    url: yoga.graphqlEndpoint,
    method: ['GET', 'POST', 'OPTIONS'],
    handler: (request, reply) => answerGraphql(services, closing, yoga, request, reply),
  });
}

const credentialOf = ({ headers }: FastifyRequest): Credential => ({
  authorization: headers.authorization,
  unlockProof: headers[UNLOCK_HEADER]?.toString(),
});

async function answerGraphql(
  services: Services,
  closing: AbortSignal,
  yoga: GraphqlHandler,
  request: FastifyRequest,
  reply: FastifyReply,
): Promise<FastifyReply> {
  const startedAt = performance.now();
  const traceId = traceIdFrom(request.headers.traceparent);
  reply.header('x-trace-id', traceId);
  const context: Partial<HttpContext> = {};
  try {
    const call = await openCall(services, credentialOf(request), request.ip, traceId);
    context.call = { ...call, signal: AbortSignal.any([goneSignal(reply), closing]) };
  } catch (error) {
    const { message, extensions } = presentError(error, { traceId, log: services.log });
    logRequest(services, 'graphql', 'none', undefined, traceId, performance.now() - startedAt, String(extensions.code));
    if (typeof extensions.retryAfterSeconds === 'number') reply.header('retry-after', extensions.retryAfterSeconds);
    const httpStatus =
      { RESOURCE_EXHAUSTED: 429, UNAUTHENTICATED: 401, UNAVAILABLE: 503 }[String(extensions.code)] ?? 500;
    return reply
      .code(httpStatus)
      .type('application/json; charset=utf-8')
      .send({ errors: [{ message, extensions }] });
  }
  const response = await yoga.handleNodeRequestAndResponse(request, reply, context as HttpContext);
  for (const [name, value] of response.headers) reply.header(name, value);
  reply.header('cache-control', 'no-store');
  if (response.headers.get('content-type')?.startsWith('text/event-stream')) reply.header('connection', 'close');
  if (response.headers.get('content-type')?.startsWith('text/html'))
    reply.header('content-security-policy', GRAPHIQL_CSP);
  const duration = performance.now() - startedAt;
  logRequest(services, 'graphql', context.operation ?? 'none', context.call, traceId, duration, context.code ?? 'OK');
  return reply.code(response.status).send(response.body);
}
