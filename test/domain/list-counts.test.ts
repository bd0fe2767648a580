import { beforeAll, describe, expect, test } from 'vitest';
import { runCommand } from '../../src/admin/commands.ts';
import { rememberedIn } from '../../src/lists/remembered.ts';
import { testApp } from '../support/app.ts';
import { type Document, type Person, type Project, seed } from '../support/seed.ts';
import { statementsOf } from '../support/statements.ts';

const app = await testApp();
const { superAdmin, admin } = await seed(app);
const { pool } = app.database;

type Page = { total: number; ids: string[]; hasNext: boolean };
type Connection = {
  totalCount: number;
  nodes: { id: string }[];
  pageInfo: { hasNextPage: boolean; endCursor: string };
};

/** A list field with its arguments, of the root or of a project. */
type List = { field: string; args?: string; project?: Project };

async function page(by: Person, { field, args = '', project }: List, where: string): Promise<Page & { end: string }> {
  const list = `${field}(${args} ${where}) { totalCount nodes { id } pageInfo { hasNextPage endCursor } }`;
  const query = project ? `{ project(id: "${project.id}") { listed: ${list} } }` : `{ listed: ${list} }`;
  const answer = await by.ask<Connection & { listed?: Connection }>(query);
  const { totalCount, nodes, pageInfo } = answer.listed ?? answer;
  return {
    total: totalCount,
    ids: nodes.map(({ id }) => id),
    hasNext: pageInfo.hasNextPage,
    end: pageInfo.endCursor,
  };
}

/** All rows, read by cursors, which no total decides. */
async function walk(by: Person, list: List): Promise<string[]> {
  const ids: string[] = [];
  for (let after = ''; ; ) {
    const next = await page(by, list, `first: 200 ${after}`);
    ids.push(...next.ids);
    if (!next.hasNext) return ids;
    after = `after: "${next.end}"`;
  }
}

const listsOf = (project: Project): List[] => [
  { field: 'drafts', project },
  ...['DRAFT', 'SUBMITTED', 'CHANGES_REQUESTED', 'REJECTED', 'PUBLISHED'].flatMap(status => [
    { field: 'drafts', args: `status: ${status}`, project },
    { field: 'drafts', args: `status: ${status}, owner: ME`, project },
  ]),
  { field: 'drafts', args: 'owner: ME', project },
  { field: 'documents', project },
  { field: 'documents', args: 'documentType: MARKDOWN', project },
  { field: 'myDrafts', args: 'open: true' },
  ...['reviewQueue', 'myDrafts', 'decidedDrafts', 'latestVersions'].map(field => ({ field })),
];

/** What `verify` says of the counts. Other rows of these tests are not as the service writes them. */
async function verifyCounts(): Promise<string | undefined> {
  for await (const line of runCommand({ services: app.services, database: app.database }, ['verify'], ''))
    if (line.includes('list_counts')) return line;
  return undefined;
}
const RIGHT = expect.stringMatching(/^ok /);

