import { describe, expect, it } from 'vitest';
import { testApp } from '../support/app.ts';
import { petstore31Yaml, petstoreNext } from '../support/documents.ts';
import { castOf, type Document, seed } from '../support/seed.ts';

const app = await testApp();
const people = await seed(app);
const { admin } = people;
const project = await admin.createProject();
const cast = await castOf(people, project);

const read = async (path: string) => (await cast.reader.rest('GET', path)).detail;

describe('promoting', () => {
  const promote = (document: Document, body: object, by = admin) =>
    by.rest('POST', `${document.path}/drafts/promote`, { body: { target_branch_id: document.branches.prod, ...body } });

  it('creates a draft of the target from the latest version of a branch or from a given version', async () => {
    const document = await project.createDocument();
    const old = await document.publish({ content: petstore31Yaml });
    const latest = await document.publish({ content: petstoreNext });
    const byBranch = await promote(document, {
      source_branch_id: document.branches.dev,
      version_name: '2.0.0',
      changelog: 'All of it.',
    });
    expect(byBranch).toMatchObject({
      status: 'OK',
      detail: {
        branch_id: document.branches.prod,
        version_name: '2.0.0',
        changelog: 'All of it.',
        state: 'draft',
        source_type: 3,
        source_branch_id: document.branches.dev,
        source_version_id: latest.id,
        hash: (await read(latest.path)).hash,
      },
    });
    const byVersion = await promote(document, { source_version_id: old.id, version_name: '1.0.0' });
    expect(byVersion.detail).toMatchObject({ source_version_id: old.id, source_branch_id: document.branches.dev });
    const content = await read(`${document.path}/drafts/${byVersion.detail.id}/content/raw`);
    expect(content.content).toBe(petstore31Yaml);
    await admin.rest('POST', `${document.path}/drafts/${byVersion.detail.id}/submit`);
    const { review_revision } = await read(`${document.path}/drafts/${byVersion.detail.id}`);
    const { detail } = await admin.rest('POST', `${document.path}/drafts/${byVersion.detail.id}/approve`, {
      body: { expected_review_revision: review_revision },
    });
    expect(detail).toMatchObject({ sequence: 1, source_type: 3, branch_id: document.branches.prod });
  });

  it('requires exactly one source with a version of this document', async () => {
    const document = await project.createDocument();
    const version = await document.publish();
    const foreign = await (await project.createDocument()).publish();
    const { dev, test } = document.branches;
    const refusals: [object, string][] = [
      [{ version_name: '1' }, 'INVALID_ARGUMENT'],
      [{ source_branch_id: dev, source_version_id: version.id, version_name: '1' }, 'INVALID_ARGUMENT'],
      [{ source_branch_id: test, version_name: '1' }, 'FAILED_PRECONDITION'],
      [{ source_version_id: foreign.id, version_name: '1' }, 'NOT_FOUND'],
      [{ source_version_id: 'no-uuid', version_name: '1' }, 'NOT_FOUND'],
      [{ source_branch_id: foreign.branchId, version_name: '1' }, 'NOT_FOUND'],
      [{ source_branch_id: dev, version_name: '' }, 'INVALID_ARGUMENT'],
      [{ source_branch_id: dev, target_branch_id: foreign.branchId, version_name: '1' }, 'NOT_FOUND'],
    ];
    const before = await app.database.prisma.draft.count();
    for (const [body, status] of refusals)
      expect([body, (await promote(document, body)).status]).toEqual([body, status]);
    expect(await app.database.prisma.draft.count()).toBe(before);
  });

  it('is for project admins', async () => {
    const document = await project.createDocument();
    await document.publish();
    const body = { source_branch_id: document.branches.dev, version_name: '1' };
    for (const [by, status] of [
      [cast.anonymous, 'UNAUTHENTICATED'],
      [cast.outsider, 'PERMISSION_DENIED'],
      [cast.writer, 'PERMISSION_DENIED'],
      [cast.superadmin, 'OK'],
    ] as const)
      expect(
        (
          await by.rest('POST', `${document.path}/drafts/promote`, {
            body: { target_branch_id: document.branches.prod, ...body },
          })
        ).status,
      ).toBe(status);
  });
});
