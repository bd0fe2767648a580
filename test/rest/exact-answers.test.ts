import { connect } from 'node:net';
import { describe, expect, it, onTestFinished } from 'vitest';
import { createApp } from '../../src/app.ts';
import { testApp } from '../support/app.ts';
import { guideMarkdown, petstore31Json, petstoreNext } from '../support/documents.ts';
import { openRaw } from '../support/raw-connection.ts';
import { seed } from '../support/seed.ts';

const app = await testApp();
const people = await seed(app);
const { admin, superAdmin } = people;
const project = await admin.createProject();
const document = await project.createDocument();
const { dev } = document.branches;
const first = await document.publish({ content: petstore31Json });
const second = await document.publish({ content: petstoreNext });

const draft = await document.createDraft();

describe('a change of nulls alone', () => {
  it.each([
    ['/private/identity/me', ['name', 'mail_notices']],
    [`/private/teams/${project.teamId}`, ['name', 'description']],
    [project.path, ['name', 'description']],
    [document.path, ['name', 'description', 'relative_path']],
    [`${document.path}/branches/${dev}`, ['name', 'description', 'is_default', 'is_protected']],
    [draft.path, ['version_name', 'changelog', 'source_git_commit_id', 'schema_content']],
  ])('is refused at %s, whatever there is: %j', async (path, fields) => {
    const nulls = Object.fromEntries(fields.map(field => [field, null]));
    const optional = fields.filter(field => ['description', 'changelog', 'source_git_commit_id'].includes(field));
    const patch = async (change: object) => {
      const { detail } = await admin.rest<{ revision?: string }>('GET', path);
      const expected = detail.revision && { expected_revision: detail.revision };
      return admin.rest('PATCH', path, { body: { ...expected, ...change } });
    };
    const refused = {
      status: 'INVALID_ARGUMENT',
      message: expect.stringMatching(/^Provide at least one field to change/),
    };
    expect(await patch(nulls)).toMatchObject(refused);
    for (const field of optional) {
      expect(await patch({ [field]: 'abc1234' })).toMatchObject({ detail: { [field]: 'abc1234' } });
      expect(await patch(nulls), field).toMatchObject(refused);
    }
    const values = Object.fromEntries(optional.map(field => [field, 'abc1234']));
    expect((await admin.rest('GET', path)).detail).toMatchObject(values);
    for (const field of optional) expect((await patch({ [field]: '' })).detail).not.toHaveProperty(field);
  });

  it('says nothing beside other fields: they keep their values', async () => {
    const own = await project.createDocument();
    await admin.rest('PATCH', own.path, { body: { description: 'For pets' } });
    const { detail } = await admin.rest('PATCH', own.path, { body: { name: 'Pets', description: null } });
    expect(detail).toMatchObject({ name: 'Pets', description: 'For pets' });
  });
});

describe('a branch of an environment', () => {
  it('that is protected is renamed, archived and brought back by a SuperAdmin only', async () => {
    const own = await project.createDocument();
    const path = `${own.path}/branches/${own.branches.prod}`;
    const rename = { body: { name: 'feature/production' } };
    expect(await admin.rest('PATCH', path, rename)).toMatchObject({ status: 'PERMISSION_DENIED' });
    expect(await superAdmin.rest('PATCH', path, rename)).toMatchObject({ detail: { name: 'feature/production' } });
    expect(await superAdmin.rest('POST', `${path}/archive`)).toMatchObject({ detail: { status: 2 } });
    const bare = { body: { is_protected: false } };
    expect(await admin.rest('PATCH', path, bare)).toMatchObject({ status: 'PERMISSION_DENIED' });
    expect(await superAdmin.rest('PATCH', path, bare)).toMatchObject({ status: 'FAILED_PRECONDITION' });
    expect(await admin.rest('POST', `${path}/unarchive`)).toMatchObject({ status: 'PERMISSION_DENIED' });
    expect(await superAdmin.rest('POST', `${path}/unarchive`)).toMatchObject({ detail: { status: 1 } });
  });

  it('named dev or test is renamed by a SuperAdmin only, also unprotected', async () => {
    const own = await project.createDocument();
    const path = `${own.path}/branches/${own.branches.test}`;
    const rename = { body: { name: 'feature/x' } };
    expect(await admin.rest('PATCH', path, rename)).toMatchObject({
      status: 'PERMISSION_DENIED',
      message: 'Only a SuperAdmin can rename the branches dev, test and prod',
    });
    expect(await superAdmin.rest('PATCH', path, rename)).toMatchObject({ detail: { name: 'feature/x' } });
  });
});

