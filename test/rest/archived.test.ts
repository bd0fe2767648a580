import { describe, expect, it } from 'vitest';
import { testApp } from '../support/app.ts';
import { petstore31Json, petstoreNext } from '../support/documents.ts';
import { type Document, type Project, seed } from '../support/seed.ts';
import { databaseDigest } from '../support/statements.ts';

const app = await testApp();
const { admin, superAdmin, createPerson } = await seed(app);

type Stage = { project: Project; document: Document; writes: [string, string, object][]; reads: string[] };

/** Creates a project with objects of every kind, and every request that changes the document or the project. */
async function stage(): Promise<Stage> {
  const project = await admin.createProject();
  const document = await project.createDocument();
  const from = await document.publish({ content: petstore31Json });
  const to = await document.publish({ content: petstoreNext });
  const feature = await document.createBranch('feature/x');
  const open = await document.createDraft();
  const submitted = await document.createDraft();
  const { revision, reviewRevision } = await submitted.submit();
  const pair = { from_version_id: from.id, to_version_id: to.id };
  const diff = (await admin.rest('POST', `${document.path}/diffs`, { body: pair })).detail.id;
  const review = { expected_review_revision: reviewRevision };
  const upload = { branch_id: document.branches.dev, version_name: '9', schema_content: petstore31Json };
  const promotion = { source_version_id: to.id, target_branch_id: document.branches.test, version_name: '9' };
  const writes: Stage['writes'] = [
    ['PATCH', document.path, { name: 'Another' }],
    ['POST', `${document.path}/branches`, { name: 'feature/y' }],
    ['PATCH', `${document.path}/branches/${feature}`, { description: 'Another' }],
    ['POST', `${document.path}/branches/${feature}/archive`, {}],
    ['POST', `${document.path}/drafts`, upload],
    ['PATCH', open.path, { expected_revision: (await open.read()).revision, changelog: 'Another' }],
    ['PATCH', open.path, { expected_revision: revision, changelog: 'stale, and archived comes first' }],
    ['DELETE', open.path, {}],
    ['POST', `${open.path}/submit`, {}],
    ['POST', `${submitted.path}/approve`, review],
    ['POST', `${submitted.path}/request-changes`, review],
    ['POST', `${submitted.path}/reject`, review],
    ['POST', `${document.path}/drafts/promote`, promotion],
  ];
  const reads = [
    ...['', '/overview', '/branches', '/drafts', '/versions', '/diffs'].map(path => `${document.path}${path}`),
    `${document.path}/branches/${feature}`,
    ...['', '/content/raw', '/content/normalized', '/reviews', '/warnings'].map(path => `${submitted.path}${path}`),
    ...['', '/content/raw', '/endpoints', '/warnings'].map(path => `${to.path}${path}`),
    `${document.path}/diffs/${diff}`,
    `${document.path}/diffs/${diff}/summary`,
  ];
  return { project, document, writes, reads };
}

async function expectFrozen({ writes, reads }: Stage): Promise<void> {
  const before = await databaseDigest(app.database);
  for (const [method, path, body] of writes) {
    const answer = await admin.rest(method, path, method === 'DELETE' ? {} : { body });
    expect(answer, `${method} ${path}`).toMatchObject({ code: 409, status: 'FAILED_PRECONDITION' });
    expect(answer.message).toMatch(/archived/);
  }
  expect(await databaseDigest(app.database)).toBe(before);
  for (const path of reads) expect(await admin.rest('GET', path), path).toMatchObject({ code: 200, status: 'OK' });
}

/** A change whose values are wrong too: that the parent is archived is said first. */
const WRONG = { name: '' };

describe('below an archived document', () => {
  it('reads stay and writes are FAILED_PRECONDITION', async () => {
    const all = await stage();
    await all.document.archive();
    await expectFrozen(all);
    expect(await admin.rest('GET', all.document.path)).toMatchObject({ detail: { status: 2 } });
    for (const path of [all.document.path, `${all.document.path}/branches/${all.document.branches.dev}`])
      expect(await admin.rest('PATCH', path, { body: WRONG }), path).toMatchObject({ status: 'FAILED_PRECONDITION' });
  });

  it('everything works again after it is restored', async () => {
    const all = await stage();
    await all.document.archive();
    expect(await admin.rest('POST', `${all.document.path}/unarchive`)).toMatchObject({
      code: 200,
      detail: { status: 1 },
    });
    const [method, path, body] = all.writes[4] as [string, string, object];
    expect(await admin.rest(method, path, { body })).toMatchObject({ code: 200 });
  });
});

