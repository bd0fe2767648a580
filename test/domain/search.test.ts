import fc from 'fast-check';
import { beforeAll, describe, expect, inject, it } from 'vitest';
import { questionOf, vectorOf, wordsOf } from '../../src/contents/search-words.ts';
import { entriesOfMarkdown } from '../../src/contents/worker/search-entries.ts';
import { rememberedIn } from '../../src/lists/remembered.ts';
import { testApp } from '../support/app.ts';
import { cpuMsOf } from '../support/cpu-time.ts';
import { petstore31Json } from '../support/documents.ts';
import { type Caller, type Document, type Person, type Project, seed } from '../support/seed.ts';
import { statementsOf } from '../support/statements.ts';

const app = await testApp();
const people = await seed(app);
const { admin } = people;
let project: Project;
let api: Document;
let guide: Document;
let reader: Person;

type Hit = { id: string; kind: string; title: string; snippet: string; document_id: string } & Record<string, unknown>;

const find = async (caller: Caller, query: Record<string, string>) =>
  caller.rest<Hit[]>('GET', '/private/search', { query });
const titles = async (caller: Caller, query: Record<string, string>) =>
  (await find(caller, query)).detail.map(({ kind, title }) => `${kind}: ${title}`);

const GUIDE = `# Feeding

Zebrafish eat twice a day. <script>alert(1)</script>

\`\`\`md
# No heading
\`\`\`

## Cleaning

Change the water weekly.
`;

beforeAll(async () => {
  project = await admin.createProject();
  reader = await project.addMember('reader');
  api = await project.createDocument({ name: 'Zebra API', relativePath: 'apis/zebra-crossing.yaml' });
  guide = await project.createDocument({ type: 'MARKDOWN', name: 'Care' });
  await api.publish({ content: petstore31Json });
  await guide.publish({ content: GUIDE });
});

