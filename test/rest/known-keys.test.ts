import {
  type GraphQLInputObjectType,
  type GraphQLInputType,
  getNamedType,
  isEnumType,
  isInputObjectType,
  isListType,
  isNonNullType,
} from 'graphql';
import { describe, expect, it } from 'vitest';
import { schema } from '../../src/schema.ts';
import { testApp } from '../support/app.ts';
import { seed } from '../support/seed.ts';

const app = await testApp();
const { admin, superAdmin, createPerson } = await seed(app);
const project = await admin.createProject();
const document = await project.createDocument();
const { dev } = document.branches;
const versions = [await document.publish(), await document.publish()].map(({ id }) => id);

type Errors = { errors: { field: string; message: string }[] };

const nearest = (message: string) => /did you mean (\w+)\?/.exec(message)?.[1];

describe('an unknown key', () => {
  it.each([
    ['/private/projects', 'teamid', 'team_id'],
    ['/private/projects', 'Search', 'search'],
    ['/private/teams', 'pagesize', 'page_size'],
    [`${document.path}/drafts`, 'branch', 'branch_id'],
    [`${document.path}/drafts`, 'statut', 'status'],
    ['/private/audit-logs', 'project', 'project_id'],
  ])('of the query of %s is refused: %s, near %s', async (path, key, known) => {
    const answer = await superAdmin.rest<Errors>('GET', path, { query: { [key]: 'x' } });
    expect(answer).toMatchObject({ code: 400, status: 'INVALID_ARGUMENT', detail: { errors: [{ field: key }] } });
    expect(nearest(answer.message)).toBe(known);
  });

  it('without a similar known key is refused with the list of known keys', async () => {
    const { message } = await admin.rest('GET', '/private/teams', { query: { xylophone: 1 } });
    expect(message).toBe('xylophone is not known here; known are search, page_size, offset');
  });

  it('of a body is refused, and nothing changes', async () => {
    const body = { branch_id: dev, expires: 'permanent' };
    const { status, message } = await admin.rest('POST', `${document.path}/shares`, { body });
    expect([status, nearest(message)]).toEqual(['INVALID_ARGUMENT', 'expiry']);
    expect((await admin.rest('GET', `${document.path}/shares`)).total).toBe(0);
  });

  it('inside a list of a body is refused', async () => {
    const body = { overrides: [{ rule: 'endpoint-added', severity: 2, sevrity: 3 }] };
    const { message } = await admin.rest('PUT', `${project.path}/diff-policy`, { body });
    expect(message).toContain('sevrity is not known here: did you mean severity?');
  });

  it('of the query of a POST is refused', async () => {
    const answer = await admin.rest('POST', '/private/teams', { body: { name: 'x' }, query: { name: 'y' } });
    expect(answer).toMatchObject({ code: 400, message: 'name is not known here; known are none' });
  });

  it('is reported only to callers who may call the route', async () => {
    const outsider = await createPerson();
    expect(await outsider.rest('GET', `${project.path}/documents`, { query: { x: 1 } })).toMatchObject({ code: 403 });
  });

  it('is ignored if DOCSVC_UNKNOWN_KEYS is ignore', async () => {
    const lenient = await app.with({ DOCSVC_UNKNOWN_KEYS: 'ignore' });
    const { token } = admin;
    expect(await lenient.rest('GET', '/private/teams', { token, query: { x: 1 } })).toMatchObject({ code: 200 });
    expect(await lenient.rest('POST', '/private/teams', { token, body: { name: 'x', y: 1 } })).toMatchObject({
      code: 200,
      detail: { name: 'x' },
    });
  });
});

describe('the body of a DELETE', () => {
  it('that says something is refused, and nothing is deleted', async () => {
    const { path } = await document.createDraft();
    const refused = async (body: object | string, message: string | RegExp) => {
      const answer = await admin.rest('DELETE', path, { body });
      expect(answer).toMatchObject({ code: 400, message: expect.stringMatching(message) });
    };
    await refused({ expected_revision: 'stale' }, /^expected_revision is not known here; known are none$/);
    await refused('{{{', 'The body is not valid JSON');
    await refused('[]', 'The body must be a JSON object');
    expect((await admin.rest('GET', path)).detail).toMatchObject({ state: 'draft' });
    const outsider = await createPerson();
    expect(await outsider.rest('DELETE', path, { body: '{{{' })).toMatchObject({ code: 403 });
  });

  it('may be empty, and is not read if DOCSVC_UNKNOWN_KEYS is ignore', async () => {
    const lenient = await app.with({ DOCSVC_UNKNOWN_KEYS: 'ignore' });
    const drafts = [
      await document.createDraft(),
      await document.createDraft(),
      await document.createDraft(),
      await document.createDraft(),
    ] as const;
    const answers = [
      await admin.rest('DELETE', drafts[0].path),
      await admin.rest('DELETE', drafts[1].path, { body: {} }),
      await lenient.rest('DELETE', drafts[2].path, { token: admin.token, body: { expected_revision: 'x' } }),
      await lenient.rest('DELETE', drafts[3].path, { token: admin.token, body: '{{{' }),
    ];
    expect(answers.map(({ status }) => status)).toEqual(['OK', 'OK', 'OK', 'OK']);
  });
});

