import { expect, it } from 'vitest';
import { rememberedIn } from '../../src/lists/remembered.ts';
import { testApp } from '../support/app.ts';
import { openapiOfSize, openapiWith } from '../support/documents.ts';
import { type Document, seed } from '../support/seed.ts';
import { statementsOf } from '../support/statements.ts';

// The endpoints of all documents come from tables that triggers keep. Here they are compared with what follows from
// branches, versions and endpoints.

const app = await testApp();
const { superAdmin, admin } = await seed(app);
const { pool } = app.database;
const project = await admin.createProject();
const other = await (await seed(app)).admin.createProject();

const LISTED = `
  SELECT e.id::text FROM (
    SELECT DISTINCT ON (b.document_id) b.latest_version_id AS id
    FROM documents d JOIN branches b ON b.document_id = d.id
    WHERE d.status = 'ACTIVE' AND b.status = 'ACTIVE' AND b.latest_version_id IS NOT NULL AND ($1::text IS NULL OR b.name = $1)
    ORDER BY b.document_id, b.is_default DESC, b.latest_version_id DESC
  ) v JOIN endpoints e ON e.version_id = v.id ORDER BY e.id`;

async function idsInDatabase(branch?: string): Promise<string[]> {
  const { rows } = await pool.query<{ id: string }>(LISTED, [branch ?? null]);
  return rows.map(({ id }) => id);
}

type Listed = { totalCount: number; nodes: { id: string }[] };

const QUERY = `
  query($branch: String, $method: String, $projectId: ID, $search: String, $first: Int, $offset: Int, $after: String) {
    endpoints(
      branch: $branch, method: $method, projectId: $projectId, search: $search, first: $first, offset: $offset, after: $after
    ) { totalCount nodes { id } }
  }`;

async function list(variables: object = {}, by = superAdmin): Promise<{ total: number; ids: string[] }> {
  const { totalCount, nodes } = await by.ask<Listed>(QUERY, { first: 200, ...variables });
  return { total: totalCount, ids: nodes.map(({ id }) => id) };
}

function nothingIfUnknown(error: { code?: string }) {
  if (error.code === 'NOT_FOUND') return { total: 0, ids: [] };
  throw error;
}

/** The lists show what they should, and the tables behind them have no row too many. */
async function expectListed(): Promise<void> {
  for (const branch of [undefined, 'dev', 'test', 'prod', 'feature/new']) {
    const ids = await idsInDatabase(branch);
    expect([branch, await list({ branch }).catch(nothingIfUnknown)]).toEqual([
      branch,
      { total: ids.length, ids: ids.slice(0, 200) },
    ]);
  }
  const { rows } = await pool.query(`
    SELECT digest::text FROM endpoint_texts EXCEPT SELECT text_digest::text FROM current_endpoints`);
  expect(rows).toEqual([]);
}

const setDefault = (document: Document, branch: string) =>
  superAdmin.rest('PATCH', `${document.path}/branches/${document.branches[branch]}`, { body: { is_default: true } });
const ofBranch = (document: Document, branch: string, act: string) =>
  superAdmin.rest('POST', `${document.path}/branches/${document.branches[branch]}/${act}`, { body: {} });

it('follow every act that changes which version of a document counts', async () => {
  const document = await project.createDocument();
  await document.createBranch('feature/a');
  const acts: Record<string, () => Promise<unknown>> = {
    'a publication on a branch that is not the default one': () =>
      document.publish({ branch: 'test', content: openapiOfSize(3) }),
    'another one on another branch': () => document.publish({ branch: 'feature/a', content: openapiOfSize(4) }),
    'the first on the default branch': () => document.publish({ branch: 'dev', content: openapiOfSize(5) }),
    'the next on the default branch': () => document.publish({ branch: 'dev', content: openapiOfSize(6) }),
    'one on another branch': () => document.publish({ branch: 'test', content: openapiOfSize(2) }),
    'a branch is renamed': () =>
      superAdmin.rest('PATCH', `${document.path}/branches/${document.branches['feature/a']}`, {
        body: { name: 'feature/new' },
      }),
    'another default branch': () => setDefault(document, 'prod'),
    'a branch is archived': () => ofBranch(document, 'test', 'archive'),
    'a branch without its archived one': () => ofBranch(document, 'feature/a', 'archive'),
    'a branch is active again': () => ofBranch(document, 'test', 'unarchive'),
    'the document is archived': () => superAdmin.rest('POST', `${document.path}/archive`, { body: {} }),
    'the document is active again': () => superAdmin.rest('POST', `${document.path}/unarchive`, { body: {} }),
    'the default branch has a version': () => document.publish({ branch: 'prod', content: openapiOfSize(1) }),
    'the first default branch again': () => setDefault(document, 'dev'),
  };
  for (const [name, act] of Object.entries(acts)) {
    await act();
    await expectListed().catch(error => {
      throw new Error(`After ${name}: ${error.message}`, { cause: error });
    });
  }
});

it('are those of one branch when first publications on several branches, and changes of branches, race', async () => {
  for (let turn = 0; turn < 6; turn += 1) {
    const document = await project.createDocument();
    await document.createBranch('feature/b');
    const branches = turn % 2 === 0 ? ['test', 'dev', 'feature/b'] : ['feature/b', 'test', 'prod'];
    const drafts = await Promise.all(
      branches.map(async (branch, size) => {
        const draft = await document.createDraft({ branch, content: openapiOfSize(size + 2) });
        return { draft, reviewRevision: (await draft.submit()).reviewRevision };
      }),
    );
    const publications = drafts.map(({ draft, reviewRevision }) =>
      admin.rest('POST', `${draft.path}/approve`, { body: { expected_review_revision: reviewRevision } }),
    );
    const changes = [
      setDefault(document, turn % 3 === 0 ? 'prod' : 'test'),
      ofBranch(document, 'feature/b', 'archive'),
      superAdmin.rest('POST', `${document.path}/${turn % 4 === 3 ? 'archive' : 'unarchive'}`, { body: {} }),
    ];
    const answers = await Promise.all([...publications, ...changes]);
    for (const { status } of answers) expect(['OK', 'FAILED_PRECONDITION']).toContain(status);
    await expectListed();
  }
});