describe('a search', () => {
  it('is read page by page with cursors, and refuses a cursor of another list', async () => {
    type Page = { nodes: { id: string }[]; pageInfo: { endCursor: string | null; hasNextPage: boolean } };
    const read = (after: string | null) =>
      reader.ask<Page>(
        'query($after: String) { search(q: "pets", first: 2, after: $after) { nodes { id } pageInfo { endCursor hasNextPage } } }',
        { after },
      );
    for (const isRemembered of [false, true]) {
      const found: string[] = [];
      let after: string | null = null;
      do {
        if (!isRemembered) rememberedIn(app.services.db).clear();
        const { nodes, pageInfo }: Page = await read(after);
        found.push(...nodes.map(({ id }) => id));
        after = pageInfo.hasNextPage ? pageInfo.endCursor : null;
      } while (after !== null);
      const { detail } = await find(reader, { q: 'pets' });
      expect(detail.length).toBeGreaterThan(2);
      expect(found).toEqual(detail.map(({ id }) => id));
      const other = Buffer.from(project.id).toString('base64url');
      await expect(read(other)).rejects.toThrow('must come from an earlier page of this search');
    }
  });

  it('finds documents by name and path, endpoints, and sections of texts, with snippets as text', async () => {
    expect(await titles(reader, { q: 'zebra' })).toEqual(['document: Zebra API', 'text: Feeding']);
    expect(await titles(reader, { q: 'CROSSING' })).toEqual(['document: Zebra API']);
    const { detail } = await find(reader, { q: 'zebrafish' });
    expect(detail).toMatchObject([{ kind: 'text', document_id: guide.id, branch_id: guide.branches.dev, line: 1 }]);
    expect(detail[0]?.snippet).toMatch(/^Zebrafish eat twice a day/);
    expect(await titles(reader, { q: 'water' })).toEqual(['text: Cleaning']);
    const endpoints = await find(reader, { q: 'pets post', kind: 'endpoint' });
    expect(endpoints).toMatchObject({ total: 1, detail: [{ title: 'POST /pets', method: 'POST', path: '/pets' }] });
    const [hit] = endpoints.detail;
    const { detail: endpoint } = await reader.rest(
      'GET',
      `${api.path}/versions/${hit?.version_id}/endpoints/${hit?.endpoint_id}`,
    );
    expect(endpoint).toMatchObject({ method: 'POST', path: '/pets' });
  });

  it('finds names in camel case by their parts and prefixes, and only hits with all words', async () => {
    expect(await titles(reader, { q: 'createpet' })).toEqual(['endpoint: POST /pets']);
    expect(await titles(reader, { q: 'create pe', kind: 'endpoint' })).toEqual(['endpoint: POST /pets']);
    expect(await titles(reader, { q: 'create nothing' })).toEqual([]);
    expect(await titles(reader, { q: '/pets/{petId}' })).toEqual(['endpoint: GET /pets/{petId}']);
  });

  it('finds accented letters in both spellings of Unicode, however they are typed', async () => {
    const [composed, decomposed] = ['Axolotl d\u00e9sert', 'Axolotl de\u0301sert'];
    for (const written of [composed, decomposed]) {
      const content = petstore31Json.replace('"summary": "List pets"', () => `"summary": ${JSON.stringify(written)}`);
      expect(content).toContain(written);
      await (await project.createDocument()).publish({ content });
      await (await project.createDocument({ type: 'MARKDOWN' })).publish({ content: `# Axolotl\n\n${written}\n` });
    }
    for (const q of [composed, decomposed])
      expect((await titles(reader, { q })).sort()).toEqual([
        ...['endpoint: GET /pets', 'endpoint: GET /pets'],
        ...['text: Axolotl', 'text: Axolotl'],
      ]);
    expect(await titles(reader, { q: 'axolotl de\u0301se', kind: 'text' })).toHaveLength(2);
    expect(await titles(reader, { q: 'axolotl desert' })).toEqual([]);
  });

  it('finds the latest versions, once for all branches, and nothing in drafts', async () => {
    const document = await project.createDocument({ type: 'MARKDOWN' });
    await document.createDraft({ content: '# Quokka\n' });
    expect(await titles(reader, { q: 'quokka' })).toEqual([]);
    for (const branch of ['dev', 'test']) await document.publish({ branch, content: '# Quokka\n\nOne.\n' });
    expect(await find(reader, { q: 'quokka' })).toMatchObject({
      total: 1,
      detail: [{ branch_id: document.branches.dev }],
    });
    await document.publish({ content: '# Wombat\n\nOne.\n' });
    expect(await find(reader, { q: 'quokka' })).toMatchObject({
      total: 1,
      detail: [{ branch_id: document.branches.test }],
    });
    await document.publish({ branch: 'test', content: '# Wombat\n\nOne.\n' });
    expect(await titles(reader, { q: 'quokka' })).toEqual([]);
    await document.archive();
    expect(await titles(reader, { q: 'wombat' })).toEqual([]);
  });

  it('names the oldest of the other branches, wherever the database has their rows', async () => {
    const document = await project.createDocument({ type: 'MARKDOWN' });
    for (const branch of ['prod', 'test']) await document.publish({ branch, content: '# Numbat\n\nTermites.\n' });
    for (const [branch, q] of [
      ['test', 'numbat'],
      ['prod', 'termites'],
    ] as const) {
      await app.database.pool.query('UPDATE branches SET id = id WHERE id = $1', [document.branches[branch]]);
      expect((await find(reader, { q })).detail).toMatchObject([{ branch_id: document.branches.test }]);
    }
  });

  it('finds only what the caller may read, in all their projects or in one', async () => {
    const stranger = await people.createPerson();
    const foreign = await stranger.createProject();
    await foreign.createDocument({ name: 'Zebra of others' });
    expect(await titles(reader, { q: 'zebra' })).toEqual(['document: Zebra API', 'text: Feeding']);
    expect(await titles(stranger, { q: 'zebra' })).toEqual(['document: Zebra of others']);
    expect(await titles(people.superAdmin, { q: 'zebra others' })).toEqual(['document: Zebra of others']);
    expect(await titles(reader, { q: 'zebra', project_id: project.id })).toHaveLength(2);
    expect(await find(reader, { q: 'zebra', project_id: foreign.id })).toMatchObject({ status: 'PERMISSION_DENIED' });
  });

  it('is paged, returns the total, and costs one statement besides the session', async () => {
    const all = await find(reader, { q: 'pet' });
    expect(all.total).toBeGreaterThan(3);
    const pages = [];
    for (let offset = 0; offset < (all.total ?? 0); offset += 2)
      pages.push(...(await find(reader, { q: 'pet', page_size: '2', offset: String(offset) })).detail);
    expect(pages.map(({ id }) => id)).toEqual(all.detail.map(({ id }) => id));
    expect(await find(reader, { q: 'pet', offset: '1000' })).toMatchObject({ total: all.total, detail: [] });
    const statements = await statementsOf(app.database, () =>
      reader.ask('{ search(q: "pet") { totalCount nodes { title } } }'),
    );
    expect(statements).toHaveLength(2);
  });

  it.each(['', ' ', '!?', `${'x'.repeat(257)}`])('takes no question %j', async q => {
    expect((await find(reader, { q })).status).toBe('INVALID_ARGUMENT');
  });

  it.each(["a' | b:* & !(", 'a:b <-> c', '\\', '{{"', '𝄞 é 漢字'])('reads %s as words', async q => {
    expect((await find(reader, { q })).status).toBe(questionOf(q) === undefined ? 'INVALID_ARGUMENT' : 'OK');
  });
});

