import { beforeAll, describe, expect, it } from 'vitest';
import { newId } from '../../src/platform/ids.ts';
import { testApp } from '../support/app.ts';
import { petstore31Json, petstoreNext } from '../support/documents.ts';
import { type Document, type Project, Refusal, seed, type Version } from '../support/seed.ts';
import { statementsOf } from '../support/statements.ts';

const app = await testApp();
const { admin } = await seed(app);

type Item = {
  rule: string;
  key: string;
  severity: string;
  isBreaking: boolean;
  mustHandle: boolean;
  ignored: object | null;
};
type Figures = {
  breakingChanges: number;
  warnings: number;
  infos: number;
  ignoredChanges: number;
  affectedOperations: number;
};
type Read = { summary: Figures; itemCount: number; items: Item[] };

const READ = `summary { breakingChanges warnings infos ignoredChanges affectedOperations } itemCount
  items { rule key severity isBreaking mustHandle ignored { reason acceptedById expiresAt } }`;

const update = (project: Project, input: object) =>
  project.admin.ask<{ profile: string; overrides: { rule: string; severity: string }[]; updatedById: string }>(
    `mutation($input: UpdateDiffPolicyInput!) { updateDiffPolicy(input: $input) { profile overrides { rule severity } updatedById } }`,
    { input: { projectId: project.id, ...input } },
  );

type Exception = { id: string; status: string };
const accept = (document: Document, input: object) =>
  document.project.admin.ask<Exception>(
    'mutation($input: AcceptDiffExceptionInput!) { acceptDiffException(input: $input) { id status } }',
    { input: { documentId: document.id, reason: 'Nobody calls it', ...input } },
  );
const acceptedIn = async ({ id }: Document, search = '') => {
  const query =
    'query($id: ID!, $search: String) { document(id: $id) { diffExceptions(search: $search) { nodes { key message } } } }';
  type Listed = { diffExceptions: { nodes: { key: string; message: string | null }[] } };
  return (await admin.ask<Listed>(query, { id, search })).diffExceptions.nodes;
};
const revoke = (id: string) =>
  admin.ask<Exception>('mutation($id: ID!) { revokeDiffException(input: { id: $id }) { id status } }', { id });

const refusal = (work: Promise<unknown>): Promise<Refusal> =>
  work.then(
    () => expect.fail('was not refused'),
    error => (error instanceof Refusal ? error : Promise.reject(error)),
  );

const GONE = 'api-removed-without-deprecation';

let project: Project;
let document: Document;
let versions: [Version, Version];
let diffId: string;
let removal: Item;

const readDiff = (id = diffId, args = '') =>
  admin.ask<Read>(
    `query($id: ID!) { diff(id: $id) { ${args === '' ? READ : READ.replace(/summary|items(?= \{)/g, `$&(${args})`)} } }`,
    { id },
  );

async function stage(): Promise<void> {
  project = await admin.createProject();
  document = await project.createDocument();
  versions = [await document.publish({ content: petstore31Json }), await document.publish({ content: petstoreNext })];
  const input = { fromVersionId: versions[0].id, toVersionId: versions[1].id };
  const made = await admin.ask<{ id: string }>(
    'mutation($input: CreateDiffInput!) { createDiff(input: $input) { id } }',
    { input },
  );
  diffId = made.id;
  removal = (await readDiff()).items.find(({ severity }) => severity === 'BREAKING') as Item;
}

