import { beforeAll, describe, expect, it } from 'vitest';
import { testApp } from '../support/app.ts';
import { petstore31Json, petstoreNext } from '../support/documents.ts';
import { type Caller, type Document, type Draft, type Person, type Project, Refusal, seed } from '../support/seed.ts';

const app = await testApp();
const { admin } = await seed(app);
let project: Project;
let document: Document;
let other: Person;

const RULES = {
  requireOtherReviewer: false,
  requireComment: false,
  requireResolvedThreads: false,
  requireReasonForBreaking: false,
};
const require = (rules: Partial<typeof RULES>) =>
  admin.ask('mutation($input: UpdateReviewPolicyInput!) { updateReviewPolicy(input: $input) { projectId } }', {
    input: { projectId: project.id, ...RULES, ...rules },
  });

const NEVER = { code: 'OK', message: '' };

/** The result of a decision: its status, and the message with the rule. */
async function outcome(decision: Promise<unknown>): Promise<{ code: string; message: string }> {
  try {
    await decision;
    return NEVER;
  } catch (error) {
    if (!(error instanceof Refusal)) throw error;
    return { code: error.code, message: error.message };
  }
}

/** GraphQL uses the GraphQL names of the rules. */
const refusedBy = (rule: string) => ({
  code: 'FAILED_PRECONDITION',
  message: expect.stringContaining(`requires ${rule}: `),
});

async function submitted(by: Caller = admin, content = petstore31Json): Promise<Draft> {
  const draft = await document.createDraft({ by, content });
  await draft.submit(by);
  return draft;
}

beforeAll(async () => {
  project = await admin.createProject();
  document = await project.createDocument();
  other = await project.addMember('admin');
  await document.publish({ content: petstore31Json });
});

describe('the review rules of a project', () => {
  it('are all off at first, and set one by one over REST, for admins only', async () => {
    const path = `${project.path}/review-policy`;
    const off = {
      ...{ project_id: project.id, require_other_reviewer: false, require_comment: false },
      ...{ require_resolved_threads: false, require_reason_for_breaking: false },
    };
    expect(await admin.rest('GET', path)).toMatchObject({ status: 'OK', detail: off });
    const changed = await admin.rest('PUT', path, { body: { require_comment: true } });
    expect(changed).toMatchObject({ detail: { ...off, require_comment: true, updated_by: admin.id } });
    expect(await admin.rest('GET', path)).toMatchObject({ detail: { ...off, require_comment: true } });
    expect(await admin.rest('PUT', path, { body: {} })).toMatchObject({ status: 'INVALID_ARGUMENT' });
    const writer = await project.addMember('writer');
    for (const method of ['GET', 'PUT'])
      expect(
        await writer.rest(method, path, method === 'PUT' ? { body: { require_comment: false } } : {}),
      ).toMatchObject({
        status: 'PERMISSION_DENIED',
      });
    const audit = await app.database.prisma.auditEntry.findMany({
      where: { projectId: project.id, action: 'review_policy.update' },
    });
    expect(audit.map(({ metadata }) => metadata)).toEqual([{ require_comment: true }]);
  });

  it('keep authors from deciding on their own drafts, and out of their own queue', async () => {
    const [own, foreign] = [await submitted(admin), await submitted(other)];
    const queue = async () =>
      (await admin.ask<{ nodes: { id: string }[] }>('{ reviewQueue(first: 200) { nodes { id } } }')).nodes;
    await require({});
    expect(await queue()).toContainEqual({ id: own.id });
    await require({ requireOtherReviewer: true });
    expect(await queue()).not.toContainEqual({ id: own.id });
    expect(await queue()).toContainEqual({ id: foreign.id });
    for (const decision of ['approve', 'reject', 'requestChanges'] as const)
      expect(await outcome(own[decision]({ comment: 'Mine' }))).toEqual(refusedBy('requireOtherReviewer'));
    expect(await outcome(own.approve({ by: other }))).toEqual(NEVER);
    await foreign.reject();
  });

  it('ask for a comment when a draft is sent back or rejected, not when it is approved', async () => {
    await require({ requireComment: true });
    const draft = await submitted();
    for (const decision of ['reject', 'requestChanges'] as const)
      for (const comment of [undefined, ' '])
        expect(await outcome(draft[decision]({ ...(comment && { comment }) }))).toEqual(refusedBy('requireComment'));
    expect(await outcome(draft.approve())).toEqual(NEVER);
  });

  it('block the approval while threads are open', async () => {
    await require({ requireResolvedThreads: true });
    const draft = await submitted();
    const comment = async (body: object) => (await other.rest('POST', `${draft.path}/comments`, { body })).detail.id;
    const thread = await comment({ body: 'Why?' });
    await comment({ body: 'Indeed', reply_to: thread });
    expect(await outcome(draft.approve())).toEqual(refusedBy('requireResolvedThreads'));
    await other.rest('POST', `${draft.path}/comments/${thread}/resolve`, { body: {} });
    expect(await outcome(draft.approve())).toEqual(NEVER);
  });

  it('require a reason while there are breaking changes that are not accepted', async () => {
    await require({ requireReasonForBreaking: true });
    const fresh = await project.createDocument();
    await fresh.publish({ content: petstore31Json });
    const breaking = async () => {
      const draft = await fresh.createDraft({ content: petstoreNext });
      await draft.submit();
      return draft;
    };
    const draft = await breaking();
    expect(await outcome(draft.approve())).toEqual(refusedBy('requireReasonForBreaking'));
    const items = await admin.ask<{ diffPreview: { items: { key: string; isBreaking: boolean }[] } }>(
      'query($id: ID!) { draft(id: $id) { diffPreview { items { key isBreaking } } } }',
      { id: draft.id },
    );
    const keys = items.diffPreview.items.filter(({ isBreaking }) => isBreaking).map(({ key }) => key);
    expect(keys.length).toBeGreaterThan(0);
    for (const key of keys)
      await admin.rest('POST', `${fresh.path}/diff-exceptions`, { body: { key, reason: 'Nobody uses it' } });
    expect(await outcome(draft.approve())).toEqual(NEVER);
    const reasoned = await document.createDraft({ content: petstoreNext });
    await reasoned.submit();
    expect(await outcome(reasoned.approve())).toEqual(refusedBy('requireReasonForBreaking'));
    expect(await outcome(reasoned.approve({ comment: 'Agreed with all clients' }))).toEqual(NEVER);
  });
});

