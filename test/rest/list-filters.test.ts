import { describe, expect, it } from 'vitest';
import { newId } from '../../src/platform/ids.ts';
import { testApp } from '../support/app.ts';
import { petstore31Json, petstoreNext } from '../support/documents.ts';
import { type Document, seed } from '../support/seed.ts';
import { statementsOf } from '../support/statements.ts';

const app = await testApp();
const { admin, superAdmin } = await seed(app);
const project = await admin.createProject();

async function idsIn(document: Document) {
  const from = await document.publish({ content: petstore31Json });
  const to = await document.publish({ content: petstoreNext });
  await document.createDraft();
  const body = { from_version_id: from.id, to_version_id: to.id };
  await admin.rest('POST', `${document.path}/diffs`, { body });
  return { ...body, branch_id: document.branches.dev as string };
}

const document = await project.createDocument();
const own = await idsIn(document);
const sibling = await idsIn(await project.createDocument());
const elsewhere = await idsIn(await (await admin.createProject()).createDocument());

/** The total, or the status of a failure. */
async function listed(path: string): Promise<unknown> {
  const { status, total } = await admin.rest('GET', path);
  return status === 'OK' ? total : status;
}

const filters = [
  ['drafts', 'branch_id'],
  ['versions', 'branch_id'],
  ['shares', 'branch_id'],
  ['diffs', 'from_version_id'],
  ['diffs', 'to_version_id'],
] as const;

describe('a filter by id', () => {
  it.each(filters)('of %s by %s knows only what is in the parent', async (list, filter) => {
    const total = await listed(`${document.path}/${list}?${filter}=${own[filter].toUpperCase()}`);
    expect(total).toEqual(expect.any(Number));
    expect(await listed(`${project.path}/${list}?${filter}=${own[filter]}`)).toBe(total);
    expect(await listed(`${document.path}/${list}?${filter}=${own[filter]}&search=nothing`)).toBe(0);
    for (const id of ['7', 'dev', '%00', newId(), sibling[filter], elsewhere[filter]])
      expect([id, await listed(`${document.path}/${list}?${filter}=${id}`)]).toEqual([id, 'NOT_FOUND']);
    for (const id of ['7', 'dev', newId(), elsewhere[filter]])
      expect([id, await listed(`${project.path}/${list}?${filter}=${id}`)]).toEqual([id, 'NOT_FOUND']);
  });

  it('says the id of a branch that it names', async () => {
    const { message } = await admin.rest('GET', `${document.path}/versions?branch_id=dev`);
    expect(message).toBe(
      `Branch not found: branch_id must be the id of a branch, not its name. The id of dev is ${own.branch_id}`,
    );
  });

  it('costs a statement more only if it finds nothing, however many parents there are', async () => {
    const count = async (path: string) =>
      (await statementsOf(app.database, () => admin.rest('GET', `${document.path}/${path}`))).length;
    const plain = await count('versions');
    expect(await count(`versions?branch_id=${own.branch_id}`)).toBe(plain);
    expect(await count(`versions?branch_id=${document.branches.prod}`)).toBe(plain + 1);
    const ask = (first: number) =>
      statementsOf(app.database, () =>
        admin.graphql(
          'query($id: ID!, $branchId: ID!, $first: Int!) { project(id: $id) { documents(first: $first) { nodes { versions(branchId: $branchId) { totalCount nodes { id } } } } } }',
          { id: project.id, branchId: newId(), first },
        ),
      );
    const [one, two] = [await ask(1), await ask(2)];
    expect(two.length).toBe(one.length);
  });

  it.each(['7', newId()])('of projects and the audit log: %s', async id => {
    const codeOf = async (path: string) => (await superAdmin.graphql(`{ ${path} { totalCount } }`)).code;
    expect(await codeOf(`projects(teamId: "${id}")`)).toBe('NOT_FOUND');
    // The log outlives what it names.
    for (const path of [`auditLog(actorId: "${id}")`, `auditLog(resourceId: "${id}")`])
      expect([path, await codeOf(path)]).toEqual([path, id === '7' ? 'NOT_FOUND' : 'OK']);
    // So do the requests of one's own agents.
    expect(await codeOf(`mcpUsage(projectId: "${id}")`)).toBe('OK');
  });
});