describe('the policy of a project', () => {
  beforeAll(stage);

  it('is strict by default', async () => {
    const query =
      'query($id: ID!) { project(id: $id) { diffPolicy { profile overrides { rule } updatedById updatedAt } } }';
    expect(await admin.ask(query, { id: project.id })).toEqual({
      diffPolicy: { profile: 'STRICT', overrides: [], updatedById: null, updatedAt: null },
    });
    expect(await readDiff()).toMatchObject({
      summary: { breakingChanges: 1, ignoredChanges: 0, affectedOperations: 2 },
    });
  });

  it('judges diffs, their changes and previews from the moment it is changed', async () => {
    const overrides = [
      { rule: GONE, severity: 'INFO' },
      { rule: 'endpoint-added', severity: 'WARNING' },
    ];
    expect(await update(project, { overrides })).toEqual({
      profile: 'STRICT',
      overrides,
      updatedById: admin.id,
    });
    const read = await readDiff();
    expect(read.summary).toEqual({
      breakingChanges: 0,
      warnings: 1,
      infos: 1,
      ignoredChanges: 0,
      affectedOperations: 2,
    });
    expect(read.items.map(({ rule, severity }) => [rule, severity])).toEqual([
      ['endpoint-added', 'WARNING'],
      [GONE, 'INFO'],
    ]);
    const draft = await document.createDraft({ content: petstore31Json });
    const preview = await admin.ask<{ diffPreview: Read }>(
      `query($id: ID!) { draft(id: $id) { diffPreview { ${READ} } } }`,
      { id: draft.id },
    );
    expect(preview.diffPreview.summary).toMatchObject({ breakingChanges: 0, warnings: 1, infos: 1 });
    const rest = await admin.rest<{ summary: object; items: object[] }>('GET', `${document.path}/diffs/${diffId}`);
    expect(rest.detail).toMatchObject({
      summary: { breaking_changes: 0, warnings: 1 },
      items: [{ severity: 2 }, { severity: 1 }],
    });
    const changes = await admin.ask<object>(
      'query($id: ID!) { diff(id: $id) { changes { summary { warnings } breaking { rule } mustHandle { rule } other { rule } } } }',
      { id: diffId },
    );
    expect(changes).toEqual({
      changes: {
        summary: { warnings: 1 },
        breaking: [],
        mustHandle: [{ rule: 'endpoint-added' }],
        other: [{ rule: GONE }],
      },
    });
  });

  it('keeps absent fields, and replaces overrides as a whole', async () => {
    expect(await update(project, { profile: 'LENIENT' })).toMatchObject({ profile: 'LENIENT', overrides: [{}, {}] });
    expect(await update(project, { overrides: [] })).toMatchObject({ profile: 'LENIENT', overrides: [] });
    expect((await readDiff()).summary.breakingChanges).toBe(1);
  });

  it('is replaced by the profile of the request', async () => {
    await update(project, { overrides: [{ rule: GONE, severity: 'WARNING' }] });
    expect((await readDiff(diffId, 'profile: STRICT')).summary).toMatchObject({ breakingChanges: 0, warnings: 1 });
    await update(project, { overrides: [] });
  });

  it.each([
    ['an unknown rule', { overrides: [{ rule: 'no-such-rule', severity: 'INFO' }] }, 'overrides'],
    ['an unfilled rule', { overrides: [{ rule: '{subject}-max-set', severity: 'INFO' }] }, 'overrides'],
    [
      'a rule named twice',
      { overrides: [1, 2].map(() => ({ rule: 'endpoint-added', severity: 'INFO' })) },
      'overrides',
    ],
    ['nothing', {}, 'input'],
  ])('refuses %s', async (_, input, field) => {
    const { code, errors } = await refusal(update(project, input));
    expect([code, errors?.[0]?.field]).toEqual(['INVALID_ARGUMENT', field]);
  });

  it('refuses more than 1,000 overrides with one error, not with one for each', async () => {
    const overrides = Array.from({ length: 1_001 }, () => ({ rule: 'no-such-rule', severity: 'INFO' }));
    const { errors } = await refusal(update(project, { overrides }));
    expect(errors).toEqual([{ field: 'overrides', message: 'must have at most 1000 items' }]);
  });

  it('is noted in the audit log', async () => {
    const rows = await app.database.prisma.auditEntry.findMany({
      where: { projectId: project.id, action: 'diff_policy.update' },
    });
    expect(rows[0]).toMatchObject({
      actorId: admin.id,
      resourceType: 'project',
      metadata: { profile: 'STRICT', overrides: 2 },
    });
  });

  it('is closed in an archived project and still read', async () => {
    await project.archive();
    expect((await refusal(update(project, { profile: 'STRICT' }))).code).toBe('FAILED_PRECONDITION');
    expect((await readDiff()).itemCount).toBe(2);
    await project.unarchive();
  });
});

