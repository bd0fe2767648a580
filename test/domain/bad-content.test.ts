import { afterEach, describe, expect, it } from 'vitest';
import { testApp } from '../support/app.ts';
import { guideMarkdown, openapiWith, petstore31Json } from '../support/documents.ts';
import { type Document, seed } from '../support/seed.ts';

/** For every bad upload: the answer has field and place, nothing is stored, and the service continues. */

const LIMIT = 2 * 1024 * 1024;
const app = await testApp({ DOCSVC_MAX_CONTENT_BYTES: String(LIMIT) });
const { admin } = await seed(app);
const project = await admin.createProject();
const openapi = await project.createDocument();
const markdown = await project.createDocument({ type: 'MARKDOWN' });
const ok = { 200: { description: 'OK' } };

type Problem = { field: string; message: string; pointer?: string; line?: number; column?: number };

const upload = (document: Document, schema_content: string) =>
  admin.rest<{ errors: Problem[] }>('POST', `${document.path}/drafts`, {
    body: { branch_id: document.branches.dev, version_name: '1', schema_content },
  });

async function problemsOf(schema_content: string, document = openapi): Promise<Problem[]> {
  const answer = await upload(document, schema_content);
  expect(answer).toMatchObject({ status: 'INVALID_ARGUMENT', code: 400 });
  expect(answer.detail.errors.length).toBeGreaterThan(0);
  for (const { field } of answer.detail.errors) expect(field).toBe('schema_content');
  return answer.detail.errors;
}

afterEach(async () => {
  expect(await app.database.prisma.draft.count()).toBe(0);
  const draft = await openapi.createDraft({ content: petstore31Json });
  await draft.withdraw();
});

describe('a text that does not parse is refused with its line and column:', () => {
  it.each([
    ['YAML with a tab', 'openapi: 3.1.0\ninfo:\n\ttitle: x\n', 3, 1, 'tab characters must not be used in indentation'],
    ['YAML with an open list', 'openapi: 3.1.0\ninfo: [a, b\n', 3, 1, 'deficient indentation'],
    ['YAML with a dangling alias', 'openapi: 3.1.0\ninfo: *nothing\n', 2, 7, 'has no anchor &nothing'],
    ['JSON with a trailing comma', '{\n  "openapi": "3.1.0",\n}', 2, 21, 'JSON allows no trailing comma'],
    ['JSON that ends early', '{\n  "openapi": "3.1.0",\n  "info": {', 3, 12, 'The text ends'],
    ['JSON with a single quote', '{\n  "openapi": \'3.1.0\'\n}', 2, 14, 'Expected a value'],
  ])('%s', async (_name, text, line, column, message) => {
    expect(await problemsOf(text)).toMatchObject([{ line, column, message: expect.stringContaining(message) }]);
  });

  it('duplicate keys, each of them', async () => {
    const json =
      '{\n  "openapi": "3.1.0",\n  "info": {"title": "x", "version": "1", "title": "y"},\n  "openapi": "3.1.0",\n  "paths": {}\n}';
    const yaml = 'openapi: 3.1.0\ninfo:\n  title: x\n  version: "1"\n  title: y\npaths: {}\nopenapi: 3.1.0\n';
    expect((await problemsOf(json)).map(({ pointer, line, column }) => [pointer, line, column])).toEqual([
      ['/info/title', 3, 42],
      ['/openapi', 4, 3],
    ]);
    expect((await problemsOf(yaml)).map(({ pointer, line, column }) => [pointer, line, column])).toEqual([
      ['/info/title', 5, 3],
      ['/openapi', 7, 1],
    ]);
  });
});

