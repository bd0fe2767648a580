import { describe, expect, it } from 'vitest';
import { newId } from '../../src/platform/ids.ts';
import { testApp } from '../support/app.ts';
import { agent, createToken } from '../support/mcp.ts';
import { seed } from '../support/seed.ts';

const app = await testApp();
const people = await seed(app);
const project = await people.admin.createProject();
const { token } = await createToken(people.admin);
const { rpc } = agent(app, token);

/** Branches with a version each, inserted as rows: publishing them would take seconds. */
async function addPublishedBranches(count: number): Promise<void> {
  const { db } = app.services;
  const document = await project.createDocument({ type: 'MARKDOWN' });
  const { id } = await document.publish();
  const { draft, branch, ...version } = await db.version.findUniqueOrThrow({
    where: { id },
    include: { draft: true, branch: true },
  });
  const rows = Array.from({ length: count }, () => ({ branchId: newId(), draftId: newId(), id: newId() }));
  const bare = { ...branch, latestVersionId: null, isDefault: false, kind: 'FEATURE' as const };
  await db.branch.createMany({
    data: rows.map(({ branchId }, index) => ({ ...bare, id: branchId, name: `feature/${index}` })),
  });
  await db.draft.createMany({ data: rows.map(({ draftId, branchId }) => ({ ...draft, id: draftId, branchId })) });
  await db.version.createMany({ data: rows.map(row => ({ ...version, ...row })) });
  await db.$executeRaw`
    UPDATE branches b SET latest_version_id = v.id FROM versions v
    WHERE v.branch_id = b.id AND b.document_id = ${document.id}::uuid`;
}

describe('resources/read', async () => {
  const document = await project.createDocument({ type: 'MARKDOWN' });
  const base = `docsvc://projects/${project.id}/documents/${document.id}`;

  it.each([
    ['branches/nope/latest', 'Branch not found; this document has the branches dev, test, prod'],
    ['branches/dev/latest', 'No version is published on this branch yet'],
    ['versions/1.0.0/content/raw', 'Version not found; version_id is a UUID, from a list of versions'],
  ])('says why there is no %s', async (path, message) => {
    const uri = `${base}/${path}`;
    const { error } = await rpc('resources/read', { uri });
    expect(error).toMatchObject({ code: -32002, data: { uri, status: 'NOT_FOUND' } });
    expect(error?.message).toContain(message);
  });

  it.each([
    'branches/feature/x.y/latest',
    'branches/dev/latest?offset=0&x=1',
    'branches/dev/latest?offset=',
    'nothing',
  ])('says which URIs there are instead of %s', async path => {
    const uri = `${base}/${path}`;
    const { error } = await rpc('resources/read', { uri });
    expect(error).toMatchObject({
      code: -32002,
      message:
        'No resource has such a URI: resources/templates/list names them. Write / in a branch name as %2F; the only query is offset',
      data: { uri, status: 'NOT_FOUND' },
    });
  });
});

describe('resources/list', () => {
  it('lists every latest version once, page by page', async () => {
    await addPublishedBranches(105);
    const uris: string[] = [];
    const sizes: number[] = [];
    for (let cursor: unknown; sizes.length === 0 || cursor !== undefined; ) {
      const { result } = await rpc('resources/list', { cursor });
      const page = (result as { resources?: { uri: string }[] }).resources ?? [];
      uris.push(...page.map(({ uri }) => uri));
      sizes.push(page.length);
      cursor = result?.nextCursor;
    }
    expect([sizes, new Set(uris).size]).toEqual([[100, 6], 106]);
    const uri = uris.find(one => one.endsWith('/branches/feature%2F104/latest')) ?? '';
    expect((await rpc('resources/read', { uri })).result?.contents[0]).toMatchObject({
      uri,
      mimeType: 'text/markdown',
    });
  });

  it('names the cursor in errors as MCP does', async () => {
    const { error } = await rpc('resources/list', { cursor: 'nonsense' });
    expect(error).toMatchObject({ code: -32602, message: 'cursor must come from an earlier page of this list' });
    const ofTeams = Buffer.from(`${project.id} Team`).toString('base64url');
    const { error: foreign } = await rpc('resources/list', { cursor: ofTeams });
    expect(foreign).toMatchObject({
      code: -32602,
      message: expect.stringMatching(/^cursor is a cursor of another list/),
    });
  });
});
