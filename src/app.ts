import Fastify, { type FastifyInstance } from 'fastify';
import { consolePage, createConsolePage } from '../facades/console/page.ts';
import { allowPages } from '../facades/cors.ts';
import { graphiqlPage } from '../facades/graphql/graphiql.ts';
import { type GraphqlOptions, graphqlFacade, type Yoga } from '../facades/graphql/handler.ts';
import { NO_METHOD } from '../facades/mcp/dispatcher.ts';
import { type McpOptions, mcpFacade } from '../facades/mcp/handler.ts';
import type { Registry } from '../facades/mcp/registry.ts';
import { createMcpServer, createRegistry } from '../facades/mcp/server.ts';
import { answerOtherRequests, countOpenRequests, countsCaller } from '../facades/open-requests.ts';
import { refuseForeignRequests } from '../facades/origin.ts';
import { clientPackage } from '../facades/pages/client-package.ts';
import { referencePage } from '../facades/pages/reference.ts';
import { writeRefusal } from '../facades/refusal.ts';
import { type BodyReader, createBodyReader, leaveBodies } from '../facades/request-body.ts';
import { compileApi } from '../facades/rest/compiled-routes.ts';
import { restFacade } from '../facades/rest/handler.ts';
import type { RestOptions } from '../facades/rest/options.ts';
import { setShareHeaders, UNLOCK_HEADER } from '../facades/rest/share-answers.ts';
import { createSharePage, sharePage } from '../facades/share/page.ts';
import { closeUnreadBodies } from '../facades/unread-body.ts';
import { routeUnreadablePath } from '../facades/unreadable-paths.ts';
import { type Actor, anonymous, authenticate, type Credential, type CredentialKind } from './access/actor.ts';
import { type Call, callerOf, type Services, type Surface } from './access/call.ts';
import { bindIdempotencyKey } from './access/idempotency-key.ts';
import { cacheEnteredRole, ENTERED_MS } from './access/own-role.ts';
import { authorize, authorizeSystem, tokenScopes } from './access/policy.ts';
import { createEngine } from './graphql/engine.ts';
import { findUnavailable, presentError } from './graphql/errors.ts';
import type { FieldAction } from './graphql/judged-by.ts';
import { basePath } from './platform/base-path.ts';
import { nameCaller } from './platform/callers.ts';
import { COMMIT } from './platform/commit.ts';
import { DomainError, unauthenticated } from './platform/errors.ts';
import { atFirstUse } from './platform/first-use.ts';
import { readHealth } from './platform/health.ts';
import { createEdge, type Edge } from './platform/http/edge.ts';
import { readForwardedAddresses } from './platform/http/forwarded-addresses.ts';
import { METHODS } from './platform/http/node-http.ts';
import { setSecurityHeaders } from './platform/http/security-headers.ts';
import { takeTurn } from './platform/turns.ts';
import { VERSION } from './platform/version.ts';
import { followRequests, noteAnswer } from './request-log.ts';
import { schema } from './schema.ts';
import { noteLastUse, noteUse, scopesOf } from './tokens/usage.ts';

const REQUEST_DEADLINE_MS = 60_000;

/** Delay from listening to loading Yoga, unless a request needs it earlier. Loading takes about 0.15 s. */
const LOAD_YOGA_AFTER_MS = 1_000;

// Compiled once: these depend only on the schema and on the tables of the facades, not on the services.
const engine = createEngine(schema);
const api = compileApi(schema, { version: VERSION, commit: COMMIT });
const ownRegistry = createRegistry<Call>(engine, tokenScopes);
const page = createSharePage();

/** Creates the HTTP edge, which accepts connections before the app does. It logs every request that it refuses. */
export const createServiceEdge = ({ config, log }: Pick<Services, 'config' | 'log'>): Edge =>
  createEdge({
    write: (refusal, request) => writeRefusal(refusal, request, config.corsOrigins),
    onRefused: ({ status, message }, traceId) =>
      log.info({ trace_id: traceId, surface: 'http', operation: 'none', actor: 'anonymous', code: status }, message),
  });

/**
 * Creates the HTTP application: GraphQL and its facades over the same services. Tests pass `extendRegistry` to offer
 * more MCP tools and resources than the service has.
 */