describe('an invalid OpenAPI document is refused with pointers:', () => {
  it('the skeleton', async () => {
    const yaml =
      'openapi: 3.1.0\ninfo:\n  title: Pets\npaths:\n  /pets:\n    get:\n      tags: pet\n      responses:\n        200: {}\n';
    expect(await problemsOf(yaml)).toEqual([
      { field: 'schema_content', message: 'Add the required field "version".', pointer: '/info', line: 2, column: 1 },
      {
        field: 'schema_content',
        message: 'Must be a list, not a string.',
        pointer: '/paths/~1pets/get/tags',
        line: 7,
        column: 7,
      },
      {
        field: 'schema_content',
        message: 'Add the required field "description".',
        pointer: '/paths/~1pets/get/responses/200',
        line: 9,
        column: 9,
      },
    ]);
  });

  it.each([
    [
      'Swagger 2.0',
      'swagger: "2.0"\ninfo: {title: x, version: "1"}\npaths: {}\n',
      'This is a Swagger 2.0 document: convert it to OpenAPI. OpenAPI 3.0 and 3.1 are accepted, as JSON or YAML.',
    ],
    [
      'a later OpenAPI',
      'openapi: 3.2.0\ninfo: {title: x, version: "1"}\npaths: {}\n',
      'OpenAPI 3.2.0 is not supported: use 3.0.x or 3.1.x.',
    ],
    [
      'a version that is a number',
      'openapi: 3.1\ninfo: {title: x, version: "1"}\npaths: {}\n',
      '"openapi" must be a string: quote it, as in "3.1.0".',
    ],
    [
      'Markdown',
      'Text.\n',
      'An OpenAPI document must be an object with the field "openapi". OpenAPI 3.0 and 3.1 are accepted, as JSON or YAML.',
    ],
    [
      'a list',
      '[]',
      'An OpenAPI document must be an object with the field "openapi". OpenAPI 3.0 and 3.1 are accepted, as JSON or YAML.',
    ],
    [
      'a word',
      'openapi',
      'An OpenAPI document must be an object with the field "openapi". OpenAPI 3.0 and 3.1 are accepted, as JSON or YAML.',
    ],
  ])('%s', async (_name, text, message) => {
    const [problem] = await problemsOf(text);
    expect(problem).toMatchObject({ message, line: 1, column: 1 });
  });

  it.each([
    'https://example.com/pet.json',
    'file:///etc/passwd',
    'pet.yaml#/Pet',
    '//host/pet',
    'http://169.254.169.254/latest',
  ])('a $ref that leads elsewhere, which is never followed: %s', async $ref => {
    const problems = await problemsOf(openapiWith({}, { components: { schemas: { Pet: { $ref } } } }));
    expect(problems).toMatchObject([{ pointer: '/components/schemas/Pet/$ref', line: 11, column: 9 }]);
  });

  it('a $ref that leads to nothing', async () => {
    const problems = await problemsOf(
      openapiWith({}, { components: { schemas: { Pet: { $ref: '#/components/schemas/Nope' } } } }),
    );
    expect(problems).toMatchObject([{ pointer: '/components/schemas/Pet/$ref', line: 11, column: 9 }]);
  });

  it('two operations on equivalent paths', async () => {
    const get = { responses: ok };
    expect(await problemsOf(openapiWith({ '/pets/{id}': { get }, '/pets/{petId}': { get } }))).toMatchObject([
      {
        pointer: '/paths/~1pets~1{petId}/get',
        message: 'GET /pets/{petId} matches the same requests as GET /pets/{id}: keep only one of them.',
      },
    ]);
  });

  it('a hundred problems at most', async () => {
    const paths = Object.fromEntries(Array.from({ length: 500 }, (_, index) => [`/p${index}`, { get: 1 }]));
    expect(await problemsOf(openapiWith(paths))).toHaveLength(100);
  });
});

