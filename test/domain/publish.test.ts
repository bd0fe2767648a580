import { describe, expect, it } from 'vitest';
import { testApp } from '../support/app.ts';
import {
  guideMarkdown,
  guideMarkdownNext,
  openapiOfSize,
  petstore31Json,
  petstore31Yaml,
  petstoreNext,
} from '../support/documents.ts';
import { castOf, type Document, seed } from '../support/seed.ts';

const app = await testApp();
const people = await seed(app);
const { admin } = people;
const project = await admin.createProject();
const cast = await castOf(people, project);

const read = async (path: string) => (await cast.reader.rest('GET', path)).detail;

describe('a published draft', () => {
  it('is a version with all that the draft said', async () => {
    const document = await project.createDocument();
    const draft = await document.createDraft({
      by: cast.writer,
      versionName: '1.0.0',
      content: petstore31Yaml,
      changelog: 'First.',
    });
    const { reviewRevision } = await draft.submit();
    const { status, detail } = await admin.rest('POST', `${draft.path}/approve`, {
      body: { expected_review_revision: reviewRevision, comment: 'Ship it.' },
    });
    const before = await read(draft.path);
    expect(status).toBe('OK');
    expect(detail).toMatchObject({
      project_id: project.id,
      document_id: document.id,
      branch_id: document.branches.dev,
      draft_id: draft.id,
      version_name: '1.0.0',
      changelog: 'First.',
      document_format: 2,
      source_type: 1,
      sequence: 1,
      status: 1,
      hash: before.hash,
      raw_content_hash: before.raw_content_hash,
      normalized_content_hash: before.normalized_content_hash,
      published_by: admin.id,
      published_at: expect.stringMatching(/Z$/),
    });
    expect(before).toMatchObject({
      status: 5,
      state: 'published',
      review_comment: 'Ship it.',
      review_revision: reviewRevision,
    });
    expect(await read(`${document.path}/versions/${detail.id}`)).toEqual(detail);
    expect(await read(`${document.path}/branches/${document.branches.dev}`)).toMatchObject({
      latest_version_id: detail.id,
    });
  });

  it('keeps its historical baseline when later versions are published', async () => {
    const document = await project.createDocument();
    const first = await document.publish({ content: petstore31Json });
    const draft = await document.createDraft({ content: petstoreNext });
    await draft.submit();
    const submitted = await read(draft.path);
    await draft.approve();
    const published = await read(draft.path);
    expect(published).toMatchObject({
      base_version_id: first.id,
      review_revision: submitted.review_revision,
      diff_preview: submitted.diff_preview,
    });
    expect(published.diff_preview).toMatchObject({
      base_version_id: first.id,
      summary: { added_endpoints: 1, removed_endpoints: 1 },
    });
    await document.publish({ content: openapiOfSize(3) });
    await document.publish({ content: openapiOfSize(4) });
    expect(await read(draft.path)).toEqual(published);
  });

  it('that is the first of its branch has no baseline, now and later', async () => {
    const document = await project.createDocument();
    const draft = await document.createDraft({ content: petstore31Json });
    await draft.submit();
    await draft.approve();
    const published = await read(draft.path);
    await document.publish({ content: petstoreNext });
    expect(published).not.toHaveProperty('base_version_id');
    expect(published.diff_preview).toMatchObject({ summary: { added_endpoints: 3, removed_endpoints: 0 } });
    expect(await read(draft.path)).toEqual(published);
  });

  it('may have the content of the version before', async () => {
    const document = await project.createDocument();
    await document.publish({ content: petstore31Json });
    const draft = await document.createDraft({ content: petstore31Json });
    await draft.submit();
    expect((await read(draft.path)).diff_preview).toMatchObject({ items: [], summary: { unchanged: true } });
    expect(await draft.approve()).toMatchObject({ sequence: 2 });
  });

  it('leaves a diff from the version before', async () => {
    const document = await project.createDocument({ type: 'MARKDOWN' });
    const first = await document.publish({ content: guideMarkdown });
    const second = await document.publish({ content: guideMarkdownNext });
    const { detail, total } = await cast.reader.rest<object[]>('GET', `${document.path}/diffs`);
    expect(total).toBe(1);
    expect(detail[0]).toMatchObject({
      from_version_id: first.id,
      to_version_id: second.id,
      summary: { unchanged: false },
      created_by: admin.id,
    });
  });
});

