import { openSession } from '../../src/access/session-tokens.ts';
import type { ApiScope } from '../../src/generated/prisma/client.ts';
import { newId } from '../../src/platform/ids.ts';
import type { TestApp } from '../support/app.ts';
import { guideMarkdown, petstore31Json, petstoreNext } from '../support/documents.ts';
import { ALL_SCOPES, createToken } from '../support/mcp.ts';
import { type Document, type Person, type Project, seed } from '../support/seed.ts';
import type { Target } from './operations.ts';

export type Ids = Record<string, string>;
/** The ids of one target for documents of each type. */
export type Targets = Record<Target, Record<'OPENAPI' | 'MARKDOWN', Ids>>;

export const PEOPLE = ['outsider', 'reader', 'writer', 'admin', 'superadmin'] as const;
export type PersonKind = (typeof PEOPLE)[number];
export type People = Record<PersonKind, Person>;

/** An API token. */
export type ApiCaller = { name: string; who: PersonKind; scopes: ApiScope[]; isBound: boolean; token: string };

export type Matrix = {
  people: People;
  targets: Targets;
  /** The tokens of each caller without a valid session. */
  invalid: Record<'disabled' | 'expired', string>;
  /** A token with every scope for each user, and one with each scope for the admin. */
  agents: Record<PersonKind, string>;
  scoped: Record<'API_READ' | 'API_DRAFT' | 'DOC_READ' | 'DOC_DRAFT', string>;
  disabledAgent: string;
  programs: ApiCaller[];
  /** Objects of one person; they replace the ids of the target for that person. */
  own: Record<PersonKind, Record<Target, Ids>>;
};

/**
 * Everything that operations may refer to: in a project with all roles, in a foreign one, in an archived one, nowhere.
 */
export async function createMatrix(app: TestApp): Promise<Matrix> {
  const { superAdmin, admin, createPerson } = await seed(app);
  const project = await admin.createProject();
  const [outsider, reader, writer] = await Promise.all([
    createPerson('matrix-outsider'),
    project.addMember('reader'),
    project.addMember('writer'),
  ]);
  const people = { outsider, reader, writer, admin, superadmin: superAdmin };
  const archived = await admin.createProject();
  await archived.addMember('reader', reader);
  await archived.addMember('writer', writer);
  const stranger = await createPerson('matrix-stranger');
  const targets: Targets = {
    own: await idsOf(app, project),
    foreign: await idsOf(app, await stranger.createProject()),
    archived: await idsOf(app, archived),
    unknown: { OPENAPI: {}, MARKDOWN: {} },
  };
  for (const type of ['OPENAPI', 'MARKDOWN'] as const)
    targets.unknown[type] = Object.fromEntries(Object.keys(targets.own[type]).map(name => [name, newId()]));
  await archive(archived);
  const own = {} as Matrix['own'];
  for (const kind of PEOPLE) own[kind] = await ownIds(app, people, targets, kind);
  const agents = {} as Matrix['agents'];
  for (const kind of PEOPLE) agents[kind] = (await createToken(people[kind])).token;
  const scopes = ['API_READ', 'API_DRAFT', 'DOC_READ', 'DOC_DRAFT'] as const;
  const scoped = {} as Matrix['scoped'];
  for (const [index, scope] of scopes.entries()) scoped[scope] = (await createToken(admin, [index + 1])).token;
  const programs = await apiTokensOf(admin, superAdmin, project.id);
  return {
    people,
    targets,
    agents,
    scoped,
    own,
    programs,
    ...(await invalidCredentials(app, superAdmin, createPerson)),
  };
}

async function invalidCredentials(app: TestApp, superAdmin: Person, createPerson: () => Promise<Person>) {
  const disabled = await createPerson();
  const disabledAgent = (await createToken(disabled, ALL_SCOPES)).token;
  await superAdmin.ask('mutation($id: ID!) { updateUser(input: { id: $id, status: DISABLED }) { id } }', disabled);
  const config = { jwtTtlSeconds: -3600 };
  const { token: expired } = await openSession({ ...app.services, config }, { id: superAdmin.id, sessionEpoch: 0 });
  return { invalid: { disabled: disabled.token, expired }, disabledAgent };
}

async function archive(project: Project): Promise<void> {
  await project.archive();
  const query = 'mutation($id: ID!) { archiveTeam(input: { id: $id }) { id } }';
  await project.admin.ask(query, { id: project.teamId });
}

export async function idsOf(app: TestApp, project: Project): Promise<Record<'OPENAPI' | 'MARKDOWN', Ids>> {
  const api = await project.createDocument();
  const doc = await project.createDocument({ type: 'MARKDOWN' });
  return {
    OPENAPI: await documentIds(app, api, [petstore31Json, petstoreNext]),
    MARKDOWN: await documentIds(app, doc, [guideMarkdown, '# Guide\n\nAnother text.\n']),
  };
}

