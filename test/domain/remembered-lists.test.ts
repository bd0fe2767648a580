import { beforeAll, describe, expect, test } from 'vitest';
import { rememberedIn } from '../../src/lists/remembered.ts';
import { newId } from '../../src/platform/ids.ts';
import { testApp } from '../support/app.ts';
import { type Document, type Person, type Project, seed } from '../support/seed.ts';
import { statementsOf } from '../support/statements.ts';

const app = await testApp();
const { superAdmin, admin } = await seed(app);
const { pool } = app.database;
const remembered = rememberedIn(app.services.db);

type Page = {
  totalCount: number;
  nodes: { id: string }[];
  pageInfo: { hasNextPage: boolean; endCursor: string | null };
};

const shownOf = (list: string) =>
  `totalCount nodes { id ${/^teams|^projects|\/documents/.test(list) ? 'name' : 'versionName changelog'} } pageInfo { hasNextPage endCursor }`;

/** A page of each list, which is a field of the root or of an object, as the caller sees them in one answer. */
async function askLists(by: Person, lists: string[], paging: string): Promise<(Page | undefined)[]> {
  const fields = lists.map((list, index) => {
    const [parent, field] = list.includes('/') ? (list.split('/') as [string, string]) : ['', list];
    const [name, args] = field.split(/ (.*)/) as [string, string?];
    const listed = `${name}(${[args, paging].join(' ')}) { ${shownOf(list)} }`;
    return `list${index}: ${parent === '' ? listed : `${parent} { ${listed} }`}`;
  });
  const { data, text } = await by.graphql<Record<string, Page | { [list: string]: Page } | null>>(
    `{ ${fields.join(' ')} }`,
  );
  // Only an object that the caller may not read is missing.
  expect(data, text).toBeTruthy();
  return lists.map((_, index) => {
    const found = data[`list${index}`] ?? undefined;
    return (found && !('nodes' in found) ? Object.values(found)[0] : found) as Page | undefined;
  });
}

const ask = async (by: Person, list: string, paging = 'first: 3') => (await askLists(by, [list], paging))[0];

const SEARCHES = ['', 'search:"ab"', 'search:"cedilla"'];

