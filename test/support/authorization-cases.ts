import { petstore31Json, petstoreNext } from './documents.ts';
import { startModelServer } from './model-server.ts';
import { type Caller, type Document, type Project, type Seed, seedPassword, type Version } from './seed.ts';

export const ROLES = ['anonymous', 'outsider', 'reader', 'writer', 'admin', 'superadmin'] as const;

export type Role = (typeof ROLES)[number];

/** The data of the cases: one project with a document that has two versions. */
export type Stage = Seed & {
  project: Project;
  document: Document;
  versions: [Version, Version];
  /** A model server that answers. */
  modelUrl: string;
  unique(noun: string): string;
};

export async function createStage(people: Seed): Promise<Stage> {
  const { url: modelUrl } = await startModelServer();
  const project = await people.admin.createProject();
  const document = await project.createDocument();
  const versions: [Version, Version] = [
    await document.publish({ content: petstore31Json }),
    await document.publish({ content: petstoreNext }),
  ];
  let count = 0;
  const unique = (noun: string) => `${noun}-of-the-table-${++count}`;
  return { ...people, project, document, versions, modelUrl, unique };
}

export type Case = {
  name: string;
  field: string;
  /**
   * The outcomes for anonymous, outsider, reader, writer, admin (creator of the team) and superadmin: `ok`, `U`
   * (UNAUTHENTICATED), `N` (NOT_FOUND) or `D` (PERMISSION_DENIED).
   */
  expected: string[];
  /** Called for every caller. */
  variables?: ((stage: Stage, caller: Caller) => object | Promise<object>) | undefined;
  ownPeople?: boolean;
};

const ALL = 'ok ok ok ok ok ok';
const SIGNED_IN = 'U ok ok ok ok ok';
// An outsider gets NOT_FOUND, the same answer as for a project that does not exist.
const READER = 'U N ok ok ok ok';
const WRITER = 'U N D ok ok ok';
const ADMIN = 'U N D D ok ok';
const SUPERADMIN_IN_PROJECT = 'U N D D D ok';
/** For a team without projects, which only its creator can see. */
const TEAM_CREATOR = 'U N N N ok ok';
const SUPERADMIN = 'U D D D D ok';
const NOBODY = 'D D D D D D';
const GONE = 'N N N N N N';

/** A case. `name` starts with the root field, such as `publicShare without a link`; `expected` has the six outcomes. */
function row(name: string, expected: string, variables?: Case['variables'], ownPeople = false): Case {
  return { name, field: name.split(' ')[0] as string, expected: expected.split(' '), variables, ownPeople };
}

/** A case of a mutation with the argument `input`. */
function act(
  name: string,
  expected: string,
  input: (stage: Stage, caller: Caller) => object | Promise<object>,
  ownPeople = false,
): Case {
  return row(name, expected, async (stage, caller) => ({ input: await input(stage, caller) }), ownPeople);
}

const newDocument = ({ project }: Stage) => project.createDocument();
const newDraft = ({ document }: Stage) => document.createDraft();

async function submittedDraft(stage: Stage): Promise<object> {
  const draft = await newDraft(stage);
  const { reviewRevision } = await draft.submit();
  return { id: draft.id, expectedReviewRevision: reviewRevision };
}

async function newTeam({ admin }: Stage, archived = false): Promise<{ id: string }> {
  const { id } = await admin.createTeam();
  if (archived) await admin.ask('mutation($id: ID!) { archiveTeam(input: { id: $id }) { id } }', { id });
  return { id };
}

/** A separate project with the members of the stage, which a case may archive without affecting other cases. */
async function sideProject(stage: Stage): Promise<Project> {
  const project = await stage.admin.createProject({ teamId: stage.project.teamId });
  const members = await stage.admin.ask<{ members: { nodes: { userId: string; role: string }[] } }>(
    'query($id: ID!) { project(id: $id) { members(first: 200) { nodes { userId role } } } }',
    { id: stage.project.id },
  );
  for (const { userId, role } of members.members.nodes)
    if (userId !== stage.admin.id)
      await stage.admin.ask('mutation($input: ProjectMemberInput!) { addProjectMember(input: $input) { id } }', {
        input: { projectId: project.id, userId, role },
      });
  return project;
}