describe('a key with two names', () => {
  it.each([
    ['/private/mcp-usage', { limit: 'ten' }, 'limit must be an integer'],
    ['/private/mcp-usage', { limit: 500 }, 'limit must be between 1 and 200'],
    ['/private/mcp-usage', { actor_id: '' }, 'actor_id must not be blank'],
    ['/private/audit-logs', { limit: 0, page_size: 0 }, 'limit must be between 1 and 200'],
    ['/private/audit-logs', { token_id: ' ' }, 'token_id must not be blank'],
    [`${document.path}/drafts`, { state: 'done' }, /^state must be one of 1 \(DRAFT\)/],
  ])('keeps the name of the caller in errors: %s %j', async (path, query, message) => {
    const answer = await superAdmin.rest<Errors>('GET', path, { query: query as Record<string, string> });
    expect(answer.message).toEqual(expect.stringMatching(message));
    expect(answer.detail.errors[0]?.field).toBe(Object.keys(query)[0]);
  });

  it.each([
    ['/private/audit-logs', { actor_id: 'one', token_id: 'two' }, 'token_id', 'actor_id'],
    ['/private/audit-logs', { token_id: 'two', actor: 'one' }, 'token_id', 'actor'],
    ['/private/mcp-usage', { actor_id: 'one', token_id: 'two' }, 'actor_id', 'token_id'],
  ])('is refused with two values: %s %j', async (path, query, field, first) => {
    const message = `differs from ${first}, which means the same: send one of them`;
    expect(await superAdmin.rest('GET', path, { query: query as Record<string, string> })).toMatchObject({
      code: 400,
      status: 'INVALID_ARGUMENT',
      detail: { errors: [{ field, message }] },
    });
  });

  it('may have one value under each name', async () => {
    const query = { actor: superAdmin.id, actor_id: superAdmin.id, token_id: superAdmin.id };
    expect(await superAdmin.rest('GET', '/private/audit-logs', { query })).toMatchObject({ code: 200 });
  });
});

it('null is as absent under every name, and where the path has the value', async () => {
  const { dev } = document.branches;
  const expiry = { expiry_preset: '1_year', expiry: null };
  const shared = await admin.rest('POST', `${document.path}/shares`, {
    body: { branch_id: dev, version_scope: 1, ...expiry },
  });
  expect(shared).toMatchObject({ code: 200 });
  const body = { description: 'New', project_id: null, document_id: null };
  expect(await admin.rest('PATCH', document.path, { body })).toMatchObject({ code: 200 });
});

describe('a blank id', () => {
  it.each([
    ['/private/projects', 'team_id'],
    ['/private/audit-logs', 'project_id'],
    ['/private/audit-logs', 'actor'],
    ['/private/mcp-usage', 'token_id'],
    [`${project.path}/drafts`, 'branch_id'],
    [`${project.path}/drafts`, 'document_id'],
    [`${project.path}/versions`, 'branch_id'],
    [`${project.path}/diffs`, 'from_version_id'],
  ])('filters nothing at %s: %s is refused', async (path, name) => {
    for (const blank of ['', ' '])
      expect(await superAdmin.rest('GET', path, { query: { [name]: blank } })).toMatchObject({
        status: 'INVALID_ARGUMENT',
        detail: { errors: [{ field: name, message: 'must not be blank' }] },
      });
  });

  it('is refused over GraphQL, as a literal and as a variable', async () => {
    expect(await superAdmin.graphql('{ projects(teamId: "") { totalCount } }')).toMatchObject({
      code: 'INVALID_ARGUMENT',
    });
    const query = 'query ($id: ID) { auditLog(projectId: $id) { totalCount } }';
    expect(await superAdmin.graphql(query, { id: ' ' })).toMatchObject({ code: 'INVALID_ARGUMENT' });
    expect(await superAdmin.graphql(query, { id: null })).toMatchObject({ code: 'OK' });
  });
});