describe('an accepted change', () => {
  beforeAll(stage);

  it('stays visible and stops counting until it is taken back', async () => {
    const { id, status } = await accept(document, { key: removal.key, reason: ' Agreed with both clients ' });
    expect(status).toBe('ACTIVE');
    const read = await readDiff();
    expect(read.summary).toMatchObject({ breakingChanges: 0, infos: 1, ignoredChanges: 1, affectedOperations: 1 });
    expect(read.items.find(({ key }) => key === removal.key)).toMatchObject({
      ...{ severity: 'BREAKING', isBreaking: false, mustHandle: false },
      ignored: { reason: 'Agreed with both clients', acceptedById: admin.id, expiresAt: null },
    });
    expect(await revoke(id)).toMatchObject({ status: 'REVOKED' });
    expect((await readDiff()).summary).toMatchObject({ breakingChanges: 1, ignoredChanges: 0 });
    expect(await revoke(id)).toMatchObject({ status: 'REVOKED' });
    const acts = await app.database.prisma.auditEntry.findMany({ where: { resourceId: id }, orderBy: { id: 'asc' } });
    expect(acts.map(({ action }) => action)).toEqual(['diff_exception.accept', 'diff_exception.revoke']);
  });

  it('keeps its message, from the draft in which it was accepted', async () => {
    const other = await project.createDocument();
    await other.publish({ content: petstore31Json });
    const draft = await other.createDraft({ content: petstoreNext });
    const query = 'query($id: ID!) { draft(id: $id) { diffPreview { items { key message severity } } } }';
    type Previewed = { diffPreview: { items: { key: string; message: string; severity: string }[] } };
    const { items } = (await admin.ask<Previewed>(query, { id: draft.id })).diffPreview;
    const { key = '', message = '' } = items.find(({ severity }) => severity === 'BREAKING') ?? {};
    const unknown = await refusal(accept(other, { key: '0'.repeat(32), draftId: draft.id }));
    expect([unknown.code, unknown.errors?.[0]?.field]).toEqual(['INVALID_ARGUMENT', 'key']);
    expect((await refusal(accept(document, { key, draftId: draft.id }))).code).toBe('NOT_FOUND');
    await accept(other, { key, draftId: draft.id });
    await accept(other, { key: '0'.repeat(32) });
    expect(message).toContain('removed');
    expect((await acceptedIn(other)).map(one => [one.key, one.message])).toEqual([
      ['0'.repeat(32), null],
      [key, message],
    ]);
    expect(await acceptedIn(other, 'removed')).toMatchObject([{ key }]);
  });

  it('is accepted for one document only', async () => {
    const other = await project.createDocument();
    const { id } = await accept(other, { key: removal.key });
    expect((await readDiff()).summary.ignoredChanges).toBe(0);
    const elsewhere = await admin.graphql(
      'mutation($id: ID!, $document: ID!) { revokeDiffException(input: { id: $id, documentId: $document }) { id } }',
      { id, document: document.id },
    );
    expect(elsewhere.code).toBe('NOT_FOUND');
  });

  it('counts again after it expires, and may then be accepted again', async () => {
    const expiresAt = new Date(Date.now() + 3_600_000).toISOString();
    const { id } = await accept(document, { key: removal.key, expiresAt });
    expect((await readDiff()).summary.ignoredChanges).toBe(1);
    await app.database.prisma.diffException.update({ where: { id }, data: { expiresAt: new Date(Date.now() - 1) } });
    expect((await readDiff()).summary.ignoredChanges).toBe(0);
    const again = await accept(document, { key: removal.key });
    const list = await admin.ask<{ diffExceptions: { nodes: Exception[]; totalCount: number } }>(
      'query($id: ID!) { document(id: $id) { diffExceptions(first: 2) { totalCount nodes { id status } } } }',
      { id: document.id },
    );
    expect(list.diffExceptions.nodes).toEqual([
      { ...again, status: 'ACTIVE' },
      { id, status: 'EXPIRED' },
    ]);
    await revoke(again.id);
  });

  it('is accepted once, also when two admins do it at once', async () => {
    const outcomes = await Promise.all(
      [1, 2, 3].map(() =>
        admin.graphql('mutation($input: AcceptDiffExceptionInput!) { acceptDiffException(input: $input) { id } }', {
          input: { documentId: document.id, key: removal.key, reason: 'Agreed' },
        }),
      ),
    );
    expect(outcomes.map(({ code }) => code).sort()).toEqual(['ALREADY_EXISTS', 'ALREADY_EXISTS', 'OK']);
    expect((await readDiff()).summary.ignoredChanges).toBe(1);
  });

  it('is accepted by one of several at once if there is room for one', async () => {
    const full = await project.createDocument();
    const keyOf = (index: number) => index.toString(16).padStart(32, '0');
    const { db } = app.services;
    await db.diffException.createMany({
      data: Array.from({ length: 1999 }, (_, index) => ({
        ...{ id: newId(), projectId: project.id, documentId: full.id, createdById: admin.id },
        ...{ key: keyOf(index), reason: 'Agreed' },
      })),
    });
    const outcomes = await Promise.allSettled([3000, 3001, 3002].map(index => accept(full, { key: keyOf(index) })));
    expect(outcomes.map(({ status }) => status).sort()).toEqual(['fulfilled', 'rejected', 'rejected']);
    expect((await refusal(accept(full, { key: keyOf(3003) }))).message).toContain(
      'A document can have at most 2000 active exceptions. Revoke some first',
    );
  });

  it.each([
    ['no key', { key: 'x' }, 'key'],
    ['no reason', { reason: '  ' }, 'reason'],
    ['an end in the past', { expiresAt: '2020-01-01T00:00:00Z' }, 'expiresAt'],
  ])('is refused with %s', async (_, input, field) => {
    const { code, errors } = await refusal(accept(document, { key: '0'.repeat(32), ...input }));
    expect([code, errors?.[0]?.field]).toEqual(['INVALID_ARGUMENT', field]);
  });

  it('is neither accepted nor taken back in an archived document', async () => {
    const other = await project.createDocument();
    const { id } = await accept(other, { key: removal.key });
    await other.archive();
    expect((await refusal(accept(other, { key: '1'.repeat(32) }))).code).toBe('FAILED_PRECONDITION');
    expect((await refusal(revoke(id))).code).toBe('FAILED_PRECONDITION');
  });
});

