import { beforeAll, describe, expect, it } from 'vitest';
import { testApp } from '../support/app.ts';
import { petstore31Json, petstoreNext } from '../support/documents.ts';
import { type Caller, type Document, type Draft, type Person, seed } from '../support/seed.ts';
import { statementsOf } from '../support/statements.ts';

const app = await testApp();
const { admin } = await seed(app);
let document: Document;
let other: Person;

beforeAll(async () => {
  const project = await admin.createProject();
  other = await project.addMember('admin');
  document = await project.createDocument();
  await document.publish({ content: petstore31Json });
});

type Change = { key: string; digest: string };
type Preview = { items: Change[]; seenKeys: string[] };

async function previewOf(draft: Draft, caller: Caller): Promise<Preview> {
  const query = 'query($id: ID!) { draft(id: $id) { diffPreview { items { key digest } seenKeys } } }';
  return (await caller.ask<{ diffPreview: Preview }>(query, { id: draft.id })).diffPreview;
}

const mark = (draft: Draft, caller: Caller, changes: Change[], seen?: boolean) =>
  caller.graphql('mutation($input: MarkChangesSeenInput!) { markChangesSeen(input: $input) { id } }', {
    input: { id: draft.id, changes, ...(seen !== undefined && { seen }) },
  });

describe('the marks of a reviewer', () => {
  it('is theirs alone, may be taken away, and costs no more marks than changes', async () => {
    const draft = await document.createDraft({ content: petstoreNext });
    const { items } = await previewOf(draft, admin);
    expect(items.length).toBeGreaterThan(1);
    for (let twice = 0; twice < 2; twice += 1) await mark(draft, admin, items);
    expect((await previewOf(draft, admin)).seenKeys).toEqual(items.map(({ key }) => key));
    expect((await previewOf(draft, other)).seenKeys).toEqual([]);
    await mark(draft, admin, items.slice(1), false);
    expect((await previewOf(draft, admin)).seenKeys).toEqual([items[0]?.key]);
    expect(await app.database.prisma.seenChange.count({ where: { draftId: draft.id } })).toBe(1);
  });

  it('is not taken for more than 3,000 changes at once', async () => {
    const draft = await document.createDraft({ content: petstoreNext });
    const hex = (number: number) => number.toString(16).padStart(32, '0');
    const changes = Array.from({ length: 3_001 }, (_, index) => ({ key: hex(index), digest: hex(index) }));
    const { errors } = await mark(draft, admin, changes);
    expect(errors?.[0]?.extensions).toMatchObject({
      code: 'INVALID_ARGUMENT',
      errors: [{ field: 'changes', message: 'must have at most 3000 items' }],
    });
    expect(await app.database.prisma.seenChange.count({ where: { draftId: draft.id } })).toBe(0);
  });

  it('stays seen in the next round while it says the same, and no longer', async () => {
    const next = JSON.parse(petstoreNext);
    next.paths['/new'] = { get: { summary: 'One', responses: { '200': { description: 'OK' } } } };
    next.info.version = '2.0.0';
    const draft = await document.createDraft({ content: JSON.stringify(next) });
    await draft.submit();
    const before = (await previewOf(draft, admin)).items;
    await mark(draft, admin, before);
    await draft.requestChanges({ comment: 'More' });
    next.info.version = '3.0.0';
    await draft.update({ content: JSON.stringify(next) });
    await draft.submit();
    const { items, seenKeys } = await previewOf(draft, admin);
    const same = items.filter(({ key, digest }) => before.some(one => one.key === key && one.digest === digest));
    expect(seenKeys).toEqual(same.map(({ key }) => key));
    expect(same.length).toBeGreaterThan(0);
    expect(same.length).toBeLessThan(items.length);
  });

  it('accepts keys and digests as diffs return them, up to 3,000', async () => {
    const draft = await document.createDraft({ content: petstoreNext });
    const [one] = (await previewOf(draft, admin)).items as [Change];
    for (const changes of [[{ ...one, key: 'x' }], [{ ...one, digest: '' }]])
      expect((await mark(draft, admin, changes)).code).toBe('INVALID_ARGUMENT');
    expect((await mark(draft, admin, Array(3_000).fill(one))).code).toBe('OK');
    expect((await previewOf(draft, admin)).seenKeys).toEqual([one.key]);
  });

  it('is not kept for what is no change of the draft, so that nobody fills the table', async () => {
    const draft = await document.createDraft({ content: petstoreNext });
    const digest = '1'.repeat(32);
    expect((await mark(draft, admin, [{ key: '0'.repeat(32), digest }])).code).toBe('OK');
    expect(await app.database.prisma.seenChange.count({ where: { draftId: draft.id } })).toBe(0);
  });

  it('is not written under an archived project', async () => {
    const project = await admin.createProject();
    const draft = await (await project.createDocument()).createDraft();
    const { items } = await previewOf(draft, admin);
    await admin.rest('POST', `${project.path}/archive`);
    expect((await mark(draft, admin, items)).code).toBe('FAILED_PRECONDITION');
    expect(await app.database.prisma.seenChange.count({ where: { draftId: draft.id } })).toBe(0);
  });
});