describe('the name of a version', () => {
  const warningsOf = async (draft: { path: string }) =>
    (await read(`${draft.path}/warnings`)) as unknown as { message: string }[];
  const create = (document: Document, branch: string, version_name: unknown) =>
    cast.writer.rest('POST', `${document.path}/drafts`, {
      body: { branch_id: document.branches[branch], version_name, schema_content: petstoreNext },
    });

  it.each([
    ['blank', '  '],
    ['101 characters long', 'x'.repeat(101)],
    ['a number', 1],
    ['absent', undefined],
    ['with a NUL', 'a\0b'],
  ])('is not %s', async (_name, name) => {
    const answer = await create(await project.createDocument(), 'dev', name);
    expect(answer).toMatchObject({ status: 'INVALID_ARGUMENT', detail: { errors: [{ field: 'version_name' }] } });
  });

  it('has up to 100 characters, counted as people do', async () => {
    expect((await create(await project.createDocument(), 'dev', '🐾'.repeat(100))).status).toBe('OK');
  });

  it('is published once on a protected branch: ALREADY_EXISTS at create, PATCH, promote and approve', async () => {
    const document = await project.createDocument();
    const waiting = await document.createDraft({ branch: 'prod', versionName: '1.0.0', content: petstoreNext });
    await waiting.submit();
    await document.publish({ branch: 'prod', versionName: '1.0.0' });
    const other = await document.createDraft({ branch: 'prod', versionName: '2.0.0' });
    const source = await document.publish({ branch: 'dev', versionName: '1.0.0' });
    const taken = {
      status: 'ALREADY_EXISTS',
      code: 409,
      detail: {
        errors: [
          {
            field: 'version_name',
            message: 'A version "1.0.0" is already published on this branch: choose another name for the version',
          },
        ],
      },
    };
    expect(await create(document, 'prod', '1.0.0')).toMatchObject(taken);
    expect(await create(document, 'prod', ' 1.0.0 ')).toMatchObject(taken);
    const { revision } = await other.read();
    const patched = await admin.rest('PATCH', other.path, {
      body: { expected_revision: revision, version_name: '1.0.0' },
    });
    expect(patched).toMatchObject(taken);
    expect((await other.read()).revision).toBe(revision);
    const promotion = { source_version_id: source.id, target_branch_id: document.branches.prod, version_name: '1.0.0' };
    expect(await admin.rest('POST', `${document.path}/drafts/promote`, { body: promotion })).toMatchObject(taken);
    const { reviewRevision } = await waiting.read();
    const approved = await admin.rest('POST', `${waiting.path}/approve`, {
      body: { expected_review_revision: reviewRevision },
    });
    expect(approved).toMatchObject(taken);
    expect((await warningsOf(waiting))[0]?.message).toBe(
      'A version "1.0.0" is already published on this branch. The branch is protected: approval needs another name',
    );
    expect((await waiting.read()).status).toBe('SUBMITTED');
    expect(await app.database.prisma.version.count({ where: { branchId: document.branches.prod } })).toBe(1);
  });

  it('is published again on any other branch, with a warning; the sequence number differs', async () => {
    const document = await project.createDocument();
    expect(await document.publish({ versionName: 'daily' })).toMatchObject({ sequence: 1 });
    const { detail: draft } = await create(document, 'dev', 'daily');
    const [warning, ...ofContent] = await warningsOf({ path: `${document.path}/drafts/${draft.id}` });
    expect(warning).toEqual({
      message:
        'A version "daily" is already published on this branch. The versions will differ by their sequence number',
    });
    expect(draft.warnings).toBe(ofContent.length + 1);
    for (const [branch, name] of [
      ['dev', 'nightly'],
      ['test', 'daily'],
    ] as const)
      expect((await create(document, branch, name)).detail.warnings).toBe(ofContent.length);
    expect(await document.publish({ versionName: 'daily' })).toMatchObject({ sequence: 2, versionName: 'daily' });
  });

  it('that was published before is a warning until the draft is decided, also for its reviewer', async () => {
    const document = await project.createDocument();
    await document.publish({ versionName: 'daily' });
    const draft = await document.createDraft({ versionName: 'daily' });
    const before = await warningsOf(draft);
    await draft.submit();
    expect(await warningsOf(draft)).toEqual(before);
    expect((await read(draft.path)).warnings).toBe(before.length);
    await draft.approve();
    expect(await warningsOf(draft)).toEqual(before.slice(1));
  });

  it('becomes unique on a branch when that is protected', async () => {
    const document = await project.createDocument();
    await document.publish({ branch: 'test', versionName: '1' });
    await document.publish({ branch: 'test', versionName: '1' });
    const branch = `${document.path}/branches/${document.branches.test}`;
    expect((await admin.rest('PATCH', branch, { body: { is_protected: true } })).detail.is_protected).toBe(true);
    expect((await create(document, 'test', '1')).status).toBe('ALREADY_EXISTS');
    expect((await create(document, 'test', '2')).status).toBe('OK');
  });
});
