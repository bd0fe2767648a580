import { expect, it } from 'vitest';
import { compileApi } from '../../facades/rest/compiled-routes.ts';
import { routes } from '../../facades/rest/routes.ts';
import { schema } from '../../src/schema.ts';
import { testApp } from '../support/app.ts';
import { petstore31Json, petstoreNext } from '../support/documents.ts';
import { startModelServer } from '../support/model-server.ts';
import { type Person, seed } from '../support/seed.ts';

/** Every creating route accepts an Idempotency-Key, and returns the same answer to the same request. */

const app = await testApp();
const { admin, superAdmin, createPerson } = await seed(app);
const project = await admin.createProject();
const document = await project.createDocument();
const first = await document.publish({ content: petstore31Json });
const second = await document.publish({ content: petstoreNext });
const submitted = await document.createDraft({ content: petstore31Json });
const reviewRevision = (await submitted.submit()).reviewRevision;
const open = await document.createDraft({ content: petstoreNext });
const stranger = await createPerson();
const model = await startModelServer();
const provider = { name: 'M', base_url: model.url, model: 'm', api_key: 'sk-none', enabled: true };
await superAdmin.rest('PUT', '/private/ai/provider', { body: provider });
const removed = (
  await admin.rest<{ id: string }>('POST', `${document.path}/diffs`, {
    body: { from_version_id: first.id, to_version_id: second.id },
  })
).detail.id;
const [change] = (await admin.rest<{ key: string }[]>('GET', `${document.path}/diffs/${removed}/items`)).detail;

const session = (
  await admin.rest<{ id: string }>('POST', `${project.path}/ai/chat-sessions`, {
    body: { document_id: document.id, context_type: 'version', context_id: first.id },
  })
).detail.id;
const webhook = (
  await admin.rest<{ id: string }>('POST', `${project.path}/webhooks`, {
    body: { url: 'https://hooks.example.com/tested', events: ['draft.submitted'] },
  })
).detail.id;

/** Operation → a successful request, and a field that makes it a different request, if it has fields. */
const creations: Record<string, { path: string; body: Record<string, unknown>; other?: object; by?: Person }> = {
  CreateTeam: { path: '/private/teams', body: { name: 'A' }, other: { name: 'B' } },
  CreateProject: {
    path: '/private/projects',
    body: { team_id: project.teamId, name: 'A' },
    other: { description: 'other' },
  },
  AddProjectMember: {
    path: `${project.path}/members`,
    body: { user_id: stranger.id, role: 1 },
    other: { role: 2 },
  },
  CreateDocument: {
    path: `${project.path}/documents`,
    body: { name: 'A', document_type: 2, relative_path: 'a.md' },
    other: { relative_path: 'b.md' },
  },
  CreateBranch: { path: `${document.path}/branches`, body: { name: 'feature/a' }, other: { name: 'feature/b' } },
  CreateDraft: {
    path: `${document.path}/drafts`,
    body: { branch_id: document.branches.dev, version_name: 'a', schema_content: petstore31Json },
    other: { schema_content: petstoreNext },
  },
  PromoteDraft: {
    path: `${document.path}/drafts/promote`,
    body: { source_version_id: first.id, target_branch_id: document.branches.test, version_name: 'a' },
    other: { version_name: 'b' },
  },
  ApproveDraft: {
    path: `${submitted.path}/approve`,
    body: { expected_review_revision: reviewRevision },
    other: { comment: 'other' },
  },
  CreateComment: { path: `${open.path}/comments`, body: { body: 'Why?' }, other: { body: 'other' } },
  CreateDiff: {
    path: `${document.path}/diffs`,
    body: { from_version_id: first.id, to_version_id: second.id },
    other: { to_version_id: first.id },
  },
  AcceptDiffException: {
    path: `${document.path}/diff-exceptions`,
    body: { key: change?.key, reason: 'Agreed' },
    other: { reason: 'other' },
  },
  CreateChatSession: {
    path: `${project.path}/ai/chat-sessions`,
    body: { document_id: document.id, context_type: 'version', context_id: first.id },
    other: { title: 'other' },
  },
  CreateDocumentShare: {
    path: `${document.path}/shares`,
    body: { branch_id: document.branches.dev, password: 'correct horse battery' },
    other: { password: 'another horse battery' },
  },
  SendChatMessage: {
    path: `${project.path}/ai/chat-sessions/${session}/messages`,
    body: { content: 'Is it once?' },
    other: { content: 'Is it twice?' },
  },
  CreateWebhook: {
    path: `${project.path}/webhooks`,
    body: { url: 'https://hooks.example.com/', events: ['draft.submitted'] },
    other: { enabled: false },
  },
  TestWebhook: { path: `${project.path}/webhooks/${webhook}/test`, body: {} },
  RegenerateDraftAiSummary: { path: `${open.path}/ai-summary/regenerate`, body: {} },
  RegenerateVersionAiSummary: { path: `${document.path}/versions/${first.id}/ai-summary/regenerate`, body: {} },
  RegenerateDiffAiSummary: { path: `${document.path}/diffs/${removed}/ai-summary/regenerate`, body: {} },
  CreateApiToken: { path: '/private/api-tokens', body: { name: 'A', scopes: [1] }, other: { scopes: [2] } },
  CreateMcpToken: { path: '/private/mcp-tokens', body: { name: 'A', scopes: [1] }, other: { scopes: [1, 2] } },
  CreateUser: {
    path: '/private/system/users',
    body: { email: 'once@example.com', password: 'correct horse battery' },
    other: { password: 'another horse battery' },
    by: superAdmin,
  },
};

