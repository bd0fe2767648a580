import { expect, it } from 'vitest';
import { testApp } from '../support/app.ts';
import { seed } from '../support/seed.ts';
import { statementsOf } from '../support/statements.ts';

const app = await testApp();
const { admin } = await seed(app);

const operation = (description: string) => ({ get: { responses: { '200': { description } } } });
const pet = (required: string[]) => ({
  get: {
    responses: {
      '200': { description: 'Pet', content: { 'application/json': { schema: { $ref: '#/components/schemas/Pet' } } } },
    },
  },
  ...(required.length > 0 && { post: operation('Made').get }),
});

/** A document whose /pets refers to a schema. */
function document(version: string, paths: object, required: string[] = []): string {
  const Pet = { type: 'object', properties: { id: { type: 'string' } }, ...(required.length > 0 && { required }) };
  return JSON.stringify({
    openapi: '3.1.0',
    info: { title: 'Pets', version },
    paths,
    components: { schemas: { Pet } },
  });
}

it('of an endpoint lists the versions that added, changed or removed it, with the changes', async () => {
  const project = await admin.createProject();
  const reader = await project.addMember('reader');
  const api = await project.createDocument();
  const contents = [
    document('1', { '/health': operation('OK') }),
    document('2', { '/health': operation('OK'), '/pets': pet([]) }),
    document('3', { '/health': operation('Fine'), '/pets': pet([]) }),
    document('4', { '/health': operation('Fine'), '/pets': pet([]) }, ['id']),
    document('5', { '/health': operation('Fine') }),
    document('6', { '/health': operation('Fine'), '/pets': pet(['id']) }, ['id']),
  ];
  const versions: string[] = [];
  for (const content of contents) versions.push((await api.publish({ content })).id);
  await api.publish({ branch: 'test', content: contents[1] as string });

  type Entry = { step: string; version: { id: string }; items: { rule: string; path: string }[] };
  const path = `${api.path}/endpoint-history?branch_id=${api.branches.dev}&method=get&path=/pets`;
  const { detail, total } = await reader.rest<Entry[]>('GET', path);
  expect(total).toBe(4);
  expect(detail.map(({ step, version }) => [step, versions.indexOf(version.id) + 1])).toEqual([
    ['appeared', 6],
    ['removed', 5],
    ['changed', 4],
    ['appeared', 2],
  ]);
  expect(detail.map(({ items }) => items.map(({ rule }) => rule))).toEqual([
    ['endpoint-added'],
    ['api-path-removed-without-deprecation'],
    [expect.stringMatching(/required/)],
    ['endpoint-added'],
  ]);
  const second = await reader.rest<Entry[]>('GET', `${path}&page_size=2&offset=2`);
  expect(second).toMatchObject({ total: 4, detail: [{ step: 'changed' }, { step: 'appeared' }] });
  expect((await reader.rest('GET', path.replace('/pets', '/nowhere'))).total).toBe(0);
  expect(await reader.rest('GET', path.replace('&method=get', ''))).toMatchObject({ status: 'INVALID_ARGUMENT' });

  const query = `query($id: ID!) { branch(id: $id) { endpointHistory(method: "GET", path: "/health", first: 1) {
    totalCount nodes { step version { versionName } items { rule } } pageInfo { endCursor } } } }`;
  const ask = () => reader.ask<{ endpointHistory: object }>(query, { id: api.branches.dev });
  expect(await ask()).toMatchObject({ endpointHistory: { totalCount: 2, nodes: [{ step: 'CHANGED' }] } });
  expect((await statementsOf(app.database, ask)).length).toBeLessThanOrEqual(11);
});

it('of an endpoint on several branches has the pages of each, also behind their ends', async () => {
  const project = await admin.createProject();
  const api = await project.createDocument();
  const publish = (branch: 'dev' | 'test', versionName: string, description: string) =>
    api.publish({ branch, versionName, content: document(versionName, { '/health': operation(description) }) });
  for (const versionName of ['1', '2', '3']) await publish('dev', versionName, versionName);
  for (const versionName of ['1', '2']) await publish('test', versionName, 'same');
  const query = `query($id: ID!) { document(id: $id) { branches { nodes { name
    all: ${historyOf('')} third: ${historyOf(', first: 1, offset: 2')} found: ${historyOf(', search: "2"')} } } } }`;
  const { branches } = await admin.ask<{ branches: { nodes: { name: string }[] } }>(query, { id: api.id });
  const page = (totalCount: number, ...names: string[]) => ({
    totalCount,
    nodes: names.map(versionName => ({ version: { versionName } })),
  });
  expect(branches.nodes).toEqual([
    { name: 'dev', all: page(3, '3', '2', '1'), third: page(3, '1'), found: page(1, '2') },
    { name: 'test', all: page(1, '1'), third: page(1), found: page(0) },
    { name: 'prod', all: page(0), third: page(0), found: page(0) },
  ]);
});

const historyOf = (page: string) =>
  `endpointHistory(method: "GET", path: "/health"${page}) { totalCount nodes { version { versionName } } }`;

it('of an endpoint whose path parameter gets another name shows the new name under both paths', async () => {
  const project = await admin.createProject();
  const api = await project.createDocument();
  const named = (name: string) => {
    const parameter = { name, in: 'path', required: true, schema: { type: 'string' } };
    return { [`/pets/{${name}}`]: { parameters: [parameter], ...operation('Pet') } };
  };
  await api.publish({ content: document('1', named('id')) });
  await api.publish({ content: document('2', named('pet')) });
  type Entry = { step: string; items: { rule: string; path: string }[] };
  const historyOf = async (path: string) => {
    const query = `branch_id=${api.branches.dev}&method=get&path=${encodeURIComponent(path)}`;
    const { detail } = await admin.rest<Entry[]>('GET', `${api.path}/endpoint-history?${query}`);
    return detail.map(({ step, items }) => [step, items.map(({ rule }) => rule)]);
  };
  expect(await historyOf('/pets/{id}')).toEqual([
    ['removed', ['request-parameter-renamed']],
    ['appeared', []],
  ]);
  expect(await historyOf('/pets/{pet}')).toEqual([['appeared', ['request-parameter-renamed']]]);
});
