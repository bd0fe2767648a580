import { describe, expect, it } from 'vitest';
import { testApp } from '../support/app.ts';
import {
  guideMarkdown,
  guideMarkdownNext,
  openapiWith,
  petstore30Json,
  petstore31Json,
  petstore31Yaml,
  petstoreNext,
} from '../support/documents.ts';
import { castOf, type Document, seed, type Version } from '../support/seed.ts';

const app = await testApp();
const people = await seed(app);
const { admin } = people;
const project = await admin.createProject();
const cast = await castOf(people, project);
const document = await project.createDocument();
const first = await document.publish({ content: petstore31Json });
const second = await document.publish({ content: petstoreNext });
const third = await document.publish({ content: petstore31Yaml });

const compare = (of: Document, from: Pick<Version, 'id'>, to: Pick<Version, 'id'>, by = cast.reader) =>
  by.rest('POST', `${of.path}/diffs`, { body: { from_version_id: from.id, to_version_id: to.id } });

const NOTHING = {
  unchanged: true,
  added_endpoints: 0,
  removed_endpoints: 0,
  modified_endpoints: 0,
  breaking_changes: 0,
  warnings: 0,
  infos: 0,
};

describe('the diff of two versions', () => {
  it('is stored by publishing the second after the first', async () => {
    const { detail, total } = await cast.reader.rest<Record<string, unknown>[]>('GET', `${document.path}/diffs`);
    expect(total).toBe(2);
    expect(detail.map(diff => [diff.from_version_id, diff.to_version_id])).toEqual([
      [second.id, third.id],
      [first.id, second.id],
    ]);
    const [, stored] = detail;
    const made = await compare(document, first, second);
    expect(made.detail).toMatchObject(stored ?? {});
    expect(await app.database.prisma.diff.count()).toBe(2);
  });

  it('lists removed and added parts, most severe first', async () => {
    const { detail } = await compare(document, first, second);
    expect(detail).toMatchObject({
      project_id: project.id,
      document_id: document.id,
      from_version_id: first.id,
      to_version_id: second.id,
      diff_hash: expect.stringMatching(/^[0-9a-f]{64}$/),
      summary: {
        unchanged: false,
        added_endpoints: 1,
        removed_endpoints: 1,
        modified_endpoints: 0,
        breaking_changes: 1,
      },
    });
    const items = detail.items as Record<string, unknown>[];
    expect(items.map(item => item.sort_order)).toEqual(items.map((_, index) => index));
    const severities = items.map(item => item.severity as number);
    expect(severities).toEqual(severities.toSorted((a, b) => b - a));
    const removed = items.find(item => item.change_type === 2);
    expect(removed).toMatchObject({
      severity: 3,
      is_breaking: true,
      must_handle: true,
      method: 'GET',
      path: '/pets/{petId}',
      operation_id: 'getPet',
      affected_operations: 1,
      location: '/paths/~1pets~1{petId}/get',
      rule: expect.stringMatching(/^[a-z][a-z-]+$/),
    });
    expect(items.find(item => item.change_type === 1)).toMatchObject({
      severity: 1,
      is_breaking: false,
      method: 'DELETE',
    });
  });

  it('has its summary alone too', async () => {
    const { detail } = await compare(document, first, second);
    const path = `${document.path}/diffs/${detail.id}`;
    expect((await cast.reader.rest('GET', `${path}/summary`)).detail).toEqual(detail.summary);
    expect((await cast.reader.rest('GET', path)).detail).toEqual(detail);
    expect((await cast.reader.rest('GET', path.replace(`/documents/${document.id}`, ''))).detail).toEqual(detail);
  });

  it('is one: asked for again, at once by many, or over GraphQL it has the same id', async () => {
    const ids = await Promise.all(
      Array.from({ length: 8 }, async () => (await compare(document, third, first)).detail.id),
    );
    const { id } = await cast.reader.ask<{ id: string }>(
      'query($from: ID!, $to: ID!) { compareVersions(fromVersionId: $from, toVersionId: $to) { id } }',
      { from: third.id, to: first.id },
    );
    expect(new Set([...ids, id]).size).toBe(1);
    expect(await app.database.prisma.diff.count({ where: { fromVersionId: third.id } })).toBe(1);
  });

  it('back is another one, with removed and added in each other’s place', async () => {
    const { detail } = await compare(document, second, first);
    expect(detail).toMatchObject({ from_version_id: second.id, summary: { added_endpoints: 1, removed_endpoints: 1 } });
    expect(detail.id).not.toBe((await compare(document, first, second)).detail.id);
  });

  it('of a version with itself is empty', async () => {
    expect((await compare(document, first, first)).detail).toMatchObject({ summary: NOTHING, items: [] });
  });

  it('of the same document as JSON and as YAML is empty', async () => {
    expect((await compare(document, first, third)).detail).toMatchObject({ summary: NOTHING, items: [] });
  });

  it('may cross branches, also to a version of another minor OpenAPI release', async () => {
    const other = await document.publish({ branch: 'test', content: petstore30Json });
    const { status, detail } = await compare(document, first, other);
    expect(status).toBe('OK');
    expect(detail.summary).toMatchObject({ added_endpoints: 0, removed_endpoints: 0, breaking_changes: 0 });
  });

  it('of Markdown counts lines and blocks', async () => {
    const guide = await project.createDocument({ type: 'MARKDOWN' });
    const [from, to] = [
      await guide.publish({ content: guideMarkdown }),
      await guide.publish({ content: guideMarkdownNext }),
    ];
    const { detail } = await compare(guide, from, to);
    expect(detail.summary).toMatchObject({
      unchanged: false,
      added_lines: expect.any(Number),
      removed_lines: expect.any(Number),
    });
    expect(detail.summary).not.toHaveProperty('added_endpoints');
    expect((await compare(guide, from, from)).detail).toMatchObject({
      summary: { unchanged: true, added_lines: 0, removed_lines: 0 },
      items: [],
    });
  });

  it('rounds no number: neighbors beyond 2^53 differ and are reported as written', async () => {
    const limit = (maximum: string) =>
      openapiWith({
        '/a': {
          get: {
            parameters: [{ name: 'n', in: 'query', schema: { type: 'integer', maximum: 1234567890 } }],
            responses: { 200: { description: 'OK' } },
          },
        },
      }).replace('1234567890', maximum);
    const exact = await project.createDocument();
    const [from, to] = [
      await exact.publish({ content: limit('9007199254740993') }),
      await exact.publish({ content: limit('9007199254740992') }),
    ];
    const { text, detail } = await compare(exact, from, to);
    expect(detail.items).toHaveLength(1);
    expect(text).toMatch(/"old_value":\s*9007199254740993\b/);
    expect(text).toMatch(/"new_value":\s*9007199254740992\b/);
    const huge = await exact.publish({ content: limit('1e400') });
    const other = await exact.publish({ content: limit('2e400') });
    expect((await compare(exact, huge, other)).text).toMatch(/"old_value":\s*1e400\b/);
  });

  it('has a null of a document as a value on REST, and leaves out what has no value', async () => {
    const withDefault = (more: object) => {
      const parameters = [{ name: 'n', in: 'query', schema: { type: ['integer', 'null'], ...more } }];
      return openapiWith({ '/a': { get: { parameters, responses: { 200: { description: 'OK' } } } } });
    };
    const nullable = await project.createDocument();
    const publish = (more: object) => nullable.publish({ content: withDefault(more) });
    const [none, empty, one] = [await publish({}), await publish({ default: null }), await publish({ default: 1 })];
    const valuesOf = ([item]: object[]) =>
      Object.fromEntries(Object.entries(item ?? {}).filter(([key]) => key.endsWith('_value')));
    const read = async (from: Version, to: Version) => {
      const { detail } = await compare(nullable, from, to);
      const shown = valuesOf(detail.items as object[]);
      const listed = await cast.reader.rest<object[]>('GET', `${nullable.path}/diffs/${detail.id}/items`);
      expect(valuesOf(listed.detail)).toEqual(shown);
      const query = 'query($id: ID!) { diff(id: $id) { items { oldValue newValue } } }';
      const { items } = await admin.ask<{ items: object[] }>(query, { id: detail.id });
      return [shown, ...items];
    };
    expect(await read(empty, one)).toEqual([
      { old_value: null, new_value: 1 },
      { oldValue: null, newValue: 1 },
    ]);
    expect(await read(none, empty)).toEqual([{ new_value: null }, { oldValue: null, newValue: null }]);
  });

  it('of a draft is its preview: publishing stores the same', async () => {
    const fresh = await project.createDocument();
    const from = await fresh.publish({ content: petstore31Json });
    const draft = await fresh.createDraft({ content: petstoreNext });
    const { detail } = await cast.reader.rest('GET', draft.path);
    await draft.submit();
    const { summary, items, semver_hint } = (await compare(fresh, from, await draft.approve())).detail;
    expect(detail.diff_preview).toEqual({ base_version_id: from.id, summary, items, semver_hint });
  });
});