describe('a blank branch over GraphQL', () => {
  it.each([
    ['project(id: $id) { versions(documentId: $document, branch: $branch) { totalCount } }'],
    ['drafts(projectId: $id, documentId: $document, branch: $branch) { totalCount }'],
    ['endpoints(projectId: $id, branch: $branch) { totalCount } document(id: $document) { id }'],
  ])('is refused, and does not mean all branches: %s', async field => {
    const query = `query($id: ID!, $document: ID!, $branch: String) { ${field} }`;
    for (const branch of ['', ' ']) {
      const answer = await admin.graphql(query, { id: project.id, document: document.id, branch });
      expect(answer.errors?.map(({ extensions }) => extensions)).toMatchObject([
        { code: 'INVALID_ARGUMENT', errors: [{ field: 'branch', message: 'must not be blank' }] },
      ]);
    }
  });
});

describe('a blank id in the input of a mutation', () => {
  const mutations = Object.values(schema.getMutationType()?.getFields() ?? {});
  const cases = mutations.flatMap(({ name: mutation, args: [arg] }) => {
    const input = arg && getNamedType(arg.type);
    if (!isInputObjectType(input)) return [];
    const required = someObject(input);
    return Object.values(input.getFields())
      .filter(({ type }) => !isNonNullType(type) && getNamedType(type).name === 'ID')
      .map(({ name }) => ({ mutation, name, input: input.name, value: { ...required, [name]: ' ' } }));
  });

  it.each(cases)('is refused: $name of $mutation', async ({ mutation, name, input, value }) => {
    const text = `mutation($input: ${input}!) { ${mutation}(input: $input) { __typename } }`;
    expect(await superAdmin.graphql(text, { input: value })).toMatchObject({
      code: 'INVALID_ARGUMENT',
      errors: [{ extensions: { errors: [{ field: name, message: 'must not be blank' }] } }],
    });
  });
});

/** An object with the required fields. */
const someObject = (type: GraphQLInputObjectType): object =>
  Object.fromEntries(
    Object.values(type.getFields())
      .filter(field => isNonNullType(field.type))
      .map(field => [field.name, someValue(field.type)]),
  );

function someValue(type: GraphQLInputType): unknown {
  const inner = isNonNullType(type) ? type.ofType : type;
  if (isListType(inner)) return [someValue(inner.ofType)];
  if (isEnumType(inner)) return inner.getValues()[0]?.name;
  if (isInputObjectType(inner)) return someObject(inner);
  const DateTime = '2026-01-01T00:00:00Z';
  const values: Record<string, unknown> = { Boolean: true, DateTime, Float: 1, ID: crypto.randomUUID(), Int: 1 };
  return values[getNamedType(inner).name] ?? 'x';
}

describe('a filter', () => {
  it('accepts an enum as number or word, and the field name of the answer', async () => {
    const submitted = await document.createDraft();
    await submitted.submit();
    const count = async (query: Record<string, string | number>) =>
      (await admin.rest('GET', `${document.path}/drafts`, { query })).total;
    for (const value of [2, 'submitted', 'SUBMITTED'])
      expect([await count({ status: value }), await count({ state: value })], `${value}`).toEqual([1, 1]);
    expect(await admin.rest('GET', `${document.path}/drafts`, { query: { state: 2, status: 1 } })).toMatchObject({
      code: 400,
      message: 'state differs from status, which means the same: send one of them',
    });
    const documents = (document_type: string | number) =>
      admin.rest('GET', `${project.path}/documents`, { query: { document_type } });
    expect([(await documents('openapi')).total, (await documents(2)).total]).toEqual([1, 0]);
  });
});