export async function createApp(
  services: Services,
  edge: Edge = createServiceEdge(services),
  extendRegistry: (registry: Registry<Call>) => Registry<Call> = registry => registry,
): Promise<FastifyInstance> {
  const { config } = services;
  const consoleAnswers = createConsolePage(config);
  const app: FastifyInstance = Fastify({
    logger: false,
    frameworkErrors: (_error, request, reply) => routeUnreadablePath(app, request, reply),
    trustProxy: config.trustedProxies.length > 0 ? config.trustedProxies : false,
    serverFactory: handler => edge.createServer(handler),
    clientErrorHandler: edge.onClientError,
    forceCloseConnections: 'idle',
    // During shutdown, the edge refuses requests with an error in the format of their surface.
    return503OnClosing: false,
    routerOptions: { maxParamLength: 1024 },
    // Routes have no Fastify schemas. These stubs keep Fastify from loading its schema compilers.
    schemaController: { compilersFactory: { buildValidator: () => noSchema, buildSerializer: () => noSchema } },
  });
  for (const method of METHODS) if (!app.supportedMethods.includes(method)) app.addHttpMethod(method);
  if (config.trustedProxies.length > 0) readForwardedAddresses(app);
  followRequests(app, services.log);
  setSecurityHeaders(app);
  setShareHeaders(app);
  await allowPages(app, config.corsOrigins);
  const count = (address: string) => services.limits.countOpenRequest(address);
  countOpenRequests(app, { count, onUnexpected: unexpectedIn(services) });
  const served = { publicUrl: config.publicUrl, host: config.host, origins: config.corsOrigins };
  refuseForeignRequests(app, served, async request => {
    if (countsCaller(request)) await count(request.ip);
  });
  closeUnreadBodies(app);
  leaveBodies(app);
  const bodies = createBodyReader(config.maxBodyBytes);
  // Ends long responses when the service stops.
  app.addHook('preClose', async () => edge.endStreams());
  await restFacade(app, restOptions(services, edge, bodies));
  const registry = extendRegistry(ownRegistry);
  await app.register(async scope => mcpFacade(scope, mcpOptions(services, registry, bodies)));
  const readYoga = yogaOf(config);
  await app.register(async scope => graphqlFacade(scope, graphqlOptions(services, readYoga, edge.ending, bodies)));
  await app.register(async scope => sharePage(scope, page));
  app.addHook('onClose', () => services.usage.flush());
  answerOtherRequests(app, consoleAnswers.isAsset);
  consolePage(app, consoleAnswers);
  referencePage(app);
  clientPackage(app);
  app.addHook('onListen', async () => void setTimeout(readYoga, LOAD_YOGA_AFTER_MS).unref());
  return app;
}

/** Loads Yoga, which only /graphql needs, at its first use. */
const yogaOf = (config: Services['config']): (() => Promise<Yoga>) =>
  atFirstUse(async () => {
    const { createGraphqlHandler } = await import('./graphql/http.ts');
    return createGraphqlHandler(engine, config);
  }).get;

function noSchema(): never {
  throw new Error('Routes have no schemas of Fastify');
}

const unexpectedIn =
  ({ log }: Services) =>
  (error: unknown, traceId: string): void =>
    log.error({ trace_id: traceId, err: error }, 'unexpected failure');

function restOptions(services: Services, edge: Edge, bodies: BodyReader): RestOptions<Call> {
  const { config } = services;
  return {
    api,
    engine,
    authenticate: async ({ kind, address, traceId, signal, ...credential }) => ({
      ...(await openCall(services, credential, { address, traceId, surface: 'rest', kind })),
      signal: signal && AbortSignal.any([signal, edge.ending]),
    }),
    withIdempotencyKey: (call, creation) => ({ ...call, idempotencyKey: bindIdempotencyKey(call, creation) }),
    authorize: (call, action, projectId) =>
      judge(call, action, projectId).catch(error => {
        throw findUnavailable(error, call) ?? error;
      }),
    health: () => readHealth(services, edge.isReady),
    httpStatus: config.httpStatus,
    unknownKeys: config.unknownKeys,
    bodies,
    knownCaller,
    deadlineMs: REQUEST_DEADLINE_MS,
    basePath: basePath(services.config.publicUrl),
    onAnswer: ({ status, ...answered }) => logRequest(services, 'rest', { ...answered, code: status }),
    onUnexpected: unexpectedIn(services),
  };
}

