import { brotliDecompressSync, gunzipSync, gzipSync } from 'node:zlib';
import { describe, expect, it, onTestFinished } from 'vitest';
import { testApp } from '../support/app.ts';
import { listen } from '../support/mcp.ts';
import { seed } from '../support/seed.ts';

const app = await testApp({ DOCSVC_MAX_BODY_BYTES: '65536' });
const quiet = await app.with({ DOCSVC_GRAPHIQL: 'off' });
const { admin } = await seed(app);

const RESPONSE = 'application/graphql-response+json';
const headers = { authorization: admin.token, 'content-type': 'application/json' };

const post = (payload: object | string, accept = RESPONSE) =>
  app.inject({ method: 'POST', url: '/graphql', headers: { ...headers, accept }, payload });

const get = (query: Record<string, string>, accept = RESPONSE) =>
  app.inject({ url: '/graphql', query, headers: { authorization: admin.token, accept } });

describe('GraphQL over HTTP', () => {
  it('answers in the media type that the caller accepts', async () => {
    for (const accept of [RESPONSE, 'application/json']) {
      const answer = await post({ query: '{ me { id } }' }, accept);
      expect(answer.statusCode).toBe(200);
      expect(answer.headers['content-type']).toBe(`${accept}; charset=utf-8`);
      expect(answer.json()).toEqual({ data: { me: { id: admin.id } } });
    }
  });

  it.each([
    ['application/json; q=0, application/graphql-response+json', RESPONSE],
    ['application/json; q=0, */*', RESPONSE],
    ['application/json; q=0.5, Application/GraphQL-Response+JSON; Q=0.9', RESPONSE],
    ['application/graphql-response+json; q=0.5, application/json', 'application/json'],
    ['application/json, application/graphql-response+json', 'application/json'],
    ['application/graphql-response+json, */*; q=0.1', RESPONSE],
    ['*/*', 'application/json'],
    ['application/graphql-response+json; charset="utf-8"', RESPONSE],
  ])('respects the weights of %s', async (accept, type) => {
    for (const answer of [
      await post({ query: '{ me { id } }' }, accept),
      await get({ query: '{ me { id } }' }, accept),
    ])
      expect([answer.statusCode, answer.headers['content-type']]).toEqual([200, `${type}; charset=utf-8`]);
  });

  it.each([
    ['a syntax error', { query: '{ me { id }' }],
    ['an unknown field', { query: '{ nothing }' }],
    [
      'a variable of a wrong type',
      { query: 'query($n: Int) { teams(first: $n) { totalCount } }', variables: { n: 'x' } },
    ],
    [
      'a query beyond the limits',
      { query: `{ ${Array.from({ length: 31 }, (_, n) => `a${n}: me { id }`).join(' ')} }` },
    ],
  ])('is HTTP 400 with %s, and HTTP 200 for callers who accept only application/json', async (_, payload) => {
    const answer = await post(payload);
    expect(answer.statusCode).toBe(400);
    expect(answer.json().errors[0].extensions).toEqual({
      code: 'INVALID_ARGUMENT',
      traceId: answer.headers['x-trace-id'],
    });
    expect(answer.json()).not.toHaveProperty('data');
    expect((await post(payload, 'application/json')).statusCode).toBe(200);
  });

  it('treats an empty operation name as absent, in a body and in a URL', async () => {
    const params = { query: 'query Me { me { id } }', operationName: '' };
    for (const answer of [await post(params), await get(params)])
      expect(answer.json()).toEqual({ data: { me: { id: admin.id } } });
  });

  it.each([
    ['variables that are no object', { query: '{ me { id } }', variables: 'x' }],
    ['variables that are a list', { query: '{ me { id } }', variables: [] }],
    ['a name of the operation that is no text', { query: '{ me { id } }', operationName: 7 }],
    ['a query that is no text', { query: 7 }],
    ['no query', {}],
    ['a list of requests', [{ query: '{ me { id } }' }]],
    ['no JSON', '{"query":'],
  ])('is HTTP 400 with %s, for every caller', async (_, payload) => {
    for (const accept of [RESPONSE, 'application/json']) {
      const answer = await post(payload, accept);
      expect([answer.statusCode, answer.json().errors[0].extensions.code]).toEqual([400, 'INVALID_ARGUMENT']);
    }
  });

  it('answers a hash of a query with PersistedQueryNotSupported, which clients know', async () => {
    const persistedQuery = { version: 1, sha256Hash: 'ab'.repeat(32) };
    const refused = await post({ extensions: { persistedQuery } }, 'application/json');
    expect(refused.statusCode).toBe(200);
    expect(refused.json().errors[0].message).toBe('PersistedQueryNotSupported');
    const answer = await post({ query: '{ me { id } }', extensions: { persistedQuery } });
    expect(answer.json()).toEqual({ data: { me: { id: admin.id } } });
  });

  it('is HTTP 200 with the errors of fields and the data of the other fields', async () => {
    const answer = await post({ query: '{ me { id } project(id: "x") { id } }' });
    expect(answer.statusCode).toBe(200);
    expect(answer.json()).toMatchObject({
      data: { me: { id: admin.id }, project: null },
      errors: [{ message: 'Project not found', path: ['project'], extensions: { code: 'NOT_FOUND' } }],
    });
  });

  it('names the fields of a refused input by their names in GraphQL or on the wire', async () => {
    const answer = await post({ query: 'mutation { createTeam(input: { name: " " }) { id } }' });
    expect(answer.json().errors[0].extensions).toEqual({
      code: 'INVALID_ARGUMENT',
      errors: [{ field: 'name', message: 'must not be blank' }],
      traceId: answer.headers['x-trace-id'],
    });
  });

  it('accepts queries by GET, and mutations only by POST: HTTP 405 for every caller', async () => {
    expect((await get({ query: '{ me { id } }' })).json()).toEqual({ data: { me: { id: admin.id } } });
    const ofUsers = 'query($search: String) { teams(search: $search) { totalCount } }';
    const variables = JSON.stringify({ search: 'no such team' });
    expect((await get({ query: ofUsers, variables })).json()).toEqual({ data: { teams: { totalCount: 0 } } });
    for (const accept of [RESPONSE, 'application/json']) {
      const refused = await get({ query: 'mutation { logout { id } }' }, accept);
      expect([refused.statusCode, refused.headers.allow]).toEqual([405, 'POST']);
      expect(refused.json().errors[0].extensions.code).toBe('INVALID_ARGUMENT');
    }
    expect((await get({ query: '{ me { id } }' })).json()).toEqual({ data: { me: { id: admin.id } } });
  });

  it.each([
    ['variables that are no JSON', { query: '{ me { id } }', variables: '{' }],
    ['variables that are a list', { query: '{ me { id } }', variables: '[]' }],
    ['extensions that are no JSON', { query: '{ me { id } }', extensions: 'x' }],
    ['no query', {}],
    ['an empty query', { query: '' }],
  ])('is HTTP 400 by GET with %s, for every caller', async (_, query) => {
    for (const accept of [RESPONSE, 'application/json']) {
      const answer = await get(query, accept);
      expect([answer.statusCode, answer.json().errors[0].extensions.code]).toEqual([400, 'INVALID_ARGUMENT']);
    }
  });

  it('answers PersistedQueryNotSupported to GET too', async () => {
    const extensions = JSON.stringify({ persistedQuery: { version: 1, sha256Hash: 'ab'.repeat(32) } });
    const refused = await get({ extensions }, 'application/json');
    expect([refused.statusCode, refused.json().errors[0].message]).toEqual([200, 'PersistedQueryNotSupported']);
  });

  it('is HTTP 405 by every other method, and OPTIONS lists the methods', async () => {
    for (const method of ['PUT', 'PATCH', 'DELETE'] as const) {
      const answer = await app.inject({ method, url: '/graphql', headers: { authorization: admin.token } });
      expect([answer.statusCode, answer.headers.allow]).toEqual([405, 'GET, HEAD, POST, OPTIONS']);
      expect(answer.json().errors[0].extensions).toEqual({
        code: 'INVALID_ARGUMENT',
        traceId: answer.headers['x-trace-id'],
      });
    }
    const options = await app.inject({ method: 'OPTIONS', url: '/graphql' });
    expect([options.statusCode, options.headers.allow, options.body]).toEqual([204, 'GET, HEAD, POST, OPTIONS', '']);
  });

  it('has the headers of GET after HEAD, and no body', async () => {
    const base = await listen(app);
    const team = 'mutation { createTeam(input: { name: "By HEAD" }) { id } }';
    const documents = ['{ me { id } }', '{', team, 'subscription { nothing }', undefined];
    for (const query of documents)
      for (const accept of [RESPONSE, 'text/event-stream', 'text/html']) {
        const url = `${base}/graphql${query === undefined ? '' : `?query=${encodeURIComponent(query)}`}`;
        const [got, head] = await Promise.all(
          ['GET', 'HEAD'].map(method => fetch(url, { method, headers: { accept, authorization: admin.token } })),
        );
        const [type, allow] = ['content-type', 'allow'].map(name => got?.headers.get(name));
        expect([query, accept, head?.status, head?.headers.get('content-type'), head?.headers.get('allow')]).toEqual([
          query,
          accept,
          got?.status,
          type,
          allow,
        ]);
        expect(await head?.text()).toBe('');
        await got?.body?.cancel();
      }
  });

  it('is HTTP 406 for callers who accept no media type of an answer, and runs nothing', async () => {
    const query = 'mutation($name: String!) { createTeam(input: { name: $name }) { id } }';
    for (const accept of ['text/html', 'application/xml, image/*', 'application/json; charset=utf-16']) {
      const answer = await post({ query, variables: { name: 'Refused team' } }, accept);
      expect([answer.statusCode, answer.headers['content-type']]).toEqual([406, 'application/json; charset=utf-8']);
      expect(answer.json().errors[0].extensions.code).toBe('INVALID_ARGUMENT');
    }
    const teams = await post({ query: '{ teams(search: "Refused team") { totalCount } }' });
    expect(teams.json().data.teams.totalCount).toBe(0);
    const read = await quiet.inject({
      url: '/graphql',
      query: { query: '{ me { id } }' },
      headers: { accept: 'text/html' },
    });
    expect([read.statusCode, read.json().errors[0].extensions.code]).toEqual([406, 'INVALID_ARGUMENT']);
    expect(
      (await post({ query: '{ me { id } }' }, 'application/graphql-response+json; q=0, text/html')).statusCode,
    ).toBe(406);
    for (const accept of ['application/json;q=0', '*/*; q=0.0', 'application/graphql-response+json; q=0, image/*'])
      for (const answer of [
        await post({ query: '{ me { id } }' }, accept),
        await get({ query: '{ me { id } }' }, accept),
      ])
        expect(answer.statusCode, accept).toBe(406);
    for (const accept of ['*/*', 'application/*', 'Application/JSON; q=0.5', 'text/html, application/json', ''])
      expect((await post({ query: '{ me { id } }' }, accept)).statusCode, accept).toBe(200);
  });

  it('is HTTP 401 with a challenge for a wrong token', async () => {
    const payload = { query: '{ me { id } }' };
    const answer = await app.inject({ method: 'POST', url: '/graphql', headers: { authorization: 'x' }, payload });
    expect([answer.statusCode, answer.headers['www-authenticate']]).toEqual([401, 'DocsvcToken realm="docsvc"']);
  });

  it('refuses a body over the limit', async () => {
    const answer = await post({ query: '{ me { id } }', padding: 'x'.repeat(65_536) });
    expect(answer.json().errors[0]).toMatchObject({ extensions: { code: 'INVALID_ARGUMENT' } });
  });

  it('refuses a compressed body, and says to send it uncompressed', async () => {
    const payload = gzipSync(JSON.stringify({ query: '{ me { id } }' }));
    const encoded = { ...headers, 'content-encoding': 'gzip' };
    const answer = await app.inject({ method: 'POST', url: '/graphql', headers: encoded, payload });
    expect([answer.statusCode, answer.headers['accept-encoding']]).toEqual([415, 'identity']);
    expect(answer.json().errors).toMatchObject([
      {
        message: 'The body has Content-Encoding "gzip": send it uncompressed',
        extensions: { code: 'INVALID_ARGUMENT' },
      },
    ]);
  });

  it('answers a large body with a large text without a warning about listeners', async () => {
    const warnings: string[] = [];
    const note = ({ message }: Error) => warnings.push(message);
    process.on('warning', note);
    onTestFinished(() => void process.off('warning', note));
    const text = `${'x'.repeat(100)}\n\n`.repeat(2_000);
    const { branches } = await (await admin.createProject()).createDocument({ type: 'MARKDOWN' });
    const input = { branchId: branches.dev, versionName: '1', content: text };
    const query = 'mutation($input: CreateDraftInput!) { createDraft(input: $input) { markdownContent } }';
    const spacious = await app.with({ DOCSVC_MAX_BODY_BYTES: '1000000' });
    const payload = { query, variables: { input } };
    const answer = await spacious.inject({ method: 'POST', url: '/graphql', headers, payload });
    expect(answer.json().data.createDraft.markdownContent === text).toBe(true);
    // A warning is emitted in the next tick.
    await new Promise(setImmediate);
    expect(warnings).toEqual([]);
  });

  it('shows GraphiQL to browsers, unless the settings turn it off', async () => {
    const page = { url: '/graphql', headers: { accept: 'text/html' } };
    expect((await app.inject(page)).headers['content-type']).toMatch(/^text\/html/);
    expect((await quiet.inject(page)).headers['content-type']).not.toMatch(/^text\/html/);
  });

  it('sends GraphiQL compressed, and once to those who keep it', async () => {
    const plain = await app.inject({ url: '/graphql', headers: { accept: 'text/html' } });
    for (const [encoding, decode] of Object.entries({ br: brotliDecompressSync, gzip: gunzipSync })) {
      const page = { url: '/graphql', headers: { accept: 'text/html', 'accept-encoding': encoding } };
      const { headers, rawPayload } = await app.inject(page);
      expect(headers).toMatchObject({ 'content-encoding': encoding, 'cache-control': 'no-cache' });
      expect(String(headers.vary).split(', ')).toEqual(expect.arrayContaining(['accept', 'accept-encoding']));
      expect(decode(rawPayload).equals(plain.rawPayload)).toBe(true);
      const again = await app.inject({ ...page, headers: { ...page.headers, 'if-none-match': String(headers.etag) } });
      expect([again.statusCode, again.body, again.headers.etag]).toEqual([304, '', headers.etag]);
    }
    const head = await app.inject({ method: 'HEAD', url: '/graphql', headers: { accept: 'text/html' } });
    expect([head.statusCode, head.headers['content-type'], head.body]).toEqual([200, 'text/html; charset=utf-8', '']);
    expect(head.headers['content-security-policy']).toBe(plain.headers['content-security-policy']);
  });

  it.each([
    ['Text/HTML, application/xhtml+xml, */*; q=0.8', 'text/html', 'application/json'],
    ['text/html; q=0.5, application/json', 'application/json', 'application/json'],
    ['text/html; q=0, application/graphql-response+json; q=0.1', RESPONSE, RESPONSE],
    ['text/html, application/json; q=0.2, application/graphql-response+json; q=0.8', 'text/html', RESPONSE],
  ])('respects the weight of pages in %s, with and without GraphiQL', async (accept, shown, without) => {
    const read = { url: '/graphql', query: { query: '{ me { id } }' }, headers: { ...headers, accept } };
    const types = [await app.inject(read), await quiet.inject(read)].map(answer => answer.headers['content-type']);
    expect(types.map(type => type?.toString().split(';')[0])).toEqual([shown, without]);
  });
});
