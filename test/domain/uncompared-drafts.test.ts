import { afterEach, describe, expect, it, vi } from 'vitest';
import { WorkerError } from '../../src/platform/workers.ts';
import { testApp } from '../support/app.ts';
import { cyclicJson, petstore31Json, petstoreNext } from '../support/documents.ts';
import { seed } from '../support/seed.ts';

const app = await testApp();
const { admin } = await seed(app);
const project = await admin.createProject();

type Shown = { id: string; state: string; diff_preview?: { summary: { breaking_changes: number } } };

describe('a draft that differs in too many places to be compared', () => {
  it('has one breaking change, which says so, and is reviewed and published as any other', async () => {
    const document = await project.createDocument();
    const first = await document.publish({ content: cyclicJson(400, 'string') });
    const draft = await document.createDraft({ content: cyclicJson(399, 'integer') });
    await draft.submit();
    const { detail } = await admin.rest<Shown>('GET', draft.path);
    expect(detail.diff_preview?.summary.breaking_changes).toBe(1);
    const version = await draft.approve();
    const body = { from_version_id: first.id, to_version_id: version.id };
    const diff = await admin.rest('POST', `${document.path}/diffs`, { body });
    const items = await admin.rest<object[]>('GET', `${document.path}/diffs/${diff.detail.id}/items`);
    expect(items.detail).toMatchObject([
      {
        rule: 'comparison-too-large',
        severity: 3,
        must_handle: true,
        message: expect.stringContaining('the documents differ in too many places to compare: more than'),
      },
    ]);
  });
});

describe('a change of a draft that nobody has time to compare', () => {
  afterEach(() => vi.restoreAllMocks());

  const withoutTime = () => {
    const { workers } = app.services;
    const run = workers.run.bind(workers);
    vi.spyOn(workers, 'run').mockImplementation((task, ...rest) =>
      task === 'compare' ? Promise.reject(new WorkerError('OVERLOADED', 'No thread was free')) : run(task, ...rest),
    );
  };

  it('is answered without its preview, because it is made', async () => {
    const document = await project.createDocument();
    await document.publish({ content: petstore31Json });
    withoutTime();
    const body = { branch_id: document.branches.dev, version_name: '2', schema_content: petstoreNext };
    const created = await admin.rest<Shown>('POST', `${document.path}/drafts`, { body });
    expect(created).toMatchObject({ status: 'OK', detail: { state: 'draft' } });
    expect(created.detail).not.toHaveProperty('diff_preview');
    const path = `${document.path}/drafts/${created.detail.id}`;
    expect(await admin.rest('POST', `${path}/submit`)).toMatchObject({ detail: { state: 'submitted' } });
    expect(await admin.rest('GET', path)).toMatchObject({ status: 'UNAVAILABLE' });
    vi.restoreAllMocks();
    expect((await admin.rest<Shown>('GET', path)).detail).toHaveProperty('diff_preview');
  });
});

describe('a draft with more changes than the answer of a change may hold', () => {
  it('is created, submitted and decided on without its preview, because it is', async () => {
    const small = await testApp({ DOCSVC_MAX_CONTENT_BYTES: '1048576' });
    const { admin } = await seed(small);
    const document = await (await admin.createProject()).createDocument();
    const paths = Object.fromEntries(Array.from({ length: 27_000 }, (_, nth) => [`/p${nth}`, { get: {} }]));
    const schema_content = JSON.stringify({ openapi: '3.1.0', info: { title: 'Many', version: '1' }, paths });
    const body = { branch_id: document.branches.dev, version_name: '1', schema_content };
    const created = await admin.rest<Shown>('POST', `${document.path}/drafts`, { body });
    expect(created).toMatchObject({ status: 'OK', detail: { state: 'draft' } });
    expect(created.detail).not.toHaveProperty('diff_preview');
    const path = `${document.path}/drafts/${created.detail.id}`;
    const submitted = await admin.rest<{ review_revision: string }>('POST', `${path}/submit`);
    expect(submitted).toMatchObject({ status: 'OK', detail: { state: 'submitted' } });
    const decision = { comment: 'Too much at once', expected_review_revision: submitted.detail.review_revision };
    const rejected = await admin.rest('POST', `${path}/reject`, { body: decision });
    expect(rejected).toMatchObject({ status: 'OK', detail: { state: 'rejected' } });
  });
});