describe('a frequent word', () => {
  it('has 2,000 ranked matches, each on one page, and other words find the rare ones among them', async () => {
    const document = await project.createDocument({ type: 'MARKDOWN' });
    const sections = Array.from({ length: 2_100 }, (_, index) => `# Walrus ${index}\n\nA walrus rests.\n`);
    await document.publish({ content: sections.join('\n') });
    const ids = new Set<string>();
    for (let offset = 0; offset < 2_000; offset += 200) {
      const { total, detail } = await find(reader, { q: 'walrus', page_size: '200', offset: String(offset) });
      expect([total, detail.length]).toEqual([2_000, 200]);
      for (const { id } of detail) ids.add(id);
    }
    expect(ids.size).toBe(2_000);
    expect((await find(reader, { q: 'walrus', offset: '2000' })).total).toBe(2_000);
    expect((await find(reader, { q: 'walrus 77' })).total).toBe(11);
    expect((await find(reader, { q: 'walrus', kind: 'endpoint' })).total).toBe(0);
  });
});

describe('what was found before is found again after', async () => {
  const remembered = rememberedIn(app.services.db);
  const own = await admin.createProject();
  const [first, second] = [
    await own.createDocument({ name: 'Narwhal' }),
    await own.createDocument({ type: 'MARKDOWN' }),
  ];
  const member = await own.addMember('writer');
  const act = (mutation: string, input: string) =>
    admin.ask(`mutation { ${mutation}(input: { ${input} }) { __typename } }`);
  const QUERIES: Record<string, string>[] = [
    { q: 'narwhal' },
    { q: 'narwhal', page_size: '2', offset: '1' },
    { q: 'narwhal', kind: 'text' },
    { q: 'narwhal', kind: 'document', project_id: own.id },
  ];
  const findAll = async () => {
    const found: unknown[] = [];
    for (const caller of [admin, member, people.superAdmin])
      for (const query of QUERIES) {
        const { status, total, detail } = await find(caller, query);
        found.push({ query, status, total, detail });
      }
    return found;
  };
  const sections = (count: number) =>
    Array.from({ length: count }, (_, index) => `# Tusk ${index}\n\nA narwhal dives.\n`).join('\n');
  beforeAll(findAll);

  it.each<[string, () => Promise<unknown>]>([
    ['a document is created', () => own.createDocument({ name: 'Another narwhal' })],
    ['a first version is published', () => second.publish({ content: sections(3) })],
    ['a second version is published', () => second.publish({ content: sections(5) })],
    ['the same is published on another branch', () => second.publish({ content: sections(5), branch: 'test' })],
    ['a document gets another name', () => act('updateDocument', `id: "${first.id}", name: "Beluga"`)],
    ['a branch is archived', () => act('archiveBranch', `id: "${second.branches.test}"`)],
    ['it is active again', () => act('unarchiveBranch', `id: "${second.branches.test}"`)],
    ['a document is archived', () => second.archive()],
    ['it is active again', () => act('unarchiveDocument', `id: "${second.id}"`)],
    ['a project is archived', () => own.archive()],
    ['it is active again', () => own.unarchive()],
    ['a team is archived', () => act('archiveTeam', `id: "${own.teamId}"`)],
    ['it is active again', () => act('unarchiveTeam', `id: "${own.teamId}"`)],
    ['a person leaves the project', () => act('removeProjectMember', `projectId: "${own.id}", userId: "${member.id}"`)],
  ])('%s', async (_, change) => {
    await change();
    const now = await findAll();
    remembered.clear();
    expect(now).toEqual(await findAll());
  });

  it('is not ranked again without a change, and does not hide a change whose transaction began before', async () => {
    const findManatees = async () => (await find(admin, { q: 'manatee' })).total;
    await findManatees();
    const statements = await statementsOf(app.database, findManatees);
    expect(statements.filter(text => text.includes('ts_rank'))).toEqual([]);
    const client = await app.database.pool.connect();
    await client.query('BEGIN');
    await client.query("UPDATE documents SET name = 'Manatee' WHERE id = $1", [first.id]);
    if (inject('database').kind === 'postgresql') expect(await findManatees()).toBe(0);
    await client.query('COMMIT');
    client.release();
    expect(await findManatees()).toBe(1);
  });
});