describe('a decision', () => {
  it('runs before the new rule or follows it, in every race', async () => {
    for (let round = 0; round < 8; round += 1) {
      await require({});
      const draft = await submitted();
      const { reviewRevision } = await draft.read();
      const input = { expectedReviewRevision: reviewRevision as string };
      const [ruled, decided] = await Promise.all([
        outcome(require({ requireOtherReviewer: true })),
        outcome(round % 2 ? draft.approve(input) : draft.reject(input)),
      ]);
      expect(ruled).toEqual(NEVER);
      const acts = await app.database.prisma.auditEntry.findMany({
        where: { projectId: project.id, action: { in: ['review_policy.update', 'draft.approve', 'draft.reject'] } },
        orderBy: { id: 'desc' },
        take: 2,
      });
      // The rule is on now, so later decisions are refused.
      if (decided.code === 'OK') expect(acts).toHaveLength(2);
      else {
        expect(decided).toEqual(refusedBy('requireOtherReviewer'));
        await draft.reject({ by: other });
      }
    }
  });

  it('and a new thread leave no open thread on an approved draft', async () => {
    await require({ requireResolvedThreads: true });
    for (let round = 0; round < 8; round += 1) {
      const draft = await submitted();
      const { reviewRevision } = await draft.read();
      const [comment, decided] = await Promise.all([
        other.rest('POST', `${draft.path}/comments`, { body: { body: 'Wait' } }),
        outcome(draft.approve({ expectedReviewRevision: reviewRevision as string })),
      ]);
      const isCommented = comment.status === 'OK';
      expect(isCommented).not.toBe(decided.code === 'OK');
      if (isCommented) expect(decided).toEqual(refusedBy('requireResolvedThreads'));
      else expect(comment.status).toBe('FAILED_PRECONDITION');
      if (isCommented) await draft.reject();
    }
  });
});
