import { describe, expect, it } from 'vitest';
import { testApp } from '../support/app.ts';
import { openapiOfSize, petstore31Json, petstore31Yaml, petstoreNext } from '../support/documents.ts';
import { idAhead, withoutRules } from '../support/moved-ids.ts';
import { type Caller, castOf, type Document, type Draft, seed } from '../support/seed.ts';

const app = await testApp();
const people = await seed(app);
const project = await people.admin.createProject();
const cast = await castOf(people, project);

const DECISIONS = ['approve', 'request-changes', 'reject'] as const;
type Decision = (typeof DECISIONS)[number];

async function submitted(document?: Document, content = petstore31Json) {
  const draft = await (document ?? (await project.createDocument())).createDraft({ by: cast.writer, content });
  const { reviewRevision } = await draft.submit(cast.writer);
  return { draft, reviewRevision: reviewRevision as string };
}

const decide = (draft: Pick<Draft, 'path'>, decision: Decision, body: object, by: Caller = cast.admin) =>
  by.rest('POST', `${draft.path}/${decision}`, { body });

/** The fields that a review may change. */
async function everythingOf(draft: Draft) {
  const { prisma } = app.database;
  const row = await prisma.draft.findUniqueOrThrow({
    where: { id: draft.id },
    include: { reviews: true, branch: true },
  });
  return {
    row,
    versions: await prisma.version.count(),
    endpoints: await prisma.endpoint.count(),
    diffs: await prisma.diff.count(),
  };
}

async function expectRefused(draft: Draft, status: string, body: object, by?: Caller): Promise<void> {
  const before = await everythingOf(draft);
  for (const decision of DECISIONS) expect((await decide(draft, decision, body, by)).status).toBe(status);
  expect(await everythingOf(draft)).toEqual(before);
}

describe('submitting', () => {
  it('sets the status, counts the round and sets a review revision', async () => {
    const document = await project.createDocument();
    const draft = await document.createDraft({ by: cast.writer });
    expect(await cast.writer.rest('GET', draft.path)).not.toHaveProperty('detail.review_revision');
    const { status, detail } = await cast.writer.rest('POST', `${draft.path}/submit`);
    expect(status).toBe('OK');
    expect(detail).toMatchObject({
      id: draft.id,
      status: 2,
      state: 'submitted',
      submission_round: 1,
      submitted_at: expect.stringMatching(/^\d{4}-\d\d-\d\dT\d\d:\d\d:\d\d\.\d{3}Z$/),
      review_revision: expect.stringMatching(/^\S+$/),
    });
    const { detail: read } = await cast.reader.rest('GET', `${draft.path}/content/raw`);
    expect(read).toMatchObject({ draft: { review_revision: detail.review_revision, revision: detail.revision } });
  });

  it.each([
    ['submitted', []],
    ['rejected', ['reject']],
    ['published', ['approve']],
  ] as const)('is refused for a draft that is %s', async (state, decisions) => {
    const { draft, reviewRevision } = await submitted();
    for (const decision of decisions) await decide(draft, decision, { expected_review_revision: reviewRevision });
    const answer = await cast.writer.rest('POST', `${draft.path}/submit`);
    expect(answer).toMatchObject({
      status: 'FAILED_PRECONDITION',
      code: 409,
      message: `A draft in status ${state} cannot be submitted, only one in draft or changes_requested`,
    });
  });

  it('is for writers', async () => {
    const draft = await (await project.createDocument()).createDraft();
    for (const [by, status] of [
      [cast.anonymous, 'UNAUTHENTICATED'],
      [cast.outsider, 'PERMISSION_DENIED'],
      [cast.reader, 'PERMISSION_DENIED'],
    ] as const)
      expect((await by.rest('POST', `${draft.path}/submit`)).status).toBe(status);
    expect((await draft.read()).status).toBe('DRAFT');
  });
});

