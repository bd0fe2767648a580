import { describe, expect, it } from 'vitest';
import { testApp } from '../support/app.ts';
import { openapiOfSize, petstore31Json, petstoreNext } from '../support/documents.ts';
import { type Document, type Draft, seed } from '../support/seed.ts';

/** Rules that must hold for concurrent actions, on either database. */

const app = await testApp();
const { admin } = await seed(app);
const project = await admin.createProject();
const { prisma } = app.database;

const together = <T>(count: number, act: (index: number) => Promise<T>): Promise<T[]> =>
  Promise.all(Array.from({ length: count }, (_, index) => act(index)));

const patch = (draft: Draft, body: object) => admin.rest('PATCH', draft.path, { body });
const decide = (draft: Draft, decision: string, expected_review_revision: string | null) =>
  admin.rest('POST', `${draft.path}/${decision}`, { body: { expected_review_revision } });

function tally(answers: { status: string }[]): Record<string, number> {
  const counts: Record<string, number> = {};
  for (const { status } of answers) counts[status] = (counts[status] ?? 0) + 1;
  return counts;
}

async function submitted(document: Document, input: Parameters<Document['createDraft']>[0] = {}) {
  const draft = await document.createDraft(input);
  return { draft, reviewRevision: (await draft.submit()).reviewRevision };
}

/** Versions, sequences, latest version, endpoints, diffs and draft states of a branch agree with each other. */
async function expectConsistent(branchId: string): Promise<number> {
  const branch = await prisma.branch.findUniqueOrThrow({ where: { id: branchId } });
  const versions = await prisma.version.findMany({
    where: { branchId },
    orderBy: { sequence: 'asc' },
    include: { draft: true, endpoints: true, diffsTo: true },
  });
  expect(versions.map(version => version.sequence)).toEqual(versions.map((_, index) => index + 1));
  expect([branch.latestVersionId, branch.versionCount]).toEqual([versions.at(-1)?.id ?? null, versions.length]);
  expect(await prisma.draft.count({ where: { branchId, status: 'PUBLISHED' } })).toBe(versions.length);
  for (const [index, version] of versions.entries()) {
    expect(version.draft).toMatchObject({ status: 'PUBLISHED', contentHash: version.contentHash });
    expect(version.draft.reviewedBaseVersionId).toBe(versions[index - 1]?.id ?? null);
    expect(version.endpoints.length).toBeGreaterThan(0);
    expect(version.diffsTo.map(diff => diff.fromVersionId)).toEqual(index === 0 ? [] : [versions[index - 1]?.id]);
  }
  return versions.length;
}

it('a comment whose draft is withdrawn in the same moment is resolved or not found', async () => {
  const document = await project.createDocument();
  for (let round = 0; round < 25; round += 1) {
    const draft = await document.createDraft();
    const { detail } = await admin.rest('POST', `${draft.path}/comments`, { body: { body: 'Why?' } });
    const resolve = () => admin.rest('POST', `${draft.path}/comments/${detail.id}/resolve`);
    const [, ...answers] = await Promise.all([draft.withdraw(), ...Array.from({ length: 6 }, resolve)]);
    const { OK: resolved = 0, NOT_FOUND: missed = 0 } = tally(answers);
    expect(resolved + missed).toBe(answers.length);
    const acts = await prisma.auditEntry.count({ where: { resourceId: detail.id, action: 'comment.resolve' } });
    expect(acts).toBe(resolved > 0 ? 1 : 0);
    expect(await prisma.comment.count({ where: { id: detail.id } })).toBe(0);
    expect((await resolve()).status).toBe('NOT_FOUND');
  }
});

it('of 8 changes with one revision one succeeds', async () => {
  const draft = await (await project.createDocument()).createDraft();
  const { revision } = await draft.read();
  const answers = await together(8, index =>
    patch(draft, { expected_revision: revision, version_name: `v${index}`, schema_content: openapiOfSize(index + 1) }),
  );
  expect(tally(answers)).toEqual({ OK: 1, FAILED_PRECONDITION: 7 });
  const winner = answers.findIndex(({ status }) => status === 'OK');
  const { detail } = await admin.rest('GET', `${draft.path}/content/raw`);
  expect(detail).toMatchObject({
    content: openapiOfSize(winner + 1),
    draft: { version_name: `v${winner}`, revision: answers[winner]?.detail.revision },
  });
});

