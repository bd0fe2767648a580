import { type GraphQLObjectType, getNamedType, isLeafType, isNonNullType } from 'graphql';
import { describe, expect, it } from 'vitest';
import { createApp } from '../../src/app.ts';
import { newId } from '../../src/platform/ids.ts';
import { schema } from '../../src/schema.ts';
import { testApp } from '../support/app.ts';
import { openapiWith, petstore31Json } from '../support/documents.ts';
import { type Person, seed } from '../support/seed.ts';

const app = await testApp();
const { admin, superAdmin, createPerson } = await seed(app);
const { prisma } = app.database;
const TOKENS = '/private/api-tokens';

type Token = { id: string; token?: string; token_masked: string; state: string; last_used_at?: string };

const create = async (owner: Person, body: object = {}): Promise<Token & { token: string }> =>
  (
    await owner.rest<Token & { token: string }>('POST', TOKENS, {
      body: { name: ' Pipeline ', scopes: [2, 1, 2], ...body },
    })
  ).detail;

const projects = (token: string) => app.rest<{ id: string }[]>('GET', '/private/projects', { token });

/** The fields that a token may read of a draft that it submits. All others tell what is in the draft, so they may be null. */
const ABOUT = [
  ...['changelog', 'baseVersionId', 'sourceBranchId', 'sourceGitCommitId', 'sourceVersionId', 'submittedAt'],
  ...['reviewRevision', 'normalizedContentHash', 'stableContentHash'],
];
/** What is around a draft. The first three are refused with an error, the lists contain what the token may read. */
const AROUND = ['document', 'branch', 'project', 'comments', 'reviews'];
const PLACE: Record<string, string> = { pointer: 'pointer: "/info"', kind: 'kind: RAW' };

const fieldsInside = () =>
  Object.values((schema.getType('Draft') as GraphQLObjectType).getFields()).filter(
    ({ name, type }) => !isNonNullType(type) && ![...ABOUT, ...AROUND].includes(name),
  );