describe('a decision', () => {
  it('without expected_review_revision is INVALID_ARGUMENT', async () => {
    const { draft } = await submitted();
    await expectRefused(draft, 'INVALID_ARGUMENT', {});
    await expectRefused(draft, 'INVALID_ARGUMENT', { expected_review_revision: '' });
    await expectRefused(draft, 'INVALID_ARGUMENT', { expected_review_revision: null, comment: 'x' });
    expect((await decide(draft, 'approve', {})).detail).toEqual({
      errors: [{ field: 'expected_review_revision', message: 'is required' }],
    });
  });

  it('is for project admins, before the draft is looked for', async () => {
    const { draft, reviewRevision } = await submitted();
    const body = { expected_review_revision: reviewRevision };
    await expectRefused(draft, 'UNAUTHENTICATED', body, cast.anonymous);
    for (const by of [cast.outsider, cast.reader, cast.writer])
      await expectRefused(draft, 'PERMISSION_DENIED', body, by);
    const nowhere = { path: draft.path.replace(draft.id, project.id) };
    expect((await decide(nowhere, 'approve', body, cast.writer)).status).toBe('PERMISSION_DENIED');
    expect((await decide(nowhere, 'approve', {}, cast.admin)).status).toBe('NOT_FOUND');
    expect((await decide(draft, 'approve', body, cast.superadmin)).status).toBe('OK');
  });

  it('reports a missing revision before an archived document, and that before a stale revision', async () => {
    const document = await project.createDocument();
    const { draft } = await submitted(document);
    await document.archive();
    await expectRefused(draft, 'INVALID_ARGUMENT', {});
    await expectRefused(draft, 'FAILED_PRECONDITION', { expected_review_revision: 'stale' });
    expect((await decide(draft, 'reject', { expected_review_revision: 'stale' })).message).toBe(
      'The document is archived: restore it first',
    );
  });

  it('stores a comment of up to 4000 characters', async () => {
    const { draft, reviewRevision } = await submitted();
    await expectRefused(draft, 'INVALID_ARGUMENT', {
      expected_review_revision: reviewRevision,
      comment: 'é'.repeat(4001),
    });
    const body = { expected_review_revision: reviewRevision, comment: '🐾'.repeat(4000) };
    expect((await decide(draft, 'request-changes', body)).detail.review_comment).toBe('🐾'.repeat(4000));
  });

  it.each(['draft', 'changes_requested', 'rejected', 'published'])(
    'on a draft that is %s is FAILED_PRECONDITION',
    async state => {
      const document = await project.createDocument();
      const draft = await document.createDraft();
      const expected_review_revision = state === 'draft' ? 'anything' : (await draft.submit()).reviewRevision;
      if (state === 'changes_requested') await draft.requestChanges();
      if (state === 'rejected') await draft.reject();
      if (state === 'published') await draft.approve();
      await expectRefused(draft, 'FAILED_PRECONDITION', { expected_review_revision });
    },
  );
});

describe('a review revision is stale, and nothing happens,', () => {
  it('when the content was changed meanwhile', async () => {
    const { draft, reviewRevision } = await submitted();
    await draft.requestChanges();
    await draft.update({ content: petstoreNext });
    const again = await draft.submit();
    expect(again.reviewRevision).not.toBe(reviewRevision);
    await expectRefused(draft, 'FAILED_PRECONDITION', { expected_review_revision: reviewRevision });
    expect((await decide(draft, 'approve', { expected_review_revision: again.reviewRevision })).status).toBe('OK');
  });

  it('when it was submitted again with identical content', async () => {
    const { draft, reviewRevision } = await submitted();
    await draft.requestChanges();
    const again = await draft.submit();
    expect(again.reviewRevision).not.toBe(reviewRevision);
    await expectRefused(draft, 'FAILED_PRECONDITION', { expected_review_revision: reviewRevision });
    expect((await decide(draft, 'reject', { expected_review_revision: again.reviewRevision })).status).toBe('OK');
  });

  it('when its branch got a newer version, which changes it without a write', async () => {
    const document = await project.createDocument();
    const first = await submitted(document);
    const second = await submitted(document, petstoreNext);
    const row = await app.database.prisma.draft.findUniqueOrThrow({ where: { id: second.draft.id } });
    await first.draft.approve();
    const { reviewRevision: present } = await second.draft.read();
    expect(present).not.toBe(second.reviewRevision);
    expect(await app.database.prisma.draft.findUniqueOrThrow({ where: { id: second.draft.id } })).toEqual(row);
    await expectRefused(second.draft, 'FAILED_PRECONDITION', { expected_review_revision: second.reviewRevision });
    expect((await decide(second.draft, 'approve', { expected_review_revision: present })).detail.sequence).toBe(2);
  });

  it('but not by a version on another branch or of another document', async () => {
    const document = await project.createDocument();
    const { draft, reviewRevision } = await submitted(document);
    await document.publish({ branch: 'test' });
    await (await project.createDocument()).publish();
    expect((await draft.read()).reviewRevision).toBe(reviewRevision);
  });
});

