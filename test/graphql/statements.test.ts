import { beforeAll, describe, expect, it } from 'vitest';
import { newId } from '../../src/platform/ids.ts';
import { testApp } from '../support/app.ts';
import { guideMarkdown, openapiWith, petstore31Json, petstoreNext } from '../support/documents.ts';
import { type Person, type Project, seed } from '../support/seed.ts';
import { plansOf, statementsOf } from '../support/statements.ts';

const app = await testApp();
const { admin, superAdmin, createPerson } = await seed(app);

/** Documents with a published version, an open draft, a stored diff and a review each. */
async function projectOf(owner: Person, count: number): Promise<Project> {
  const project = await owner.createProject();
  for (let index = 0; index < count; index += 1) {
    const document = await project.createDocument();
    const from = await document.publish({ content: petstore31Json });
    const to = await document.publish({ content: petstoreNext });
    const input = { documentId: document.id, fromVersionId: from.id, toVersionId: to.id };
    await owner.ask('mutation($input: CreateDiffInput!) { createDiff(input: $input) { id } }', { input });
    const draft = await document.createDraft({ content: petstore31Json });
    await owner.rest('POST', `${draft.path}/comments`, { body: { body: `Why ${index}?`, anchor: { line: 1 } } });
    await draft.submit();
    await draft.requestChanges({ comment: 'Not yet' });
    await owner.ask('mutation($input: CreateDocumentShareInput!) { createDocumentShare(input: $input) { id } }', {
      input: { branchId: document.branches.dev },
    });
  }
  return project;
}

/** Results of a model: a summary of every object, and a chat about every document. */
async function explainAll(): Promise<void> {
  const { prisma } = app.database;
  const explain = (ownerType: 'DRAFT' | 'VERSION' | 'DIFF', rows: { id: string; projectId: string }[]) =>
    prisma.aiSummary.createMany({
      data: rows.map(({ id, projectId }) => ({
        ...{ id: newId(), projectId, ownerType, ownerId: id, promptKey: 'DIFF_CHANGE_SUMMARY' },
        ...{ status: 'SUCCEEDED', content: 'Explained.', basis: 'then', generatedById: admin.id },
      })),
    });
  await explain('DRAFT', await prisma.draft.findMany());
  await explain('VERSION', await prisma.version.findMany());
  await explain('DIFF', await prisma.diff.findMany());
  const sessions = (await prisma.document.findMany()).map(({ id, projectId }) => ({
    ...{
      id: newId(),
      projectId,
      documentId: id,
      contextType: 'VERSION' as const,
      contextId: id,
      createdById: superAdmin.id,
    },
  }));
  await prisma.chatSession.createMany({ data: sessions });
  await prisma.chatMessage.createMany({
    data: sessions.map(({ id }) => ({ id: newId(), sessionId: id, role: 'USER', content: 'What is new?' })),
  });
}

/** The number of statements of this query when it is repeated: the first request computes comparisons. */
async function costOf(query: string, project: Project): Promise<number> {
  const variables = query.includes('$id') ? { id: project.id } : {};
  const answers: unknown[] = [await superAdmin.graphql(query, variables)];
  const statements = await statementsOf(app.database, async () =>
    answers.push(await superAdmin.graphql(query, variables)),
  );
  expect(answers).toMatchObject([{ code: 'OK' }, { code: 'OK' }]);
  return statements.length;
}

const PAGE = 20;
let small: Project;
let large: Project;

beforeAll(async () => {
  small = await projectOf(admin, 2);
  large = await projectOf(admin, PAGE);
  await explainAll();
});