describe('the totals of lists that the database counts are exact', async () => {
  const project = await admin.createProject();
  const writer = await project.addMember('writer');
  const other = await admin.createProject();
  await other.addMember('admin', writer);
  const document = await project.createDocument();
  const people: Record<string, Person> = { admin, writer, superAdmin };
  const drafts = {
    open: await document.createDraft({ by: writer }),
    submitted: await document.createDraft({ by: writer }),
    own: await document.createDraft(),
  };
  const act = (mutation: string, input: string, shown = 'id') =>
    admin.ask(`mutation { ${mutation}(input: { ${input} }) { ${shown} } }`);
  const requireOtherReviewer = (isRequired: boolean) =>
    act(
      'updateReviewPolicy',
      `projectId: "${project.id}", requireOtherReviewer: ${isRequired}`,
      'requireOtherReviewer',
    );

  const CHANGES: [string, () => Promise<unknown>][] = [
    ['drafts are created', async () => {}],
    ['drafts are submitted', () => Promise.all([drafts.submitted.submit(), drafts.own.submit()])],
    ['changes are requested', () => drafts.submitted.requestChanges()],
    ['a draft is submitted again', () => drafts.submitted.submit()],
    ['a draft is published', () => drafts.submitted.approve()],
    ['a draft is rejected', async () => (await submit(document, writer)).reject({ comment: 'No' })],
    ['a draft is withdrawn', () => drafts.open.withdraw()],
    ['a second version of the branch is published', () => document.publish()],
    ['another branch gets its first version', () => document.publish({ branch: 'test', by: writer })],
    ['another reviewer is required', () => requireOtherReviewer(true)],
    ['a branch is archived', () => act('archiveBranch', `id: "${document.branches.test}"`)],
    ['it is active again', () => act('unarchiveBranch', `id: "${document.branches.test}"`)],
    ['a document of another type is created', () => project.createDocument({ type: 'MARKDOWN' })],
    ['the document is archived, with a submitted draft', () => document.archive()],
    ['it is active again', () => act('unarchiveDocument', `id: "${document.id}"`)],
    ['another project has documents and drafts', async () => (await other.createDocument()).publish()],
    ['a person becomes an admin', () => changeRole(writer, 'ADMIN')],
    ['the project is archived', () => project.archive()],
    ['it is active again', () => project.unarchive()],
    [
      'a person leaves the project',
      () => act('removeProjectMember', `projectId: "${project.id}", userId: "${writer.id}"`),
    ],
    ['changes are folded', () => pool.query('SELECT fold_list_counts($1, $2)', [project.id, writer.id])],
  ];

  const changeRole = (person: Person, role: string) =>
    act('updateProjectMember', `projectId: "${project.id}", userId: "${person.id}", role: ${role}`);

  test.each(CHANGES)('when %s', async (_, change) => {
    await change();
    for (const [name, person] of Object.entries(people)) {
      const { errors } = await person.graphql(`{ project(id: "${project.id}") { id } }`);
      for (const list of listsOf(project)) {
        if (list.project && errors) continue;
        const ids = await walk(person, list);
        const { total } = await page(person, list, 'first: 1');
        expect([name, list.field, list.args, total]).toEqual([name, list.field, list.args, ids.length]);
      }
    }
    expect(await verifyCounts()).toEqual(RIGHT);
  });

  test('a change that is rolled back is not counted, and changes are folded into few rows', async () => {
    const count = async () => Number((await pool.query('SELECT count(*) FROM list_counts')).rows[0].count);
    const client = await pool.connect();
    await client.query('BEGIN');
    await client.query(copiesOfDraft(drafts.own.id, 500));
    await client.query('ROLLBACK');
    await client.query('SELECT setseed(0.5)');
    await client.query(copiesOfDraft(drafts.own.id, 500));
    client.release();
    // Without, 500 drafts would be 1,000 rows.
    expect(await count()).toBeLessThan(900);
    expect(await verifyCounts()).toEqual(RIGHT);
  });
});

const submit = async (document: Document, by: Person) => {
  const draft = await document.createDraft({ by });
  await draft.submit();
  return draft;
};

/** Rejected drafts like this one. Their submissions are not in the order of their ids. */
const copiesOfDraft = (id: string, count: number): string => `
  INSERT INTO drafts (id, project_id, document_id, branch_id, version_name, content_kind, document_format, source_type,
    revision, content_hash, canonical_hash, warning_count, status, submission_round, submitted_at, created_by, updated_at)
  SELECT gen_random_uuid(), project_id, document_id, branch_id, 'copy ' || n, content_kind, document_format, source_type,
    revision, content_hash, canonical_hash, warning_count, 'REJECTED', 1,
    to_timestamp(1700000000 + n * 7919 % 10007), created_by, now()
  FROM drafts, generate_series(1, ${count}) n WHERE drafts.id = '${id}'`;

