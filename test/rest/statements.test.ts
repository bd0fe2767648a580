import { expect, it } from 'vitest';
import { testApp } from '../support/app.ts';
import { openapiOfSize, petstore31Json } from '../support/documents.ts';
import { agent, createToken } from '../support/mcp.ts';
import { seed, seedPassword } from '../support/seed.ts';
import { statementsOf, withoutLaterRows } from '../support/statements.ts';

// The statements of one request from its credential to its answer, without BEGIN and COMMIT. The branch is protected
// and has a version, and the contents are new, so that every statement is needed.

const app = await testApp();
const { admin, createPerson } = await seed(app);
const project = await admin.createProject();

type State = { id: string; revision: string; review_revision: string };
type Answer<Value> = { status: string; value: Value };
type Measured<Value> = { value: Value; count: number };

async function measure<Value>(work: () => Promise<Answer<Value>>): Promise<Measured<Value>> {
  let answer: Answer<Value> | undefined;
  const sent = await statementsOf(app.database, async () => {
    answer = await work();
  });
  expect(answer).toMatchObject({ status: 'OK' });
  return { value: (answer as Answer<Value>).value, count: sent.length };
}

const rest = (method: string, path: string, body?: object) =>
  measure(async () => {
    const { status, detail } = await admin.rest<State>(method, path, { body });
    return { status, value: detail };
  });

let endpoints = 2;
/** A text that was never sent before. */
const newContent = (): string => openapiOfSize(++endpoints);

async function createDocument() {
  const document = await project.createDocument();
  await document.publish({ branch: 'prod', content: petstore31Json });
  return { document, drafts: `${document.path}/drafts`, branch_id: document.branches.prod };
}

it('over REST a draft costs 7 to create, 6 to change, 5 to submit, 6 to send back and to approve', async () => {
  const { drafts, branch_id } = await createDocument();
  const upload = { branch_id, version_name: 'first', schema_content: newContent() };
  const created = await rest('POST', drafts, upload);
  const path = `${drafts}/${created.value.id}`;
  const renamed = await rest('PATCH', path, { expected_revision: created.value.revision, version_name: 'second' });
  const changed = await rest('PATCH', path, {
    expected_revision: renamed.value.revision,
    schema_content: newContent(),
  });
  const submitted = await rest('POST', `${path}/submit`);
  const sentBack = await rest('POST', `${path}/request-changes`, {
    expected_review_revision: submitted.value.review_revision,
  });
  const again = await rest('POST', `${path}/submit`);
  const approved = await rest('POST', `${path}/approve`, {
    expected_review_revision: again.value.review_revision,
    comment: 'Good',
  });
  const counts = { created, renamed, changed, submitted, sentBack, approved };
  expect(Object.fromEntries(Object.entries(counts).map(([name, { count }]) => [name, count]))).toEqual({
    created: 7,
    renamed: 5,
    changed: 6,
    submitted: 5,
    sentBack: 6,
    approved: 6,
  });
});

it('over REST a read costs 1 for the caller or a version, 2 for a content, 3 for an endpoint in full or a list', async () => {
  const { document } = await createDocument();
  const [version] = (await admin.rest<State[]>('GET', `${document.path}/versions`)).detail;
  const versionPath = `${document.path}/versions/${version?.id}`;
  const [endpoint] = (await admin.rest<State[]>('GET', `${versionPath}/endpoints`)).detail;
  const paths = {
    '/private/identity/me': 1,
    [versionPath]: 1,
    [`${versionPath}/content/raw`]: 2,
    [`${versionPath}/endpoints/${endpoint?.id}`]: 3,
    [`${document.path}/versions?page_size=50`]: 3,
    [`${versionPath}/endpoints?page_size=50`]: 2,
    [`${project.path}/documents?page_size=50`]: 2,
  };
  for (const [path, most] of Object.entries(paths))
    expect([path, (await rest('GET', path)).count]).toEqual([path, most]);
});

