import { describe, expect, it } from 'vitest';
import { testApp } from '../support/app.ts';
import { seed } from '../support/seed.ts';
import { databaseDigest } from '../support/statements.ts';

const app = await testApp({ DOCSVC_MAX_BODY_BYTES: '65536', DOCSVC_MAX_CONTENT_BYTES: '20000' });
const { admin } = await seed(app);
const project = await admin.createProject();
const document = await project.createDocument();
const drafts = `${document.path}/drafts`;

type Errors = { errors: { field?: string; message: string; line?: number; column?: number }[] };

/** Sends a POST and checks that a refusal leaves the database unchanged. */
async function refused(path: string, body: unknown, headers: Record<string, string> = {}) {
  const before = await databaseDigest(app.database);
  const answer = await admin.rest<Errors>('POST', path, { body, headers });
  expect(answer).toMatchObject({ http: 200, code: 400, status: 'INVALID_ARGUMENT' });
  expect(await databaseDigest(app.database)).toBe(before);
  return answer;
}

describe('a body', () => {
  it.each([
    ['{"name": "x",}', 1, 13],
    ['{"name": "x"', 1, 13],
    ['{\n  "name": tru\n}', 2, 11],
    ['{\n\n  name: 1 }', 3, 3],
    ['nonsense', 1, 1],
  ])('that is not JSON is refused with the position of the error: %s', async (body, line, column) => {
    const { detail, message } = await refused('/private/teams', body);
    expect(detail.errors).toEqual([{ message: expect.any(String), line, column }]);
    expect(message).toContain(`line ${line}, column ${column}`);
  });

  it.each(['[]', '"text"', '7', 'null', 'true'])('that is not an object is refused: %s', async body => {
    await refused('/private/teams', body);
  });

  it('of another media type is refused, and JSON with parameters is accepted', async () => {
    const { message } = await refused('/private/teams', 'name=x', {
      'content-type': 'application/x-www-form-urlencoded',
    });
    expect(message).toContain('Content-Type: application/json');
    await refused('/private/teams', '{"name":"x"}', { 'content-type': 'application/json; charset=latin1' });
    await refused('/private/teams', Buffer.from([0x7b, 0x22, 0xff, 0x22, 0x7d]));
    for (const type of ['application/json; charset=utf-8', 'application/merge-patch+json'])
      expect(
        await admin.rest('POST', '/private/teams', { body: '{"name":"x"}', headers: { 'content-type': type } }),
      ).toMatchObject({ code: 200 });
  });

  it('without a media type, or with several, is refused with an example of one', async () => {
    for (const type of ['garbage', '', 'application/json, application/json'])
      expect((await refused('/private/teams', '{"name":"x"}', { 'content-type': type })).message).toBe(
        'Content-Type must be one media type, such as application/json',
      );
  });

  it('may begin with a byte order mark, as programs of Windows write one', async () => {
    const body = '\uFEFF{"name": "Marked"}';
    expect(await admin.rest('POST', '/private/teams', { body })).toMatchObject({ code: 200 });
    expect((await refused('/private/teams', '\uFEFF\uFEFF{}')).message).toContain('line 1, column 1');
  });

  it('over the limit is refused with the limit', async () => {
    const { message } = await refused('/private/teams', { name: 'x', padding: 'x'.repeat(65_536) });
    expect(message).toBe('The body is larger than 65536 bytes');
  });

  it('over the limit is UNAUTHENTICATED first, and PERMISSION_DENIED second', async () => {
    const body = { name: 'x'.repeat(65_536) };
    expect(await app.rest('POST', '/private/teams', { body })).toMatchObject({ status: 'UNAUTHENTICATED' });
    expect(await admin.rest('POST', '/private/system/users', { body })).toMatchObject({ status: 'PERMISSION_DENIED' });
  });

  it('within the limit with a content over its own is refused', async () => {
    const content = `openapi: 3.1.0\n# ${'x'.repeat(20_000)}`;
    const body = { branch_id: document.branches.dev, version_name: '1', schema_content: content };
    const { detail, message } = await refused(drafts, body);
    expect(detail.errors[0]?.field).toBe('schema_content');
    expect(message).toContain('20000');
  });

  it('cannot name another parent than the path', async () => {
    const other = await admin.createProject();
    const body = { project_id: other.id, name: 'Here', document_type: 1, relative_path: 'here.yaml' };
    const { message } = await refused(`${project.path}/documents`, body);
    expect(message).toBe('project_id differs from the path: leave it out');
    const same = await admin.rest('POST', `${project.path}/documents`, { body: { ...body, project_id: project.id } });
    expect(same).toMatchObject({ code: 200, detail: { project_id: project.id } });
  });
});