async function documentIds(app: TestApp, document: Document, contents: [string, string]): Promise<Ids> {
  const { project, branches } = document;
  const { db } = app.services;
  const { admin } = project;
  const from = await document.publish({ content: contents[0] });
  const to = await document.publish({ content: contents[1] });
  const draft = await document.createDraft();
  await draft.submit();
  const { detail: comment } = await admin.rest('POST', `${draft.path}/comments`, { body: { body: 'Why?' } });
  await admin.rest('POST', `${draft.path}/comments/${comment.id}/resolve`, { body: {} });
  // Previews are computed at the first read, and stored.
  await admin.rest('GET', draft.path);
  await admin.rest('GET', '/private/my-drafts');
  const { detail: diff } = await admin.rest('POST', `${document.path}/diffs`, {
    body: { from_version_id: from.id, to_version_id: to.id },
  });
  const { detail: share } = await admin.rest('POST', `${document.path}/shares`, { body: { branch_id: branches.dev } });
  await admin.rest('POST', `${document.path}/shares/${share.id}/revoke`, { body: {} });
  const { detail: exception } = await admin.rest('POST', `${document.path}/diff-exceptions`, {
    body: { key: '0'.repeat(32), reason: 'Nobody uses it' },
  });
  await admin.rest('POST', `${document.path}/diff-exceptions/${exception.id}/revoke`, { body: {} });
  const { detail: webhook } = await admin.rest('POST', `${project.path}/webhooks`, {
    body: { url: 'https://hooks.example.com/docsvc', events: ['draft.submitted'], enabled: false },
  });
  const delivery = await db.delivery.create({
    data: {
      ...{ id: newId(), projectId: project.id, webhookId: webhook.id, event: 'WEBHOOK_TEST', payload: '{}' },
      status: 'FAILED',
    },
  });
  const endpoint = await db.endpoint.findFirst({ where: { versionId: to.id } });
  return {
    team_id: project.teamId,
    project_id: project.id,
    document_id: document.id,
    branch_id: branches.dev,
    branch: branches.dev,
    target_branch_id: branches.test,
    version_id: to.id,
    from_version_id: from.id,
    to_version_id: to.id,
    context_id: to.id,
    draft_id: draft.id,
    comment_id: comment.id,
    reply_to: comment.id,
    diff_id: diff.id,
    share_id: share.id,
    exception_id: exception.id,
    webhook_id: webhook.id,
    delivery_id: delivery.id,
    endpoint_id: endpoint?.id ?? newId(),
    user_id: admin.id,
    token_id: await revokedTokens(app, admin),
    session_id: newId(),
  };
}

/** The ids of an MCP token and an API token, which use the same path parameter. */
async function revokedTokens({ services: { db } }: TestApp, owner: Person): Promise<string> {
  const { id } = await createToken(owner);
  await owner.rest('POST', `/private/mcp-tokens/${id}/revoke`, { body: {} });
  const dead = { name: 'Dead', scopes: ['READ' as const], secretHash: id.padEnd(64), revokedAt: new Date() };
  await db.apiToken.create({ data: { id, userId: owner.id, lastCharacters: 'dead', ...dead } });
  return id;
}

/** The API tokens of the admin, by name: each scope, for all projects and for one. */
async function apiTokensOf(owner: Person, superAdmin: Person, projectId: string): Promise<ApiCaller[]> {
  const made = async (who: PersonKind, scopes: ApiScope[], isBound: boolean): Promise<ApiCaller> => {
    const person = who === 'admin' ? owner : superAdmin;
    const body = { name: 'x', scopes: scopes.map(scope => (scope === 'READ' ? 1 : 2)) };
    const bound = isBound ? { project_id: projectId } : {};
    const { detail } = await person.rest<{ token: string }>('POST', '/private/api-tokens', {
      body: { ...body, ...bound },
    });
    const reach = isBound ? 'one project' : 'all projects';
    return { name: `of the ${who} for ${scopes.join(' and ')} in ${reach}`, who, scopes, isBound, token: detail.token };
  };
  const each = (['READ', 'DRAFT'] as const).flatMap(scope => [
    made('admin', [scope], false),
    made('admin', [scope], true),
  ]);
  return Promise.all([
    ...each,
    made('superadmin', ['READ', 'DRAFT'], true),
    made('superadmin', ['READ', 'DRAFT'], false),
  ]);
}

/** A chat session wherever the user may have one, and a revoked token. */
async function ownIds(app: TestApp, people: People, targets: Targets, kind: PersonKind): Promise<Record<Target, Ids>> {
  const token = await revokedTokens(app, people[kind]);
  const sessions = {} as Record<Target, Ids>;
  for (const target of ['own', 'foreign', 'archived'] as const) {
    const { project_id, document_id, version_id } = targets[target].OPENAPI as Record<string, string>;
    const session = { id: newId(), projectId: project_id as string, documentId: document_id as string };
    const about = { contextType: 'VERSION', contextId: version_id as string, createdById: people[kind].id } as const;
    await app.services.db.chatSession.create({ data: { ...session, ...about } });
    sessions[target] = { session_id: session.id, ...(target !== 'foreign' && { token_id: token }) };
  }
  return { ...sessions, unknown: {} };
}
