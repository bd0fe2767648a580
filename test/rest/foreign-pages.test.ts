import { describe, expect, it } from 'vitest';
import { testApp } from '../support/app.ts';

const app = await testApp({ DOCSVC_AUTH_ALLOW_REGISTRATION: 'true', DOCSVC_TRUSTED_PROXIES: '127.0.0.1' });

const REGISTER = 'mutation($input: RegisterInput!) { register(input: $input) { user { isSuperAdmin } } }';
const input = { email: 'evil@example.com', password: 'evil evil evil' };
const json = { 'content-type': 'application/json' };

/** One request to each interface, and the status in its answer. */
const surfaces = [
  ['REST', 'POST', '/api/v1/open/auth/register', input, 200],
  ['an unknown route of REST', 'GET', '/api/v1/nothing', undefined, 403],
  ['GraphQL', 'POST', '/graphql', { query: REGISTER, variables: { input } }, 403],
  ['GraphQL by GET', 'GET', '/graphql?query={me{id}}', undefined, 403],
  ['MCP', 'POST', '/api/v1/open/mcp', { jsonrpc: '2.0', id: 1, method: 'tools/list' }, 403],
  ['the page of shares', 'GET', '/share/x', undefined, 403],
  ['the routes of shares', 'POST', '/api/v1/open/document-shares/x/unlock', { password: 'x' }, 200],
  ['the description', 'GET', '/api/v1/open/docs/openapi.yaml', undefined, 200],
  ['no surface', 'GET', '/', undefined, 403],
] as const;

/** Reads the status in the form of the interface. */
const statusIn = (text: string): unknown => {
  const answer = JSON.parse(text);
  return answer.status ?? answer.error?.data.status ?? answer.errors?.[0].extensions.code;
};

describe('a request from a page of another origin, or for another host', () => {
  it.each(surfaces)('is refused by %s in its own form', async (name, method, url, payload, http) => {
    const sources = [
      { origin: 'https://evil.example.com' },
      { origin: 'null' },
      { host: 'evil.example.com', origin: 'http://evil.example.com' },
      { host: 'evil.example.com' },
      { host: 'evil.example.com', 'x-forwarded-host': 'localhost' },
    ];
    for (const headers of sources) {
      const answer = await app.inject({ method, url, headers: { ...json, ...headers }, ...(payload && { payload }) });
      expect([statusIn(answer.body), answer.statusCode], name).toEqual(['PERMISSION_DENIED', http]);
      expect(answer.headers['x-trace-id']).toMatch(/^[\da-f]{32}$/);
    }
    expect(await app.services.db.user.count()).toBe(0);
  });

  it('is answered by the health routes for every Host', async () => {
    for (const path of ['', '/live', '/ready']) {
      const url = `/api/v1/open/health${path}`;
      expect((await app.inject({ url, headers: { host: '10.0.0.7:8080' } })).json().status).toBe('OK');
      const foreign = { host: '10.0.0.7:8080', origin: 'null' };
      expect((await app.inject({ url, headers: foreign })).json().status).toBe('PERMISSION_DENIED');
    }
  });

  it('opens the page of a share when a link is followed there', async () => {
    const headers = { 'sec-fetch-site': 'cross-site', 'sec-fetch-mode': 'navigate', 'sec-fetch-dest': 'document' };
    expect((await app.inject({ url: '/share/x', headers })).headers['content-type']).toBe('text/html; charset=utf-8');
  });
});

describe('GraphQL accepts only JSON, which pages cannot send without a preflight', () => {
  it.each([
    ['application/x-www-form-urlencoded', `query=${encodeURIComponent('mutation { logout { id } }')}`],
    ['application/graphql', '{ me { id } }'],
    ['text/plain', JSON.stringify({ query: '{ me { id } }' })],
    ['multipart/form-data; boundary=x', '--x--'],
    ['text/plain; application/json', '{}'],
    ['application/graphql-response+json', '{}'],
    ['application/json; charset=latin1', '{}'],
    [undefined, '{}'],
  ])('refuses %s with HTTP 415', async (type, payload) => {
    const headers = type === undefined ? {} : { 'content-type': type };
    const answer = await app.inject({ method: 'POST', url: '/graphql', headers, payload });
    expect([answer.statusCode, statusIn(answer.body)]).toEqual([415, 'INVALID_ARGUMENT']);
  });

  it.each(['application/json', 'application/graphql+json', 'Application/JSON; charset=utf-8'])(
    'takes %s',
    async type => {
      const payload = JSON.stringify({ query: '{ authConfig: __typename }' });
      const answer = await app.inject({ method: 'POST', url: '/graphql', headers: { 'content-type': type }, payload });
      expect(answer.json()).toEqual({ data: { authConfig: 'Query' } });
    },
  );

  it('changes nothing by GET', async () => {
    const query = `mutation { register(input: {email: "${input.email}", password: "${input.password}"}) { user { id } } }`;
    const answer = await app.inject({ url: '/graphql', query: { query } });
    expect(statusIn(answer.body)).toBe('INVALID_ARGUMENT');
    expect(await app.services.db.user.count()).toBe(0);
  });
});