const newMember = async ({ project }: Stage) => ({
  projectId: project.id,
  userId: (await project.addMember('reader')).id,
});
const NO_ID = '00000000-0000-7000-8000-000000000000';
const meOf = (caller: Caller) => caller.ask<{ id: string }>('{ me { id } }');

async function roleOf({ project }: Stage, caller: Caller): Promise<string | undefined> {
  const query = 'query($id: ID!) { project(id: $id) { myRole } }';
  const { data } = await caller.graphql<{ project: { myRole: string | null } | null } | null>(query, {
    id: project.id,
  });
  return data?.project?.myRole ?? undefined;
}

const ofProject = ({ project }: Stage) => ({ id: project.id });
const ofDocument = ({ document }: Stage) => ({ id: document.id });
const login = async (stage: Stage) => ({ email: (await stage.createPerson()).email, password: seedPassword });
const deviceCode = ({ anonymous }: Stage) =>
  anonymous.ask<{ userCode: string }>('mutation { startDeviceLogin { userCode } }');

export const cases: Case[] = [
  row('authConfig', ALL),
  act('login', ALL, login),
  row('startOidcSignIn without a provider', NOBODY),
  act('finishOidcSignIn without a provider', NOBODY, () => ({ flow: 'x', code: 'x', state: 'x' })),
  row('startDeviceLogin', ALL),
  act('finishDeviceLogin', ALL, () => ({ deviceCode: 'x' })),
  row('deviceLogin', SIGNED_IN, deviceCode),
  row('deviceLogin with a wrong code', 'U N N N N N', () => ({ userCode: 'x' })),
  act('allowDeviceLogin', SIGNED_IN, deviceCode),
  act('refuseDeviceLogin', SIGNED_IN, deviceCode),
  act('register while registration is off', NOBODY, stage => ({
    email: `${stage.unique('new')}@example.com`,
    password: seedPassword,
  })),
  row('me', SIGNED_IN),
  act('updateMe', SIGNED_IN, () => ({ name: 'Another name' })),
  act('changePassword', SIGNED_IN, () => ({ currentPassword: seedPassword, newPassword: 'another password' }), true),
  row('logout', SIGNED_IN, undefined, true),

  row('users', SUPERADMIN),
  row('user', SUPERADMIN, ({ admin }) => ({ id: admin.id })),
  act('createUser', SUPERADMIN, stage => ({ email: `${stage.unique('made')}@example.com`, password: seedPassword })),
  act('updateUser', SUPERADMIN, async stage => ({ id: (await stage.createPerson()).id, status: 'DISABLED' })),
  act('updateUser of oneself to SuperAdmin', SUPERADMIN, async (_, caller) => ({
    id: caller.token === undefined ? NO_ID : (await meOf(caller)).id,
    isSuperAdmin: true,
  })),

  row('teams', SIGNED_IN),
  row('team', READER, ({ project }) => ({ id: project.teamId })),
  act('createTeam', SIGNED_IN, stage => ({ name: stage.unique('team') })),
  act('updateTeam', ADMIN, ({ project }) => ({ id: project.teamId, description: 'Another description' })),
  act('archiveTeam', TEAM_CREATOR, stage => newTeam(stage)),
  act('unarchiveTeam', TEAM_CREATOR, stage => newTeam(stage, true)),

  row('projects', SIGNED_IN),
  row('project', READER, ofProject),
  row('memberCandidates', ADMIN, ({ project }) => ({ projectId: project.id })),
  act('createProject', ADMIN, ({ project, unique }) => ({ teamId: project.teamId, name: unique('project') })),
  act('updateProject', ADMIN, stage => ({ ...ofProject(stage), description: 'Another description' })),
  act('archiveProject', ADMIN, async stage => ({ id: (await sideProject(stage)).id })),
  act('unarchiveProject', ADMIN, async stage => {
    const project = await sideProject(stage);
    await project.archive();
    return { id: project.id };
  }),
  act('addProjectMember', ADMIN, async ({ project, createPerson }) => ({
    projectId: project.id,
    userId: (await createPerson()).id,
    role: 'READER',
  })),
  act('updateProjectMember', ADMIN, async stage => ({ ...(await newMember(stage)), role: 'WRITER' })),
  act('updateProjectMember of oneself to admin', ADMIN, async (stage, caller) => {
    const isMember = (await roleOf(stage, caller)) !== undefined;
    const self = isMember ? { projectId: stage.project.id, userId: (await meOf(caller)).id } : await newMember(stage);
    return { ...self, role: 'ADMIN' };
  }),
  act('removeProjectMember', ADMIN, newMember),

  row('search', SIGNED_IN, () => ({ q: 'pets' })),
  row('search of a project', READER, ({ project }) => ({ q: 'pets', projectId: project.id })),
  row('document', READER, ofDocument),
  act('createDocument', ADMIN, ({ project, unique }) => {
    const name = unique('document');
    return { projectId: project.id, name, documentType: 'OPENAPI', relativePath: `${name}.yaml` };
  }),
  act('updateDocument', ADMIN, stage => ({ ...ofDocument(stage), name: 'Another name' })),
  act('archiveDocument', ADMIN, async stage => ({ id: (await newDocument(stage)).id })),
  act('unarchiveDocument', ADMIN, async stage => {
    const document = await newDocument(stage);
    await document.archive();
    return { id: document.id };
  }),

  row('branch', READER, ({ document }) => ({ id: document.branches.dev })),
  act('createBranch', ADMIN, ({ document, unique }) => ({
    documentId: document.id,
    name: `feature/${unique('branch')}`,
  })),
  act('updateBranch', ADMIN, ({ document }) => ({ id: document.branches.test, description: 'Another description' })),
  act('updateBranch of a protected branch to unprotected', SUPERADMIN_IN_PROJECT, async stage => ({
    id: (await newDocument(stage)).branches.prod,
    isProtected: false,
  })),
  act('archiveBranch', ADMIN, async ({ document, unique }) => ({
    id: await document.createBranch(`feature/${unique('branch')}`),
  })),
  act('archiveBranch of a protected branch', SUPERADMIN_IN_PROJECT, async stage => ({
    id: (await newDocument(stage)).branches.prod,
  })),
  act('unarchiveBranch', ADMIN, async stage => ({
    id: await archivedBranch(stage, await stage.document.createBranch(`feature/${stage.unique('branch')}`)),
  })),
  act('unarchiveBranch of a protected branch', SUPERADMIN_IN_PROJECT, async stage => ({
    id: await archivedBranch(stage, (await newDocument(stage)).branches.prod),
  })),

  row('reviewQueue', SIGNED_IN),
  row('myDrafts', SIGNED_IN),
  row('decidedDrafts', SIGNED_IN),
  row('reviewQueueState', SIGNED_IN),
  row('myDraftsState', SIGNED_IN),
  row('draft', READER, async stage => ({ id: (await newDraft(stage)).id })),
  row('contentCheck', WRITER, ({ document }) => ({ branchId: document.branches.dev, content: petstore31Json })),
  act('createDraft', WRITER, ({ document, unique }) => ({
    branchId: document.branches.dev,
    versionName: unique('v'),
    schemaContent: petstore31Json,
  })),
  act('updateDraft', WRITER, async stage => {
    const draft = await newDraft(stage);
    return { id: draft.id, expectedRevision: (await draft.read()).revision, changelog: 'Another changelog' };
  }),
  act('submitDraft', WRITER, async stage => ({ id: (await newDraft(stage)).id })),
  act("withdrawDraft of somebody else's", ADMIN, async stage => ({ id: (await newDraft(stage)).id })),
  act('withdrawDraft of the own one', WRITER, async (stage, caller) => {
    const writes = (await roleOf(stage, caller)) === 'WRITER';
    return { id: (await stage.document.createDraft({ by: writes ? caller : stage.admin })).id };
  }),
  act('approveDraft', ADMIN, submittedDraft),
  act('requestDraftChanges', ADMIN, submittedDraft),
  act('rejectDraft', ADMIN, submittedDraft),
  act('promoteDraft', ADMIN, ({ document, versions, unique }) => ({
    sourceVersionId: versions[0].id,
    targetBranchId: document.branches.test,
    versionName: unique('promoted'),
  })),

  act('markChangesSeen', READER, async stage => ({ id: (await newDraft(stage)).id, changes: [] })),
  act('updateReviewPolicy', ADMIN, async stage => ({ projectId: (await sideProject(stage)).id, requireComment: true })),
  act('createComment', READER, async stage => ({ draftId: (await newDraft(stage)).id, body: 'Why?' })),
  act('updateComment of the own one', READER, async (stage, caller) => ({
    id: await newComment(stage, caller),
    body: 'Oh',
  })),
  act('deleteComment of the own one', READER, async (stage, caller) => ({ id: await newComment(stage, caller) })),
  act("updateComment of somebody else's", 'U N D D D D', async stage => ({
    id: await otherComment(stage),
    body: 'Oh',
  })),
  act('resolveComment', READER, async stage => ({ id: await otherComment(stage) })),
  act('reopenComment', READER, async stage => ({ id: await otherComment(stage) })),

  row('version', READER, ({ versions }) => ({ id: versions[0].id })),
  row('endpoint', READER, async ({ admin, versions }) => {
    const version = await admin.ask<{ endpoints: { nodes: { id: string }[] } }>(
      'query($id: ID!) { version(id: $id) { endpoints { nodes { id } } } }',
      { id: versions[0].id },
    );
    return { id: version.endpoints.nodes[0]?.id };
  }),
  row('compareVersions', READER, ({ versions: [from, to] }) => ({ fromVersionId: from.id, toVersionId: to.id })),
  row('diff', READER, async stage => ({ id: await diffOf(stage) })),
  act('createDiff', READER, ({ document, versions: [from, to] }) => ({
    documentId: document.id,
    fromVersionId: to.id,
    toVersionId: from.id,
  })),

  row('latestVersion', READER, ({ document }) => ({ branch: document.branches.dev })),
  row('latestVersions', SIGNED_IN),
  row('endpoints', SIGNED_IN),
  row('endpoints of a project', READER, ({ project }) => ({ projectId: project.id })),
  row('drafts', READER, ({ project }) => ({ projectId: project.id })),

  row('mcpTokens', SIGNED_IN),
  row('mcpTokens of another user', SUPERADMIN, ({ admin }) => ({ userId: admin.id })),
  row('mcpToken of the own ones', SIGNED_IN, async (_, caller) => ({
    id: caller.token === undefined ? NO_ID : await newTokenOf(caller),
  })),
  act('createMcpToken', SIGNED_IN, () => ({ name: 'Agent', scopes: ['API_READ'] })),
  act('revokeMcpToken of the own ones', SIGNED_IN, async (_, caller) => ({
    id: caller.token === undefined ? NO_ID : await newTokenOf(caller),
  })),
  act("revokeMcpToken of another user's", SUPERADMIN, async stage => {
    const owner = await stage.createPerson();
    return { id: await newTokenOf(owner), userId: owner.id };
  }),
  row('mcpUsage', SIGNED_IN),

  row('apiTokens', SIGNED_IN),
  row('apiTokens of another user', SUPERADMIN, ({ admin }) => ({ userId: admin.id })),
  row('apiToken of the own ones', SIGNED_IN, async (_, caller) => ({
    id: caller.token === undefined ? NO_ID : await newApiTokenOf(caller),
  })),
  act('createApiToken', SIGNED_IN, () => ({ name: 'Pipeline', scopes: ['READ'] })),
  act('createApiToken for a project', READER, ({ project }) => ({
    name: 'Pipeline',
    scopes: ['READ'],
    projectId: project.id,
  })),
  act('revokeApiToken of the own ones', SIGNED_IN, async (_, caller) => ({
    id: caller.token === undefined ? NO_ID : await newApiTokenOf(caller),
  })),
  act("revokeApiToken of another user's", SUPERADMIN, async stage => {
    const owner = await stage.createPerson();
    return { id: await newApiTokenOf(owner), userId: owner.id };
  }),

  act('updateDiffPolicy', ADMIN, ({ project }) => ({ projectId: project.id, profile: 'STRICT', overrides: [] })),
  act('acceptDiffException', ADMIN, stage => newException(stage)),
  act('revokeDiffException', ADMIN, async stage => ({
    id: (
      await stage.admin.ask<{ id: string }>(
        'mutation($input: AcceptDiffExceptionInput!) { acceptDiffException(input: $input) { id } }',
        { input: newException(stage) },
      )
    ).id,
  })),

  act('createDocumentShare', ADMIN, ({ document }) => ({ branchId: document.branches.dev })),
  act('revealDocumentShare', ADMIN, async stage => ({ id: await newShare(stage) })),
  act('revokeDocumentShare', ADMIN, async stage => ({ id: await newShare(stage) })),
  row('webhook', ADMIN, async stage => ({ id: await webhookOf(stage) })),
  act('createWebhook', ADMIN, ({ project }) => ({ projectId: project.id, ...WEBHOOK })),
  act('updateWebhook', ADMIN, async stage => ({ id: await webhookOf(stage), enabled: true })),
  act('deleteWebhook', ADMIN, async stage => ({ id: await newWebhook(stage) })),
  act('rotateWebhookSecret', ADMIN, async stage => ({ id: await webhookOf(stage) })),
  act('testWebhook', ADMIN, async stage => ({ id: await webhookOf(stage) })),
  act('redeliverWebhook', ADMIN, async stage => {
    const webhookId = await webhookOf(stage);
    const query = 'mutation($id: ID!) { testWebhook(input: { id: $id }) { id } }';
    return { webhookId, id: (await stage.admin.ask<{ id: string }>(query, { id: webhookId })).id };
  }),
  // Without the link, all callers get the same answer, signed in or not (test/share).
  row('publicShare without a link', GONE, async stage => ({ shareId: await newShare(stage) })),
  row('publicShareVersions without a link', GONE, async stage => ({ shareId: await newShare(stage) })),
  row('publicShareContent without a link', GONE, async stage => ({
    shareId: await newShare(stage),
    versionId: stage.versions[1].id,
  })),
  row('publicShareEndpoints without a link', GONE, async stage => ({
    shareId: await newShare(stage),
    versionId: stage.versions[1].id,
  })),
  row('publicShareChanges without a link', GONE, async stage => ({
    shareId: await newShare(stage),
    versionId: stage.versions[1].id,
    fromVersionId: stage.versions[0].id,
  })),
  act('unlockPublicShare without a link', GONE, async stage => ({
    shareId: await newShare(stage),
    password: 'a password that is none',
  })),

  row('aiProvider of the system', SUPERADMIN),
  row('aiProvider of a project', ADMIN, ({ project }) => ({ projectId: project.id })),
  act('updateAiProvider of the system', SUPERADMIN, () => aiProvider),
  act('updateAiProvider of a project', ADMIN, ({ project }) => ({ projectId: project.id, ...aiProvider })),
  act('testAiProvider of the system', SUPERADMIN, ({ modelUrl }) => ({ ...aiProvider, baseUrl: modelUrl })),
  act('testAiProvider of a project', ADMIN, ({ project, modelUrl }) => ({
    projectId: project.id,
    ...aiProvider,
    baseUrl: modelUrl,
    removeApiKey: true,
  })),
  row('aiPrompts of the system', SUPERADMIN),
  row('aiPrompts of a project', ADMIN, ({ project }) => ({ projectId: project.id })),
  act('updateAiPrompt of the system', SUPERADMIN, () => ({ promptKey: 'PAGE_CHAT', enabled: false })),
  act('updateAiPrompt of a project', ADMIN, ({ project }) => ({
    projectId: project.id,
    promptKey: 'PAGE_CHAT',
    enabled: false,
  })),
  act('regenerateDraftAiSummary', READER, async stage => {
    await enableProvider(stage);
    return { id: (await newDraft(stage)).id };
  }),
  act('regenerateVersionAiSummary', READER, async stage => {
    await enableProvider(stage);
    return { id: stage.versions[1].id };
  }),
  act('regenerateDiffAiSummary', READER, async stage => {
    await enableProvider(stage);
    return { id: await diffOf(stage) };
  }),
  act('createChatSession', READER, async stage => {
    await enableProvider(stage);
    return chatAbout(stage);
  }),
  row('chatSession of the caller', READER, async (stage, caller) => ({
    id: await newSession(stage, caller),
    projectId: stage.project.id,
  })),
  row('chatSession of somebody else', 'U N N N N N', async stage => ({
    id: await newSession(stage, await stage.project.addMember('reader')),
    projectId: stage.project.id,
  })),
  act('sendChatMessage', READER, async (stage, caller) => ({
    sessionId: await newSession(stage, caller),
    projectId: stage.project.id,
    content: 'What is new?',
  })),
  act('chatAnswer', READER, async (stage, caller) => ({
    sessionId: await newSession(stage, caller),
    projectId: stage.project.id,
    content: 'What is new?',
  })),

  row('auditLog', SUPERADMIN),
  row('auditLog of a project', ADMIN, ({ project }) => ({ projectId: project.id })),
];

