import { isNonNullType, isObjectType } from 'graphql';
import { describe, expect, it } from 'vitest';
import { schema } from '../../src/schema.ts';
import { testApp } from '../support/app.ts';
import { openapiOfSize } from '../support/documents.ts';
import { type Document, seed } from '../support/seed.ts';

const app = await testApp();
const { admin, superAdmin } = await seed(app);
const project = await admin.createProject();
const NAMES = ['100% sure', '100 sure', 'snake_case', 'snakeXcase', 'back\\slash', 'Zürich', 'plain'];
const documents: Document[] = [];
for (const [index, name] of NAMES.entries())
  documents.push(await project.createDocument({ name, relativePath: `${index}.yaml` }));

type Page = {
  totalCount: number;
  nodes: { name: string }[];
  edges: { cursor: string }[];
  pageInfo: { hasNextPage: boolean; hasPreviousPage: boolean; startCursor: string | null; endCursor: string | null };
};

const PAGE =
  'totalCount nodes { name } edges { cursor } pageInfo { hasNextPage hasPreviousPage startCursor endCursor }';
const ARGUMENTS = '$first: Int, $after: String, $offset: Int, $search: String';
const PASSED = 'first: $first, after: $after, offset: $offset, search: $search';

const ask = (args: object) =>
  admin.graphql<{ project: { documents: Page } | null }>(
    `query($id: ID!, ${ARGUMENTS}) { project(id: $id) { documents(${PASSED}) { ${PAGE} } } }`,
    { id: project.id, ...args },
  );

async function page(args: object): Promise<Page> {
  const { data } = await ask(args);
  if (data.project === null) throw new Error('there is no page');
  return data.project.documents;
}

const names = async (args: object) => (await page(args)).nodes.map(({ name }) => name);

describe('a page of a list', () => {
  it('contains the first items by creation, their cursors and the page info', async () => {
    const { edges, ...rest } = await page({ first: 3 });
    expect(rest).toEqual({
      totalCount: 7,
      nodes: NAMES.slice(0, 3).map(name => ({ name })),
      pageInfo: {
        hasNextPage: true,
        hasPreviousPage: false,
        startCursor: edges[0]?.cursor,
        endCursor: edges[2]?.cursor,
      },
    });
  });

  it('continues after a cursor until the end', async () => {
    const seen: string[] = [];
    let after: string | null = null;
    let pages = 0;
    for (let more = true; more; pages += 1) {
      const { nodes, pageInfo }: Page = await page({ first: 3, after });
      seen.push(...nodes.map(({ name }) => name));
      expect(pageInfo.hasPreviousPage).toBe(pages > 0);
      after = pageInfo.endCursor;
      more = pageInfo.hasNextPage;
    }
    expect(seen).toEqual(NAMES);
    expect(pages).toBe(3);
  });

  it('keeps its position when items are added', async () => {
    const { pageInfo } = await page({ first: 5 });
    expect(await names({ first: 5, after: pageInfo.endCursor })).toEqual(NAMES.slice(5));
  });

  it('refuses a cursor of another list, and says what to send', async () => {
    const { pageInfo } = await admin.ask<Page>('{ projects { pageInfo { endCursor } } }');
    const answer = await ask({ after: pageInfo.endCursor });
    expect(answer.code).toBe('INVALID_ARGUMENT');
    expect(answer.errors?.[0]?.message).toBe(
      'after is a cursor of another list: send one of an earlier page of this list, or none to begin',
    );
  });

  it('refuses what is too long for a cursor without reading it', async () => {
    const id = Buffer.from(`${documents[2]?.id} `).toString('base64url');
    const answer = await ask({ after: id + Buffer.from(' '.repeat(300)).toString('base64url') });
    expect(answer.errors?.[0]?.message).toBe('after must come from an earlier page of this list');
  });

  it.each(['x', 'submittedAt:', 'submittedAt:-1', 'submittedAt:99999999999999', "submittedAt:1'"])(
    'refuses a cursor with the place %s',
    async place => {
      const answer = await ask({ after: Buffer.from(`${documents[2]?.id} Document ${place}`).toString('base64url') });
      expect(answer.errors?.[0]?.message).toBe('after must come from an earlier page of this list');
    },
  );

  it('ignores the place in a list of another order', async () => {
    const after = Buffer.from(`${documents[2]?.id} Document submittedAt:1`).toString('base64url');
    expect(await names({ first: 2, after })).toEqual(NAMES.slice(3, 5));
  });

  it('continues after a cursor of the time before cursors named their list', async () => {
    expect(await names({ first: 2, after: Buffer.from(documents[2]?.id ?? '').toString('base64url') })).toEqual(
      NAMES.slice(3, 5),
    );
  });

  it('skips offset items, with and without a cursor', async () => {
    expect(await names({ first: 2, offset: 4 })).toEqual(NAMES.slice(4, 6));
    const { pageInfo } = await page({ first: 2 });
    expect(await names({ first: 2, after: pageInfo.endCursor, offset: 1 })).toEqual(NAMES.slice(3, 5));
  });

  it('is empty past the end and still returns the total', async () => {
    expect(await page({ offset: 1_000_000 })).toEqual({
      totalCount: 7,
      nodes: [],
      edges: [],
      pageInfo: { hasNextPage: false, hasPreviousPage: true, startCursor: null, endCursor: null },
    });
  });

  it.each([
    [{ first: 0 }, 'first must be from 1 to 200'],
    [{ first: -1 }, 'first must be from 1 to 200'],
    [{ first: 201 }, 'first must be from 1 to 200'],
    [{ offset: -1 }, 'offset must be from 0 to 1000000'],
    [{ offset: 1_000_001 }, 'offset must be from 0 to 1000000'],
    [{ after: 'no cursor' }, 'after must come from an earlier page of this list'],
    [{ search: 'ä'.repeat(129) }, 'search must have at most 256 bytes'],
    [{ search: 'a\0' }, 'search must not contain a NUL character'],
  ])('is refused for %j', async (args, message) => {
    const answer = await ask(args);
    expect(answer.code).toBe('INVALID_ARGUMENT');
    expect(answer.errors?.[0]?.message).toBe(message);
  });
});

