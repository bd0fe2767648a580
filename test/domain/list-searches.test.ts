import { beforeAll, expect, it } from 'vitest';
import { newId } from '../../src/platform/ids.ts';
import { testApp } from '../support/app.ts';
import { type Project, seed } from '../support/seed.ts';

const app = await testApp();
const { admin } = await seed(app);
const { pool } = app.database;

const TEXTS = [
  ...[
    '100% sure',
    'snake_case',
    'snakeXcase',
    'back\\slash',
    "it's",
    'a b',
    'ab',
    'aba',
    'x',
    'tab\tstop',
    '👍🏽 fine',
  ],
  ...['Zürich', 'ZÜRICH', 'Straße', 'STRASSE', 'İstanbul', 'istanbul', 'ΟΔΟΣ', 'οδος', '日本語の API', 'cafe\u0301'],
  ...['café', 'Ящик', 'ящик', `${'long text '.repeat(399)}ending`],
];

const SEARCHES = [
  ...['%', '_', '\\', "'", 'x', 'a', 'Ü', 'ß', 'İ', 'i', '語', 'Я', ' ', 'q', '\u0001', '👍'],
  ...[
    '0%',
    'e_',
    'k\\',
    "t'",
    'AB',
    'b ',
    ' a',
    'ab',
    'zü',
    'ÜR',
    'ss',
    'SS',
    'ßE',
    'İs',
    'is',
    'ΟΣ',
    'ος',
    '日本',
    ' A',
  ],
  ...['e\u0301', 'Ящ', 'b\t', 'qq', '\u0001a', 'a\u0001', '  ', '👍🏽', 'fé', 'U\u0308R', 'u\u0308ri'],
  ...[
    '% s',
    '00%',
    'aba',
    'zür',
    'RAS',
    'aße',
    'İst',
    'i\u0307s',
    'δοσ',
    '本語の',
    'fe\u0301',
    'ящи',
    'a b',
    'b a',
    '\\sl',
  ],
  ...['snake_case', 'TEXT ENDING', 'nothing like it', 'sure snake', 'sure\u0001snake', '100% SURE'],
];

let project: Project;

/** Writes a copy of a row with some other values. */
const copy = (table: string, id: string, changes: Record<string, unknown>) =>
  pool.query(`INSERT INTO ${table} SELECT (json_populate_record(c, $2::json)).* FROM ${table} c WHERE c.id = $1`, [
    id,
    JSON.stringify(changes),
  ]);

beforeAll(async () => {
  project = await admin.createProject();
  const original = await project.createDocument();
  const { id: versionId } = await original.publish();
  const version = await app.services.db.version.findUniqueOrThrow({ where: { id: versionId } });
  // A document, draft and version of each text, with the next one as their description and changelog.
  for (const [index, text] of TEXTS.entries()) {
    const next = index % 3 === 0 ? null : TEXTS[(index + 1) % TEXTS.length];
    const [document_id, branch_id, draft_id, id] = [newId(), newId(), newId(), newId()];
    const path = { relative_path: `${index}/${text.slice(0, 20)}`, relative_path_key: `${index}` };
    await copy('documents', original.id, { id: document_id, name: text, description: next, ...path });
    await copy('branches', version.branchId, { id: branch_id, document_id, latest_version_id: null });
    const labels = { document_id, branch_id, version_name: TEXTS.at(-index), changelog: next };
    await copy('drafts', version.draftId, { id: draft_id, ...labels });
    await copy('versions', version.id, { id, draft_id, ...labels });
    await pool.query('UPDATE branches SET latest_version_id = $1 WHERE id = $2', [id, branch_id]);
  }
});

const NAMES = ['d.name', 'd.relative_path'];
const LABELS = ['c.version_name', 'c.changelog'];
const WITH_DOCUMENT = 'JOIN documents d ON d.id = c.document_id';

/** Each list, and where its searches look, as SQL says it column by column. */
const LISTS = {
  documents: { from: 'documents d', id: 'd.id', columns: [...NAMES, 'd.description'], order: 'ASC' },
  drafts: { from: 'drafts c', id: 'c.id', columns: LABELS, order: 'DESC' },
  versions: { from: 'versions c', id: 'c.id', columns: LABELS, order: 'DESC' },
  myDrafts: { from: `drafts c ${WITH_DOCUMENT}`, id: 'c.id', columns: [...LABELS, ...NAMES], order: 'DESC' },
  decidedDrafts: { from: `drafts c ${WITH_DOCUMENT}`, id: 'c.id', columns: [...LABELS, ...NAMES], order: 'DESC' },
  latestVersions: { from: `versions c ${WITH_DOCUMENT}`, id: 'c.id', columns: NAMES, order: 'ASC' },
} as const;