/** A comment of the caller if they may write one, otherwise of the admin. */
async function newComment(stage: Stage, caller: Caller): Promise<string> {
  const draft = await newDraft(stage);
  const seen = await caller.graphql('query($id: ID!) { draft(id: $id) { id } }', { id: draft.id });
  return commentBy(seen.code === 'OK' ? caller : stage.admin, draft);
}

async function otherComment(stage: Stage): Promise<string> {
  const writer = await stage.project.addMember('reader');
  return commentBy(writer, await newDraft(stage));
}

const commentBy = async (writer: Caller, { id: draftId }: { id: string }): Promise<string> =>
  (
    await writer.ask<{ id: string }>('mutation($input: CreateCommentInput!) { createComment(input: $input) { id } }', {
      input: { draftId, body: 'Why?' },
    })
  ).id;

async function archivedBranch({ superAdmin }: Stage, id: string): Promise<string> {
  await superAdmin.ask('mutation($id: ID!) { archiveBranch(input: { id: $id }) { id } }', { id });
  return id;
}

const WEBHOOK = { url: 'https://hooks.example.com/docsvc', events: ['DRAFT_SUBMITTED'] };

/** One webhook for all cases that do not delete it, because the number of webhooks in a project is limited. */
const webhooks = new WeakMap<Stage, Promise<string>>();