describe('the words of the index', () => {
  it('are letters and digits, and the parts of names', () => {
    expect(wordsOf('GET /pets/{petId} listHTTPPets v2')).toBe('GET pets petId pet Id listHTTPPets list HTTP Pets v2');
    expect(questionOf('/pets/{petId}')).toBe('pets:* & petId:*');
  });

  it('are those of PostgreSQL, at the same places', async () => {
    const word = fc.oneof(
      fc.stringMatching(/^[A-Za-z0-9]{1,8}$/),
      fc.stringMatching(/^[eE0xX1t]{1,7}$/),
      fc.constantFrom(
        '1e5',
        '0x1F',
        '12345678901234567890',
        'aA',
        'PetId',
        '007',
        'e10',
        '1E+5',
        'a.b.com',
        '-1',
        '<b>',
      ),
      fc.nat(2).map(more => 'x'.repeat(2046 + more)),
    );
    const text = fc.array(word, { maxLength: 40 }).map(words => words.join(' '));
    const entries = fc.sample(fc.record({ title: text, body: text }), 1_000);
    entries.push({ title: 'many', body: 'Many much '.repeat(254) });
    const rows = entries.map(entry => {
      const words = { title: wordsOf(entry.title), body: wordsOf(entry.body) };
      return { ...words, vector: vectorOf(words) };
    });
    const { rows: found } = await app.database.pool.query(
      `SELECT lower(vector)::tsvector::text AS ours,
        (setweight(to_tsvector('simple', title), 'A') || setweight(to_tsvector('simple', body), 'B'))::text AS theirs
      FROM json_to_recordset($1) AS r(vector text, title text, body text)`,
      [JSON.stringify(rows)],
    );
    const made = found.filter(({ ours }) => ours !== null);
    expect(made.length).toBeGreaterThan(20);
    expect(made.find(({ ours, theirs }) => ours !== theirs)).toBeUndefined();
    for (const title of ['Größe', '59E62a']) expect(vectorOf({ title, body: '' })).toBeNull();
  });

  it.each([
    ['````md\n```\n# In code\n```\n````\n# After', ['', 'After']],
    ['```md\n``` more\n# In code\n```\n# After', ['', 'After']],
    ['~~~\n```\n# In code\n~~~\n# After', ['', 'After']],
    ['``` a `b`\n# After', ['', 'After']],
    ['---\n# made by x\ntitle: y\n---\n# After', ['', 'After']],
    ['<!--\n# hidden\n-->\n\n# After', ['', 'After']],
    ['Before\n======\na\n\nAfter\nall\n---', ['Before', 'After all']],
  ])('are taken from sections, not from code, comments or front matter: %j', (text, titles) => {
    expect(entriesOfMarkdown(text).map(({ title }) => title)).toEqual(titles);
  });

  it('are taken from a heading with any number of blanks in it, soon', async () => {
    const text = `# a${' '.repeat(1_000_000)}b`;
    expect(await cpuMsOf(() => expect(entriesOfMarkdown(text)).toHaveLength(1))).toBeLessThan(3_000);
  });

  it('are taken from sections, also very long ones', () => {
    const entries = entriesOfMarkdown(`# One\n${'word\n'.repeat(5000)}# Two\nEnd`);
    expect(entries.at(-1)).toMatchObject({ title: 'Two', body: 'End', line: 5002 });
    expect(entries.length).toBeGreaterThan(5);
    expect(entries.every(({ body }) => body.length <= 4000)).toBe(true);
  });
});