describe('below an archived project', () => {
  it('reads stay and writes are FAILED_PRECONDITION', async () => {
    const all = await stage();
    const { path } = all.project;
    const { id } = await createPerson();
    const member = await all.project.addMember('reader');
    await all.project.archive();
    all.writes.push(
      ['PATCH', path, { name: 'Another' }],
      ['PATCH', path, WRONG],
      ['POST', `${path}/documents`, { name: 'x', document_type: 1, relative_path: 'x.yaml' }],
      ['POST', `${all.document.path}/archive`, {}],
      ['POST', `${path}/members`, { user_id: id, role: 1 }],
      ['PATCH', `${path}/members/${member.id}/role`, { role: 2 }],
      ['DELETE', `${path}/members/${member.id}`, {}],
    );
    all.reads.push(path, `${path}/members`, `${path}/documents`, `${path}/member-candidates`);
    await expectFrozen(all);
    expect(await member.rest('GET', all.document.path)).toMatchObject({ code: 200 });
  });
});

describe('below an archived team', () => {
  it('reads stay and writes are FAILED_PRECONDITION, for a SuperAdmin too', async () => {
    const all = await stage();
    const team = `/private/teams/${all.project.teamId}`;
    expect(await admin.rest('POST', `${team}/archive`)).toMatchObject({ code: 200, detail: { status: 2 } });
    all.writes.push(
      ['PATCH', team, { name: 'Another' }],
      ['PATCH', team, WRONG],
      ['POST', '/private/projects', { team_id: all.project.teamId, name: 'x' }],
      ['PATCH', all.project.path, { name: 'Another' }],
      ['POST', `${all.project.path}/archive`, {}],
    );
    all.reads.push(team, all.project.path);
    await expectFrozen(all);
    const [method, path, body] = all.writes[0] as [string, string, object];
    expect(await superAdmin.rest(method, path, { body })).toMatchObject({ status: 'FAILED_PRECONDITION' });
    expect(await admin.rest('POST', `${team}/unarchive`)).toMatchObject({ code: 200, detail: { status: 1 } });
    expect(await admin.rest(method, path, { body })).toMatchObject({ code: 200 });
  });
});

describe('archiving', () => {
  it('twice changes nothing', async () => {
    const { document } = await stage();
    await document.archive();
    const before = await databaseDigest(app.database);
    expect(await admin.rest('POST', `${document.path}/archive`)).toMatchObject({ code: 200, detail: { status: 2 } });
    expect(await databaseDigest(app.database)).toBe(before);
  });

  it('a branch blocks its drafts, and keeps its versions readable', async () => {
    const { document } = await stage();
    const id = document.branches['feature/x'] as string;
    const version = await document.publish({ branch: 'feature/x' });
    expect(await admin.rest('POST', `${document.path}/branches/${id}/archive`)).toMatchObject({
      code: 200,
      detail: { status: 2 },
    });
    expect(await admin.rest('PATCH', `${document.path}/branches/${id}`, { body: WRONG })).toMatchObject({
      status: 'FAILED_PRECONDITION',
    });
    const body = { branch_id: id, version_name: '9', schema_content: petstore31Json };
    expect(await admin.rest('POST', `${document.path}/drafts`, { body })).toMatchObject({
      status: 'FAILED_PRECONDITION',
    });
    const change = await admin.rest('PATCH', `${document.path}/branches/${id}`, { body: { description: 'Another' } });
    expect(change).toMatchObject({
      status: 'FAILED_PRECONDITION',
      message: 'The branch is archived: restore it first',
    });
    expect(await admin.rest('GET', version.path)).toMatchObject({ code: 200 });
  });
});

describe('the search', () => {
  const SEARCH = 'query($project: ID, $q: String!) { search(q: $q, projectId: $project) { totalCount nodes { id } } }';
  type Found = { search: { totalCount: number; nodes: object[] } };

  it.each(['teams', 'projects'])('leaves out archived %s, but not the project that the caller names', async place => {
    const owner = await createPerson();
    const project = await owner.createProject();
    const q = `quokka${place}`;
    const described = JSON.parse(petstore31Json);
    described.info.description = q;
    await (await project.createDocument()).publish({ content: JSON.stringify(described) });
    const counts = () =>
      Promise.all(
        [owner, superAdmin].flatMap(({ graphql }) =>
          [undefined, project.id].map(async id => {
            const { search } = (await graphql<Found>(SEARCH, { q, project: id })).data;
            expect(search.nodes).toHaveLength(search.totalCount);
            return search.totalCount;
          }),
        ),
      );
    expect(await counts()).toEqual([1, 1, 1, 1]);
    const path = `/private/${place}/${place === 'teams' ? project.teamId : project.id}`;
    await owner.rest('POST', `${path}/archive`);
    expect(await counts()).toEqual([0, 1, 0, 1]);
    await owner.rest('POST', `${path}/unarchive`);
    expect(await counts()).toEqual([1, 1, 1, 1]);
  });
});