it('over REST it costs 1 to tell a caller that they already have a content', async () => {
  const { document } = await createDocument();
  const [version] = (await admin.rest<State[]>('GET', `${document.path}/versions`)).detail;
  const url = `/api/v1${document.path}/versions/${version?.id}/content/raw`;
  const { etag } = (await app.inject({ url, headers: { authorization: admin.token } })).headers;
  const headers = { authorization: admin.token, 'if-none-match': String(etag) };
  const sent = await statementsOf(app.database, async () => {
    expect(await app.inject({ url, headers })).toMatchObject({ statusCode: 304 });
  });
  expect(sent).toHaveLength(1);
});

it('over REST a publication costs 18 from the draft to the version', async () => {
  const { drafts, branch_id } = await createDocument();
  const created = await rest('POST', drafts, { branch_id, version_name: 'next', schema_content: newContent() });
  const path = `${drafts}/${created.value.id}`;
  const submitted = await rest('POST', `${path}/submit`);
  const expected_review_revision = submitted.value.review_revision;
  const approved = await rest('POST', `${path}/approve`, { expected_review_revision });
  expect(created.count + submitted.count + approved.count).toBe(18);
});

it('over MCP a draft costs one more to create, and two to change: no path names it', async () => {
  const { document, branch_id } = await createDocument();
  const { id, token } = await createToken(admin);
  const { call } = agent(app, token);
  await call('list_projects');
  // The first use of a token is recorded in addition.
  await expect.poll(() => app.database.prisma.mcpToken.count({ where: { id, lastUsedAt: { not: null } } })).toBe(1);
  const own = { project_id: project.id, document_id: document.id };
  const tool = async (name: string, args: object) => {
    // Uses are recorded with a delay.
    await app.services.usage.flush();
    return measure(() => call(name, { ...own, ...args }) as Promise<Answer<State>>);
  };
  const upload = { branch_id, version_name: 'first', schema_content: newContent() };
  const created = await tool('create_api_version_draft', upload);
  const draft_id = created.value.id;
  const changed = await tool('update_api_version_draft', {
    draft_id,
    expected_revision: created.value.revision,
    schema_content: newContent(),
  });
  const submitted = await tool('submit_api_version_draft', { draft_id });
  expect([created.count, changed.count, submitted.count]).toEqual([8, 8, 6]);
});

it('a login costs 1, like a refused one, and 2 more when its address was not seen for an hour', async () => {
  const person = await createPerson();
  const login = async (password: string, status = 'OK', email = person.email) => {
    // Logins are recorded with a delay.
    await app.services.usage.flush();
    const sent = await statementsOf(app.database, async () => {
      expect(await app.rest('POST', '/open/auth/login', { body: { email, password } })).toMatchObject({ status });
    });
    return withoutLaterRows(sent).length;
  };
  expect(await login(seedPassword)).toBe(3);
  expect(await login(seedPassword)).toBe(1);
  expect(await login('a wrong password', 'UNAUTHENTICATED')).toBe(1);
  expect(await login(seedPassword, 'UNAUTHENTICATED', 'nobody@example.com')).toBe(1);
  // An hour ago, and an hour ahead, as written by a server with a fast clock.
  for (const away of [-3_601_000, 3_600_000]) {
    await app.database.prisma.knownAddress.updateMany({ data: { seenAt: new Date(Date.now() + away) } });
    expect([await login(seedPassword), await login(seedPassword)]).toEqual([3, 1]);
  }
});

it('the hash of a password is read by sign-ins only', async () => {
  const sent = await statementsOf(app.database, async () => {
    await admin.rest('GET', '/private/identity/me');
    await admin.rest('GET', `${project.path}/members`);
    await admin.rest('GET', `${project.path}/member-candidates`);
  });
  expect(sent.filter(text => text.includes('password_hash'))).toEqual([]);
});

it('one statement reads and locks every parent of a draft that could be archived', async () => {
  const { document } = await createDocument();
  const draft = await document.createDraft();
  const sent = await statementsOf(app.database, () => draft.submit());
  expect(sent.filter(text => /FOR (SHARE|UPDATE)/.test(text)).map(text => text.match(/FOR SHARE.*/)?.[0])).toEqual([
    'FOR SHARE OF p, t, d, b',
  ]);
});
