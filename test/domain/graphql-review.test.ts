import { describe, expect, it } from 'vitest';
import { testApp } from '../support/app.ts';
import { petstore31Json, petstoreNext } from '../support/documents.ts';
import { castOf, seed } from '../support/seed.ts';

/** The review of a draft over GraphQL. The tests of REST cover the details. */

const app = await testApp();
const people = await seed(app);
const project = await people.admin.createProject();
const { reader, writer, admin } = await castOf(people, project);

const STATE = 'id status revision reviewRevision submissionRound baseVersionId reviewComment';
const mutate = (name: string, type: string, fields = STATE) =>
  `mutation($input: ${type}!) { ${name}(input: $input) { ${fields} } }`;
const CREATE = mutate('createDraft', 'CreateDraftInput');
const UPDATE = mutate('updateDraft', 'UpdateDraftInput');
const SUBMIT = mutate('submitDraft', 'DraftInput');
const WITHDRAW = mutate('withdrawDraft', 'DraftInput');
const REQUEST = mutate('requestDraftChanges', 'ReviewDraftInput');
const REJECT = mutate('rejectDraft', 'ReviewDraftInput');
const APPROVE = mutate('approveDraft', 'ReviewDraftInput', 'id sequence versionName draftId');

type State = {
  id: string;
  status: string;
  revision: string;
  reviewRevision: string | null;
  submissionRound: number;
  baseVersionId: string | null;
  reviewComment: string | null;
};

const code = async (answer: Promise<{ code: string }>) => (await answer).code;

it('leads through two rounds of review to a version with endpoints and a diff', async () => {
  const document = await project.createDocument();
  const base = await document.publish({ content: petstore31Json });
  const created = await writer.ask<State>(CREATE, {
    input: { branchId: document.branches.dev, versionName: '2.0.0', schemaContent: petstore31Json },
  });
  const { id } = created;
  expect(created).toMatchObject({ status: 'DRAFT', reviewRevision: null, submissionRound: 0, baseVersionId: base.id });

  const first = await writer.ask<State>(SUBMIT, { input: { id } });
  expect(first).toMatchObject({ status: 'SUBMITTED', submissionRound: 1, revision: created.revision });
  const back = await admin.ask<State>(REQUEST, {
    input: { id, expectedReviewRevision: first.reviewRevision, comment: 'More.' },
  });
  expect(back).toMatchObject({ status: 'CHANGES_REQUESTED', reviewRevision: null, reviewComment: 'More.' });
  const changed = await writer.ask<State>(UPDATE, {
    input: { id, expectedRevision: back.revision, schemaContent: petstoreNext },
  });
  expect(changed).toMatchObject({ status: 'DRAFT', submissionRound: 1, reviewComment: 'More.' });
  const second = await writer.ask<State>(SUBMIT, { input: { id } });
  expect(second.submissionRound).toBe(2);
  expect(await code(admin.graphql(APPROVE, { input: { id, expectedReviewRevision: first.reviewRevision } }))).toBe(
    'FAILED_PRECONDITION',
  );
  const version = await admin.ask<{ id: string }>(APPROVE, {
    input: { id, expectedReviewRevision: second.reviewRevision },
  });
  expect(version).toMatchObject({ sequence: 2, versionName: '2.0.0', draftId: id });

  const whole = await reader.ask(
    `query($id: ID!) {
      draft(id: $id) {
        status baseVersionId reviewRevision
        version { id endpoints(first: 10) { totalCount nodes { method path } } }
        reviews(first: 10) { nodes { decision comment submissionRound } }
        diffPreview { baseVersionId summary { unchanged addedEndpoints removedEndpoints } }
      }
    }`,
    { id },
  );
  expect(whole).toEqual({
    status: 'PUBLISHED',
    baseVersionId: base.id,
    reviewRevision: second.reviewRevision,
    version: {
      id: version.id,
      endpoints: {
        totalCount: 3,
        nodes: [
          { method: 'GET', path: '/pets' },
          { method: 'POST', path: '/pets' },
          { method: 'DELETE', path: '/pets/{petId}' },
        ],
      },
    },
    reviews: {
      nodes: [
        { decision: 'CHANGES_REQUESTED', comment: 'More.', submissionRound: 1 },
        { decision: 'APPROVED', comment: null, submissionRound: 2 },
      ],
    },
    diffPreview: { baseVersionId: base.id, summary: { unchanged: false, addedEndpoints: 1, removedEndpoints: 1 } },
  });
});