describe('a known key of a wrong type or value', () => {
  it.each([
    ['/private/teams', { name: 7 }, 'name'],
    ['/private/teams', { name: ['x'] }, 'name'],
    ['/private/teams', { name: null }, 'name'],
    ['/private/teams', {}, 'name'],
    ['/private/teams', { name: 'x'.repeat(201) }, 'name'],
    ['/private/teams', { name: 'x', description: {} }, 'description'],
    [`${project.path}/documents`, { name: 'x', document_type: '1', relative_path: 'x.yaml' }, 'document_type'],
    [`${project.path}/documents`, { name: 'x', document_type: 3, relative_path: 'x.yaml' }, 'document_type'],
    [`${project.path}/documents`, { name: 'x', document_type: 'OPENAPI', relative_path: 'x.yaml' }, 'document_type'],
    [`${project.path}/documents`, { name: 'x', document_type: 1.5, relative_path: 'x.yaml' }, 'document_type'],
    [`${project.path}/members`, { user_id: admin.id, role: 0 }, 'role'],
    [drafts, { branch_id: 7, version_name: '1', schema_content: 'x' }, 'branch_id'],
    [
      drafts,
      { branch_id: document.branches.dev, version_name: '1', schema_content: 'x', content_kind: 'pretty' },
      'content_kind',
    ],
    [drafts, { branch_id: document.branches.dev, version_name: '1' }, 'schema_content'],
    [drafts, { branch_id: document.branches.dev, version_name: ' ', schema_content: 'x' }, 'version_name'],
  ])('is refused at %s: %j', async (path, body, field) => {
    const { detail } = await refused(path, body);
    expect(detail.errors.map(error => error.field)).toContain(field);
  });

  it('is reported for all fields at once', async () => {
    const { detail, message } = await refused(`${project.path}/documents`, { name: 7, document_type: 9 });
    expect(detail.errors.map(error => error.field).sort()).toEqual(['document_type', 'name', 'relative_path']);
    expect(message).toContain('(and 2 more)');
  });

  it('makes a PATCH without a change an error', async () => {
    for (const path of [
      '/private/identity/me',
      `/private/teams/${project.teamId}`,
      project.path,
      document.path,
      `${document.path}/branches/${document.branches.dev}`,
    ])
      for (const body of [{}, { unknown: 1 }])
        expect(await admin.rest('PATCH', path, { body }), path).toMatchObject({
          code: 400,
          status: 'INVALID_ARGUMENT',
        });
  });
});

describe('a time', () => {
  const wrong = {
    'on no day of its month': '2096-02-30T00:00:00Z',
    'on February 29 of another year': '2095-02-29T12:00:00+02:00',
    'at no hour of the day': '2096-01-01T24:00:00Z',
    'after the year 9999 in UTC': '9999-12-31T23:59:59-01:00',
    'before the year 1': '0000-12-31T23:59:59Z',
  };

  it.each(Object.entries(wrong))('%s is refused, and the list of tokens stays readable', async (_, time) => {
    const errors = [{ field: 'expires_at', message: 'must be an RFC 3339 time, such as 2026-01-31T12:00:00Z' }];
    const body = { name: 'x', scopes: [1], expires_at: time };
    for (const path of ['/private/mcp-tokens', '/private/api-tokens']) {
      expect((await refused(path, body)).detail.errors).toEqual(errors);
      expect(await admin.rest('GET', path)).toMatchObject({ code: 200, total: 0 });
    }
  });

  it.each(Object.entries(wrong))('%s is refused in a query', async (_, time) => {
    const query = { project_id: project.id, from: time };
    const errors = [{ field: 'from', message: 'must be an RFC 3339 time, such as 2026-01-31T12:00:00Z' }];
    expect(await admin.rest('GET', '/private/audit-logs', { query })).toMatchObject({ code: 400, detail: { errors } });
  });

  it.each(['2096-02-29T23:59:59.999Z', '9999-12-31T23:59:59Z', '2096-01-01t00:00:00+23:59'])(
    'that exists is accepted: %s',
    async time => {
      const body = { name: 'x', scopes: [1], expires_at: time };
      const { detail } = await admin.rest<{ expires_at: string }>('POST', '/private/mcp-tokens', { body });
      expect(new Date(detail.expires_at).getTime()).toBe(new Date(time.toUpperCase()).getTime());
    },
  );
});

describe('the query of a list', () => {
  it.each([
    ['page_size', '0'],
    ['page_size', '201'],
    ['page_size', '-1'],
    ['page_size', 'ten'],
    ['page_size', '1.5'],
    ['page_size', ''],
    ['offset', '-1'],
    ['offset', '1000001'],
    ['search', 'ä'.repeat(129)],
  ])('is refused for %s=%s', async (name, value) => {
    const answer = await admin.rest<Errors>('GET', '/private/teams', { query: { [name]: value } });
    expect(answer).toMatchObject({ code: 400, status: 'INVALID_ARGUMENT' });
    expect(answer.detail.errors[0]?.field).toBe(name);
  });

  it('accepts the exact bounds', async () => {
    const bounds = [
      ['page_size', 1],
      ['page_size', 200],
      ['offset', 0],
      ['offset', 1_000_000],
      ['search', 'x'.repeat(256)],
    ] as const;
    for (const [name, value] of bounds)
      expect(await admin.rest('GET', '/private/teams', { query: { [name]: value } })).toMatchObject({ code: 200 });
  });

  it('pages and counts', async () => {
    const rest = (query: Record<string, string | number>) =>
      admin.rest<{ name: string }[]>('GET', `${document.path}/branches`, { query });
    const names = async (query: Record<string, string | number>) => (await rest(query)).detail.map(({ name }) => name);
    expect(await names({})).toEqual(['dev', 'test', 'prod']);
    expect(await names({ page_size: 1, offset: 1 })).toEqual(['test']);
    expect(await names({ search: 'E' })).toEqual(['dev', 'test']);
    expect(await names({ search: '%' })).toEqual([]);
    expect(await rest({ offset: 3 })).toMatchObject({ detail: [], total: 3 });
  });

  it('refuses a filter that is not a value of its enum', async () => {
    expect(await admin.rest('GET', drafts, { query: { status: 9 } })).toMatchObject({ code: 400 });
    expect(await admin.rest('GET', drafts, { query: { status: 1 } })).toMatchObject({
      code: 200,
      detail: [],
      total: 0,
    });
    expect(await admin.rest('GET', `${project.path}/documents`, { query: { document_type: 2 } })).toMatchObject({
      total: 0,
    });
  });
});