describe('an admin client of these paths', () => {
  const reads: [path: string, query: Record<string, string>][] = [
    ['/private/audit-logs', { limit: '2', project_id: project.id, token_id: dev }],
    ['/private/mcp-usage', { limit: '2', project_id: project.id }],
    [
      `${project.path}/ai/chat-sessions`,
      { document_id: document.id, context_type: 'version', context_id: versions[0] as string },
    ],
    [`${document.path}/diffs`, { from_version_id: versions[0] as string, to_version_id: versions[1] as string }],
    [`${document.path}/drafts`, { branch_id: dev }],
    [`${document.path}/versions`, { branch_id: dev }],
  ];

  it.each(reads)('reads %s with %j', async (path, query) => {
    expect(await admin.rest('GET', path, { query })).toMatchObject({ code: 200, detail: expect.any(Array) });
  });

  it('filters diffs by their versions', async () => {
    const total = async (query: Record<string, string>) =>
      (await admin.rest('GET', `${document.path}/diffs`, { query })).total;
    const [from, to] = versions as [string, string];
    expect([await total({}), await total({ from_version_id: from, to_version_id: to })]).toEqual([1, 1]);
    expect(await total({ from_version_id: to })).toBe(0);
    const unknown = await admin.rest('GET', `${document.path}/diffs`, { query: { to_version_id: 'x' } });
    expect(unknown).toMatchObject({ code: 404 });
  });

  it('can write with its own names of keys', async () => {
    const ok = async (method: string, path: string, body: object, caller = admin) => {
      const answer = await caller.rest(method, path, { body });
      expect(answer, `${method} ${path} ${answer.message}`).toMatchObject({ code: 200 });
      return answer.detail;
    };
    const { relative_path } = (await admin.rest('GET', document.path)).detail;
    await ok('PATCH', document.path, { name: 'New', description: 'Of pets', relative_path });
    const branch = await ok('POST', `${document.path}/branches`, { name: 'feature/x' });
    const change = { name: 'feature/y', description: 'd', is_default: false, is_protected: false };
    await ok('PATCH', `${document.path}/branches/${branch.id}`, change);
    const { content } = await ok('GET', `${document.path}/versions/${versions[0]}/content/raw`, undefined as never);
    const labels = { version_name: 'x', changelog: 'c', source_git_commit_id: 'abc' };
    await ok('POST', `${document.path}/drafts`, { branch_id: dev, ...labels, content: '', schema_content: content });
    const promoted = {
      source_branch_id: dev,
      target_branch_id: document.branches.test,
      version_name: 'p',
      changelog: 'c',
    };
    expect(await ok('POST', `${document.path}/drafts/promote`, promoted)).toMatchObject({ changelog: 'c' });
    const share = { branch_id: dev, version_scope: 1, password: '', expiry_preset: '1_month' };
    expect(await ok('POST', `${document.path}/shares`, share)).toMatchObject({
      expiry: '1_month',
      password_protected: false,
    });
    const user = { email: 'new@example.org', name: 'New', password: 'long enough', is_super_admin: false, status: 1 };
    await ok('POST', '/private/system/users', user, superAdmin);
    const token = await ok('POST', '/private/mcp-tokens', { name: 'agent', scopes: [1], expires_at: '' });
    expect(token).not.toHaveProperty('expires_at');
    const provider = {
      ...{
        name: 'p',
        base_url: 'https://models.example.org/v1',
        model: 'm',
        api_mode: 'chat_completions',
        api_key: 'k',
      },
      ...{ enabled: true, temperature: 0.2, timeout_ms: 30_000, max_output_tokens: 1000 },
    };
    await ok('PUT', `${project.path}/ai/provider`, provider);
    const chat = { document_id: document.id, context_type: 'version', context_id: versions[0], title: 't' };
    await ok('POST', `${project.path}/ai/chat-sessions`, chat);
  });
});

describe('a key that a body has twice', () => {
  const path = `${document.path}/branches`;
  const send = (body: string) => admin.rest('POST', path, { body });

  it.each([
    ['beside others', '{"name":"feature/a","name":"feature/b"}', 'name'],
    ['with an escape', '{"name":"feature/a","n\\u0061me" : "feature/b"}', 'name'],
    ['beside a long text', `{"name":"feature/a","description":"${'x'.repeat(200_000)}","name":"feature/b"}`, 'name'],
    ['whose name is empty', '{"name":"feature/a","":1,"":2}', ''],
    ['whose name has line ends', '{"name":"feature/a","a\\nb":1,"a\\nb":2}', 'a\nb'],
    ['whose name is no key here', '{"name":"feature/a","__proto__":1,"__proto__":2}', '__proto__'],
  ])('is refused: %s', async (_, body, key) => {
    const message = `The body sends ${JSON.stringify(key)} twice`;
    expect(await send(body)).toMatchObject({ status: 'INVALID_ARGUMENT', message });
  });

  it('is no key of a nested object, a value or a part of a text', async () => {
    const body = '{"name":"feature/c","description":"\\"name\\":","is_default":null}';
    expect(await send(body)).toMatchObject({ detail: { errors: [{ field: 'is_default' }] } });
    const anchored = '{"body":"a","anchor":{"pointer":"/a","line":null},"reply_to":null}';
    const draft = await document.createDraft();
    expect(await admin.rest('POST', `${draft.path}/comments`, { body: anchored })).not.toMatchObject({
      message: expect.stringContaining('twice'),
    });
  });
});