it('of 50 approvals of one draft one publishes it', async () => {
  const document = await project.createDocument();
  const { draft, reviewRevision } = await submitted(document, { content: openapiOfSize(40) });
  const answers = await together(50, () => decide(draft, 'approve', reviewRevision));
  expect(tally(answers)).toEqual({ OK: 1, FAILED_PRECONDITION: 49 });
  expect(await expectConsistent(document.branches.dev)).toBe(1);
  expect(await prisma.review.count({ where: { draftId: draft.id } })).toBe(1);
  expect(await prisma.endpoint.count({ where: { version: { draftId: draft.id } } })).toBe(40);
});

it.each(['request-changes', 'reject'])('of an approval and a %s one is the decision', async other => {
  const document = await project.createDocument();
  for (let turn = 0; turn < 5; turn++) {
    const { draft, reviewRevision } = await submitted(document, { content: openapiOfSize(turn + 1) });
    const decisions = turn % 2 === 0 ? ['approve', other] : [other, 'approve'];
    const answers = await together(2, index => decide(draft, decisions[index] as string, reviewRevision));
    expect(tally(answers)).toEqual({ OK: 1, FAILED_PRECONDITION: 1 });
    const winner = decisions[answers.findIndex(({ status }) => status === 'OK')];
    const row = await prisma.draft.findUniqueOrThrow({
      where: { id: draft.id },
      include: { version: true, reviews: true },
    });
    const won = { approve: 'PUBLISHED', 'request-changes': 'CHANGES_REQUESTED', reject: 'REJECTED' }[winner as string];
    expect([row.status, row.version !== null, row.reviews.length]).toEqual([won, winner === 'approve', 1]);
  }
  await expectConsistent(document.branches.dev);
});

it('of two drafts approved at once on one branch the second is stale: it was reviewed against another base', async () => {
  const document = await project.createDocument();
  for (let turn = 1; turn <= 4; turn++) {
    const drafts = await Promise.all([
      submitted(document, { content: openapiOfSize(turn) }),
      submitted(document, { content: openapiOfSize(turn + 10) }),
    ]);
    const answers = await Promise.all(
      drafts.map(({ draft, reviewRevision }) => decide(draft, 'approve', reviewRevision)),
    );
    expect(tally(answers)).toEqual({ OK: 1, FAILED_PRECONDITION: 1 });
    expect(await expectConsistent(document.branches.dev)).toBe(turn);
  }
});

it('drafts approved at once on different branches are all published', async () => {
  const document = await project.createDocument();
  const drafts = await Promise.all(['dev', 'test', 'prod'].map(branch => submitted(document, { branch })));
  const answers = await Promise.all(
    drafts.map(({ draft, reviewRevision }) => decide(draft, 'approve', reviewRevision)),
  );
  expect(tally(answers)).toEqual({ OK: 3 });
  for (const branch of ['dev', 'test', 'prod'] as const)
    expect(await expectConsistent(document.branches[branch])).toBe(1);
});

it('a change and a submission run one after the other: a submitted draft never changes afterwards', async () => {
  const document = await project.createDocument();
  for (let turn = 0; turn < 6; turn++) {
    const draft = await document.createDraft({ content: petstore31Json });
    const { revision } = await draft.read();
    const change = () => patch(draft, { expected_revision: revision, schema_content: petstoreNext });
    const submit = () => admin.rest('POST', `${draft.path}/submit`);
    const [changed, sent] =
      turn % 2 === 0 ? await Promise.all([change(), submit()]) : (await Promise.all([submit(), change()])).reverse();
    const { detail } = await admin.rest('GET', `${draft.path}/content/raw`);
    const content = changed?.status === 'OK' ? petstoreNext : petstore31Json;
    expect(detail).toMatchObject({ content, draft: { state: sent?.status === 'OK' ? 'submitted' : 'draft' } });
    for (const answer of [changed, sent]) expect(['OK', 'FAILED_PRECONDITION']).toContain(answer?.status);
    // The answer of the submission is the submitted draft.
    if (sent?.status === 'OK') expect(sent.detail.hash).toBe(detail.hash);
  }
});