describe('refused is the diff', () => {
  it('of versions of two documents; under one document the other version is not there at all', async () => {
    const foreign = await (await project.createDocument()).publish();
    for (const [from, to] of [
      [first, foreign],
      [foreign, first],
    ] as const) {
      expect((await compare(document, from, to)).status).toBe('NOT_FOUND');
      const body = { from_version_id: from.id, to_version_id: to.id };
      expect(await cast.reader.rest('POST', `${project.path}/diffs`, { body })).toMatchObject({
        status: 'INVALID_ARGUMENT',
        detail: {
          errors: [{ field: 'to_version_id', message: 'must be a version of the same document as from_version_id' }],
        },
      });
      const { code } = await cast.reader.graphql(
        'query($from: ID!, $to: ID!) { compareVersions(fromVersionId: $from, toVersionId: $to) { id } }',
        { from: from.id, to: to.id },
      );
      expect(code).toBe('INVALID_ARGUMENT');
    }
  });

  it('of a version that the caller may not see', async () => {
    const elsewhere = await (await (await people.superAdmin.createProject()).createDocument()).publish();
    const draft = await document.createDraft();
    for (const id of [elsewhere.id, draft.id, 'no-uuid', document.id])
      expect((await compare(document, first, { id })).status).toBe('NOT_FOUND');
    expect((await compare(document, first, second, cast.outsider)).status).toBe('PERMISSION_DENIED');
    expect((await compare(document, first, second, cast.anonymous)).status).toBe('UNAUTHENTICATED');
  });

  it.each([
    [{}],
    [{ from_version_id: first.id }],
    [{ from_version_id: first.id, to_version_id: null }],
    [{ from_version_id: 1, to_version_id: 2 }],
  ])('without both versions: %j', async body => {
    expect((await admin.rest('POST', `${document.path}/diffs`, { body })).status).toBe('INVALID_ARGUMENT');
  });
});
