import { describe, expect, it, onTestFinished, vi } from 'vitest';
import { testApp } from '../support/app.ts';
import { petstore31Json, petstore31Yaml, petstoreNext } from '../support/documents.ts';
import { type Caller, castOf, type Draft, seed } from '../support/seed.ts';

const app = await testApp();
const people = await seed(app);
const project = await people.admin.createProject();
const cast = await castOf(people, project);
const document = await project.createDocument();

const newDraft = () => document.createDraft({ by: cast.writer, content: petstore31Json });

const patch = (draft: Pick<Draft, 'path'>, body: object, by: Caller = cast.writer) =>
  by.rest('PATCH', draft.path, { body });

const rowOf = (draft: Draft) => app.database.prisma.draft.findUniqueOrThrow({ where: { id: draft.id } });

/** A refused request must not leave a trace. */
async function expectRefused(draft: Draft, status: string, body: object): Promise<void> {
  const before = await rowOf(draft);
  const answer = await patch(draft, body);
  expect(answer.status).toBe(status);
  expect(await rowOf(draft)).toEqual(before);
}

describe('a PATCH of a draft', () => {
  it('with the current revision changes only the given fields', async () => {
    const draft = await newDraft();
    const { detail: before } = await cast.writer.rest('GET', draft.path);
    const answer = await patch(draft, {
      expected_revision: before.revision,
      version_name: '2.0.0',
      changelog: 'More.',
    });
    expect(answer).toMatchObject({ status: 'OK', code: 200 });
    const { updated_at: _, revision, ...changed } = answer.detail;
    const { updated_at: __, revision: old, ...same } = before;
    expect(changed).toEqual({ ...same, version_name: '2.0.0', changelog: 'More.' });
    expect(revision).not.toBe(old);
    expect((await cast.writer.rest('GET', draft.path)).detail).toEqual(answer.detail);
  });

  it('changes the content', async () => {
    const draft = await newDraft();
    const { revision } = await draft.read();
    const { detail } = await patch(draft, { expected_revision: revision, schema_content: petstoreNext });
    expect(detail).toMatchObject({ diff_preview: { summary: { added_endpoints: 3 } } });
    const { detail: content } = await cast.reader.rest('GET', `${draft.path}/content/raw`);
    expect(content).toMatchObject({ content: petstoreNext, hash: detail.hash, draft: { revision: detail.revision } });
  });

  it('stores the current content in normalized form if only that kind is sent', async () => {
    const draft = await document.createDraft({ content: petstore31Yaml });
    const { revision } = await draft.read();
    const { detail: normalized } = await cast.writer.rest('GET', `${draft.path}/content/normalized`);
    const { detail } = await patch(draft, { expected_revision: revision, content_kind: 'normalized' });
    expect(detail).toMatchObject({ content_kind: 'normalized', hash: normalized.hash });
    const { detail: raw } = await cast.writer.rest('GET', `${draft.path}/content/raw`);
    expect(raw.content).toBe(normalized.content);
  });

  it('clears the changelog and the commit with blank texts', async () => {
    const draft = await newDraft();
    const { revision: expected_revision } = await draft.read();
    const named = { changelog: 'Old', source_git_commit_id: '0123abc' };
    const before = await patch(draft, { expected_revision, ...named });
    expect(before.detail).toMatchObject(named);
    const none = { expected_revision: before.detail.revision, changelog: '', source_git_commit_id: ' ' };
    const { status, detail } = await patch(draft, none);
    expect(status).toBe('OK');
    expect(detail).not.toHaveProperty('changelog');
    expect(detail).not.toHaveProperty('source_git_commit_id');
  });

  it('returns a new revision every time, even without a difference', async () => {
    const draft = await newDraft();
    const revisions = new Set([(await draft.read()).revision]);
    for (let turn = 0; turn < 4; turn++) revisions.add((await draft.update({ versionName: 'same' })).revision);
    expect(revisions.size).toBe(5);
  });

  it('without, with a null and with an empty expected_revision is INVALID_ARGUMENT', async () => {
    const draft = await newDraft();
    for (const expected_revision of [undefined, null, '']) {
      const answer = await patch(draft, { expected_revision, version_name: 'x' });
      expect(answer).toMatchObject({
        status: 'INVALID_ARGUMENT',
        code: 400,
        detail: { errors: [{ field: 'expected_revision', message: 'is required' }] },
      });
    }
    const answer = await cast.writer.graphql(
      'mutation($input: UpdateDraftInput!) { updateDraft(input: $input) { id } }',
      {
        input: { id: draft.id, versionName: 'x' },
      },
    );
    expect(answer).toMatchObject({ code: 'INVALID_ARGUMENT', data: { updateDraft: null } });
  });

  it('with a stale revision is FAILED_PRECONDITION and leaves the draft as it is', async () => {
    const draft = await newDraft();
    const { revision } = await draft.read();
    await draft.update({ versionName: 'newer' });
    await expectRefused(draft, 'FAILED_PRECONDITION', { expected_revision: revision, version_name: 'older' });
    await expectRefused(draft, 'FAILED_PRECONDITION', {
      expected_revision: 'never issued',
      schema_content: petstoreNext,
    });
  });

  it('that is submitted or withdrawn while its new content is read says so', async () => {
    const { workers } = app.services;
    const run = workers.run.bind(workers);
    const running = vi.spyOn(workers, 'run');
    onTestFinished(() => running.mockRestore());
    for (const [act, refusal] of [
      ['submit', { status: 'FAILED_PRECONDITION', message: expect.stringContaining('A draft in status submitted') }],
      ['withdraw', { status: 'NOT_FOUND' }],
    ] as const) {
      const draft = await newDraft();
      const { revision } = await draft.read();
      running.mockImplementationOnce(async (...task) => {
        await draft[act](cast.writer);
        return run(...task);
      });
      expect(await patch(draft, { expected_revision: revision, schema_content: petstoreNext })).toMatchObject(refusal);
    }
  });

  it('to a name that was published meanwhile is ALREADY_EXISTS on a protected branch, though it is its own', async () => {
    const drafts = [1, 2].map(() => document.createDraft({ branch: document.branches.prod, versionName: 'twice' }));
    const [published, draft] = (await Promise.all(drafts)) as [Draft, Draft];
    await published.submit();
    await published.approve();
    const { revision: expected_revision } = await draft.read();
    const named = await patch(draft, { expected_revision, version_name: 'twice' }, people.admin);
    expect(named.status).toBe('ALREADY_EXISTS');
    expect(await patch(draft, { expected_revision, changelog: 'x' }, people.admin)).toMatchObject({ status: 'OK' });
  });

  it('that names nothing to change is INVALID_ARGUMENT', async () => {
    const draft = await newDraft();
    const { revision } = await draft.read();
    await expectRefused(draft, 'INVALID_ARGUMENT', { expected_revision: revision, files: [] });
    await expectRefused(draft, 'INVALID_ARGUMENT', { expected_revision: revision });
    await expectRefused(draft, 'INVALID_ARGUMENT', { expected_revision: revision, nothing_known: 1 });
    // What is out of date is said first, whatever the change is.
    await expectRefused(draft, 'FAILED_PRECONDITION', { expected_revision: 'stale' });
  });

  it.each([
    [{ version_name: ' ' }, 'version_name'],
    [{ version_name: 'x'.repeat(101) }, 'version_name'],
    [{ version_name: 7 }, 'version_name'],
    [{ changelog: 'x'.repeat(20_001) }, 'changelog'],
    [{ source_git_commit_id: 'x'.repeat(101) }, 'source_git_commit_id'],
    [{ content_kind: 'stable' }, 'content_kind'],
    [{ content: petstoreNext }, 'content'],
    [{ schema_content: petstoreNext, content: petstore31Json }, 'content'],
    [{ schema_content: '' }, 'schema_content'],
    [{ schema_content: 'openapi: [' }, 'schema_content'],
  ])('of a bad value is INVALID_ARGUMENT (%#)', async (fields, field) => {
    const draft = await newDraft();
    const before = await rowOf(draft);
    const answer = await patch(draft, { expected_revision: before.revision, ...fields });
    expect(answer).toMatchObject({ status: 'INVALID_ARGUMENT', detail: { errors: [{ field }] } });
    expect(await rowOf(draft)).toEqual(before);
  });
});