describe('what was found in a list is found again after', async () => {
  const project = await admin.createProject();
  const writer = await project.addMember('writer');
  const other = await admin.createProject();
  const [document, another, foreign] = [
    await project.createDocument(),
    await project.createDocument(),
    await other.createDocument(),
  ];
  const people: [string, Person][] = Object.entries({ admin, writer, superAdmin });
  const own = [`project(id:"${project.id}")/drafts`, `document(id:"${document.id}")/drafts`];
  const lists = [
    ...['reviewQueue', 'myDrafts', 'decidedDrafts', 'latestVersions'].flatMap(list =>
      SEARCHES.map(search => `${list} ${search}`),
    ),
    ...SEARCHES.map(search => `myDrafts open:true ${search}`),
    ...own.flatMap(list =>
      [...SEARCHES, 'status:SUBMITTED', 'owner:ME', `branchId:"${document.branches.dev}"`].map(one => `${list} ${one}`),
    ),
    ...[...SEARCHES, 'search:"do"', 'search:"do" documentType:OPENAPI'].map(
      one => `project(id:"${project.id}")/documents ${one}`,
    ),
    ...[...SEARCHES, 'search:"v"'].flatMap(search => [
      `document(id:"${document.id}")/versions ${search}`,
      `document(id:"${document.id}")/versions ${search} branchId:"${document.branches.dev}"`,
    ]),
    ...['search:"am"', 'search:"cedilla"'].flatMap(search => [
      `teams ${search}`,
      `projects ${search}`,
      `projects ${search} teamId:"${project.teamId}"`,
    ]),
  ];
  const act = (mutation: string, input: string, by: Person = admin) =>
    by.ask(`mutation { ${mutation}(input: { ${input} }) { __typename } }`);
  const edit = (id: string, versionName: string) =>
    pool.query('UPDATE drafts SET version_name = $2 WHERE id = $1', [id, versionName]);
  const submitted = async (of: Document, by: Person, branch = 'dev') => {
    const draft = await of.createDraft({ by, branch });
    await draft.submit();
    return draft;
  };
  const drafts = {
    open: await document.createDraft({ by: writer }),
    submitted: await submitted(document, writer),
    own: await submitted(document, admin, 'test'),
    another: await submitted(another, writer),
    foreign: await submitted(foreign, admin),
  };

  const CHANGES: [string, () => Promise<unknown>][] = [
    ['a draft is created', () => document.createDraft({ by: writer })],
    ['a draft gets a name', () => edit(drafts.open.id, 'abacus')],
    [
      'a draft gets a changelog',
      () => pool.query('UPDATE drafts SET changelog = $1 WHERE id = $2', ['Cedilla', drafts.own.id]),
    ],
    ['a draft is submitted', () => submitted(document, writer)],
    ['a draft is published', () => drafts.submitted.approve()],
    ['a first version is published on a branch', () => drafts.own.approve()],
    ['a draft is rejected', () => drafts.another.reject({ comment: 'No' })],
    ['a draft is withdrawn', () => drafts.open.withdraw()],
    ['a document is created', () => project.createDocument()],
    ['a document gets another name', () => act('updateDocument', `id: "${document.id}", name: "Cedilla"`)],
    ['it gets another name again', () => act('updateDocument', `id: "${document.id}", name: "Others"`)],
    ['a team is created', () => createTeam('Cedilla')],
    ['a team gets a description', () => act('updateTeam', `id: "${project.teamId}", description: "Cedilla"`)],
    ['a project is created', () => admin.createProject()],
    ['a project gets another name', () => act('updateProject', `id: "${project.id}", name: "Cedilla"`)],
    [
      'another reviewer is required',
      () => act('updateReviewPolicy', `projectId: "${project.id}", requireOtherReviewer: true`),
    ],
    [
      'no other reviewer is required',
      () => act('updateReviewPolicy', `projectId: "${project.id}", requireOtherReviewer: false`),
    ],
    ['a branch is archived', () => act('archiveBranch', `id: "${document.branches.test}"`)],
    ['it is active again', () => act('unarchiveBranch', `id: "${document.branches.test}"`)],
    ['a document is archived', () => document.archive()],
    ['the document is active again', () => act('unarchiveDocument', `id: "${document.id}"`)],
    ['a project is archived', () => project.archive()],
    ['the project is active again', () => project.unarchive()],
    ['a team is archived', () => act('archiveTeam', `id: "${project.teamId}"`)],
    ['the team is active again', () => act('unarchiveTeam', `id: "${project.teamId}"`)],
    ['a project moves into an archived team', () => moveToTeam('ARCHIVED')],
    ['it moves into an active team', () => moveToTeam('ACTIVE')],
    ['a person becomes an admin', () => role(writer, 'ADMIN')],
    ['they become a writer again', () => role(writer, 'WRITER')],
    ['a person gets into another project', () => other.addMember('admin', writer)],
    ['a person becomes a SuperAdmin', () => act('updateUser', `id: "${writer.id}", isSuperAdmin: true`, superAdmin)],
    ['they are no SuperAdmin any more', () => act('updateUser', `id: "${writer.id}", isSuperAdmin: false`, superAdmin)],
    [
      'a person leaves the project',
      () => act('removeProjectMember', `projectId: "${project.id}", userId: "${writer.id}"`),
    ],
  ];
  const createTeam = (name: string, status: 'ACTIVE' | 'ARCHIVED' = 'ACTIVE') =>
    app.services.db.team.create({ data: { id: newId(), name, status, createdById: admin.id } });
  const moveToTeam = async (status: 'ACTIVE' | 'ARCHIVED') => {
    const team = await createTeam('Others', status);
    await pool.query('UPDATE projects SET team_id = $1 WHERE id = $2', [team.id, project.id]);
  };
  const role = (person: Person, to: string) =>
    act('updateProjectMember', `projectId: "${project.id}", userId: "${person.id}", role: ${to}`);

  const askAll = async () => {
    const found: unknown[] = [];
    for (const [name, person] of people) {
      const pages = await askLists(person, lists, 'first: 3, offset: 1');
      found.push(...lists.map((list, index) => [name, list, pages[index]]));
    }
    return found;
  };

  beforeAll(async () => {
    await askAll();
  });

  test.each(CHANGES)('%s', async (_, change) => {
    await change();
    const now = await askAll();
    remembered.clear();
    expect(now).toEqual(await askAll());
  });
});