describe('a list below an object', () => {
  it('is null alone if its page is refused', async () => {
    const query = `{ document(id: "${documents[0]?.id}") { name versions(after: "x") { totalCount } drafts(first: 0) { totalCount } } }`;
    const { data, errors } = await admin.graphql(query);
    expect(data).toEqual({ document: { name: NAMES[0], versions: null, drafts: null } });
    expect(errors?.map(({ path }) => path)).toEqual([
      ['document', 'versions'],
      ['document', 'drafts'],
    ]);
  });

  it('can be null alone, whichever it is', () => {
    const types = Object.values(schema.getTypeMap()).filter(isObjectType);
    const lists = types.flatMap(type =>
      Object.values(type.getFields()).filter(({ extensions }) => extensions.page !== undefined),
    );
    expect(lists.length).toBeGreaterThan(20);
    expect(lists.filter(({ type }) => isNonNullType(type)).map(({ name }) => name)).toEqual([]);
    // Cursors name the items of their list by the name of its type.
    expect(lists.filter(({ type }) => !String(type).endsWith('Connection')).map(({ name }) => name)).toEqual([]);
  });
});

describe('a search', () => {
  it.each([
    ['%', ['100% sure']],
    ['_', ['snake_case']],
    ['\\', ['back\\slash']],
    ['SNAKE', ['snake_case', 'snakeXcase']],
    ['zÜRICH', ['Zürich']],
    ['0% s', ['100% sure']],
    ['nothing like it', []],
    ['', NAMES],
  ])('for %j is literal and ignores case', async (search, expected) => {
    const found = await page({ search });
    expect(found.nodes.map(({ name }) => name)).toEqual(expected);
    expect(found.totalCount).toBe(expected.length);
  });

  it.each(['teams', 'projects', 'users'])('among %s treats % and _ as literals too', async list => {
    const total = (search: string) =>
      superAdmin.ask<{ totalCount: number }>(`query($search: String) { ${list}(search: $search) { totalCount } }`, {
        search,
      });
    for (const search of ['%', '_']) expect(await total(search)).toEqual({ totalCount: 0 });
    expect((await total('')).totalCount).toBeGreaterThan(0);
  });
});

describe('the endpoints of a version', () => {
  it('are paged, filtered and searched', async () => {
    const version = await documents[0]?.publish({ content: openapiOfSize(25) });
    const total = async (args: string) => {
      const query = `query($id: ID!) { version(id: $id) { endpoints(${args}) { totalCount nodes { path } } } }`;
      const answer = await admin.ask<{ endpoints: { totalCount: number; nodes: object[] } }>(query, {
        id: version?.id,
      });
      return [answer.endpoints.totalCount, answer.endpoints.nodes.length];
    };
    expect(await total('first: 10')).toEqual([25, 10]);
    expect(await total('first: 200')).toEqual([25, 25]);
    expect(await total('path: "/things/1"')).toEqual([11, 10]);
    expect(await total('method: "GET", tag: "things"')).toEqual([25, 10]);
    expect(await total('method: "POST"')).toEqual([0, 0]);
    expect(await total('tag: "other"')).toEqual([0, 0]);
    expect(await total('deprecated: true')).toEqual([0, 0]);
    expect(await total('path: "%"')).toEqual([0, 0]);
    expect(await total('search: "getThing24"')).toEqual([1, 1]);
  });
});