function mcpOptions(services: Services, registry: Registry<Call>, bodies: BodyReader): McpOptions<Call> {
  const { config } = services;
  const onUnexpected = unexpectedIn(services);
  return {
    dispatcher: createMcpServer(registry, VERSION, onUnexpected),
    async authenticate({ authorization, address, traceId }) {
      const request = { address, traceId, surface: 'mcp', kind: 'mcpToken' } as const;
      const context = await openCall(services, { authorization }, request);
      if (context.actor.kind !== 'mcpToken') throw unauthenticated(SEND_MCP_TOKEN);
      return { context, scopes: scopesOf(context), traceId };
    },
    countMore: async ({ actor }, count) => {
      if (actor.kind === 'mcpToken') await services.limits.countTokenRequest(actor.token.id, actor.user.id, count);
    },
    bodies,
    knownCaller,
    maxBodyBytes: config.maxBodyBytes,
    deadlineMs: REQUEST_DEADLINE_MS,
    onAnswer({ context, traceId, durationMs, ...answered }) {
      const operation = [answered.method, answered.target].filter(Boolean).join(' ');
      logRequest(services, 'mcp', { operation, context, traceId, durationMs, code: answered.status });
      if (context !== undefined && answered.method !== NO_METHOD) noteUse(context, answered);
    },
    onUnexpected,
  };
}

const SEND_MCP_TOKEN =
  'Send an MCP token in the Authorization header, without a Bearer prefix; create one with POST /api/v1/private/mcp-tokens';

type Opening = { address: string; traceId: string; surface: Surface; kind?: CredentialKind };

/** Authenticates the caller and counts the request for rate limits. A bad credential counts for the address. */
async function openCall(
  services: Services,
  credential: Credential,
  { address, traceId, surface, kind = 'session' }: Opening,
): Promise<Call> {
  const admit = () =>
    authenticate(services, credential, kind).catch(async error => {
      if (error instanceof DomainError) await services.limits.countBadToken(address);
      else await services.limits.countAnonymousRequest(address);
      throw findUnavailable(error, { ...services, traceId }) ?? error;
    });
  let actor = await admit();
  const admittedAt = performance.now();
  if ('user' in actor) nameCaller(callerOf({ actor, address }));
  await countRequest(services, actor, address);
  if (services.config.rateLimits) await takeTurn(REQUEST_DEADLINE_MS);
  // The request may have waited for its turn: the caller may have lost their rights.
  if (performance.now() - admittedAt > ENTERED_MS) actor = await admit();
  const call: Call = { ...services, actor, traceId, address, surface };
  if (actor.kind === 'apiToken') noteLastUse(call);
  return call;
}

/** Checks the policy before a request reaches its use case. Throws if the action is not permitted. */
async function judge(call: Call, action: FieldAction, projectId: string | undefined): Promise<void> {
  cacheEnteredRole(call);
  if (action === 'superadmin') authorizeSystem(call);
  else await authorize(call, action, projectId ?? '');
}

function countRequest({ limits }: Services, actor: Actor, address: string): Promise<void> {
  if (actor.kind === 'mcpToken' || actor.kind === 'apiToken')
    return limits.countTokenRequest(actor.token.id, actor.user.id);
  return actor.kind === 'user' ? limits.countRequest(actor.user.id) : limits.countAnonymousRequest(address);
}

function nameOf(actor: Actor): string {
  if (actor.kind === 'mcpToken') return `mcp_token:${actor.token.id}`;
  if (actor.kind === 'apiToken') return `api_token:${actor.token.id}`;
  if (actor.kind === 'shareVisitor') return 'anonymous';
  return actor.kind === 'user' ? `user:${actor.user.id}` : actor.kind;
}

type Answered = {
  operation: string;
  context: Call | undefined;
  traceId: string;
  durationMs: number;
  code: string;
};

function logRequest({ log }: Services, surface: Surface, answered: Answered): void {
  const { operation, context, traceId, durationMs, code } = answered;
  noteAnswer(log, {
    trace_id: traceId,
    surface,
    operation,
    actor: nameOf(context?.actor ?? anonymous),
    duration_ms: Math.round(durationMs * 10) / 10,
    code,
  });
}

/** The user that request bodies are counted for. Anonymous callers (undefined) may send only small bodies. */
const knownCaller = ({ actor }: Call): string | undefined => ('user' in actor ? actor.user.id : undefined);

function graphqlOptions(
  services: Services,
  readYoga: () => Promise<Yoga>,
  closing: AbortSignal,
  bodies: BodyReader,
): GraphqlOptions {
  return {
    readYoga,
    page: services.config.graphiql ? graphiqlPage : undefined,
    authenticate: ({ headers, ip }, traceId) => {
      const unlockProof = headers[UNLOCK_HEADER]?.toString();
      const credential = { authorization: headers.authorization, unlockProof };
      return openCall(services, credential, { address: ip, traceId, surface: 'graphql' });
    },
    knownCaller,
    bodies,
    closing,
    presentError: (error, traceId) => presentError(error, { traceId, log: services.log }),
    onAnswer: answered => logRequest(services, 'graphql', answered),
  };
}
