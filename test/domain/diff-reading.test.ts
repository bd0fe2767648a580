import { describe, expect, it } from 'vitest';
import { compareContents } from '../../src/contents/comparisons.ts';
import { DomainError } from '../../src/platform/errors.ts';
import { WorkerError } from '../../src/platform/workers.ts';
import { testApp } from '../support/app.ts';
import { guideMarkdown, guideMarkdownNext, openapiWith, petstore31Json, petstoreNext } from '../support/documents.ts';
import { type Document, seed, type Version } from '../support/seed.ts';

const app = await testApp();
const { admin } = await seed(app);
const project = await admin.createProject();

const compare = async (document: Document, from: Version, to: Version) =>
  (await admin.rest('POST', `${document.path}/diffs`, { body: { from_version_id: from.id, to_version_id: to.id } }))
    .detail;

const document = await project.createDocument();
const versions = [
  await document.publish({ content: petstore31Json }),
  await document.publish({ content: petstoreNext }),
] as const;
const diff = await compare(document, ...versions);
const path = `${document.path}/diffs/${diff.id}`;

type Item = {
  rule: string;
  severity: number;
  method: string;
  path: string;
  pointer_before?: string;
  affected_operations: number;
  operations?: object[];
};
const list = (query: object = {}) =>
  admin.rest<Item[]>('GET', `${path}/items`, { query: query as Record<string, string> });

describe('the changes of a diff over REST', () => {
  it('are listed with both pointers and the number of operations', async () => {
    const { total, detail } = await list();
    expect(total).toBe(2);
    expect(detail).toMatchObject([
      {
        severity: 3,
        method: 'GET',
        path: '/pets/{petId}',
        pointer_before: '/paths/~1pets~1{petId}/get',
        affected_operations: 1,
      },
      { rule: 'endpoint-added', severity: 1, method: 'DELETE', pointer_after: '/paths/~1pets~1{petId}/delete' },
    ]);
    expect(detail[0]).not.toHaveProperty('operations');
  });

  it('name their operations when asked to', async () => {
    const { detail } = await list({ expand: 'operations' });
    expect(detail[0]?.operations).toEqual([{ method: 'GET', path: '/pets/{petId}', operation_id: 'getPet' }]);
  });

  it.each([
    [{ severity: 3 }, 1, 1],
    [{ severity: 2 }, 0, 0],
    [{ method: 'delete' }, 1, 1],
    [{ path: '{petId}' }, 2, 2],
    [{ path: '/nothing' }, 0, 0],
    [{ rule: 'endpoint-added' }, 1, 1],
    [{ ignored: 'true' }, 0, 0],
    [{ ignored: 'false', severity: 1 }, 1, 1],
    [{ page_size: 1, offset: 1 }, 2, 1],
    [{ offset: 9 }, 2, 0],
    [{ profile: 'lenient', severity: 3 }, 1, 1],
  ])('are filtered and paged by %j', async (query, total, count) => {
    const answer = await list(query);
    expect([answer.total, answer.detail.length]).toEqual([total, count]);
  });

  it('accept several severities', async () => {
    const answer = await admin.rest<Item[]>('GET', `${path}/items?severity=1&severity=3`);
    expect(answer.total).toBe(2);
  });

  it.each([
    { severity: 4 },
    { severity: 'high' },
    { ignored: 'yes' },
    { page_size: 0 },
    { page_size: 201 },
    { offset: -1 },
    { profile: 'mild' },
    { expand: 'all' },
  ])('refuse %j', async query => {
    expect((await list(query)).status).toBe('INVALID_ARGUMENT');
  });

  it.each([{ first: 0 }, { offset: -1 }])('refuse %j over GraphQL', async page => {
    const query = `query($id: ID!, $first: Int, $offset: Int) {
      diff(id: $id) { items(first: $first, offset: $offset) { key } } }`;
    expect((await admin.graphql(query, { id: diff.id, ...page })).code).toBe('INVALID_ARGUMENT');
  });

  it('are grouped by operation and by cause', async () => {
    const groups = async (by: string) =>
      await admin.rest<{ name: string }[]>('GET', `${path}/groups`, { query: { by } });
    expect(await groups('operation')).toMatchObject({
      total: 2,
      detail: [{ name: 'GET /pets/{petId}', severity: 3, item_count: 1 }, { name: 'DELETE /pets/{petId}' }],
    });
    expect(await groups('cause')).toMatchObject({ total: 2, detail: [{ name: '#/paths/~1pets~1{petId}/get' }, {}] });
    expect((await admin.rest('GET', `${path}/groups`)).status).toBe('INVALID_ARGUMENT');
  });

  it('are returned as a changelog, in an envelope', async () => {
    const { status, detail } = await admin.rest<{ content: string; format: string }>('GET', `${path}/changelog`);
    expect([status, detail.format]).toEqual(['OK', 'markdown']);
    expect(detail.content).toContain('## Breaking changes\n\n- `GET /pets/{petId}`');
    expect(detail.content).toContain('## Added endpoints\n\n- `DELETE /pets/{petId}`');
  });

  it('come with figures and a hint about the version', async () => {
    const { detail } = await admin.rest('GET', path);
    expect(detail).toMatchObject({
      summary: { breaking_changes: 1, infos: 1, affected_operations: 2, ignored_changes: 0 },
      semver_hint: { needed: 'major', sufficient: false },
    });
    const lenient = await admin.rest('GET', `${path}/summary`, { query: { profile: 'lenient' } });
    expect(lenient.detail).toEqual((detail as { summary?: object }).summary);
  });

  it('are found by the short path too, but not by other users', async () => {
    const outsider = await (await seed(app)).createPerson();
    const short = `${project.path}/diffs/${diff.id}`;
    for (const end of ['items', 'changelog', 'groups?by=cause']) {
      expect((await admin.rest('GET', `${short}/${end}`)).status).toBe('OK');
      expect((await outsider.rest('GET', `${short}/${end}`)).status).toBe('PERMISSION_DENIED');
      expect((await admin.rest('GET', `${document.path}/diffs/nothing/${end}`)).status).toBe('NOT_FOUND');
    }
  });
});

