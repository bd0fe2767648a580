import { type FastifyInstance, fastify } from 'fastify';
import { type DocumentNode, execute, GraphQLError } from 'graphql';
import { createBodyReader } from '../../facades/request-body.ts';
import { compileApi } from '../../facades/rest/compiled-routes.ts';
import { restFacade } from '../../facades/rest/handler.ts';
import type { Answered, RestOptions } from '../../facades/rest/options.ts';
import { category, D, get, P, post, type Route } from '../../facades/rest/route.ts';
import { routeUnreadablePath } from '../../facades/unreadable-paths.ts';
import { DomainError } from '../../src/platform/errors.ts';
import { GetDraft, GetDraftContent, GetDraftSummary, ListDocuments, SaveDraft } from './small-operations.ts';
import { type SmallContext, smallSchema } from './small-schema.ts';

const rows: readonly Route[] = category('Drafts', [
  get(`${P}/documents`, ListDocuments, { who: 'reader', summary: 'List documents' }),
  get(`${D}/drafts/{draft_id}`, GetDraft, { who: 'reader', summary: 'Read a draft' }),
  get(`${D}/drafts/{draft_id}/content/{kind}`, GetDraftContent, { who: 'reader', summary: 'Read its content' }),
  get(`/api/v1/private/summaries/{draft_id}`, GetDraftSummary, { who: 'signed in', summary: 'Read its summary' }),
  post(`${D}/drafts`, SaveDraft, { who: 'writer', summary: 'Make a draft' }),
  post(`${D}/drafts/{draft_id}/save`, SaveDraft, { who: 'writer', summary: 'Change a draft' }),
  post('/api/v1/private/system/drafts', SaveDraft, { who: 'superadmin', summary: 'Change any draft' }),
  post('/api/v1/open/drafts', SaveDraft, { who: 'anyone', summary: 'Make a draft without a name' }),
]);

export const build = { version: '1.2.3', commit: 'a'.repeat(40) };

/** As the real engine does: an error without a status of the service is INTERNAL. */
async function executeSmall(document: DocumentNode, variables: Record<string, unknown>, context: SmallContext) {
  const result = await execute({ schema: smallSchema, document, variableValues: variables, contextValue: context });
  const errors = result.errors?.map(error =>
    error.extensions.code ? error : new GraphQLError('hidden', { extensions: { code: 'INTERNAL' } }),
  );
  return { ...result, errors };
}

/** The facade over the small schema; the Authorization header is the name of the user. */
export async function startService(overrides: Partial<RestOptions<SmallContext>> = {}) {
  const calls: unknown[] = [];
  const answered: Answered<SmallContext>[] = [];
  const unexpected: unknown[] = [];
  const app: FastifyInstance = fastify({
    frameworkErrors: (_error, request, reply) => routeUnreadablePath(app, request, reply),
  });
  await restFacade<SmallContext>(app, {
    api: compileApi(smallSchema, build, rows),
    basePath: '/',
    engine: {
      schema: smallSchema,
      execute: executeSmall,
      subscribe: async () => ({ errors: [new GraphQLError('there is no subscription')] }),
    },
    authenticate: async ({ authorization }) => {
      if (authorization?.startsWith('Bearer ')) throw new DomainError('UNAUTHENTICATED', 'drop the prefix');
      return { user: authorization ?? 'nobody', calls };
    },
    withIdempotencyKey: context => context,
    authorize: async ({ user }, action) => {
      // Anonymous callers use the open route, over the same field.
      const refused = { 'draft.update': ['outsider', 'reader'], superadmin: ['outsider', 'reader', 'writer', 'admin'] };
      const isReading = action !== 'draft.update' && action !== 'superadmin';
      if (isReading ? user === 'outsider' : refused[action].includes(user))
        throw new DomainError('PERMISSION_DENIED', 'refused');
    },
    health: async () => ({
      status: 'degraded',
      healthy: false,
      ready: false,
      not_ready: ['The database does not answer'],
      version: '1.2.3',
      commit: 'unknown',
      uptime: 5,
      uptime_seconds: 5,
      dependencies: { database: { status: 'down', kind: 'embedded' } },
    }),
    httpStatus: 'envelope',
    unknownKeys: 'refuse',
    bodies: createBodyReader(4096),
    knownCaller: ({ user }) => (user === 'nobody' ? undefined : user),
    deadlineMs: 1000,
    onAnswer: entry => answered.push(entry),
    onUnexpected: error => unexpected.push(error),
    ...overrides,
  });
  return { app, calls, answered, unexpected };
}
