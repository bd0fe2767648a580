import { describe, expect, it } from 'vitest';
import { testApp } from '../support/app.ts';
import { cpuMsOf } from '../support/cpu-time.ts';
import { seed } from '../support/seed.ts';
import { statementsOf } from '../support/statements.ts';

const app = await testApp();
const { admin } = await seed(app);
const project = await admin.createProject();

const repeat = (count: number, text: (index: number) => string) =>
  Array.from({ length: count }, (_, index) => text(index)).join(' ');

/** A query with this many levels below a project. */
const below = (levels: number): string => {
  if (levels <= 1) return 'id';
  if (levels === 2) return 'team { id }';
  return `documents(first: 1) { nodes { ${levels === 3 ? 'id' : `project { ${below(levels - 3)} }`} } }`;
};

/** The answer and the number of resolved fields, by statements: one statement looks up the caller. */
async function refusal(
  query: string,
): Promise<{ code: string; message: string | undefined; resolved: number; cpuMs: number }> {
  let answer = { code: '', message: undefined as string | undefined };
  const ask = async () => {
    const { code, errors, data } = await admin.graphql<object | null>(query, {});
    expect(data ?? null).toBeNull();
    answer = { code, message: errors?.[0]?.message };
  };
  let statements: string[] = [];
  const cpuMs = await cpuMsOf(async () => {
    statements = await statementsOf(app.database, ask);
  });
  return { ...answer, resolved: statements.length - 1, cpuMs };
}

/** Timeout: without limits, such a query would take minutes, or all memory. */
const SOON_MS = 1_000;
const refused = { code: 'INVALID_ARGUMENT', resolved: 0 };

describe('a query beyond the limits is refused before anything is resolved', () => {
  it('16 levels deep', async () => {
    const levels = (count: number) => `{ project(id: "${project.id}") { ${below(count - 1)} } }`;
    for (const count of [16, 17, 18])
      expect(await refusal(levels(count))).toMatchObject({
        ...refused,
        message: `The query is ${count} levels deep. At most 15 are allowed`,
      });
    for (const count of [13, 14, 15]) expect((await admin.graphql(levels(count))).code).toBe('OK');
  });

  it('16 levels deep by fragments', async () => {
    const fragments = repeat(
      5,
      index =>
        `fragment F${index} on Project { documents(first: 1) { nodes { project { ${index < 4 ? `...F${index + 1}` : 'id'} } } } }`,
    );
    expect(await refusal(`{ project(id: "x") { ...F0 } } ${fragments}`)).toMatchObject({
      ...refused,
      message: 'The query is 17 levels deep. At most 15 are allowed',
    });
  });

  it.each([
    ['selections', `{ me ${'{ a '.repeat(3000)} ${'}'.repeat(3000)} }`],
    ['lists', `{ project(id: ${'['.repeat(4900)}${']'.repeat(4900)}) { id } }`],
    ['objects', `{ project(id: ${'{a:'.repeat(2400)}1${'}'.repeat(2400)}) { id } }`],
    ['types', `query($a: ${'['.repeat(4900)}Int${']'.repeat(4900)}) { me { id } }`],
  ])('%s nested without end', async (_, query) => {
    const answer = await refusal(query);
    expect(answer).toMatchObject(refused);
    expect(answer.cpuMs).toBeLessThan(SOON_MS);
  });

  it('more than 10,000 tokens', async () => {
    const answer = await refusal(`{ me { ${'id '.repeat(10_001)} } }`);
    expect(answer).toMatchObject({ ...refused, message: expect.stringMatching(/10,?000 tokens/) });
    expect(answer.cpuMs).toBeLessThan(SOON_MS);
  });

  it('one field under 31 aliases', async () => {
    const aliases = (count: number) => `{ ${repeat(count, index => `a${index}: me { id }`)} }`;
    expect(await refusal(aliases(31))).toMatchObject({
      ...refused,
      message: 'The query selects the field "me" more than 30 times at one level',
    });
    expect((await admin.graphql(aliases(30))).code).toBe('OK');
  });

  it('31 logins in one request', async () => {
    const logins = repeat(31, index => `a${index}: login(input: { email: "a@b", password: "${index}" }) { token }`);
    expect(await refusal(`mutation { ${logins} }`)).toMatchObject(refused);
  });

  it('complexity beyond 5,000: pages cost their size, of variables and defaults too', async () => {
    const query = (args: string, declared = '') =>
      `query ${declared} { projects(${args}) { nodes { documents(first: 25) { nodes { project { id } } } } } }`;
    expect(await refusal(query('first: 200'))).toMatchObject({
      ...refused,
      message: expect.stringMatching(
        /^The query asks for up to [\d,]+ items, counting every page as full. At most 5,000 are allowed/,
      ),
    });
    expect(await refusal(query('first: $n', '($n: Int = 200)'))).toMatchObject(refused);
    expect((await admin.graphql(query('first: $n', '($n: Int)'), { n: 200 })).code).toBe('INVALID_ARGUMENT');
    expect((await admin.graphql(query('first: 98'))).code).toBe('OK');
    expect(await refusal(query('first: 99'))).toMatchObject({
      ...refused,
      message: expect.stringContaining('up to 5,049 items'),
    });
    expect((await admin.graphql(query('first: $n', '($n: Int)'), { n: 20 })).code).toBe('OK');
  });

  it.each([
    ['nodes', 'nodes { id }'],
    ['edges', 'edges { cursor node { id } } pageInfo { hasNextPage }'],
  ])('complexity counts an item once, read by its %s', async (_, selection) => {
    const pages = (count: number) =>
      `{ ${repeat(count, index => `a${index}: projects(first: 200) { ${selection} }`)} }`;
    expect((await admin.graphql(pages(25))).code).toBe('OK');
    expect(await refusal(pages(26))).toMatchObject({
      ...refused,
      message: expect.stringContaining('up to 5,200 items'),
    });
  });

  it('a long name in the variables', async () => {
    const ask = (characters: number) => admin.graphql('{ me { id } }', { a: [{ ['x'.repeat(characters)]: 1 }] });
    expect(await ask(201)).toMatchObject({
      code: 'INVALID_ARGUMENT',
      errors: [{ message: 'A name in the variables may have at most 200 characters' }],
    });
    expect((await ask(200)).code).toBe('OK');
  });

  it('complexity hidden in aliases of inner lists', async () => {
    const inner = repeat(29, index => `a${index}: documents(first: 200) { nodes { id } }`);
    expect(await refusal(`{ project(id: "${project.id}") { ${inner} } }`)).toMatchObject(refused);
  });
});