describe('an API token', () => {
  it('is shown once, stored as a hash, and masked ever after', async () => {
    const made = await create(admin);
    expect(made).toMatchObject({ name: 'Pipeline', scopes: [2, 1], status: 1, state: 'active' });
    expect(made.token).toMatch(/^docsvc_api_[\w-]{43}$/);
    expect(made.token_masked).toBe(`docsvc_api_…${made.token.slice(-4)}`);
    const row = await prisma.apiToken.findUniqueOrThrow({ where: { id: made.id } });
    const again = [await admin.rest('GET', TOKENS), await admin.rest('GET', `${TOKENS}/${made.id}`)];
    const audited = await prisma.auditEntry.findMany({ where: { resourceId: made.id } });
    expect(audited.map(({ action }) => action)).toEqual(['api_token.create']);
    for (const place of [row, again, audited]) expect(JSON.stringify(place)).not.toContain(made.token.slice(11));
    const other = await createPerson();
    expect((await other.rest('GET', `${TOKENS}/${made.id}`)).status).toBe('NOT_FOUND');
    expect((await other.rest('POST', `${TOKENS}/${made.id}/revoke`, { body: {} })).status).toBe('NOT_FOUND');
  });

  it.each(['', 'Bearer ', 'bearer  '])('works with %j before it, over REST and GraphQL', async scheme => {
    const { token, id } = await create(admin);
    expect((await projects(`${scheme}${token}`)).status).toBe('OK');
    const asked = await app.graphql('{ projects { totalCount } }', {}, { token: `${scheme}${token}` });
    expect(asked.code).toBe('OK');
    const used = () => prisma.apiToken.count({ where: { id, lastUsedAt: { not: null } } });
    await expect.poll(used).toBe(1);
  });

  it('is not made for all projects when the project it is for is blank', async () => {
    const owner = await createPerson();
    const body = { name: 'Pipeline', scopes: [1], project_id: '' };
    expect(await owner.rest('POST', TOKENS, { body })).toMatchObject({
      status: 'INVALID_ARGUMENT',
      detail: { errors: [{ field: 'project_id' }] },
    });
    const mutation = 'mutation($input: CreateApiTokenInput!) { createApiToken(input: $input) { id } }';
    const input = { name: 'Pipeline', scopes: ['READ'], projectId: '' };
    expect(await owner.graphql(mutation, { input })).toMatchObject({ code: 'INVALID_ARGUMENT' });
    expect(await prisma.apiToken.count({ where: { userId: owner.id } })).toBe(0);
  });

  it.each(['api-tokens', 'mcp-tokens'])('of the %s expires in the future', async kind => {
    const expires_at = new Date(Date.now() - 1).toISOString();
    const body = { name: 'Late', scopes: [1], expires_at };
    expect(await admin.rest('POST', `/private/${kind}`, { body })).toMatchObject({
      status: 'INVALID_ARGUMENT',
      detail: { errors: [{ field: 'expires_at', message: 'must be in the future' }] },
    });
  });

  it.each([
    ['api', 'READ'],
    ['mcp', 'API_READ'],
  ])('of the kind %s is one of at most 500 that work, also if several are made at once', async (kind, scope) => {
    const owner = await createPerson();
    await app.database.pool.query(
      `INSERT INTO ${kind}_tokens (id, user_id, name, scopes, secret_hash, last_characters, updated_at, revoked_at, expires_at)
       SELECT gen_random_uuid(), $1, 'Job', '{${scope}}', lpad(n::text, 64, '0'), 'abcd', now(),
         CASE n WHEN 1 THEN now() END, CASE n WHEN 2 THEN now() WHEN 3 THEN now() + interval '1 day' END
       FROM generate_series(1, 500) n`,
      [owner.id],
    );
    const make = () => owner.rest('POST', `/private/${kind}-tokens`, { body: { name: 'Job', scopes: [1] } });
    const answers = await Promise.all(Array.from({ length: 8 }, make));
    expect(answers.filter(({ status }) => status === 'OK')).toHaveLength(2);
    const full = {
      status: 'FAILED_PRECONDITION',
      message: `A person has at most 500 active ${kind.toUpperCase()} tokens: revoke one first`,
    };
    expect(answers.filter(({ status }) => status !== 'OK')).toEqual(Array(6).fill(expect.objectContaining(full)));
    const made = answers.find(({ status }) => status === 'OK')?.detail.id;
    await owner.rest('POST', `/private/${kind}-tokens/${made}/revoke`, { body: {} });
    expect([await make(), await make()]).toMatchObject([{ status: 'OK' }, full]);
  });

  it('refuses Bearer with the token of a login', async () => {
    expect((await projects(`Bearer ${admin.token}`)).message).toContain('remove the "Bearer " prefix');
  });

  it('ends at once in every process: revoked, expired, or with its owner', async () => {
    const other = await createApp(app.services);
    const owner = await createPerson();
    const [revoked, expired, disabled] = [await create(owner), await create(owner), await create(owner)];
    const ask = async (token: string) =>
      (await other.inject({ url: '/api/v1/private/projects', headers: { authorization: token } })).json().message;
    expect(await ask(revoked.token)).toBe('OK');
    await owner.rest('POST', `${TOKENS}/${revoked.id}/revoke`, { body: {} });
    const twice = await owner.rest<Token>('POST', `${TOKENS}/${revoked.id}/revoke`, { body: {} });
    expect(twice.detail.state).toBe('revoked');
    expect(await ask(revoked.token)).toBe('This API token was revoked');
    await prisma.apiToken.update({ where: { id: expired.id }, data: { expiresAt: new Date(Date.now() - 1) } });
    expect(await ask(expired.token)).toBe('This API token has expired');
    await prisma.user.update({ where: { id: owner.id }, data: { status: 'DISABLED' } });
    expect(await ask(disabled.token)).toBe('The owner of this API token is disabled');
    expect(await prisma.auditEntry.count({ where: { resourceId: revoked.id, action: 'api_token.revoke' } })).toBe(1);
    await other.close();
  });

  it('is listed and revoked by a SuperAdmin, who never sees it, and by nobody else', async () => {
    const [owner, other] = [await createPerson(), await createPerson()];
    const { id, token } = await create(owner);
    const pathOf = (person: Person) => `/private/system/users/${person.id}/api-tokens`;
    const revoke = (by: Person, of: Person) => by.rest<Token>('POST', `${pathOf(of)}/${id}/revoke`, { body: {} });
    const listed = await superAdmin.rest<Token[]>('GET', pathOf(owner));
    expect(listed.detail).toMatchObject([{ id, state: 'active' }]);
    expect(listed.text).not.toContain(token);
    for (const person of [owner, other]) {
      expect((await person.rest('GET', pathOf(owner))).status).toBe('PERMISSION_DENIED');
      expect((await revoke(person, owner)).status).toBe('PERMISSION_DENIED');
    }
    expect((await revoke(superAdmin, other)).status).toBe('NOT_FOUND');
    expect((await projects(token)).status).toBe('OK');
    expect((await revoke(superAdmin, owner)).detail).toMatchObject({ id, state: 'revoked' });
    expect((await projects(token)).status).toBe('UNAUTHENTICATED');
    const act = await prisma.auditEntry.findFirst({ where: { action: 'api_token.revoke', resourceId: id } });
    expect(act).toMatchObject({ actorId: superAdmin.id, metadata: { user_id: owner.id } });
  });

  it('outlives a new password of its owner, and is refused once the owner is disabled', async () => {
    const owner = await createPerson();
    const { token } = await create(owner);
    const change = (body: object) => superAdmin.rest('PATCH', `/private/system/users/${owner.id}`, { body });
    await change({ password: 'another long password' });
    expect((await owner.rest('GET', '/private/projects')).status).toBe('UNAUTHENTICATED');
    expect((await projects(token)).status).toBe('OK');
    await change({ status: 2 });
    expect((await projects(token)).message).toBe('The owner of this API token is disabled');
  });

  it('of one project shows no other project, for every kind of owner', async () => {
    const [own, second] = [await admin.createProject(), await admin.createProject()];
    const { token } = await create(admin, { project_id: own.id });
    expect((await projects(token)).detail.map(({ id }) => id)).toEqual([own.id]);
    const document = await second.createDocument();
    expect((await app.rest('GET', document.path, { token })).status).toBe('PERMISSION_DENIED');
    const read = '($id: ID!) { document(id: $id) { id } }';
    expect((await app.graphql(`query ${read}`, { id: document.id }, { token })).code).toBe('NOT_FOUND');
    const stranger = await createPerson();
    const made = await stranger.rest('POST', TOKENS, { body: { name: 'x', scopes: [1], project_id: own.id } });
    expect(made.status).toBe('PERMISSION_DENIED');
  });

  it('that reads searches what its owner may read, in its project', async () => {
    const [own, second] = [await admin.createProject(), await admin.createProject()];
    for (const project of [own, second]) await project.createDocument({ name: 'Zebras' });
    const search = async (token: string) => {
      const found = await app.rest<{ project_id: string }[]>('GET', '/private/search', {
        token,
        query: { q: 'zebras' },
      });
      return found.status === 'OK' ? found.detail.map(({ project_id }) => project_id).sort() : found.status;
    };
    expect(await search((await create(admin)).token)).toEqual([own.id, second.id].sort());
    expect(await search((await create(admin, { project_id: own.id })).token)).toEqual([own.id]);
    expect(await search((await create(await own.addMember('reader'))).token)).toEqual([own.id]);
    expect(await search((await create(admin, { scopes: [2] })).token)).toBe('PERMISSION_DENIED');
  });

  it('that only drafts learns which routes it may use with another scope, and which with none', async () => {
    const document = await (await admin.createProject()).createDocument();
    const { token } = await create(admin, { scopes: [2] });
    const said = async (path: string) => (await app.rest('GET', path, { token })).message;
    const { path } = document.project;
    for (const closed of [
      `${path}/webhooks`,
      `${path}/members`,
      `${path}/review-policy`,
      `${document.path}/shares`,
      TOKENS,
    ])
      expect([closed, await said(closed)]).toEqual([closed, 'API tokens cannot do this. Sign in as a person']);
    for (const open of [path, `${path}/documents`, `${document.path}/versions`])
      expect([open, await said(open)]).toEqual([open, 'Requires an API token with the scope read']);
  });

  it.each([
    { scopes: [2], isShown: false },
    { scopes: [1, 2], isShown: true },
  ])(
    'with the scopes $scopes submits the draft of another writer: shown what is in it is $isShown',
    async ({ scopes, isShown }) => {
      const document = await (await admin.createProject()).createDocument();
      const draft = await document.createDraft({ by: await document.project.addMember('writer') });
      await draft.submit();
      await draft.requestChanges({ comment: 'Name the owner' });
      const { token } = await create(admin, { scopes });
      const inside = fieldsInside();
      const selected = inside.map(({ name, args, type }) => {
        const given = args.filter(arg => isNonNullType(arg.type)).map(arg => PLACE[arg.name]);
        return `${name}${given.length > 0 ? `(${given})` : ''}${isLeafType(getNamedType(type)) ? '' : ' { __typename }'}`;
      });
      const { code, data } = await app.graphql<Record<string, Record<string, unknown>>>(
        `mutation($id: ID!) { submitDraft(input: { id: $id }) {
          status ${selected.join(' ')}
        } }`,
        { id: draft.id },
        { token },
      );
      const { status, ...told } = { ...data?.submitDraft };
      expect({ code, status }).toEqual({ code: 'OK', status: 'SUBMITTED' });
      const shown = Object.keys(told).filter(name => told[name] !== null);
      const never = ['aiSummary', 'markdownContent', 'version'];
      expect(shown).toEqual(isShown ? inside.map(({ name }) => name).filter(name => !never.includes(name)) : []);
    },
  );

  it.each([
    { scopes: [2], isShown: false },
    { scopes: [1, 2], isShown: true },
  ])(
    'with the scopes $scopes counts the changes to the published text: shown that text is $isShown',
    async ({ scopes, isShown }) => {
      const document = await (await admin.createProject()).createDocument();
      await document.publish({
        content: openapiWith({ '/secret': { get: { responses: { 200: { description: 'OK' } } } } }),
      });
      const { token } = await create(admin, { scopes });
      const content = openapiWith({});
      const body = { branch_id: document.branches.dev, version_name: '1', schema_content: content };
      const made = await app.rest<{ id: string; revision: string }>('POST', `${document.path}/drafts`, { token, body });
      const { id, revision } = made.detail;
      await prisma.aiSummary.create({
        data: {
          ...{ id: newId(), projectId: document.project.id, ownerType: 'DRAFT', ownerId: id, status: 'SUCCEEDED' },
          ...{ promptKey: 'DRAFT_REVIEW_SUMMARY', content: 'Removes /secret', basis: 'then', generatedById: admin.id },
        },
      });
      const path = `${document.path}/drafts/${id}`;
      const items = '{ message oldValue }';
      const draft = await app.graphql<{ draft: object }>(
        `query($id: ID!) { draft(id: $id) { aiSummary { content } diffPreview {
          summary { breakingChanges } itemCount semverHint { needed } items ${items} changes { breaking ${items} }
          groups(by: OPERATION) { nodes { name } } changelog { content } seenKeys
        } } }`,
        { id },
        { token },
      );
      const check = await app.graphql(
        `query($branchId: ID!, $content: String!) { contentCheck(branchId: $branchId, content: $content) {
          summary { breakingChanges } itemCount items ${items}
        } }`,
        { branchId: document.branches.dev, content },
        { token },
      );
      const counts = '{ id diffPreview { itemCount secret: itemCount(path: "/secret") } }';
      const counted = await app.graphql(`query($id: ID!) { draft(id: $id) ${counts} }`, { id }, { token });
      const rewritten = await app.graphql(
        `mutation($id: ID!, $revision: String!) {
          updateDraft(input: { id: $id, expectedRevision: $revision, versionName: "2" }) ${counts}
        }`,
        { id, revision },
        { token },
      );
      const answers = [
        ...[made, await app.rest('GET', path, { token }), await app.rest('GET', `${path}/content/raw`, { token })],
        ...[await app.rest('GET', `${path}/ai-summary`, { token }), draft, check],
      ];
      for (const answer of answers) expect(JSON.stringify(answer).includes('secret')).toBe(isShown);
      expect(made.detail).toMatchObject({ diff_preview: { summary: { breaking_changes: 1 } } });
      expect(draft.data?.draft).toMatchObject({ diffPreview: { summary: { breakingChanges: 1 } } });
      expect(check.data).toMatchObject({ contentCheck: { summary: { breakingChanges: 1 }, itemCount: 1 } });
      for (const { code } of [counted, rewritten]) expect(code).toBe(isShown ? 'OK' : 'PERMISSION_DENIED');
      const shown = { id, diffPreview: { itemCount: 1, secret: isShown ? 1 : null } };
      expect([counted.data, rewritten.data]).toEqual([{ draft: shown }, { updateDraft: shown }]);
    },
  );

  it('with the scope 2 only is answered its new draft, without the objects around it', async () => {
    const document = await (await admin.createProject()).createDocument();
    const { token } = await create(admin, { scopes: [2] });
    const input = { branchId: document.branches.dev, versionName: '1', schemaContent: petstore31Json };
    const { data, errors } = await app.graphql<object>(
      `mutation($input: CreateDraftInput!) {
        createDraft(input: $input) { versionName document { name } branch { name } project { name } }
      }`,
      { input },
      { token },
    );
    expect(data).toEqual({ createDraft: { versionName: '1', document: null, branch: null, project: null } });
    expect(errors?.map(({ path, extensions }) => [path?.at(-1), extensions.code]).toSorted()).toEqual(
      ['branch', 'document', 'project'].map(field => [field, 'PERMISSION_DENIED']),
    );
  });

  it('drafts and submits in the name of its owner, and the audit log names the token', async () => {
    const document = await (await admin.createProject()).createDocument();
    const { token, id } = await create(admin, { project_id: document.project.id });
    const body = { branch_id: document.branches.dev, version_name: '1', schema_content: petstore31Json };
    const draft = await app.rest<{ id: string; created_by: string }>('POST', `${document.path}/drafts`, {
      token,
      body,
    });
    expect(draft).toMatchObject({ status: 'OK', detail: { created_by: admin.id } });
    const path = `${document.path}/drafts/${draft.detail.id}`;
    const submitted = await app.rest<{ review_revision: string }>('POST', `${path}/submit`, { token, body: {} });
    expect(submitted.status).toBe('OK');
    const approval = { expected_review_revision: submitted.detail.review_revision };
    expect((await app.rest('POST', `${path}/approve`, { token, body: approval })).status).toBe('PERMISSION_DENIED');
    const acts = await prisma.auditEntry.findMany({ where: { actorId: id }, orderBy: { id: 'asc' } });
    expect(acts.map(({ actorType, action }) => `${actorType} ${action}`)).toEqual([
      'API_TOKEN draft.create',
      'API_TOKEN draft.submit',
    ]);
  });
});