describe('over REST', () => {
  beforeAll(stage);
  const path = () => `${project.path}/diff-policy`;

  it('the policy is read and put with integers for severities', async () => {
    const overrides = [{ rule: GONE, severity: 2 }];
    const put = await admin.rest('PUT', path(), { body: { profile: 'oasdiff', overrides } });
    expect(put).toMatchObject({
      code: 200,
      detail: { project_id: project.id, profile: 'oasdiff', overrides, updated_by: admin.id },
    });
    expect((await admin.rest('GET', path())).detail).toEqual(put.detail);
    await admin.rest('PUT', path(), { body: { profile: 'strict', overrides: [] } });
  });

  it.each([
    [{ profile: 'mild' }, 'profile', 'must be one of'],
    [{ overrides: {} }, 'overrides', 'must be an array'],
    [{ overrides: ['x'] }, 'overrides', 'item 0 must be an object'],
    [{ overrides: [{ rule: 'endpoint-added' }] }, 'overrides', 'item 0: severity is required'],
    [{ overrides: [{ rule: 'endpoint-added', severity: 4 }] }, 'overrides', 'item 0: severity must be one of'],
    [{ overrides: [{ rule: 7, severity: 1 }] }, 'overrides', 'item 0: rule must be a string'],
    [{ overrides: [{ rule: 'nothing', severity: 1 }] }, 'overrides', 'there is no rule "nothing"'],
  ])('a policy like %j is INVALID_ARGUMENT', async (body, field, message) => {
    const { status, detail } = await admin.rest<{ errors: object[] }>('PUT', path(), { body });
    expect(status).toBe('INVALID_ARGUMENT');
    expect(detail.errors[0]).toEqual({ field, message: expect.stringContaining(message) });
  });

  it('changes are accepted, listed and taken back', async () => {
    const exceptions = `${document.path}/diff-exceptions`;
    const made = await admin.rest('POST', exceptions, { body: { key: removal.key, reason: 'Agreed' } });
    expect(made).toMatchObject({
      code: 200,
      detail: { key: removal.key, reason: 'Agreed', status: 1, state: 'active' },
    });
    expect(await admin.rest('GET', exceptions)).toMatchObject({ total: 1, detail: [{ id: made.detail.id }] });
    const again = await admin.rest('POST', exceptions, { body: { key: removal.key, reason: 'Agreed' } });
    expect(again.status).toBe('ALREADY_EXISTS');
    const read = await admin.rest('GET', `${document.path}/diffs/${diffId}/items`, { query: { ignored: 'true' } });
    expect(read).toMatchObject({
      total: 1,
      detail: [{ key: removal.key, is_breaking: false, ignored: { reason: 'Agreed', accepted_by: admin.id } }],
    });
    const revoked = await admin.rest('POST', `${exceptions}/${made.detail.id}/revoke`, { body: {} });
    expect(revoked.detail).toMatchObject({ status: 2, state: 'revoked', revoked_by: admin.id });
    const active = await admin.rest('GET', exceptions, { query: { active: 'true' } });
    expect(active.total).toBe(0);
    expect((await admin.rest('POST', `${exceptions}/nothing/revoke`, { body: {} })).status).toBe('NOT_FOUND');
  });
});

it('judging costs the same few statements for one diff and for many; exceptions cost one more', async () => {
  await stage();
  const cost = async () => {
    const query =
      'query($id: ID!) { project(id: $id) { diffs { nodes { summary { breakingChanges } items { ignored { reason } } } } } }';
    return (await statementsOf(app.database, () => admin.ask(query, { id: project.id }))).length;
  };
  const stored = await cost();
  await update(project, { profile: 'LENIENT' });
  await accept(document, { key: removal.key });
  const one = await cost();
  const other = await project.createDocument();
  await other.publish({ content: petstore31Json });
  await other.publish({ content: petstoreNext });
  await accept(other, { key: removal.key });
  expect([one, await cost()]).toEqual([stored + 1, stored + 1]);
});