describe('a bomb does no harm:', () => {
  const quick = async (query: string) => {
    let code = '';
    const cpuMs = await cpuMsOf(async () => {
      ({ code } = await admin.graphql(query));
    });
    expect(cpuMs).toBeLessThan(SOON_MS);
    return code;
  };

  it('fragments that double their spreads are answered once', async () => {
    const spread = (index: number) => (index < 39 ? `a: id ...F${index + 1} ...F${index + 1}` : 'id');
    const fragments = repeat(40, index => `fragment F${index} on User { ${spread(index)} }`);
    expect(await quick(`{ me { ...F0 } } ${fragments}`)).toBe('OK');
  });

  it('fragments that double their spreads are looked through once for a total', async () => {
    const spread = (index: number) => (index < 39 ? `...F${index + 1} ...F${index + 1}` : 'nodes { id }');
    const fragments = repeat(40, index => `fragment F${index} on ProjectConnection { ${spread(index)} }`);
    expect(await quick(`{ projects { ...F0 } } ${fragments}`)).toBe('OK');
  });

  it('fragments that double their spreads are looked through once for a creation', async () => {
    const spread = (index: number) => (index < 39 ? `...F${index + 1} ...F${index + 1}` : 'me { id }');
    const fragments = repeat(40, index => `fragment F${index} on Query { ${spread(index)} }`);
    const query = `{ ...F0 } ${fragments}`;
    const cpuMs = await cpuMsOf(async () => {
      const headers = { authorization: admin.token, 'content-type': 'application/json', 'idempotency-key': 'bomb' };
      const answer = await app.inject({ method: 'POST', url: '/graphql', headers, payload: { query } });
      expect(answer.json()).toMatchObject({ data: { me: {} } });
    });
    expect(cpuMs).toBeLessThan(SOON_MS);
  });

  it('fragments that double their lists cost what they would load', async () => {
    const list = (name: string, index: number) =>
      `${name}: documents(first: 9) { nodes { project { ${index < 3 ? `...F${index + 1}` : 'id'} } } }`;
    const fragments = repeat(4, index => `fragment F${index} on Project { ${list('a', index)} ${list('b', index)} }`);
    const answer = await refusal(`{ project(id: "${project.id}") { ...F0 } } ${fragments}`);
    expect(answer).toMatchObject({
      ...refused,
      message: expect.stringMatching(/^The query asks for up to \d{3},\d{3} items/),
    });
  });

  it('fragments that spread themselves are refused', async () => {
    const answer = await refusal('{ me { ...A } } fragment A on User { id ...B } fragment B on User { ...A }');
    expect(answer).toMatchObject(refused);
  });

  it('inline fragments, directives and repeated fields are quick', async () => {
    expect(await quick(`{ me { ${'... on User { '.repeat(45)} id ${'}'.repeat(45)} } }`)).toBe('OK');
    expect(await quick(`{ me ${'@skip(if: false) '.repeat(1500)} { id } }`)).toBe('INVALID_ARGUMENT');
    expect(await quick(`{ me { ${repeat(1000, index => `a${index}: id`)} } }`)).toBe('INVALID_ARGUMENT');
  });
});

describe('an invalid query', () => {
  it.each([
    ['{ me { id ', /Syntax Error/],
    ['{ nothing }', /Cannot query field "nothing"/],
    ['{ project { id } }', /of type "ID!" is required/],
    ['subscription { me }', /./],
    ['', /./],
  ])('is INVALID_ARGUMENT: %s', async (query, message) => {
    const answer = await admin.graphql<null>(query, {});
    expect(answer.errors?.[0]?.message).toMatch(message);
    expect(answer.errors?.[0]?.extensions).toMatchObject({
      code: 'INVALID_ARGUMENT',
      traceId: expect.stringMatching(/^[\da-f]{32}$/),
    });
  });

  it('is refused as a batch', async () => {
    const answer = await app.inject({
      method: 'POST',
      url: '/graphql',
      headers: { authorization: admin.token },
      payload: [{ query: '{ me { id } }' }, { query: '{ me { id } }' }],
    });
    expect(answer.json()).toEqual({
      errors: [
        { message: 'Batching is not supported.', extensions: expect.objectContaining({ code: 'INVALID_ARGUMENT' }) },
      ],
    });
  });
});