describe('a bomb is refused in bounded time:', () => {
  const head = 'openapi: 3.1.0\ninfo: {title: x, version: "1"}\npaths: {}\n';
  const aliases = ['x-0: &a0 [0, 0, 0, 0, 0, 0, 0, 0, 0]'];
  for (let level = 1; level <= 30; level++)
    aliases.push(
      `x-${level}: &a${level} [${Array(9)
        .fill(`*a${level - 1}`)
        .join(', ')}]`,
    );

  it.each([
    ['aliases', head + aliases.join('\n'), /aliases .* more than 10,000 values/],
    [
      'brackets in JSON',
      `{"openapi":"3.1.0","x":${'['.repeat(200_000)}${']'.repeat(200_000)}}`,
      /nested deeper than 500/,
    ],
    ['brackets in YAML', `${head}x-deep: ${'['.repeat(100_000)}${']'.repeat(100_000)}`, /nested deeper than 500/],
    ['objects in JSON', `${'{"a":'.repeat(100_000)}1${'}'.repeat(100_000)}`, /nested deeper than 500/],
    ['unclosed brackets', '['.repeat(1_000_000), /nested deeper than 500/],
  ])('%s', async (_name, text, message) => {
    const startedAt = performance.now();
    const [problem] = await problemsOf(text);
    expect(problem?.message).toMatch(message);
    expect(performance.now() - startedAt).toBeLessThan(15_000);
  });

  it('while 40,000 keys are just a large map', async () => {
    const schemas = Object.fromEntries(Array.from({ length: 40_000 }, (_, index) => [`S${index}`, {}]));
    const map = JSON.stringify({
      openapi: '3.1.0',
      info: { title: 'x', version: '1' },
      paths: {},
      components: { schemas },
    });
    const yaml = `${head}x-map:\n${Array.from({ length: 40_000 }, (_, index) => `  k${index}: ${index}`).join('\n')}\n`;
    for (const content of [map, yaml]) {
      const startedAt = performance.now();
      const draft = await openapi.createDraft({ content });
      expect(performance.now() - startedAt).toBeLessThan(15_000);
      await draft.withdraw();
    }
  });
});

describe('a text that cannot be stored is refused:', () => {
  it.each([
    ['empty', '', /must not be empty/],
    ['blank', ' \n\t\r\n', /must not be empty/],
    ['with a NUL', '# a\0b', /NUL/],
    ['with an unpaired surrogate', '# a\ud83d b', /Unicode/],
    ['with surrogates in the wrong order', '# \udc3e\ud83d', /Unicode/],
  ])('%s', async (_name, text, message) => {
    for (const document of [openapi, markdown]) {
      const [problem] = await problemsOf(text, document);
      expect(problem?.message).toMatch(message);
    }
    const { code } = await admin.graphql('mutation($input: CreateDraftInput!) { createDraft(input: $input) { id } }', {
      input: { branchId: markdown.branches.dev, versionName: '1', schemaContent: text },
    });
    expect(code).toBe('INVALID_ARGUMENT');
  });

  it('an escaped NUL inside OpenAPI, with its place', async () => {
    expect(await problemsOf('{"openapi":"3.1.0",\n "info":{"title":"a\\u0000","version":"1"},\n "paths":{}}')).toEqual([
      {
        field: 'schema_content',
        message: 'The text contains a NUL character (code 0): remove it.',
        pointer: '/info/title',
        line: 2,
        column: 10,
      },
    ]);
  });

  it('over DOCSVC_MAX_CONTENT_BYTES, counted in UTF-8', async () => {
    const message = `must have at most ${LIMIT} bytes`;
    for (const text of ['x'.repeat(LIMIT + 1), 'é'.repeat(LIMIT / 2 + 1), '🐾'.repeat(LIMIT / 4 + 1)])
      expect(await problemsOf(text, markdown)).toEqual([{ field: 'schema_content', message }]);
    for (const text of ['x'.repeat(LIMIT), 'é'.repeat(LIMIT / 2)]) {
      const draft = await markdown.createDraft({ content: text });
      await draft.withdraw();
    }
  });
});

it('a PATCH with a bad content leaves the draft as it is', async () => {
  const draft = await markdown.createDraft({ content: guideMarkdown });
  const { detail: before } = await admin.rest('GET', `${draft.path}/content/raw`);
  const { revision } = await draft.read();
  for (const content of ['', 'a\0', '\ud800', 'x'.repeat(LIMIT + 1)]) {
    const answer = await admin.rest('PATCH', draft.path, { body: { expected_revision: revision, content } });
    expect(answer).toMatchObject({ status: 'INVALID_ARGUMENT', detail: { errors: [{ field: 'content' }] } });
  }
  expect((await admin.rest('GET', `${draft.path}/content/raw`)).detail).toEqual(before);
  await draft.withdraw();
});