it('are read from both ends, counted exactly after every change, and limited to what the caller may read', async () => {
  for (let made = 0; made < 8; made += 1) {
    const document = await (made % 2 === 0 ? project : other).createDocument();
    await document.publish({ content: openapiOfSize(60) });
    const ids = await idsInDatabase();
    // The total is counted for the first page and known for those after it.
    for (const offset of [0, ids.length - 10, ids.length - 51, ids.length - 1, ids.length, ids.length + 5])
      expect([offset, await list({ first: 50, offset })]).toEqual([
        offset,
        { total: ids.length, ids: ids.slice(offset, offset + 50) },
      ]);
  }
  const own = await list({}, other.admin);
  expect(own.total).toBe(240);
  expect(await list({ projectId: other.id })).toEqual(own);
  expect((await list({ first: 7, offset: 236 }, other.admin)).ids).toEqual(
    (await list({ projectId: other.id, offset: 236 })).ids,
  );
  await project.addMember('reader', other.admin);
  const all = await idsInDatabase();
  for (const offset of [0, 30, all.length - 5])
    expect(await list({ offset }, other.admin)).toEqual({ total: all.length, ids: all.slice(offset, offset + 200) });
});

it('are searched by every word, whatever characters it has', async () => {
  const operation = { operationId: 'sendÄpfel', summary: '100%_sure', tags: ['Fruit bowl', 'x'] };
  const responses = { 200: { description: 'OK' } };
  const document = await project.createDocument();
  const content = openapiWith({ '/Äpfel/{id}': { put: { ...operation, responses }, trace: { responses } } });
  await document.publish({ content });
  const total = async (search: string, method?: string) => (await list({ search, method })).total;
  for (const search of ['äpfel', 'a\u0308pfel', 'ÄPFEL sure', '%_', '0%_s', 'bowl FRUIT', 'tb', 't b'])
    expect([search, await total(search, 'put')]).toEqual([search, search === 'tb' ? 0 : 1]);
  expect(await total('äpfel')).toBe(2);
  expect(await total('äpfel', 'trace')).toBe(1);
  expect(await total('äpfel nowhere')).toBe(0);
  await document.publish({ content: openapiWith({ '/pears': { get: { responses } } }) });
  expect(await total('äpfel')).toBe(0);
  expect(await total('pears')).toBe(1);
});

it('are found by words and by two letters, from both ends and after a cursor, and again after every change', async () => {
  const operation = { responses: { 200: { description: 'OK' } } };
  const plums = (count: number) =>
    openapiWith(Object.fromEntries(Array.from({ length: count }, (_, nth) => [`/plums/${nth}`, { get: operation }])));
  const sql = `
    SELECT id FROM (${LISTED}) listed
    WHERE id IN (SELECT id::text FROM endpoints WHERE path LIKE '%plums%') ORDER BY id`;
  const documents = await Promise.all([project.createDocument(), other.createDocument()]);
  for (const [document, count] of [
    [documents[0], 30],
    [documents[1], 40],
    [documents[0], 25],
  ] as const) {
    await document.publish({ content: plums(count) });
    const ids = (await pool.query<{ id: string }>(sql, [null])).rows.map(({ id }) => id);
    for (const search of ['plums', 'PL']) {
      for (const offset of [0, 20, ids.length - 3, ids.length])
        expect([offset, await list({ search, first: 20, offset })]).toEqual([
          offset,
          { total: ids.length, ids: ids.slice(offset, offset + 20) },
        ]);
      const { pageInfo } = await superAdmin.ask<{ pageInfo: { endCursor: string } }>(
        `{ endpoints(search: "${search}", first: 7) { pageInfo { endCursor } } }`,
      );
      const next = await list({ search, first: 7, after: pageInfo.endCursor });
      expect(next).toEqual({ total: ids.length, ids: ids.slice(7, 14) });
    }
  }
  const last = documents[1] as Document;
  await superAdmin.rest('POST', `${last.path}/archive`, { body: {} });
  expect([(await list({ search: 'plums' })).total, (await list({ search: 'pl' })).total]).toEqual([25, 25]);
});

it('cost one statement for a page with its total while nothing changes, besides that for the caller', async () => {
  for (const search of [undefined, 'plums', 'nowhere', 'zq']) {
    const read = () => statementsOf(app.database, () => list({ first: 5, search }));
    await read();
    expect([search, (await read()).length]).toEqual([search, 2]);
  }
});

it('are remembered under a name that is as short for a caller with many projects', async () => {
  const remembered = rememberedIn(app.services.db);
  remembered.clear();
  await list({ search: 'plums' }, superAdmin);
  await admin.createProject();
  await list({ search: 'plums' }, admin);
  expect([...remembered.keys()].map(({ length }) => length)).toEqual([64, 64]);
});

it('read the projects of their reader once in a request that lists them many times', async () => {
  const aliases = Array.from(
    { length: 30 },
    (_, skip) => `a${skip}: endpoints(first: 1, offset: ${skip}) { nodes { id } }`,
  );
  const statements = await statementsOf(app.database, () => admin.ask(`{ a: me { id } ${aliases.join(' ')} }`));
  expect(statements.filter(text => text.includes('FROM members'))).toHaveLength(1);
});