describe('request-changes', () => {
  it('allows changes again; the first change sets the status to draft', async () => {
    const { draft, reviewRevision } = await submitted();
    const body = { expected_review_revision: reviewRevision, comment: 'Name the pets.' };
    const { detail } = await decide(draft, 'request-changes', body);
    expect(detail).toMatchObject({
      status: 3,
      state: 'changes_requested',
      review_comment: 'Name the pets.',
      submission_round: 1,
    });
    expect(detail).not.toHaveProperty('review_revision');
    expect(await draft.update({ content: petstoreNext })).toMatchObject({ status: 'DRAFT', reviewRevision: null });
    expect(await draft.submit()).toMatchObject({ status: 'SUBMITTED' });
    expect((await cast.reader.rest('GET', draft.path)).detail).toMatchObject({
      submission_round: 2,
      review_comment: 'Name the pets.',
    });
  });
});

describe('reject', () => {
  it('is final and keeps the decided content', async () => {
    const document = await project.createDocument();
    const { draft, reviewRevision } = await submitted(document);
    const { detail } = await decide(draft, 'reject', { expected_review_revision: reviewRevision, comment: 'No.' });
    expect(detail).toMatchObject({
      status: 4,
      state: 'rejected',
      review_comment: 'No.',
      review_revision: reviewRevision,
    });
    await document.publish({ content: openapiOfSize(2) });
    expect((await cast.reader.rest('GET', draft.path)).detail).toEqual(detail);
    const { revision } = await draft.read();
    const patch = await cast.writer.rest('PATCH', draft.path, {
      body: { expected_revision: revision, version_name: 'x' },
    });
    expect(patch.status).toBe('FAILED_PRECONDITION');
  });
});

it('the history of a draft lists every decision in order', async () => {
  const { draft, reviewRevision } = await submitted();
  await decide(draft, 'request-changes', { expected_review_revision: reviewRevision, comment: 'Shorter.' });
  await draft.update({ content: petstore31Yaml });
  const second = (await draft.submit()).reviewRevision;
  await decide(draft, 'request-changes', { expected_review_revision: second });
  const third = (await draft.submit()).reviewRevision;
  await decide(draft, 'approve', { expected_review_revision: third, comment: 'Good.' }, cast.superadmin);
  const { detail, total } = await cast.reader.rest<unknown[]>('GET', `${draft.path}/reviews`);
  expect(total).toBe(3);
  const round = (submission_round: number, review_revision: unknown, created_by: string, fields: object) => ({
    ...{ id: expect.any(String), draft_id: draft.id, created_at: expect.any(String), updated_at: expect.any(String) },
    ...{ submission_round, review_revision, created_by, ...fields },
    reviewer: { id: created_by, name: expect.any(String) },
  });
  expect(detail).toEqual([
    round(1, reviewRevision, people.admin.id, { decision: 'changes_requested', comment: 'Shorter.' }),
    round(2, second, people.admin.id, { decision: 'changes_requested' }),
    round(3, third, people.superAdmin.id, { decision: 'approved', comment: 'Good.' }),
  ]);
  const page = await cast.reader.rest<{ submission_round: number }[]>('GET', `${draft.path}/reviews`, {
    query: { page_size: 1, offset: 1 },
  });
  expect([page.total, page.detail.map(review => review.submission_round)]).toEqual([3, [2]]);
});

it('the history of decisions is in their order, also of servers whose clocks differ', async () => {
  const { draft, reviewRevision } = await submitted();
  await decide(draft, 'request-changes', { expected_review_revision: reviewRevision, comment: 'More' });
  const { id } = await app.database.prisma.review.findFirstOrThrow({ where: { draftId: draft.id } });
  await withoutRules(app.database, `UPDATE reviews SET id = '${idAhead(id)}' WHERE id = '${id}'`);
  await draft.submit(cast.writer);
  await draft.approve();
  const { detail } = await cast.reader.rest<{ id: string }[]>('GET', `${draft.path}/reviews`);
  expect(detail).toMatchObject([{ id: idAhead(id), comment: 'More' }, { submission_round: 2 }]);
});
