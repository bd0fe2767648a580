import { expect, it } from 'vitest';
import type { Resource, RestAnswer } from '../support/app.ts';
import { testApp } from '../support/app.ts';
import { petstore31Json } from '../support/documents.ts';
import { seed } from '../support/seed.ts';

/** A creation with an idempotency key is carried out once, even if it is sent several times at once. */

const app = await testApp();
const { admin, createPerson } = await seed(app);
const project = await admin.createProject();
const { prisma } = app.database;

type Creation = { path: string; body: object; key: string; by?: typeof admin };

const send = ({ path, body, key, by = admin }: Creation) =>
  by.rest('POST', path, { body, headers: { 'idempotency-key': key } });

const together = (creation: Creation, count: number): Promise<RestAnswer[]> =>
  Promise.all(Array.from({ length: count }, () => send(creation)));

let counter = 0;
const newKey = (): string => `key ${++counter}`;

/** Checks that all succeed with one id, and returns it. */
function theOne(answers: RestAnswer<Resource>[]): string {
  expect(answers.map(({ status }) => status)).toEqual(answers.map(() => 'OK'));
  const ids = new Set(answers.map(({ detail }) => detail.id));
  expect(ids.size).toBe(1);
  return [...ids][0] as string;
}

it('of 8 equal creations at once one is carried out, and all get its answer', async () => {
  for (let round = 0; round < 3; round++) {
    const name = `team ${newKey()}`;
    const answers = await together({ path: '/private/teams', body: { name }, key: newKey() }, 8);
    const id = theOne(answers);
    expect(await prisma.team.findMany({ where: { name }, select: { id: true } })).toEqual([{ id }]);
    expect(new Set(answers.map(({ detail }) => JSON.stringify(detail))).size).toBe(1);
  }
});

it('the same where the second would be refused: a relative path, a branch, a member, a draft, an approval', async () => {
  const person = await createPerson();
  const body = { name: 'API', document_type: 1, relative_path: 'once.yaml' };
  const documentId = theOne(await together({ path: `${project.path}/documents`, body, key: newKey() }, 4));
  const path = `${project.path}/documents/${documentId}`;
  const branchId = theOne(
    await together({ path: `${path}/branches`, body: { name: 'feature/once' }, key: newKey() }, 4),
  );
  theOne(await together({ path: `${project.path}/members`, body: { user_id: person.id, role: 1 }, key: newKey() }, 4));
  const upload = { branch_id: branchId, version_name: '1', schema_content: petstore31Json };
  const draftId = theOne(await together({ path: `${path}/drafts`, body: upload, key: newKey() }, 4));
  expect(await prisma.draft.count({ where: { documentId } })).toBe(1);
  const { detail } = await admin.rest('POST', `${path}/drafts/${draftId}/submit`);
  const decision = { expected_review_revision: detail.review_revision };
  theOne(await together({ path: `${path}/drafts/${draftId}/approve`, body: decision, key: newKey() }, 4));
  expect(await prisma.version.count({ where: { documentId } })).toBe(1);
  expect(await prisma.auditEntry.count({ where: { resourceId: draftId, action: 'draft.create' } })).toBe(1);
});

it('the same where the creator may not read what was created: a project whose first admin is somebody else', async () => {
  const person = await createPerson();
  const creation = {
    path: '/private/projects',
    body: { team_id: project.teamId, name: 'For somebody else', admin_user_id: person.id },
    key: newKey(),
  };
  const id = theOne(await together(creation, 4));
  expect(theOne([await send(creation)])).toBe(id);
  expect(await prisma.project.count({ where: { name: creation.body.name } })).toBe(1);
  expect(await admin.rest('GET', `/private/projects/${id}`)).toMatchObject({ status: 'PERMISSION_DENIED' });
});