describe('an Idempotency-Key over GraphQL', () => {
  const ask = (query: string, variables: Record<string, unknown>, key: string) =>
    app.graphql<{ id: string }>(query, variables, { token: admin.token, headers: { 'idempotency-key': key } });
  const create = 'mutation($input: CreateTeamInput!) { createTeam(input: $input) { id } }';

  it('carries out a creation once, for any spelling of the query', async () => {
    const input = { name: 'Once over GraphQL' };
    const answers = await Promise.all(Array.from({ length: 4 }, () => ask(create, { input }, 'team 1')));
    const other = 'mutation($name: String!) { made: createTeam(input: { name: $name }) { name id } }';
    answers.push(await ask(other, { name: input.name }, 'team 1'));
    expect(answers.map(({ code }) => code)).toEqual(answers.map(() => 'OK'));
    expect(await prisma.team.count({ where: input })).toBe(1);
    expect((await ask(create, { input: { name: 'Another' } }, 'team 1')).code).toBe('FAILED_PRECONDITION');
  });

  it('is refused with two creations, and when it is no key', async () => {
    const two = 'mutation { a: createTeam(input: { name: "a" }) { id } b: createTeam(input: { name: "b" }) { id } }';
    expect((await ask(two, {}, 'team 2')).code).toBe('INVALID_ARGUMENT');
    expect((await ask(create, { input: { name: 'x' } }, 'x'.repeat(256))).code).toBe('INVALID_ARGUMENT');
  });

  it('says nothing where nothing is created', async () =>
    expect((await ask('{ me { id } }', {}, 'team 3')).code).toBe('OK'));
});