/** Secrets that only the first answer has. */
const SHOWN_ONCE = /^(docsvc_api_|whsec_)/;

const withoutSecrets = (detail: Record<string, unknown>) =>
  Object.fromEntries(
    Object.entries(detail).filter(([name, value]) => name.endsWith('_masked') || !SHOWN_ONCE.test(String(value))),
  );

const creating = compileApi(schema, { version: '0', commit: 'unknown' }, routes).compiled.filter(
  ({ operation }) => operation.creates,
);

it('creations are all mutations with `extensions.creates`', () => {
  expect([...new Set(creating.map(({ operation }) => operation.name))].sort()).toEqual(Object.keys(creations).sort());
  const made = /^(create|add|accept|promote|approve)/;
  const others = Object.values(schema.getMutationType()?.getFields() ?? {}).filter(
    ({ name, extensions }) => made.test(name) && extensions.creates !== true,
  );
  expect(others.map(({ name }) => name)).toEqual([]);
});

it.each(Object.entries(creations))('%s', async (_, { path, body, other, by = admin }) => {
  const headers = { 'idempotency-key': 'a key of ~ 255 characters'.padEnd(255, '!') };
  const [made, again] = [
    await by.rest('POST', path, { body, headers }),
    await by.rest('POST', path, { body, headers }),
  ];
  expect([made.status, again.status]).toEqual(['OK', 'OK']);
  // The second answer contains the secret too, except one that is shown only once.
  const expected = withoutSecrets(made.detail);
  expect(again.detail).toEqual(expected);
  const reordered = Object.fromEntries(Object.entries(body).reverse());
  expect((await by.rest('POST', path, { body: reordered, headers })).detail).toEqual(expected);
  if (other === undefined) return;
  const refused = await by.rest('POST', path, { body: { ...body, ...other }, headers });
  expect([refused.status, refused.message]).toEqual(['FAILED_PRECONDITION', expect.stringContaining('another body')]);
});

it('an answer that was streamed once is sent again, and not asked for again', async () => {
  const path = `${project.path}/ai/chat-sessions/${session}/messages`;
  const headers = { accept: 'text/event-stream', 'idempotency-key': 'streamed' };
  const send = () => admin.rest('POST', path, { body: { content: 'Is it streamed?' }, headers });
  const asked = model.seen.length;
  const [made, again] = [await send(), await send()];
  const last = ({ text }: typeof made) => /"id":"[^"]+"/.exec(text)?.[0];
  expect(last(made)).toBeDefined();
  expect(last(again)).toBe(last(made));
  expect(again.text).toContain('Yes.');
  expect(model.seen).toHaveLength(asked + 1);
});

it.each([
  ['empty', ''],
  ['too long', 'x'.repeat(256)],
  ['not ASCII', 'clé'],
  ['with a tab', 'a\tb'],
])('a key that is %s is INVALID_ARGUMENT', async (_, key) => {
  const answer = await admin.rest('POST', '/private/teams', {
    body: { name: 'A' },
    headers: { 'idempotency-key': key },
  });
  expect(answer).toMatchObject({ status: 'INVALID_ARGUMENT', detail: { errors: [{ field: 'Idempotency-Key' }] } });
});

it('without a creation the key is ignored: two logins are separate', async () => {
  const request = { headers: { 'idempotency-key': 'x' }, body: { email: 'nobody@example.com', password: 'wrong' } };
  expect(await app.rest('POST', '/open/auth/login', request)).toMatchObject({ status: 'UNAUTHENTICATED' });
  const draft = await document.createDraft({ content: petstore31Json });
  for (const status of ['OK', 'FAILED_PRECONDITION'])
    expect(await admin.rest('POST', `${draft.path}/submit`, { headers: request.headers })).toMatchObject({ status });
});

it('no secret and no body is stored with a key', async () => {
  const kept = await app.database.prisma.idempotencyKey.findMany();
  const routesWithKey = kept.map(({ route }) => route.split('/').at(-1));
  expect(routesWithKey).toEqual(expect.arrayContaining(['drafts', 'mcp-tokens', 'shares', 'users', 'webhooks']));
  for (const row of kept) {
    expect(row).toEqual({
      userId: expect.any(String),
      route: expect.stringMatching(/^\w+ \/api\/v1\/private\/[\w/-]+$/),
      key: expect.any(String),
      bodyHash: expect.stringMatching(/^[\w-]{43}$/),
      resourceId: expect.any(String),
      createdAt: expect.any(Date),
    });
  }
});