describe('a draft', () => {
  it('carries its text and the name of its author; a list carries the name alone', async () => {
    const draft = await document.createDraft({ content: petstore31Json });
    const author = { id: admin.id, name: (await admin.rest('GET', '/private/identity/me')).detail.name };
    const one = (await admin.rest('GET', draft.path)).detail;
    expect(one).toMatchObject({ schema_content: petstore31Json, author });
    expect(one).not.toHaveProperty('content');
    const { detail } = await admin.rest('GET', `${draft.path}/content/raw`);
    expect(detail).toMatchObject({ content: petstore31Json, draft: { author } });
    expect(detail.draft).not.toHaveProperty('schema_content');
    const [listed] = (await admin.rest<Record<string, unknown>[]>('GET', `${document.path}/drafts`)).detail;
    expect(listed).toMatchObject({
      author,
      diff_preview: { base_version_id: second.id, summary: { unchanged: false, added_endpoints: expect.any(Number) } },
    });
    expect(listed).not.toHaveProperty('schema_content');
    expect(listed?.diff_preview).not.toHaveProperty('items');
    await draft.submit();
    await draft.requestChanges();
    expect(await admin.rest('GET', `${draft.path}/reviews`)).toMatchObject({ detail: [{ reviewer: author }] });
  });

  it('is not submitted again by a caller who has not read that it was sent back', async () => {
    const draft = await (await project.createDocument()).createDraft();
    const { revision } = await draft.read();
    const submit = (expected_submission_round: number) =>
      admin.rest('POST', `${draft.path}/submit`, { body: { expected_revision: revision, expected_submission_round } });
    expect(await submit(0)).toMatchObject({ status: 'OK', detail: { submission_round: 1 } });
    await draft.requestChanges();
    expect(await submit(0)).toMatchObject({
      status: 'FAILED_PRECONDITION',
      message: expect.stringMatching(/^expected_submission_round is stale: /),
    });
    expect(await submit(1)).toMatchObject({ status: 'OK', detail: { submission_round: 2 } });
  });

  it('of Markdown carries it as content, and none that is larger than 256 KiB', async () => {
    const guide = await project.createDocument({ type: 'MARKDOWN' });
    const small = await guide.createDraft({ content: guideMarkdown });
    expect((await admin.rest('GET', small.path)).detail).toMatchObject({ content: guideMarkdown });
    const large = await guide.createDraft({ content: `# Large\n\n${'word '.repeat(60_000)}\n` });
    expect((await admin.rest('GET', large.path)).detail).not.toHaveProperty('content');
  });

  it('returns the id of a branch to callers who send its name', async () => {
    const send = (branch_id: string) =>
      admin.rest('POST', `${document.path}/drafts`, {
        body: { branch_id, version_name: 'x', schema_content: petstore31Json },
      });
    expect(await send('dev')).toMatchObject({
      status: 'NOT_FOUND',
      message: `Branch not found: branch_id must be the id of a branch, not its name. The id of dev is ${dev}`,
    });
    expect((await send('nothing')).message).toBe(
      'Branch not found: branch_id must be the id of a branch, not its name',
    );
  });
});

describe('a document that is not OpenAPI', () => {
  it.each([
    ['AsyncAPI', 'asyncapi: 3.0.0\ninfo: {title: x, version: "1"}\n', /^schema_content: This is an AsyncAPI document/],
    ['Swagger', 'swagger: "2.0"\n', /^schema_content: This is a Swagger 2.0 document/],
    ['Markdown', '# Pets\n\nFeed: them: daily.\n', /^schema_content: This looks like Markdown/],
  ])('is called by its name: %s', async (_, schema_content, message) => {
    const body = { branch_id: dev, version_name: 'x', schema_content };
    const answer = await admin.rest('POST', `${document.path}/drafts`, { body });
    expect(answer).toMatchObject({ status: 'INVALID_ARGUMENT', message: expect.stringMatching(message) });
    expect(answer.message).toContain('OpenAPI 3.0 and 3.1 are accepted, as JSON or YAML.');
  });
});

it('says in a sentence where a content is wrong', async () => {
  const schema_content = 'openapi: 3.1.0\ninfo:\n  title: Pets\npaths: {}\n';
  const body = { branch_id: dev, version_name: 'x', schema_content };
  const { message } = await admin.rest('POST', `${document.path}/drafts`, { body });
  expect(message).toMatch(/^schema_content: Add the required field "version"\. \(at \/info, line 2\)$/);
});