describe('the tokens of a page that asks again and again', () => {
  const tokens = async (caller: Caller, draft: Draft) => {
    const query = `query($id: ID!) { reviewQueueState { token count } myDraftsState { token count } draft(id: $id) { changeToken } }`;
    const { data } = await caller.graphql<{
      reviewQueueState: { token: string; count: number };
      myDraftsState: { token: string; count: number };
      draft: { changeToken: string };
    }>(query, { id: draft.id });
    return data;
  };

  it('change exactly when the draft or list changes', async () => {
    const draft = await document.createDraft({ content: petstoreNext });
    const comment = () => other.rest('POST', `${draft.path}/comments`, { body: { body: 'Why?' } });
    let last = await tokens(admin, draft);
    expect(await tokens(admin, draft)).toEqual(last);
    const steps: [() => Promise<unknown>, queue: boolean, draft: boolean][] = [
      [() => draft.update({ versionName: 'another' }), false, true],
      [() => draft.submit(), true, true],
      [comment, false, true],
      [() => document.publish({ content: petstore31Json }), true, true],
      [() => draft.requestChanges({ comment: 'More' }), true, true],
      [() => document.createDraft(), false, false],
    ];
    for (const [step, queueChanges, draftChanges] of steps) {
      await step();
      const now = await tokens(admin, draft);
      expect([
        now.reviewQueueState.token !== last.reviewQueueState.token || queueChanges,
        now.draft.changeToken !== last.draft.changeToken,
      ]).toEqual([queueChanges, draftChanges]);
      last = now;
    }
  });

  it('change also by a server whose clock is behind that of another server', async () => {
    const { db } = app.services;
    const later = new Date(Date.now() + 60_000);
    const [first, second] = [await document.createDraft(), await document.createDraft()];
    await first.submit();
    await db.draft.update({ where: { id: first.id }, data: { updatedAt: later, submittedAt: later } });
    const comments = `${second.path}/comments`;
    const say = async () => (await admin.rest('POST', comments, { body: { body: 'Why?' } })).detail.id;
    const [early, late] = [await say(), await say()];
    await db.comment.update({ where: { id: late }, data: { updatedAt: later } });
    const before = await tokens(admin, second);
    await admin.rest('PATCH', `${comments}/${early}`, { body: { body: 'Why not?' } });
    const after = await tokens(admin, second);
    expect(after.draft.changeToken).not.toBe(before.draft.changeToken);
    await second.update({ versionName: 'other' });
    expect((await tokens(admin, second)).myDraftsState.token).not.toBe(after.myDraftsState.token);
    await second.submit();
    const submitted = await tokens(admin, second);
    await second.requestChanges();
    await second.submit();
    expect((await tokens(admin, second)).reviewQueueState.token).not.toBe(submitted.reviewQueueState.token);
  });

  it('of a draft change when any of its parents is archived', async () => {
    const project = await admin.createProject();
    const ofParents = await project.createDocument();
    const feature = await ofParents.createBranch('feature/a');
    const draft = await ofParents.createDraft({ branch: feature });
    const archive = (path: string) => admin.rest('POST', `${path}/archive`, { body: {} });
    const seen = new Set([(await tokens(admin, draft)).draft.changeToken]);
    const parents = [
      `${ofParents.path}/branches/${feature}`,
      ofParents.path,
      project.path,
      `/private/teams/${project.teamId}`,
    ];
    for (const path of parents) {
      expect((await archive(path)).status).toBe('OK');
      seen.add((await tokens(admin, draft)).draft.changeToken);
    }
    expect(seen.size).toBe(1 + parents.length);
  });

  it('cost one statement beside the session of the caller', async () => {
    for (const field of ['reviewQueueState', 'myDraftsState'])
      expect(await statementsOf(app.database, () => admin.ask(`{ ${field} { token count } }`))).toHaveLength(2);
  });
});
