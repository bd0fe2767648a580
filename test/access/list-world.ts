import type { Actor } from '../../src/access/actor.ts';
import type { McpScope } from '../../src/generated/prisma/client.ts';
import { newId } from '../../src/platform/ids.ts';
import type { TestApp } from '../support/app.ts';
import { guideMarkdown, petstore31Json } from '../support/documents.ts';
import { createToken } from '../support/mcp.ts';
import { type Person, seed } from '../support/seed.ts';
import type { WorldIds } from './list-queries.ts';
import { idsOf, PEOPLE, type PersonKind } from './targets.ts';

export type ListCaller = { name: string; who: PersonKind; scopes?: McpScope[]; isBound?: boolean; actor: Actor };

const SCOPES: McpScope[] = ['API_READ', 'API_DRAFT', 'DOC_READ', 'DOC_DRAFT'];

/** Every set of scopes except the empty one. */
const scopeSets: McpScope[][] = Array.from({ length: 15 }, (_, index) =>
  SCOPES.filter((_, bit) => ((index + 1) >> bit) % 2 === 1),
);

export type ListWorld = { own: string; ids: WorldIds; callers: ListCaller[] };

/** Two projects with a document of each type and something in every list; drafts of several authors. */
export async function createListWorld(app: TestApp): Promise<ListWorld> {
  const { superAdmin, admin, createPerson } = await seed(app);
  const project = await admin.createProject();
  const stranger = await createPerson('list-stranger');
  const foreign = await stranger.createProject();
  const [outsider, reader, writer] = [
    await createPerson('list-outsider'),
    await project.addMember('reader'),
    await project.addMember('writer'),
  ];
  const people = { outsider, reader, writer, admin, superadmin: superAdmin };
  const own = await idsOf(app, project);
  await idsOf(app, foreign);
  // A candidate is a user that the admin knows from another project.
  await (await admin.createProject()).addMember('reader');
  await addDraft(writer, own.OPENAPI, petstore31Json);
  await addDraft(writer, own.MARKDOWN, guideMarkdown);
  await explainAndTalk(app, people);
  for (const person of Object.values(people)) {
    await useToken(app, person);
    await person.rest('POST', '/private/api-tokens', { body: { name: 'Pipeline', scopes: [1] } });
  }
  return { own: project.id, ids: await idsOfAll(app), callers: await callersOf(app, people, project.id) };
}

async function addDraft(author: Person, ids: Record<string, string>, content: string): Promise<void> {
  const body = { branch_id: ids.branch_id, version_name: 'mine', schema_content: content };
  await author.rest('POST', `/private/projects/${ids.project_id}/documents/${ids.document_id}/drafts`, { body });
}

/** Creates a summary of every possible object, and a chat of every user in every project. */
async function explainAndTalk({ services: { db } }: TestApp, people: Record<PersonKind, Person>): Promise<void> {
  const explain = (ownerType: 'DRAFT' | 'VERSION' | 'DIFF', rows: { id: string; projectId: string }[]) =>
    db.aiSummary.createMany({
      data: rows.map(({ id, projectId }) => ({
        ...{ id: newId(), projectId, ownerType, ownerId: id, promptKey: 'DIFF_CHANGE_SUMMARY' as const },
        ...{ status: 'SUCCEEDED' as const, content: 'Explained.', basis: 'then', generatedById: people.admin.id },
      })),
    });
  await explain('DRAFT', await db.draft.findMany());
  await explain('VERSION', await db.version.findMany());
  await explain('DIFF', await db.diff.findMany());
  const versions = await db.version.findMany({ distinct: ['projectId'] });
  const sessions = versions.flatMap(({ id, projectId, documentId }) =>
    Object.values(people).map(person => ({
      ...{ id: newId(), projectId, documentId, contextType: 'VERSION' as const },
      ...{ contextId: id, createdById: person.id },
    })),
  );
  await db.chatSession.createMany({ data: sessions });
  const messages = sessions.map(({ id }) => ({ id: newId(), sessionId: id, role: 'USER' as const, content: 'New?' }));
  await db.chatMessage.createMany({ data: messages });
}

/** Creates a token and a record of its use. */
async function useToken({ services: { db } }: TestApp, owner: Person): Promise<void> {
  const { id } = await createToken(owner);
  const use = { id: newId(), actorType: 'MCP_TOKEN' as const, actorId: id, action: 'mcp.tools/call' };
  await db.auditEntry.create({ data: { ...use, resourceType: 'mcp_token', resourceId: id, traceId: '0'.repeat(32) } });
}

async function idsOfAll({ services: { db } }: TestApp): Promise<WorldIds> {
  const only = { select: { id: true } } as const;
  const rows = {
    Team: await db.team.findMany(only),
    Project: await db.project.findMany(only),
    Document: await db.document.findMany(only),
    Branch: await db.branch.findMany({ ...only, where: { name: { in: ['dev', 'prod'] } } }),
    Draft: await db.draft.findMany(only),
    Version: await db.version.findMany(only),
    Endpoint: await db.endpoint.findMany(only),
    Diff: await db.diff.findMany(only),
    ChatSession: await db.chatSession.findMany(only),
    McpToken: await db.mcpToken.findMany(only),
    ApiToken: await db.apiToken.findMany(only),
    Webhook: await db.webhook.findMany(only),
    User: await db.user.findMany(only),
  };
  return Object.fromEntries(Object.entries(rows).map(([type, found]) => [type, found.map(({ id }) => id)]));
}

/** Users and their agents: the writer's agents have every set of scopes. */
async function callersOf(
  { services: { db } }: TestApp,
  people: Record<PersonKind, Person>,
  projectId: string,
): Promise<ListCaller[]> {
  const users = new Map((await db.user.findMany()).map(user => [user.id, user]));
  const userOf = (who: PersonKind) => users.get(people[who].id) as NonNullable<ReturnType<typeof users.get>>;
  const agent = (who: PersonKind, scopes: McpScope[]): ListCaller => {
    const token = { id: newId(), scopes, expiresAt: null, revokedAt: null, lastUsedAt: new Date() };
    const name = `a token of the ${who} for ${scopes.join(', ')}`;
    return { name, who, scopes, actor: { kind: 'mcpToken', token, user: userOf(who) } };
  };
  /** A program whose token is limited to the own project. */
  const program = (who: PersonKind, can: string, scopes: McpScope[]): ListCaller => {
    const token = { id: newId(), scopes, expiresAt: null, revokedAt: null, lastUsedAt: new Date(), projectId };
    const actor = { kind: 'apiToken', token, user: userOf(who) } as const;
    return { name: `a program of the ${who} that can ${can} in one project`, who, scopes, isBound: true, actor };
  };
  return [
    ...PEOPLE.map(who => {
      const actor = { kind: 'user', user: userOf(who), sessionExpiresAt: new Date(Date.now() + 3_600_000) } as const;
      return { name: `the ${who}`, who, actor };
    }),
    ...scopeSets.map(scopes => agent('writer', scopes)),
    agent('outsider', SCOPES),
    agent('superadmin', ['DOC_READ', 'DOC_DRAFT']),
    ...(['writer', 'superadmin'] as const).map(who => program(who, 'read and draft', SCOPES)),
    program('writer', 'read', ['API_READ', 'DOC_READ']),
    program('writer', 'draft', ['API_DRAFT', 'DOC_DRAFT']),
  ];
}