describe('a surface', () => {
  it('names fields as its callers write them', async () => {
    const draft = await document.createDraft();
    const { message } = await admin.rest('PATCH', draft.path, { body: { changelog: 'x' } });
    expect(message).toBe('expected_revision is required');
    const query = 'mutation($id: ID!) { updateDraft(input: { id: $id, changelog: "x" }) { id } }';
    const { errors } = await admin.graphql(query, { id: draft.id });
    expect(errors?.[0]).toMatchObject({
      message: 'expectedRevision is required',
      extensions: { code: 'INVALID_ARGUMENT', errors: [{ field: 'expectedRevision', message: 'is required' }] },
    });
  });

  it('lists the choices of an expiry by their length', async () => {
    const { message } = await admin.rest('POST', `${document.path}/shares`, { body: { branch_id: dev, expiry: 'x' } });
    expect(message).toBe('expiry must be one of 1_month, 3_months, 6_months, 1_year, permanent');
  });
});

describe('the audit', () => {
  it('has metadata in every row', async () => {
    const { detail } = await superAdmin.rest<{ metadata: unknown }[]>('GET', '/private/audit-logs');
    expect(detail.map(({ metadata }) => typeof metadata)).toEqual(detail.map(() => 'object'));
  });
});

describe('routes', () => {
  it('list their methods for every other method', async () => {
    const answer = await admin.rest('GET', `${document.path}/drafts/promote/x/y`);
    expect(answer.http).toBe(404);
    for (const method of ['TRACE', 'PROPFIND', 'GET']) {
      const refused = await admin.rest(method, '/open/auth/login');
      expect(refused, method).toMatchObject({
        http: 405,
        headers: { allow: 'POST, OPTIONS' },
        envelope: { status: 'INVALID_ARGUMENT', message: `${method} is not allowed here: use POST` },
      });
    }
  });

  it('list the methods of a path with a name where another path has a parameter, and of a path in escapes', async () => {
    for (const [path, allow] of [
      [`${document.path}/drafts/promote`, 'POST, OPTIONS'],
      [`${document.path}/drafts/other`, 'GET, HEAD, PUT, PATCH, DELETE, OPTIONS'],
      ['/open/%61uth/login', 'POST, OPTIONS'],
    ] as const) {
      const other = allow.startsWith('POST') ? 'DELETE' : 'POST';
      expect(await admin.rest(other, path)).toMatchObject({ http: 405, headers: { allow } });
      for (const server of [app, await app.with({ DOCSVC_CORS_ORIGINS: 'https://app.example.com' })]) {
        const options = await server.inject({ method: 'OPTIONS', url: `/api/v1${path}` });
        expect([options.statusCode, options.headers.allow], path).toEqual([204, allow]);
      }
    }
  });

  it.each([
    ['/graphql', 'GET, HEAD, POST, OPTIONS'],
    ['/api/v1/open/mcp', 'POST'],
  ])('list the methods of an endpoint beside REST for every other method: %s', async (url, allow) => {
    for (const method of ['QUERY', 'PROPFIND', 'DELETE'] as const) {
      const answer = await app.inject({ method: method as 'QUERY', url, headers: { 'content-type': ';' } });
      expect([answer.statusCode, answer.headers.allow], method).toEqual([405, allow]);
    }
    const below = await app.inject({ method: 'PUT', url: `${url}/more`, headers: { 'content-type': ';' }, body: 'x' });
    expect([below.statusCode, below.json()]).toMatchObject([404, { status: 'NOT_FOUND' }]);
  });

  it.each(['/nothing', '/api/v1/nothing', '/s/nothing'])(
    'that do not exist are not found, whatever the media type: %s',
    async url => {
      const answers = [
        await app.inject({ method: 'QUERY', url }),
        await app.inject({ method: 'PUT', url: `${url}/more`, headers: { 'content-type': ';' }, body: 'x' }),
      ];
      for (const answer of answers)
        expect([answer.statusCode, answer.json()]).toMatchObject([404, { status: 'NOT_FOUND' }]);
    },
  );

  it.each([
    ['/api/v1/private/identity/me', '"status":"OK"'],
    ['/graphql?query={me{id}}', '"data":{"me"'],
    ['?x', '<!doctype html>'],
    ['', '<!doctype html>'],
  ])('answer a request whose URL names the host, as for a proxy: %s', async (url, text) => {
    const server = await createApp(app.services);
    onTestFinished(() => server.close());
    const base = await server.listen({ port: 0, host: '127.0.0.1' });
    const { send, closed } = await openRaw(base);
    const more = `Host: 127.0.0.1\r\nAuthorization: ${admin.token}\r\nConnection: close`;
    send(`GET HTTP://other.example${url} HTTP/1.1\r\n${more}\r\n\r\n`);
    expect(await closed).toContain(text);
  });

  it.each(['*', '*api/v1/open/health', 'ftp://127.0.0.1/api/v1/open/health'])(
    'do not answer a request for what is no path: %s',
    async target => {
      const server = await createApp(app.services);
      onTestFinished(() => server.close());
      const { send, closed } = await openRaw(await server.listen({ port: 0, host: '127.0.0.1' }));
      send(`GET ${target} HTTP/1.1\r\nHost: 127.0.0.1\r\nConnection: close\r\n\r\n`);
      const text = await closed;
      expect(text).toMatch(/^HTTP\/1\.1 400 /);
      expect(text).toContain('"message":"The target of the request must be a path, such as /api/v1/open/health"');
    },
  );

  it.each([
    ['GET', '/nothing#%zz', 404, undefined],
    ['DELETE', '/open/auth/login#x', 405, 'POST, OPTIONS'],
    ['GET', `/private/teams/${'a'.repeat(2_000)}`, 404, undefined],
    ['HEAD', `/private/teams/${'a'.repeat(2_000)}`, 404, undefined],
  ])('answer %s of a path with a fragment, or with a very long id: %s', async (method, path, status, allow) => {
    const server = await createApp(app.services);
    onTestFinished(() => server.close());
    const { send, closed } = await openRaw(await server.listen({ port: 0, host: '127.0.0.1' }));
    send(`${method} /api/v1${path} HTTP/1.1\r\nHost: 127.0.0.1\r\nConnection: close\r\n\r\n`);
    const text = await closed;
    expect(text).toContain(`HTTP/1.1 ${status} `);
    expect(/^allow: (.*)\r$/m.exec(text)?.[1]).toBe(allow);
  });

  it('answer a method that HTTP does not know with 405 and an envelope', async () => {
    const server = await createApp(app.services);
    onTestFinished(() => server.close());
    const { port } = new URL(await server.listen({ port: 0, host: '127.0.0.1' }));
    const text = await new Promise<string>((resolve, reject) => {
      let read = '';
      const socket = connect(Number(port), '127.0.0.1', () =>
        socket.write('FOO /api/v1/open/health HTTP/1.1\r\nHost: 127.0.0.1\r\n\r\n'),
      );
      socket.on('data', data => {
        read += data;
      });
      socket.on('end', () => resolve(read)).on('error', reject);
    });
    expect(text).toMatch(/^HTTP\/1\.1 405 /);
    expect(text).toMatch(/^allow: GET, HEAD, POST, PUT, PATCH, DELETE, OPTIONS\r$/m);
    expect(text).toContain('"status":"INVALID_ARGUMENT"');
  });

  it.each(['/private/projects/', `${project.path}/`, `${project.path}//documents`, '/private/projects//documents'])(
    'report that a part of the path is empty: %s',
    async path => {
      expect(await admin.rest('GET', path)).toMatchObject({
        http: 404,
        envelope: { status: 'NOT_FOUND', message: expect.stringMatching(/^There is no such route: /) },
      });
    },
  );

  it('show on health whether the service is ready, by the HTTP status if statuses are mirrored', async () => {
    const healthy = { healthy: true, ready: true, uptime: expect.any(Number), uptime_seconds: expect.any(Number) };
    expect((await app.rest('GET', '/open/health')).detail).toMatchObject(healthy);
    const without = { ...app.services, isDatabaseAnswering: async () => false };
    for (const [httpStatus, http] of [
      ['envelope', 200],
      ['mirror', 503],
    ] as const) {
      const server = await createApp({ ...without, config: { ...app.services.config, httpStatus } });
      onTestFinished(() => server.close());
      const answer = await server.inject({ url: '/api/v1/open/health' });
      expect([answer.statusCode, answer.json().detail], httpStatus).toMatchObject([
        http,
        { status: 'degraded', healthy: false, ready: false, not_ready: ['The database does not answer'] },
      ]);
    }
  });
});

describe('below an archived project', () => {
  it('no diff is created, and existing diffs can be read', async () => {
    const body = { from_version_id: first.id, to_version_id: second.id };
    expect(await admin.rest('POST', `${document.path}/diffs`, { body })).toMatchObject({ code: 200 });
    await project.archive();
    expect(await admin.rest('POST', `${document.path}/diffs`, { body })).toMatchObject({
      status: 'FAILED_PRECONDITION',
    });
    expect(await admin.rest('GET', `${document.path}/diffs`)).toMatchObject({ code: 200, total: 1 });
  });
});