it('of a withdrawal and a submission one succeeds', async () => {
  const document = await project.createDocument();
  for (let turn = 0; turn < 6; turn++) {
    const draft = await document.createDraft();
    const acts = [() => admin.rest('DELETE', draft.path), () => admin.rest('POST', `${draft.path}/submit`)];
    if (turn % 2 === 1) acts.reverse();
    const answers = await Promise.all(acts.map(act => act()));
    if (turn % 2 === 1) answers.reverse();
    const [withdrawn, sent] = answers.map(({ status }) => status);
    const row = await prisma.draft.findUnique({ where: { id: draft.id } });
    if (withdrawn === 'OK') expect([['NOT_FOUND', null]]).toContainEqual([sent, row]);
    else expect([withdrawn, sent, row?.status]).toEqual(['FAILED_PRECONDITION', 'OK', 'SUBMITTED']);
  }
});

describe('of two publications of one name on a protected branch', () => {
  it('one succeeds, for equal and different contents', async () => {
    for (let turn = 0; turn < 4; turn++) {
      const document = await project.createDocument();
      const drafts = [];
      for (const size of [3, 4])
        drafts.push(await submitted(document, { branch: 'prod', versionName: '1.0.0', content: openapiOfSize(size) }));
      const answers = await Promise.all(
        drafts.map(({ draft, reviewRevision }) => decide(draft, 'approve', reviewRevision)),
      );
      expect(answers.filter(({ status }) => status === 'OK')).toHaveLength(1);
      expect(['FAILED_PRECONDITION', 'ALREADY_EXISTS']).toContain(
        answers.find(({ status }) => status !== 'OK')?.status,
      );
      expect(await expectConsistent(document.branches.prod)).toBe(1);
    }
  });

  it('the second fails because the name exists, when it is reviewed against the first', async () => {
    const document = await project.createDocument();
    const [first, second] = [
      await submitted(document, { branch: 'prod', versionName: '1.0.0' }),
      await submitted(document, { branch: 'prod', versionName: '1.0.0', content: petstoreNext }),
    ];
    await first.draft.approve();
    const answer = await decide(second.draft, 'approve', (await second.draft.read()).reviewRevision);
    expect(answer).toMatchObject({
      status: 'ALREADY_EXISTS',
      code: 409,
      detail: { errors: [{ field: 'version_name' }] },
    });
    expect((await second.draft.read()).status).toBe('SUBMITTED');
  });
});

describe('once an archive is acknowledged nothing is published any more', () => {
  const archived: [string, (document: Document) => Promise<{ status: string }>][] = [
    ['the document', document => admin.rest('POST', `${document.path}/archive`)],
    ['the project', document => admin.rest('POST', `${document.project.path}/archive`)],
    ['the branch', document => admin.rest('POST', `${document.path}/branches/${document.branches.test}/archive`)],
  ];

  it.each(archived)('%s', async (_name, archive) => {
    for (let turn = 0; turn < 4; turn++) {
      const document = await (await admin.createProject()).createDocument();
      const { draft, reviewRevision } = await submitted(document, { branch: 'test' });
      const approving = decide(draft, 'approve', reviewRevision);
      // The later rounds start to archive during the publication.
      for (let step = 0; step < turn * 3; step++) await new Promise(setImmediate);
      const archival = await archive(document);
      const versionsThen = await prisma.version.count({ where: { documentId: document.id } });
      const approval = await approving;
      expect(archival.status).toBe('OK');
      expect(['OK', 'FAILED_PRECONDITION']).toContain(approval.status);
      expect(await prisma.version.count({ where: { documentId: document.id } })).toBe(versionsThen);
      expect(versionsThen).toBe(approval.status === 'OK' ? 1 : 0);
      expect((await draft.read()).status).toBe(approval.status === 'OK' ? 'PUBLISHED' : 'SUBMITTED');
      expect(await expectConsistent(document.branches.test)).toBe(versionsThen);
    }
  });
});

it('two drafts with the same new content, created and read concurrently, are both complete', async () => {
  const document = await project.createDocument();
  const drafts = await together(6, index =>
    document.createDraft({ versionName: `v${index}`, content: openapiOfSize(77) }),
  );
  const hashes = await Promise.all(
    drafts.map(async draft => (await admin.rest('GET', `${draft.path}/content/raw`)).detail.hash),
  );
  expect(new Set(hashes).size).toBe(1);
  expect(await prisma.text.count({ where: { hash: hashes[0] as string } })).toBe(1);
});