it('figures that are stored and figures that are counted agree', async () => {
  const read = (profile: string) =>
    admin.ask(
      `query($id: ID!) { diff(id: $id) { summary(profile: ${profile}) {
      unchanged addedEndpoints removedEndpoints modifiedEndpoints breakingChanges warnings infos affectedOperations ignoredChanges
    } } }`,
      { id: diff.id },
    );
  const counted = await read('LENIENT');
  expect(await read('STRICT')).toEqual(counted);
});

it('one diff is read by the profile that its reader asks for', async () => {
  type Read = { summary: { breaking_changes: number; infos: number }; semver_hint: object; items: Item[] };
  const { document: secured, id } = await compareSecured();
  const read = async (query: Record<string, string>) =>
    (await admin.rest<Read>('GET', `${secured.path}/diffs/${id}`, { query })).detail;
  const [strict, oasdiff] = [await read({}), await read({ profile: 'oasdiff' })];
  expect([strict.summary.breaking_changes, strict.items[0]?.severity]).toEqual([1, 3]);
  expect([oasdiff.summary.breaking_changes, oasdiff.items[0]?.severity]).toEqual([0, 1]);
  expect([strict.semver_hint, oasdiff.semver_hint]).toMatchObject([{ needed: 'major' }, { needed: 'minor' }]);
  const wrong = await admin.rest('GET', `${secured.path}/diffs/${id}`, { query: { profile: 'mild' } });
  expect(wrong.status).toBe('INVALID_ARGUMENT');
});

async function compareSecured() {
  const document = await project.createDocument();
  const at = (...security: object[]) =>
    openapiWith({ '/a': { get: { security, responses: { '204': { description: 'OK' } } } } });
  const open = await document.publish({ content: at() });
  const scheme = { securitySchemes: { key: { type: 'apiKey', in: 'header', name: 'K' } } };
  const closed = JSON.stringify({ ...JSON.parse(at({ key: [] })), components: scheme });
  const { id } = await compare(document, open, await document.publish({ content: closed }));
  return { document, id };
}

it('the changed words of a block are returned over REST and GraphQL', async () => {
  const guide = await project.createDocument({ type: 'MARKDOWN' });
  const versions = [
    await guide.publish({ content: 'a red fox jumps\n' }),
    await guide.publish({ content: 'a brown fox jumps\n' }),
  ] as const;
  const { id, items } = (await compare(guide, ...versions)) as { id: string; items: { segments: object[] }[] };
  const words = [
    ['KEPT', 'a '],
    ['REMOVED', 'red'],
    ['ADDED', 'brown'],
    ['KEPT', ' fox jumps'],
  ];
  expect(items[0]?.segments).toEqual(words.map(([kind, text]) => ({ kind: kind?.toLowerCase(), text })));
  const read = await admin.ask<{ diff: { items: object[] } }>(
    'query($id: ID!) { diff(id: $id) { items { segments { kind text } } } }',
    { id },
  );
  expect(read).toMatchObject({ items: [{ segments: words.map(([kind, text]) => ({ kind, text })) }] });
});