it('the same for a token that may only draft: a draft, and a reply in its discussion', async () => {
  const document = await project.createDocument();
  const { detail } = await admin.rest<{ token: string }>('POST', '/private/api-tokens', {
    body: { name: 'Pipeline', scopes: [2] },
  });
  const sendTwice = (path: string, body: object) => {
    const headers = { 'idempotency-key': newKey() };
    const once = () => app.rest('POST', path, { token: detail.token, headers, body });
    return Promise.all([once(), once()]);
  };
  const upload = { branch_id: document.branches.dev, version_name: '1', schema_content: petstore31Json };
  const draftId = theOne(await sendTwice(`${document.path}/drafts`, upload));
  const path = `${document.path}/drafts/${draftId}/comments`;
  const thread = theOne([await admin.rest('POST', path, { body: { body: 'Why?' } })]);
  theOne(await sendTwice(path, { body: 'Because.', reply_to: thread }));
  expect(await prisma.comment.count({ where: { draftId } })).toBe(2);
});

it('another body, even concurrently, is FAILED_PRECONDITION and creates nothing', async () => {
  const key = newKey();
  const names = ['one', 'two', 'three', 'four'].map(name => `${name} of ${key}`);
  const answers = await Promise.all(names.map(name => send({ path: '/private/teams', body: { name }, key })));
  expect(answers.map(({ status }) => status).sort()).toEqual([
    'FAILED_PRECONDITION',
    'FAILED_PRECONDITION',
    'FAILED_PRECONDITION',
    'OK',
  ]);
  expect(await prisma.team.count({ where: { name: { in: names } } })).toBe(1);
});

it('a refused creation does not use up its key: the corrected request may use it', async () => {
  const key = newKey();
  expect(await send({ path: '/private/teams', body: { name: ' ' }, key })).toMatchObject({
    status: 'INVALID_ARGUMENT',
  });
  expect(await send({ path: '/private/teams', body: { name: 'Named' }, key })).toMatchObject({ status: 'OK' });
});

it('a key is of one caller, one route and 24 hours; then it is forgotten', async () => {
  const key = newKey();
  const creation = { path: '/private/teams', body: { name: `old ${key}` }, key };
  const first = theOne([await send(creation)]);
  const other = await createPerson();
  expect(theOne([await send({ ...creation, by: other })])).not.toBe(first);
  const elsewhere = {
    path: `${project.path}/documents`,
    body: { name: 'B', document_type: 1, relative_path: 'b.yaml' },
  };
  expect(await send({ ...elsewhere, key })).toMatchObject({ status: 'OK' });
  await prisma.$executeRaw`UPDATE idempotency_keys SET created_at = now() - interval '24 hours' WHERE key = ${key}`;
  expect(theOne([await send(creation)])).not.toBe(first);
  expect(await prisma.idempotencyKey.count({ where: { key } })).toBe(1);
});

it('a registration beside a creation in one request does not take its key', async () => {
  const open = await app.with({ DOCSVC_AUTH_ALLOW_REGISTRATION: 'true' });
  const key = newKey();
  const answer = await open.graphql(
    `mutation($email: String!, $name: String!) {
      register(input: { email: $email, password: "long enough" }) { user { id } }
      createTeam(input: { name: $name }) { name }
    }`,
    { email: 'beside@example.com', name: `team ${key}` },
    { token: admin.token, headers: { 'idempotency-key': key } },
  );
  expect(answer).toMatchObject({ code: 'OK', data: { createTeam: { name: `team ${key}` } } });
});

it('a key names the creation that is run, not one beside it that is left out', async () => {
  const create = (key: string) =>
    app.graphql(
      `mutation {
        ... @include(if: false) { left: createTeam(input: { name: "Left out" }) { id } }
        createTeam(input: { name: "Run" }) { id }
      }`,
      {},
      { token: admin.token, headers: { 'idempotency-key': key } },
    );
  const key = newKey();
  const { data, errors } = await create(key);
  expect(errors).toBeUndefined();
  expect((await create(key)).data).toEqual(data);
});