/** Fields of one list item, one test each; all items of a page share their cost. */
const lists: Record<string, string[]> = {
  documents: [
    'id',
    'project { name }',
    'branches { totalCount nodes { name latestVersion { versionName endpoints(first: 3) { nodes { path } } } } }',
    'drafts { totalCount nodes { versionName } }',
    'versions { totalCount nodes { versionName } }',
    'diffs { totalCount nodes { diffHash } }',
    'diffExceptions { totalCount nodes { key status createdBy { name } } }',
    'shares { totalCount nodes { status passwordProtected url createdBy { name } } }',
    'overview { versionCount endpointCount openDraftCount rawSizeBytes publishedBranchIds latestVersion { id } }',
  ],
  drafts: [
    'id',
    'reviewRevision',
    'baseVersionId',
    'branch { name }',
    'isAuthor authors { name } reviewers { name }',
    'document { name project { name } }',
    'version { id }',
    'reviews { totalCount nodes { decision comment } }',
    'openThreadCount changeToken comments { totalCount nodes { bodyHtml outdated author { name } } }',
    'diffPreview { seenKeys }',
    'warnings { message }',
    'content(kind: RAW) { hash sizeBytes }',
    'diffPreview { baseVersionId summary { unchanged } items { rule } }',
    'aiSummary { status stale content }',
  ],
  versions: [
    'id',
    'branch { name }',
    'branch { endpointHistory(method: "GET", path: "/pets") { totalCount nodes { step version { id } } } }',
    'branch { endpointHistory(method: "GET", path: "/pets") { nodes { items { rule } } } }',
    'document { name }',
    'endpoints(first: 3) { totalCount nodes { path method tags } }',
    'warnings { message }',
    'content(kind: RAW) { hash sizeBytes }',
    'publishedBy { name } diffFromPrevious { summary { breakingChanges } }',
    'aiSummary { status stale content }',
  ],
  diffs: [
    'id',
    'summary { unchanged }',
    'summary(profile: LENIENT) { warnings }',
    'items { rule }',
    'changelog { content }',
    'groups(by: CAUSE) { totalCount }',
    'fromVersion { versionName }',
    'toVersion { versionName }',
    'aiSummary(status: SUCCEEDED) { stale content }',
    'aiSummary { status }',
    'changes(first: 1) { aiSummary { content } }',
  ],
  members: ['id', 'userEmail role'],
  chatSessions: ['id title', 'messages { totalCount nodes { role content } }', 'recentMessages { content }'],
};

const fields = Object.entries(lists).flatMap(([list, items]) => items.map(item => ({ list, item })));

describe('the statements of a list', () => {
  it.each(fields)('of $list with { $item } are as many for 20 documents as for 2', async ({ list, item }) => {
    const query = `query($id: ID!) { project(id: $id) { ${list}(first: ${PAGE}) { totalCount nodes { ${item} } } } }`;
    expect(await costOf(query, large)).toBe(await costOf(query, small));
  });

  it('of 20 documents with branches, latest versions and first endpoints are 11 at most', async () => {
    const query = `query($id: ID!) { project(id: $id) { documents(first: ${PAGE}) { totalCount nodes { name
      branches { nodes { name latestVersion { versionName endpoints(first: 3) { nodes { method path } } } } } } } } }`;
    expect(await costOf(query, large)).toBeLessThanOrEqual(11);
  });
});

it.each([
  ['first: 1', 'nodes { path }', 1],
  ['first: 1', 'totalCount', 2],
  ['first: 1, offset: 1', 'nodes { path }', 2],
  ['first: 1, method: "GET"', 'nodes { path }', 2],
  ['first: 1, search: "pet"', 'nodes { path }', 8],
  ['first: 1, search: "pet"', 'totalCount', 8],
])('the lists endpoints(%s) { %s } of 40 versions are read in %i statements', async (args, selection, count) => {
  const query = (item: string) =>
    `query($id: ID!) { project(id: $id) { versions(first: ${2 * PAGE}) { nodes { ${item} } } } }`;
  const without = await costOf(query('id'), large);
  expect(await costOf(query(`endpoints(${args}) { ${selection} }`), large)).toBe(without + count);
});

