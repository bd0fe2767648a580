import { describe, expect, it, vi } from 'vitest';
import { shareHeaders } from '../../facades/rest/share-answers.ts';
import { DomainError } from '../../src/platform/errors.ts';
import { testApp } from '../support/app.ts';

const app = await testApp({ DOCSVC_RATE_LIMITS: 'on' });

/** Requests without authentication: health, other methods, unknown paths, pages. */
const open: [string, string][] = [
  ['GET', '/api/v1/open/health/live'],
  ['GET', '/api/v1/open/docs/openapi.yaml'],
  ['DELETE', '/api/v1/open/health'],
  ['GET', '/api/v1/nothing'],
  ['GET', '/nothing'],
  ['GET', '/api/v1/private/%zz'],
  ['GET', `/api/v1/private/projects/${'x'.repeat(1100)}/documents`],
  ['GET', '/api/v1/open/document-shares/x/nothing'],
  ['GET', '/api/v1/open/document-shares/%zz'],
  ['GET', '/share/anything'],
  ['GET', '/share/%zz'],
  ['GET', '/projects/%zz'],
];

/** Methods that GraphQL and MCP answer before they authenticate, in their own form. */
const refusedAtOnce: [string, string][] = [
  ['PUT', '/graphql'],
  ['OPTIONS', '/graphql'],
  ['GET', '/api/v1/open/mcp'],
];

/** Requests to routes with authentication that are refused before it. */
const refusedBefore: [string, string, Record<string, string>][] = [
  ['GET', '/api/v1/private/projects//documents', {}],
  ['GET', '/api/v1/private/teams', { origin: 'https://elsewhere.example.com' }],
  ['POST', '/graphql', { origin: 'https://elsewhere.example.com' }],
];

describe('routes without authentication', () => {
  it('accept 1,200 requests a minute from an address in total, and refuse the next with Retry-After', async () => {
    const remoteAddress = '203.0.113.5';
    const ask = ([method, url]: [string, string]) => app.inject({ method: method as 'GET', url, remoteAddress });
    for (let count = 0; count < 1200; count += 1)
      expect((await ask(open[count === 0 ? 1 : 0] as [string, string])).statusCode).toBe(200);
    for (const one of open) {
      const refused = await ask(one);
      expect([one, refused.statusCode]).toEqual([one, 429]);
      expect(Number(refused.headers['retry-after'])).toBeGreaterThan(0);
      expect(refused.json()).toMatchObject({ code: 429, status: 'RESOURCE_EXHAUSTED' });
      expect(refused.headers['x-trace-id']).toBe(refused.json().trace_id);
      if (one[1].includes('/document-shares/')) expect(refused.headers).toMatchObject(shareHeaders);
    }
    for (const one of refusedAtOnce) {
      const { statusCode, headers } = await ask(one);
      expect([one, statusCode, Number(headers['retry-after']) > 0]).toEqual([one, 429, true]);
    }
    for (const [method, url, headers] of refusedBefore) {
      const { statusCode } = await app.inject({ method: method as 'GET', url, headers, remoteAddress });
      expect([url, headers, statusCode]).toEqual([url, headers, 429]);
    }
    const other = { method: 'GET', url: '/api/v1/open/health/live', remoteAddress: '203.0.113.6' } as const;
    expect((await app.inject(other)).statusCode).toBe(200);
  });

  it('can be read when refused, and asked for, by pages of an allowed origin', async () => {
    const origin = 'https://app.example.com';
    const withPages = await app.with({ DOCSVC_RATE_LIMITS: 'on', DOCSVC_CORS_ORIGINS: origin });
    vi.spyOn(withPages.services.limits, 'countOpenRequest').mockRejectedValue(
      new DomainError('RESOURCE_EXHAUSTED', 'Too many requests', { retryAfterSeconds: 7 }),
    );
    const ask = (method: 'GET' | 'OPTIONS', from: string) =>
      withPages.inject({
        method,
        url: '/api/v1/open/health',
        headers: { origin: from, ...(method === 'OPTIONS' && { 'access-control-request-method': 'GET' }) },
      });
    const refused = await ask('GET', origin);
    expect(refused.statusCode).toBe(429);
    expect(refused.headers).toMatchObject({
      'access-control-allow-origin': origin,
      vary: 'Origin',
      'retry-after': '7',
    });
    expect(refused.headers['access-control-expose-headers']).toContain('Retry-After');
    expect((await ask('OPTIONS', origin)).statusCode).toBe(204);
    for (const method of ['GET', 'OPTIONS'] as const) {
      const foreign = await ask(method, 'https://elsewhere.example.com');
      expect([foreign.statusCode, foreign.headers['access-control-allow-origin']]).toEqual([429, undefined]);
    }
  });

  it('are logged with the address of their caller, also if their path cannot be read', async () => {
    const behindProxy = await app.with({ DOCSVC_TRUSTED_PROXIES: '127.0.0.1' });
    const lines = vi.spyOn(behindProxy.services.log, 'info');
    const address = '203.0.113.7';
    for (const path of ['nothing', '%zz', `projects/${'x'.repeat(1100)}`]) {
      lines.mockClear();
      await behindProxy.inject({ url: `/api/v1/private/${path}`, headers: { 'x-forwarded-for': address } });
      const line = { surface: 'rest', operation: 'unknown route', code: 'NOT_FOUND', http_status: 404, address };
      await expect.poll(() => lines.mock.calls).toEqual([[expect.objectContaining(line)]]);
    }
  });
});
