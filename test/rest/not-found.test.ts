import { afterEach, describe, expect, it } from 'vitest';
import { compileRoutes, operationsOf } from '../../facades/rest/compiled-routes.ts';
import { pathParameters } from '../../facades/rest/route.ts';
import { routes } from '../../facades/rest/routes.ts';
import { schema } from '../../src/schema.ts';
import { testApp } from '../support/app.ts';
import { petstore31Json, petstoreNext } from '../support/documents.ts';
import { type Document, seed } from '../support/seed.ts';
import { databaseDigest } from '../support/statements.ts';

/** Unknown keys are ignored, so that one body can be sent to every route. */
const app = await testApp({ DOCSVC_UNKNOWN_KEYS: 'ignore' });
const { admin, superAdmin } = await seed(app);
const project = await admin.createProject();

/** Everything that a document may contain, by the name of its path parameter. */
async function idsOf(document: Document): Promise<Record<string, string>> {
  const from = await document.publish({ content: petstore31Json });
  const to = await document.publish({ content: petstoreNext });
  const draft = await document.createDraft();
  const body = { from_version_id: from.id, to_version_id: to.id };
  const diff = await admin.rest('POST', `${document.path}/diffs`, { body });
  const comment = await admin.rest('POST', `${draft.path}/comments`, { body: { body: 'Why?' } });
  const endpoints = await admin.rest<{ id: string }[]>('GET', `${to.path}/endpoints`);
  return {
    project_id: document.project.id,
    document_id: document.id,
    branch_id: document.branches.dev,
    draft_id: draft.id,
    comment_id: comment.detail.id as string,
    version_id: to.id,
    diff_id: diff.detail.id,
    endpoint_id: endpoints.detail[0]?.id as string,
    user_id: admin.id,
    team_id: project.teamId,
    kind: 'raw',
    prompt_key: 'page_chat',
  };
}

const own = await idsOf(await project.createDocument());
const sibling = await idsOf(await project.createDocument());
const elsewhere = await idsOf(await (await admin.createProject()).createDocument());

/** The digest of the data, which must not change after this point. */
const unchanged = await databaseDigest(app.database);

/** Path parameters with fixed values instead of ids: other values are INVALID_ARGUMENT. */
const WORDS = ['kind', 'prompt_key'];

const rows = compileRoutes(routes, operationsOf(schema, routes))
  .filter(({ path }) => path.startsWith('/api/v1/private/'))
  .map(({ method, path }) => ({
    method,
    path,
    parameters: pathParameters(path).filter(name => !WORDS.includes(name)),
  }));

const fill = (path: string, ids: Record<string, string>) =>
  path.replaceAll(/\{(\w+)\}/g, (_, name) => ids[name] as string);

async function expectNotFound(method: string, path: string, ids: Record<string, string>): Promise<void> {
  // No lookup finds a member or a comment before these fields are checked.
  const body = method === 'GET' ? {} : { body: { role: 1, body: 'Why?' } };
  const answer = await superAdmin.rest(method, fill(path, ids), body);
  expect(answer).toMatchObject({ http: path.endsWith('.atom') ? 404 : 200, code: 404, status: 'NOT_FOUND' });
  expect(answer.message).not.toMatch(/prisma|uuid|sql/i);
}

afterEach(async () => {
  expect(await databaseDigest(app.database)).toBe(unchanged);
});

const cases = rows.flatMap(({ method, path, parameters }) =>
  parameters.map(parameter => ({ method, path, parameter })),
);
const below = cases.filter(
  ({ path, parameter }) => path.includes('{project_id}') && !['project_id', 'user_id'].includes(parameter),
);

describe('an id that is no UUID', () => {
  it.each(cases)('as $parameter is NOT_FOUND for $method $path', async ({ method, path, parameter }) => {
    for (const id of ['7', 'not-a-uuid', "'; DROP TABLE users; --", '%00', '☃'])
      await expectNotFound(method, path, { ...own, [parameter]: encodeURIComponent(id) });
  });
});

describe('an unknown id', () => {
  it.each(cases)('as $parameter is NOT_FOUND for $method $path', async ({ method, path, parameter }) => {
    await expectNotFound(method, path, { ...own, [parameter]: '01900000-0000-7000-8000-000000000000' });
  });
});