describe('the checks of a PATCH come in this order', () => {
  const bad = { schema_content: 'no document' };
  const nowhere = '0190a0f0-0000-7000-8000-000000000000';

  it('the caller, before anything else', async () => {
    const answer = await patch({ path: `${document.path}/drafts/${nowhere}` }, bad, cast.anonymous);
    expect(answer).toMatchObject({ status: 'UNAUTHENTICATED', code: 401 });
  });

  it('permission, before existence', async () => {
    for (const by of [cast.outsider, cast.reader])
      expect((await patch({ path: `${document.path}/drafts/${nowhere}` }, bad, by)).status).toBe('PERMISSION_DENIED');
  });

  it('existence, before the presence of expected_revision', async () => {
    const other = await project.createDocument();
    const draft = await newDraft();
    for (const path of [
      `${document.path}/drafts/${nowhere}`,
      `${document.path}/drafts/no-uuid`,
      `${other.path}/drafts/${draft.id}`,
    ])
      expect((await patch({ path }, bad)).status).toBe('NOT_FOUND');
  });

  it('presence, before archived parents; these before the match of the revision', async () => {
    const archived = await project.createDocument();
    const draft = await archived.createDraft();
    await archived.archive();
    await expectRefused(draft, 'INVALID_ARGUMENT', bad);
    const before = await rowOf(draft);
    const answer = await patch(draft, { ...bad, expected_revision: 'stale' });
    expect(answer).toMatchObject({
      status: 'FAILED_PRECONDITION',
      message: 'The document is archived: restore it first',
    });
    expect(await rowOf(draft)).toEqual(before);
  });

  it('the match of the revision, before the status', async () => {
    const draft = await newDraft();
    const { revision } = await draft.submit();
    const stale = await patch(draft, { ...bad, expected_revision: 'stale' });
    expect(stale.message).toMatch(/^expected_revision is stale/);
    const submitted = await patch(draft, { ...bad, expected_revision: revision });
    expect(submitted).toMatchObject({
      status: 'FAILED_PRECONDITION',
      message: 'A draft in status submitted cannot be changed, only one in draft or changes_requested',
    });
  });

  it('the content last', async () => {
    const draft = await newDraft();
    await expectRefused(draft, 'FAILED_PRECONDITION', { ...bad, expected_revision: 'stale' });
    await expectRefused(draft, 'INVALID_ARGUMENT', { ...bad, expected_revision: (await draft.read()).revision });
  });
});

