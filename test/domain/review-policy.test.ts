import { beforeAll, describe, expect, it } from 'vitest';
import { newId } from '../../src/platform/ids.ts';
import { testApp } from '../support/app.ts';
import { petstore31Json, petstoreNext } from '../support/documents.ts';
import { meanwhile } from '../support/meanwhile.ts';
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

async function submitted(by: Caller = admin): Promise<Draft> {
  const draft = await document.createDraft({ by, content: petstore31Json });
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

  describe('count everybody who changed a draft as its author', () => {
    const rule = { requireOtherReviewer: true };
    const peopleOf = async ({ id }: Draft, field: 'authors' | 'reviewers') =>
      (
        await admin.ask<Record<string, { id: string }[]>>(`query($id: ID!) { draft(id: $id) { ${field} { id } } }`, {
          id,
        })
      )[field]?.map(person => person.id);
    const isAsked = async ({ id }: Draft, by: Caller) => {
      const shown = '{ reviewQueue(first: 200) { totalCount nodes { id } } reviewQueueState { count } }';
      const { data } = await app.graphql<{
        reviewQueue: { totalCount: number; nodes: { id: string }[] };
        reviewQueueState: { count: number };
      }>(shown, {}, { token: by.token });
      expect(data.reviewQueueState.count).toBe(data.reviewQueue.totalCount);
      return data.reviewQueue.nodes.some(node => node.id === id);
    };

    const isAuthor = async ({ id }: Draft, by: Caller) =>
      (await by.ask<{ isAuthor: boolean }>('query($id: ID!) { draft(id: $id) { isAuthor } }', { id })).isAuthor;

    it('by themselves or by a token: they are neither asked nor let', async () => {
      await require(rule);
      const [writer, third] = [await project.addMember('writer'), await project.addMember('admin')];
      const draft = await submitted(writer);
      expect(await peopleOf(draft, 'authors')).toEqual([writer.id]);
      await draft.requestChanges({ by: admin });
      await draft.update({ content: petstoreNext });
      const token = await other.rest<{ token: string }>('POST', '/private/api-tokens', {
        body: { name: 'pipeline', scopes: [1, 2] },
      });
      const { revision } = await draft.read();
      const body = { expected_revision: revision, changelog: 'Reviewed' };
      const changed = await app.rest('PATCH', draft.path, { token: token.detail.token, body });
      expect(changed.status).toBe('OK');
      await draft.update({ by: writer, versionName: `agreed-${draft.id}` });
      await draft.update({ versionName: `agreed again-${draft.id}` });
      await draft.submit();
      expect(await peopleOf(draft, 'authors')).toEqual([writer.id, ...[admin.id, other.id].sort()]);
      expect(await peopleOf(draft, 'reviewers')).toEqual([third.id]);
      const all = [writer, admin, other, third];
      expect(await Promise.all(all.map(by => isAuthor(draft, by)))).toEqual([true, true, true, false]);
      expect(await Promise.all([admin, other, third].map(by => isAsked(draft, by)))).toEqual([false, false, true]);
      for (const by of [admin, other])
        for (const decision of ['approve', 'reject', 'requestChanges'] as const)
          expect(await outcome(draft[decision]({ by, comment: 'Mine' }))).toEqual(refusedBy('requireOtherReviewer'));
      await require({});
      expect(await Promise.all([admin, other, third].map(by => isAsked(draft, by)))).toEqual([true, true, true]);
      await require(rule);
      expect(await outcome(draft.approve({ by: third }))).toEqual(NEVER);
      expect(await peopleOf(draft, 'authors')).toHaveLength(3);
    });

    it('and name no more than a hundred of them, the creator first, but tell each caller about themselves', async () => {
      const draft = await submitted(other);
      const { prisma } = app.database;
      const ids = Array.from({ length: 120 }, newId);
      const userOf = (id: string) => ({ id, email: `${id}@example.com`, name: 'Editor', passwordHash: '' });
      await prisma.user.createMany({ data: ids.map(userOf) });
      await prisma.draftEditor.createMany({ data: ids.map(userId => ({ draftId: draft.id, userId })) });
      expect(await peopleOf(draft, 'authors')).toEqual([other.id, ...ids.toSorted().slice(0, 99)]);
      const last = await project.addMember('admin');
      expect(await isAuthor(draft, last)).toBe(false);
      await prisma.draftEditor.create({ data: { draftId: draft.id, userId: last.id } });
      expect((await peopleOf(draft, 'authors'))?.includes(last.id)).toBe(false);
      expect(await isAuthor(draft, last)).toBe(true);
    });

    it('but not who tried to change it, commented on it, submitted it or sent it back', async () => {
      await require(rule);
      const draft = await submitted(other);
      await draft.requestChanges();
      expect(await outcome(draft.update({ versionName: 'late', expectedRevision: 'stale' }))).not.toEqual(NEVER);
      await draft.submit(admin);
      await admin.rest('POST', `${draft.path}/comments`, { body: { body: 'Why?' } });
      expect(await peopleOf(draft, 'authors')).toEqual([other.id]);
      expect(await outcome(draft.approve())).toEqual(NEVER);
    });

    it.runIf(app.database.kind === 'postgresql')('as it is when the decision has its turn', async () => {
      await require(rule);
      const draft = await submitted(other);
      const change = [
        'SELECT FROM branches WHERE id = (SELECT branch_id FROM drafts WHERE id = $1) FOR UPDATE',
        `INSERT INTO draft_editors (draft_id, user_id) SELECT id, '${admin.id}' FROM drafts WHERE id = $1`,
      ];
      const decided = await meanwhile(app, change, draft.id, () => outcome(draft.approve()));
      expect(decided).toEqual(refusedBy('requireOtherReviewer'));
      await require({});
      await draft.reject();
    });

    it('also of a draft that is withdrawn', async () => {
      const draft = await document.createDraft({ by: other });
      await draft.update({ versionName: `gone-${draft.id}` });
      await draft.withdraw();
      expect(await app.database.prisma.draftEditor.count({ where: { draftId: draft.id } })).toBe(0);
    });
  });

  it('ask for a comment when a draft is sent back or rejected, not when it is approved', async () => {
    await require({ requireComment: true });
    const draft = await submitted();
    for (const decision of ['reject', 'requestChanges'] as const)
      for (const comment of [undefined, ' ', '\u200B'])
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
      // Both lock the project, and name their acts while they hold the lock: ids sort as the acts followed each other.
      if (decided.code === 'OK') {
        expect(acts.map(({ action }) => action)).toEqual([
          'review_policy.update',
          round % 2 ? 'draft.approve' : 'draft.reject',
        ]);
      } else {
        expect(decided).toEqual(refusedBy('requireOtherReviewer'));
        await draft.reject({ by: other });
      }
    }
  });

  it.runIf(app.database.kind === 'postgresql')('follows the rule that was set while it waited', async () => {
    await require({});
    const draft = await submitted();
    const change = [
      'SELECT FROM projects WHERE id = $1 FOR UPDATE',
      'UPDATE review_policies SET require_other_reviewer = true WHERE project_id = $1',
    ];
    for (const decision of ['approve', 'reject', 'requestChanges'] as const) {
      const decided = await meanwhile(app, change, project.id, () => outcome(draft[decision]()));
      expect(decided).toEqual(refusedBy('requireOtherReviewer'));
      await require({});
    }
    await draft.reject();
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