function webhookOf(stage: Stage): Promise<string> {
  const made = webhooks.get(stage) ?? newWebhook(stage);
  webhooks.set(stage, made);
  return made;
}

async function newWebhook({ project, admin }: Stage): Promise<string> {
  const input = { projectId: project.id, ...WEBHOOK };
  const query = 'mutation($input: CreateWebhookInput!) { createWebhook(input: $input) { id } }';
  return (await admin.ask<{ id: string }>(query, { input })).id;
}

async function newShare({ admin, document }: Stage): Promise<string> {
  const input = { branchId: document.branches.dev };
  const query = 'mutation($input: CreateDocumentShareInput!) { createDocumentShare(input: $input) { id } }';
  return (await admin.ask<{ id: string }>(query, { input })).id;
}

const aiProvider = { name: 'Models', baseUrl: 'https://models.example/v1', model: 'test-model', enabled: false };

async function enableProvider({ admin, project, modelUrl }: Stage): Promise<void> {
  const input = { projectId: project.id, ...aiProvider, baseUrl: modelUrl, removeApiKey: true, enabled: true };
  await admin.ask('mutation($input: AiProviderInput!) { updateAiProvider(input: $input) { name } }', { input });
}

const chatAbout = ({ project, document, versions }: Stage) => ({
  projectId: project.id,
  documentId: document.id,
  contextType: 'VERSION',
  contextId: versions[1].id,
});