describe('an id that belongs to another parent', () => {
  it.each(below)(
    'as $parameter of another project is NOT_FOUND for $method $path',
    async ({ method, path, parameter }) => {
      await expectNotFound(method, path, { ...own, [parameter]: elsewhere[parameter] as string });
    },
  );

  const inDocument = below.filter(
    ({ path, parameter }) => path.includes('{document_id}/') && parameter !== 'document_id',
  );
  it.each(inDocument)(
    'as $parameter of another document is NOT_FOUND for $method $path',
    async ({ method, path, parameter }) => {
      await expectNotFound(method, path, { ...own, [parameter]: sibling[parameter] as string });
    },
  );
});

describe('an id in a body', () => {
  const document = `/private/projects/${own.project_id}/documents/${own.document_id}`;

  it.each(['7', '01900000-0000-7000-8000-000000000000', sibling.branch_id, elsewhere.branch_id])(
    'that is no branch of the document is NOT_FOUND: %s',
    async branch_id => {
      const body = { branch_id, version_name: '1', schema_content: petstore31Json };
      expect(await admin.rest('POST', `${document}/drafts`, { body })).toMatchObject({
        code: 404,
        status: 'NOT_FOUND',
      });
    },
  );

  it.each(['7', sibling.version_id, elsewhere.version_id])(
    'that is no version of the document is NOT_FOUND: %s',
    async to_version_id => {
      const body = { from_version_id: own.version_id, to_version_id };
      expect(await admin.rest('POST', `${document}/diffs`, { body })).toMatchObject({ code: 404, status: 'NOT_FOUND' });
    },
  );

  it.each(['7', '01900000-0000-7000-8000-000000000000'])('that is no user is NOT_FOUND: %s', async user => {
    const missing = { status: 'NOT_FOUND', message: 'User not found' };
    const created = { name: 'P', admin_user_id: user, team_id: project.teamId };
    expect(await admin.rest('POST', '/private/projects', { body: created })).toMatchObject(missing);
    const added = { user_id: user, role: 1 };
    expect(await admin.rest('POST', `${project.path}/members`, { body: added })).toMatchObject(missing);
    const query = 'mutation($input: ProjectMemberInput!) { addProjectMember(input: $input) { userId } }';
    const input = { projectId: project.id, userId: user, role: 'READER' };
    expect(await admin.graphql(query, { input })).toMatchObject({ code: 'NOT_FOUND' });
  });

  it.each(['7', '01900000-0000-7000-8000-000000000000', sibling.comment_id, elsewhere.comment_id])(
    'that is no comment on the draft is NOT_FOUND: %s',
    async reply_to => {
      const body = { body: 'Why?', reply_to };
      const missing = { status: 'NOT_FOUND', message: 'Comment not found' };
      expect(await admin.rest('POST', `${document}/drafts/${own.draft_id}/comments`, { body })).toMatchObject(missing);
    },
  );

  it('that is blank is INVALID_ARGUMENT', async () => {
    const refused = { status: 'INVALID_ARGUMENT' };
    for (const user_id of ['', ' '])
      expect(await admin.rest('POST', `${project.path}/members`, { body: { user_id, role: 1 } })).toMatchObject(
        refused,
      );
  });

  it('in capitals is the same id', async () => {
    const answer = await admin.rest(
      'GET',
      document.replace(own.document_id as string, (own.document_id as string).toUpperCase()),
    );
    expect(answer).toMatchObject({ code: 200, detail: { id: own.document_id } });
  });
});

describe('an invalid kind of content', () => {
  it.each(['pretty', 'RAW', ''])('is INVALID_ARGUMENT or no route: %s', async kind => {
    const answer = await admin.rest(
      'GET',
      `/private/projects/${own.project_id}/versions/${own.version_id}/content/${kind}`,
    );
    expect([400, 404]).toContain(answer.code);
  });

  it('of the other type is INVALID_ARGUMENT', async () => {
    const path = `/private/projects/${own.project_id}/versions/${own.version_id}/content/stable`;
    expect(await admin.rest('GET', path)).toMatchObject({ code: 400, status: 'INVALID_ARGUMENT' });
  });
});