async function expectedIds({ from, id, columns, order }: (typeof LISTS)[keyof typeof LISTS], search: string) {
  const spellings = [search, search.normalize('NFC'), search.normalize('NFD')];
  const patterns = spellings.map(spelling => `%${spelling.replaceAll(/[\\%_]/g, '\\$&')}%`);
  const where = columns.map(column => `lower(${column}) LIKE ANY (SELECT lower(unnest($1::text[])))`).join(' OR ');
  const sql = `SELECT ${id}::text AS id FROM ${from} WHERE ${where} ORDER BY ${id} ${order}`;
  return (await pool.query<{ id: string }>(sql, [patterns])).rows.map(({ id }) => id);
}

type Page = { totalCount: number; nodes: { id: string }[] };
type Pages = Record<keyof typeof LISTS, Page>;

async function pagesOf(search: string, first: number, offset: number): Promise<Pages> {
  const page = `(search: $search, first: ${first}, offset: ${offset}) { totalCount nodes { id } }`;
  const { data, errors } = await admin.graphql<{ project: Pages } & Pages>(
    `query($id: ID!, $search: String) {
      project(id: $id) { documents${page} drafts${page} versions${page} }
      myDrafts${page} decidedDrafts${page} latestVersions${page}
    }`,
    { id: project.id, search },
  );
  expect(errors).toBeUndefined();
  return { ...data, ...data?.project } as Pages;
}

it.each(SEARCHES)('%j finds in every list what each column for itself contains, on every page', async search => {
  const [whole, second, beyond] = await Promise.all([
    pagesOf(search, 100, 0),
    pagesOf(search, 2, 1),
    pagesOf(search, 2, 100),
  ]);
  for (const [name, list] of Object.entries(LISTS)) {
    const ids = await expectedIds(list, search);
    const page = (pages: Pages) => {
      const { totalCount, nodes } = pages[name as keyof typeof LISTS];
      return { name, totalCount, ids: nodes.map(({ id }) => id) };
    };
    expect(page(whole)).toEqual({ name, totalCount: ids.length, ids });
    expect(page(second)).toEqual({ name, totalCount: ids.length, ids: ids.slice(1, 3) });
    expect(page(beyond)).toEqual({ name, totalCount: ids.length, ids: [] });
  }
});

it('finds texts in some of these searches, so that the comparison says something', async () => {
  const found = await Promise.all(SEARCHES.map(search => expectedIds(LISTS.documents, search)));
  expect(found.filter(ids => ids.length > 0).length).toBeGreaterThan(40);
});

it('finds more than 10,000 rows on every page, with their total', async () => {
  const rows = 10_100;
  const { draftId, id } = await app.services.db.version.findFirstOrThrow({ where: { projectId: project.id } });
  // Not `(jsonb_populate_record(…)).*`, which PostgreSQL computes once for each column.
  const copyMany = (table: string, from: string, values: string) =>
    pool.query(
      `INSERT INTO ${table} SELECT row.* FROM ${table} c, generate_series(1, ${rows}) n,
         jsonb_populate_record(c, jsonb_build_object(${values})) row WHERE c.id = $1`,
      [from],
    );
  const idOf = (kind: number) => `'01900000-0000-700${kind}-8000-' || lpad(n::text, 12, '0')`;
  await copyMany('drafts', draftId, `'id', ${idOf(1)}, 'changelog', 'Quick ' || n`);
  await copyMany(
    'versions',
    id,
    `'id', ${idOf(2)}, 'draft_id', ${idOf(1)}, 'sequence', n + 1, 'changelog', 'Quick ' || n`,
  );
  for (const search of ['qu', 'quick']) {
    const expected = {
      drafts: await expectedIds(LISTS.drafts, search),
      versions: await expectedIds(LISTS.versions, search),
    };
    for (const offset of [0, 5_000, rows - 2, rows]) {
      const { drafts, versions, myDrafts } = await pagesOf(search, 2, offset);
      for (const [kind, { totalCount, nodes }] of [drafts, versions, myDrafts].entries()) {
        const ids = expected[kind === 1 ? 'versions' : 'drafts'].slice(offset, offset + 2);
        expect([search, offset, kind, totalCount, nodes]).toEqual([
          search,
          offset,
          kind,
          rows,
          ids.map(id => ({ id })),
        ]);
      }
    }
  }
});