describe('refuses with the same statuses as REST', () => {
  const stateOf = (id: string) => app.database.prisma.draft.findUniqueOrThrow({ where: { id } });

  it('a missing and a stale token, which change nothing', async () => {
    const draft = await (await project.createDocument()).createDraft({ by: writer });
    const { revision } = await draft.read();
    await draft.update({ versionName: 'newer' });
    const before = await stateOf(draft.id);
    const update = (input: object) =>
      code(writer.graphql(UPDATE, { input: { id: draft.id, versionName: 'x', ...input } }));
    expect([
      await update({}),
      await update({ expectedRevision: null }),
      await update({ expectedRevision: revision }),
    ]).toEqual(['INVALID_ARGUMENT', 'INVALID_ARGUMENT', 'FAILED_PRECONDITION']);
    expect(await stateOf(draft.id)).toEqual(before);

    await draft.submit();
    const submitted = await stateOf(draft.id);
    for (const mutation of [APPROVE, REQUEST, REJECT]) {
      const decide = (input: object) => code(admin.graphql(mutation, { input: { id: draft.id, ...input } }));
      expect([await decide({}), await decide({ expectedReviewRevision: 'stale' })]).toEqual([
        'INVALID_ARGUMENT',
        'FAILED_PRECONDITION',
      ]);
    }
    expect(await stateOf(draft.id)).toEqual(submitted);
  });

  it('a submission and a withdrawal of what has changed since it was read', async () => {
    const draft = await (await project.createDocument()).createDraft({ by: writer });
    const read = await draft.read();
    await draft.update({ versionName: 'newer' });
    for (const mutation of [SUBMIT, WITHDRAW])
      expect(
        await writer.graphql(mutation, { input: { id: draft.id, expectedRevision: read.revision } }),
      ).toMatchObject({
        code: 'FAILED_PRECONDITION',
        errors: [{ message: 'expectedRevision is stale: the draft has changed since it was read. Read it again' }],
      });
    const { revision } = await draft.read();
    const submit = (round: number) =>
      writer.graphql(SUBMIT, { input: { id: draft.id, expectedRevision: revision, expectedSubmissionRound: round } });
    expect(await code(submit(0))).toBe('OK');
    const { reviewRevision } = await draft.read();
    await admin.ask(REQUEST, { input: { id: draft.id, expectedReviewRevision: reviewRevision } });
    // Its answer was lost, so its caller sends it again.
    expect(await submit(0)).toMatchObject({
      code: 'FAILED_PRECONDITION',
      errors: [{ message: expect.stringMatching(/^expectedSubmissionRound is stale: /) }],
    });
    expect(await stateOf(draft.id)).toMatchObject({ status: 'CHANGES_REQUESTED' });
    expect(await code(submit(1))).toBe('OK');
  });

  it('a caller without the permission, and the field is null', async () => {
    const draft = await (await project.createDocument()).createDraft({ by: writer });
    const { reviewRevision } = await draft.submit();
    const decision = { input: { id: draft.id, expectedReviewRevision: reviewRevision } };
    expect(await writer.graphql(APPROVE, decision)).toMatchObject({
      code: 'PERMISSION_DENIED',
      data: { approveDraft: null },
    });
    expect(await code(reader.graphql(SUBMIT, { input: { id: draft.id } }))).toBe('PERMISSION_DENIED');
    expect(await code(people.anonymous.graphql(REJECT, decision))).toBe('UNAUTHENTICATED');
    expect(await code(writer.graphql(WITHDRAW, { input: { id: draft.id } }))).toBe('FAILED_PRECONDITION');
    expect(await admin.ask<State>(REJECT, decision)).toMatchObject({ status: 'REJECTED' });
    expect(await code(writer.graphql(SUBMIT, { input: { id: draft.id } }))).toBe('FAILED_PRECONDITION');
  });

  it('a bad content, with its place', async () => {
    const document = await project.createDocument();
    const answer = await writer.graphql(CREATE, {
      input: { branchId: document.branches.dev, versionName: '1', schemaContent: '{\n  "openapi": "3.1.0",\n}' },
    });
    expect(answer.code).toBe('INVALID_ARGUMENT');
    expect(answer.errors?.[0]?.extensions.errors).toEqual([
      {
        field: 'schemaContent',
        message: 'Remove the comma before "}": JSON allows no trailing comma.',
        line: 2,
        column: 21,
      },
    ]);
  });
});