it('a Markdown diff has a changelog and no version hint', async () => {
  const guide = await project.createDocument({ type: 'MARKDOWN' });
  const { id } = await compare(
    guide,
    await guide.publish({ content: guideMarkdown }),
    await guide.publish({ content: guideMarkdownNext }),
  );
  const read = await admin.ask<{ changelog: { content: string }; semverHint: null; groups: { totalCount: number } }>(
    'query($id: ID!) { diff(id: $id) { changelog { content } semverHint { needed } groups(by: OPERATION) { totalCount nodes { name } } } }',
    { id },
  );
  expect(read).toMatchObject({ semverHint: null, groups: { totalCount: 1, nodes: [{ name: '#' }] } });
  expect(read.changelog.content).toMatch(/^# Changelog\n\n\d+ lines added/);
});

describe('a comparison', () => {
  it('of a version with itself is empty', async () => {
    const same = await compare(document, versions[0], versions[0]);
    expect(same).toMatchObject({
      summary: { unchanged: true, affected_operations: 0 },
      items: [],
      semver_hint: { needed: 'none', sufficient: true },
    });
    const { detail } = await admin.rest<{ content: string }>('GET', `${document.path}/diffs/${same.id}/changelog`);
    expect(detail.content).toContain('Nothing has changed.');
  });

  it.each(['OPENAPI', 'MARKDOWN'] as const)(
    'with a version of another document (%s) is INVALID_ARGUMENT',
    async type => {
      const other = await project.createDocument({ type });
      const version = await other.publish();
      const input = { fromVersionId: versions[0].id, toVersionId: version.id };
      const { code, errors } = await admin.graphql(
        'mutation($input: CreateDiffInput!) { createDiff(input: $input) { id } }',
        { input },
      );
      expect([code, errors?.[0]?.extensions.errors?.[0]?.field]).toEqual(['INVALID_ARGUMENT', 'toVersionId']);
    },
  );

  it('is compared again on another day only if a sunset depends on the day', async () => {
    const other = await project.createDocument();
    const operation = { deprecated: true, responses: { '204': { description: 'OK' } } };
    const texts = [
      openapiWith({ '/kept': { get: operation }, '/gone': { get: { ...operation, 'x-sunset': '2026-06-15' } } }),
      openapiWith({ '/kept': { get: operation } }),
      openapiWith({ '/kept': { get: { ...operation, deprecated: false } } }),
    ];
    const hashes: string[] = [];
    for (const content of texts) {
      const { id } = await other.publish({ content });
      hashes.push((await app.database.prisma.version.findUniqueOrThrow({ where: { id } })).canonicalHash);
    }
    const on = async (day: string, from: number) => {
      const pair = {
        documentType: 'OPENAPI' as const,
        beforeHash: hashes[from] as string,
        afterHash: hashes[from + 1] as string,
      };
      const [made] = await compareContents(app.services, [pair], day);
      return made;
    };
    const [early, late] = [await on('2026-06-14', 0), await on('2026-06-15', 0)];
    expect([early?.summary, late?.summary]).toMatchObject([
      { breakingChanges: 1, warnings: 0 },
      { breakingChanges: 0, warnings: 1 },
    ]);
    expect((await on('2026-06-14', 0))?.id).toBe(early?.id);
    expect((await on('2026-06-15', 1))?.id).toBe((await on('2026-06-14', 1))?.id);
  });

  it.each(['DEADLINE', 'MEMORY', 'CRASHED'] as const)(
    'that a worker gives up (%s) is reported, and computed for the next request',
    async failure => {
      const other = await project.createDocument();
      const texts = [1, 2].map(number =>
        openapiWith({ [`/${failure}/${number}`]: { get: { responses: { '204': { description: 'OK' } } } } }),
      );
      const made = [
        await other.publish({ content: texts[0] as string }),
        await other.publish({ content: petstore31Json }),
      ] as const;
      const third = await other.publish({ content: texts[1] as string });
      const rows = await app.database.prisma.version.findMany({
        where: { id: { in: [made[0].id, third.id] } },
        orderBy: { sequence: 'asc' },
      });
      const [before, after] = rows.map(row => row.canonicalHash) as [string, string];
      const pair = { documentType: 'OPENAPI' as const, beforeHash: before, afterHash: after };
      const { workers } = app.services;
      const broken = {
        ...app.services,
        workers: { ...workers, run: () => Promise.reject(new WorkerError(failure, 'gave up')) },
      };
      const error = await compareContents(broken, [pair]).catch(thrown => thrown);
      expect(error).toBeInstanceOf(DomainError);
      expect(error.status).toBe('DEADLINE_EXCEEDED');
      expect((await compare(other, made[0], third)).summary).toMatchObject({ unchanged: false });
    },
  );
});