/** A chat session of the caller if they may have one, otherwise of the admin. */
async function newSession(stage: Stage, caller: Caller): Promise<string> {
  await enableProvider(stage);
  const variables = { input: chatAbout(stage) };
  const query = 'mutation($input: CreateChatSessionInput!) { createChatSession(input: $input) { id } }';
  const made = await caller.graphql<{ createChatSession: { id: string } | null }>(query, variables);
  if (made.data?.createChatSession) return made.data.createChatSession.id;
  return (await stage.admin.ask<{ id: string }>(query, variables)).id;
}

async function newTokenOf(caller: Caller): Promise<string> {
  const input = { name: 'Agent', scopes: ['DOC_READ'] };
  const query = 'mutation($input: CreateMcpTokenInput!) { createMcpToken(input: $input) { id } }';
  return (await caller.ask<{ id: string }>(query, { input })).id;
}

async function newApiTokenOf(caller: Caller): Promise<string> {
  const input = { name: 'Pipeline', scopes: ['READ'] };
  const query = 'mutation($input: CreateApiTokenInput!) { createApiToken(input: $input) { id } }';
  return (await caller.ask<{ id: string }>(query, { input })).id;
}

function newException({ document, unique }: Stage): object {
  const key = Buffer.from(unique('change')).toString('hex').slice(-32).padStart(32, '0');
  return { documentId: document.id, key, reason: 'Nobody uses it' };
}

async function diffOf({ admin, document, versions: [from, to] }: Stage): Promise<string> {
  const input = { documentId: document.id, fromVersionId: from.id, toVersionId: to.id };
  return (
    await admin.ask<{ id: string }>('mutation($input: CreateDiffInput!) { createDiff(input: $input) { id } }', {
      input,
    })
  ).id;
}