describe('what was found in a list of drafts', () => {
  let project: Project;
  let document: Document;
  let draft: { id: string };
  const SEARCH = (): string => `project(id:"${project.id}")/drafts search:"copy"`;

  beforeAll(async () => {
    project = await admin.createProject();
    document = await project.createDocument();
    draft = await document.createDraft();
    await copy(2_500);
  });

  const copy = (count: number) =>
    pool.query(`
      INSERT INTO drafts (id, project_id, document_id, branch_id, version_name, content_kind, document_format, source_type,
        revision, content_hash, canonical_hash, warning_count, status, submission_round, created_by, updated_at)
      SELECT gen_random_uuid(), project_id, document_id, branch_id, 'copy ' || n, content_kind, document_format, source_type,
        revision, content_hash, canonical_hash, warning_count, 'DRAFT', 1, created_by, now()
      FROM drafts, generate_series(1, ${count}) n WHERE drafts.id = '${draft.id}'`);

  test('is read page by page, each row once, while it is remembered and while it is not', async () => {
    for (const list of [SEARCH(), `${SEARCH().replace('copy', 'copy 1')}`]) {
      const walk = async () => {
        const ids: string[] = [];
        for (let offset = 0, total = 1; offset < total; offset += 200) {
          const page = (await ask(admin, list, `first: 200, offset: ${offset}`)) as Page;
          total = page.totalCount;
          ids.push(...page.nodes.map(({ id }) => id));
        }
        return ids;
      };
      const known = await walk();
      const cursors: string[] = [];
      for (let after = ''; ; ) {
        const page = (await ask(admin, list, `first: 200 ${after}`)) as Page;
        cursors.push(...page.nodes.map(({ id }) => id));
        if (!page.pageInfo.hasNextPage) break;
        after = `after: "${page.pageInfo.endCursor}"`;
      }
      remembered.clear();
      expect([cursors, new Set(known).size]).toEqual([known, known.length]);
      expect(await walk()).toEqual(known);
    }
  });

  test('is not searched again without a change, nor are documents, versions of one, teams and projects', async () => {
    await document.publish({ versionName: 'corn' });
    const documents = `project(id:"${project.id}")/documents search:"document"`;
    const createProject = () => admin.createProject();
    for (const [by, list, change] of [
      [admin, SEARCH().replace('copy', 'copy 2'), () => copy(1)],
      [admin, documents, () => project.createDocument()],
      [admin, `document(id:"${document.id}")/versions search:"co"`, () => document.publish({ versionName: 'corn 2' })],
      [superAdmin, 'teams search:"team"', createProject],
      [superAdmin, 'projects search:"project"', createProject],
      [superAdmin, `projects search:"project" teamId:"${project.teamId}"`, createProject],
    ] as const) {
      const searches = async () =>
        (await statementsOf(app.database, () => ask(by, list))).filter(sql => sql.includes('LIKE')).length;
      await searches();
      expect([list, await searches()]).toEqual([list, 0]);
      await change();
      expect([list, await searches()]).toEqual([list, 1]);
    }
  });

  test('is read from its end for the last page of more than 10,000, when that is asked for again', async () => {
    await copy(8_000);
    const { rows } = await pool.query<{ total: number }>(
      "SELECT count(*)::int AS total FROM drafts WHERE version_name LIKE 'copy %'",
    );
    const { total = 0 } = rows[0] ?? {};
    expect(total).toBeGreaterThan(10_000);
    for (const list of [SEARCH(), 'myDrafts search:"copy"']) {
      const readFromEnd = async () => {
        const statements = await statementsOf(app.database, async () => {
          const page = await ask(admin, list, `offset: ${total - 2}`);
          expect([page?.totalCount, page?.nodes.length]).toEqual([total, 2]);
        });
        return statements.some(sql => /ORDER BY\s+place\.id asc LIMIT/.test(sql));
      };
      expect([list, await readFromEnd(), await readFromEnd()]).toEqual([list, false, true]);
    }
  });

  test.each([
    ['py', 'first: 3'],
    ['opy', 'first: 3, offset: 9000'],
  ])('is not searched again for a page of more than 10,000, until a row changes: %s, %s', async (search, paging) => {
    const list = SEARCH().replace('copy', search);
    const read = async () => {
      const pages: (Page | undefined)[] = [];
      const statements = await statementsOf(app.database, async () => pages.push(await ask(admin, list, paging)));
      return { page: pages[0] as Page, isSearched: statements.some(sql => sql.includes('LIKE')) };
    };
    // Counts the list.
    await read();
    const [first, second] = [await read(), await read()];
    expect([first.isSearched, first.page.totalCount > 10_000]).toEqual([true, true]);
    expect(second).toEqual({ page: first.page, isSearched: false });
    const changed = first.page.nodes[1] as { id: string };
    await pool.query("UPDATE drafts SET version_name = 'other' WHERE id = $1", [changed.id]);
    const { page, isSearched } = await read();
    expect([isSearched, page.nodes.some(({ id }) => id === changed.id)]).toEqual([true, false]);
  });

  test('does not hide a draft whose transaction began before', async () => {
    const list = SEARCH().replace('copy', 'late');
    const client = await pool.connect();
    await client.query('BEGIN');
    await client.query("UPDATE drafts SET version_name = 'late' WHERE id = $1", [draft.id]);
    expect((await ask(admin, list))?.totalCount).toBe(0);
    await client.query('COMMIT');
    client.release();
    expect((await ask(admin, list))?.totalCount).toBe(1);
  });

  test.each([
    ['a branch', "UPDATE branches SET status = 'ARCHIVED' WHERE document_id = $1", 0],
    ['a document', "UPDATE documents SET name = 'Tardy' WHERE id = $1", 1],
  ])('nor does a list of latest versions hide a change of %s', async (_, change, total) => {
    const document = await project.createDocument({ name: total === 0 ? 'Tardy' : 'Early' });
    await document.publish();
    const read = async () => (await ask(admin, 'latestVersions search:"tardy"'))?.totalCount;
    expect(await read()).toBe(1 - total);
    const client = await pool.connect();
    await client.query('BEGIN');
    await client.query(change, [document.id]);
    expect(await read()).toBe(1 - total);
    await client.query('COMMIT');
    client.release();
    expect(await read()).toBe(total);
    await document.archive();
  });

  test.each(['teams', 'projects'])('nor does a list of %s hide a change of one', async table => {
    const id = table === 'teams' ? project.teamId : project.id;
    const read = async () => (await ask(superAdmin, `${table} search:"belated"`))?.totalCount;
    const client = await pool.connect();
    await client.query('BEGIN');
    await client.query(`UPDATE ${table} SET description = 'Belated' WHERE id = $1`, [id]);
    expect(await read()).toBe(0);
    await client.query('COMMIT');
    client.release();
    expect(await read()).toBe(1);
  });
});