describe('pages of long lists that the database counts', () => {
  const ROWS = 2_600;
  let project: Project;
  let lists: List[];
  let draftId: string;

  beforeAll(async () => {
    project = await admin.createProject();
    const document = await project.createDocument();
    const draft = await document.createDraft();
    draftId = draft.id;
    const { id } = await document.publish();
    await pool.query(copiesOfDraft(draft.id, ROWS));
    await pool.query(`
      INSERT INTO documents (id, project_id, name, document_type, relative_path, relative_path_key, created_by, updated_at)
      SELECT gen_random_uuid(), '${project.id}', 'Copy', 'OPENAPI', 'copies/' || n, 'copies/' || n, '${admin.id}', now()
      FROM generate_series(1, ${ROWS}) n`);
    // Versions without the rows that they need.
    await pool.query(`
      BEGIN; SET LOCAL session_replication_role = replica;
      INSERT INTO versions (id, project_id, document_id, branch_id, draft_id, version_name, document_format, source_type,
        sequence, content_hash, canonical_hash, warning_count, published_by, published_at)
      SELECT gen_random_uuid(), project_id, document_id, gen_random_uuid(), gen_random_uuid(), 'v' || n, document_format,
        source_type, 1, content_hash, canonical_hash, 0, published_by, published_at
      FROM versions, generate_series(1, ${ROWS}) n WHERE versions.id = '${id}';
      COMMIT`);
    await pool.query(`
      INSERT INTO branches (id, document_id, name, kind, latest_version_id, version_count, created_by, updated_at)
      SELECT branch_id, document_id, 'copy ' || version_name, 'FEATURE', id, 1, '${admin.id}', now()
      FROM versions WHERE project_id = '${project.id}' AND id <> '${id}'`);
    lists = [
      { field: 'drafts', project },
      { field: 'drafts', args: 'status: REJECTED, owner: ME', project },
      { field: 'documents', project },
      { field: 'myDrafts' },
      { field: 'decidedDrafts' },
      { field: 'latestVersions' },
    ];
  });

  test('have each row once, in one order, from both ends', async () => {
    for (const list of lists) {
      const all = await walk(admin, list);
      expect(new Set(all).size).toBe(all.length);
      for (const offset of [
        0,
        1,
        999,
        1_001,
        1_300,
        all.length >> 1,
        2_000,
        all.length - 50,
        all.length - 1,
        all.length,
        5_000,
      ]) {
        const { total, ids, hasNext } = await page(admin, list, `first: 50, offset: ${offset}`);
        const expected = { total: all.length, ids: all.slice(offset, offset + 50), hasNext: offset + 50 < all.length };
        expect([list, offset, { total, ids, hasNext }]).toEqual([list, offset, expected]);
      }
    }
  });

  test('near their end are not found by their offset', async () => {
    for (const list of lists) {
      rememberedIn(app.services.db).clear();
      const sql = await statementsOf(app.database, () => page(admin, list, `first: 50, offset: ${ROWS - 50}`));
      expect(sql.filter(text => /OFFSET greatest/.test(text))).toHaveLength(1);
    }
  });

  test('have the rows of the total that they tell, while others write', async () => {
    let isOver = false;
    const write = async () => {
      for (let turn = 0; !isOver; turn += 1) {
        await pool.query(copiesOfDraft(draftId, 1 + (turn % 7)));
        await pool.query('SELECT fold_list_counts($1, $2)', [project.id, admin.id]);
      }
    };
    const writers = [write(), write(), write()];
    for (const list of [lists[0], lists[3], lists[4]] as List[])
      for (let turn = 0; turn < 20; turn += 1) {
        const offset = ROWS - 40 + 3 * turn;
        const { total, ids } = await page(admin, list, `first: 50, offset: ${offset}`);
        expect(ids.length).toBe(Math.max(0, Math.min(50, total - offset)));
      }
    isOver = true;
    await Promise.all(writers);
    expect(await verifyCounts()).toEqual(RIGHT);
  });

  test('are counted again for rows that were written without triggers', async () => {
    await pool.query(`BEGIN; SET LOCAL session_replication_role = replica; ${copiesOfDraft(draftId, 10)}; COMMIT`);
    await pool.query('SELECT recount_documents(), recount_decided_drafts(), recount_latest_versions()');
    expect(await verifyCounts()).toEqual(RIGHT);
  });
});