describe('a draft that was withdrawn', () => {
  const draftCount = (draft: Draft) => app.database.prisma.draft.count({ where: { id: draft.id } });

  it('by its author or an admin is gone', async () => {
    for (const by of [cast.writer, cast.admin, cast.superadmin]) {
      const draft = await newDraft();
      expect(await by.rest('DELETE', draft.path)).toMatchObject({ status: 'OK', detail: { id: draft.id } });
      expect((await cast.writer.rest('GET', draft.path)).status).toBe('NOT_FOUND');
    }
  });

  it('while changes are requested is deleted with its reviews', async () => {
    const draft = await newDraft();
    await draft.submit();
    await draft.requestChanges();
    await draft.withdraw(cast.writer);
    expect(await draftCount(draft)).toBe(0);
    expect(await app.database.prisma.review.count({ where: { draftId: draft.id } })).toBe(0);
  });

  it('by another user stays', async () => {
    const draft = await newDraft();
    const colleague = await project.addMember('writer');
    for (const [by, status] of [
      [cast.anonymous, 'UNAUTHENTICATED'],
      [cast.outsider, 'PERMISSION_DENIED'],
      [cast.reader, 'PERMISSION_DENIED'],
      [colleague, 'PERMISSION_DENIED'],
    ] as const)
      expect((await by.rest('DELETE', draft.path)).status).toBe(status);
    expect(await draftCount(draft)).toBe(1);
  });

  it.each(['submit', 'reject', 'approve'] as const)(
    'is only one that is draft or changes_requested: not after %s',
    async last => {
      const draft = await newDraft();
      await draft.submit();
      if (last !== 'submit') await draft[last]();
      const answer = await cast.writer.rest('DELETE', draft.path);
      expect(answer).toMatchObject({ status: 'FAILED_PRECONDITION', code: 409 });
      expect(await draftCount(draft)).toBe(1);
    },
  );
});