describe('the statements of a root list', () => {
  const PROJECT = `id adminUserId myRole diffPolicy { profile } team { name } members { totalCount nodes { userEmail } }
    documents(first: 5) { totalCount nodes { name branches(first: 3) { nodes { name } } } }`;

  it.each([
    ['projects', PROJECT],
    ['teams', 'id name'],
    ['users', 'id email'],
    ['auditLog', 'id action metadata'],
    [
      'reviewQueue',
      'id reviewRevision author { name } project { name } document { name } diffPreview { summary { unchanged } }',
    ],
    ['myDrafts', 'id reviewRevision author { name } reviews { nodes { comment reviewer { name } } }'],
  ])('of %s do not grow with the number of rows', async (list, item) => {
    const cost = (first: number) => costOf(`{ ${list}(first: ${first}) { totalCount nodes { ${item} } } }`, small);
    const before = await cost(1);
    for (let index = 0; index < 3; index += 1) await projectOf(admin, 0);
    expect(await cost(5)).toBeLessThanOrEqual(before);
  });

  it('of member candidates do not grow with the number of rows', async () => {
    const cost = (first: number) =>
      costOf(
        `query($id: ID!) { memberCandidates(projectId: $id, first: ${first}) { totalCount nodes { email } } }`,
        small,
      );
    const before = await cost(1);
    expect(await cost(20)).toBeLessThanOrEqual(before);
  });
});

it('of the admins of a project, only the first active one is read', async () => {
  const first = await createPerson('first');
  const project = await first.createProject();
  const second = await project.addMember('admin');
  await project.addMember('admin');
  const ask = () => superAdmin.ask('query($id: ID!) { project(id: $id) { adminUserId } }', { id: project.id });
  expect(await ask()).toEqual({ adminUserId: first.id });
  expect(await plansOf(app.database, ask)).toContainEqual(expect.stringMatching(/Limit.*on members m /s));
  const disable = (where: object) => app.services.db.user.updateMany({ where, data: { status: 'DISABLED' } });
  await disable({ id: first.id });
  expect(await ask()).toEqual({ adminUserId: second.id });
  await disable({ memberships: { some: { projectId: project.id } } });
  expect(await ask()).toEqual({ adminUserId: null });
});

it('the total costs one more statement, but none on the last page, and none if it is not selected', async () => {
  const cost = (first: number, selection: string) => costOf(`{ users(first: ${first}) { ${selection} } }`, small);
  const rows = await cost(1, 'nodes { id }');
  expect(await cost(1, 'totalCount nodes { id }')).toBe(rows + 1);
  expect(await cost(100, 'totalCount nodes { id }')).toBe(rows);
});

it('previews of drafts that differ cost no statement each', async () => {
  const query = 'query($id: ID!) { project(id: $id) { drafts { nodes { diffPreview { summary { addedLines } } } } } }';
  const costOfDrafts = async (count: number) => {
    const project = await admin.createProject();
    for (let index = 0; index < count; index += 1) {
      const document = await project.createDocument({ type: 'MARKDOWN' });
      await document.createDraft({ content: `${guideMarkdown}\n${count} ${index}\n` });
    }
    return costOf(query, project);
  };
  expect(await costOfDrafts(6)).toBe(await costOfDrafts(2));
});

describe('the parts of texts that differ', () => {
  const VERSIONS = 50;
  let project: Project;

  beforeAll(async () => {
    project = await admin.createProject();
    for (let index = 0; index < VERSIONS; index += 1) {
      const document = await project.createDocument();
      const operation = { responses: { 200: { description: 'OK' } } };
      await document.publish({ content: openapiWith({ [`/pets/${index}`]: { get: operation } }) });
    }
  });

  const ofVersions = (item: string) => (first: number) =>
    `query($id: ID!) { project(id: $id) { versions(first: ${first}) { nodes { ${item} } } } }`;

  it.each([
    ['introductions', ofVersions('introduction { title }')],
    ['excerpts', ofVersions('excerpt(pointer: "/info")')],
    ['places', ofVersions('place(pointer: "/info", kind: RAW) { line }')],
    ['operations of versions', ofVersions('endpoints(first: 1) { nodes { operation } }')],
    [
      'operations of a project',
      (first: number) => `query($id: ID!) { endpoints(projectId: $id, first: ${first}) { nodes { operation } } }`,
    ],
  ])('%s cost as many statements for 20 and 50 versions as for one', async (_, query) => {
    const costs: number[] = [];
    for (const first of [1, 20, VERSIONS]) costs.push(await costOf(query(first), project));
    expect(new Set(costs)).toHaveLength(1);
  });
});
