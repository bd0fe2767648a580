import { brotliDecompressSync } from 'node:zlib';
import { describe, expect, it } from 'vitest';
import { testApp } from '../support/app.ts';
import { seed } from '../support/seed.ts';
import { share } from '../support/share.ts';

const app = await testApp();
const { admin } = await seed(app);
const project = await admin.createProject();
const guide = await project.createDocument({ type: 'MARKDOWN' });
await guide.publish();
const link = await share(guide);

const get = (id: string, headers = {}, method: 'GET' | 'HEAD' = 'GET') =>
  app.inject({ method, url: `/share/${id}`, headers });

const directives = (policy: unknown) =>
  Object.fromEntries(
    String(policy)
      .split('; ')
      .map(directive => [directive.split(' ')[0], directive.split(' ').slice(1).join(' ')]),
  );

describe('the page of a share', () => {
  it('is one answer for every id: known, unknown, of another form, too long, no URL', async () => {
    const known = await get(link.id);
    expect(known.statusCode).toBe(200);
    expect(known.body).toMatch(/^<!doctype html>/);
    const ids = ['01a20000-0000-7000-8000-000000000000', 'x', '', 'a/b', 'a%2fb', '%zz', '%00', 'é', '0'.repeat(5_000)];
    for (const id of [...ids, `${link.id}?a=b`, `${link.id}/`]) {
      const other = await get(id);
      expect([id, other.statusCode, other.headers['content-type']]).toEqual([id, 200, 'text/html; charset=utf-8']);
      expect(other.body === known.body, id).toBe(true);
      expect({ ...other.headers, date: '' }, id).toEqual({ ...known.headers, date: '' });
    }
  });

  it('has headers that keep everything else out', async () => {
    const { headers, body } = await get(link.id);
    const policy = directives(headers['content-security-policy']);
    expect(policy).toEqual({
      'default-src': "'none'",
      'script-src': expect.stringMatching(/^'sha256-[\w+/]{43}='$/),
      'style-src': expect.stringMatching(/^'sha256-[\w+/]{43}='$/),
      'connect-src': "'self'",
      'img-src': 'data:',
      'base-uri': "'none'",
      'form-action': "'none'",
      'frame-ancestors': "'none'",
      'require-trusted-types-for': "'script'",
      'trusted-types': 'share',
    });
    expect(headers).toMatchObject({
      'referrer-policy': 'no-referrer',
      'x-content-type-options': 'nosniff',
      'cross-origin-opener-policy': 'same-origin',
      'cross-origin-resource-policy': 'same-origin',
      'cache-control': 'no-store',
      'x-robots-tag': 'noindex',
    });
    expect(headers['permissions-policy']).toMatch(/^([a-z-]+=\(\)(, )?)+$/);
    expect(headers).not.toHaveProperty('set-cookie');
    expect(body).not.toMatch(/https?:\/\/(?!www\.w3\.org\/2000\/svg)|<(?:script|link|img|iframe)[^>]* src=/);
  });

  it('removes the fragment before anything else', async () => {
    const { body } = await get(link.id);
    // The first statement of the bundle calls the function that reads the fragment. Names are minified, so any are
    // accepted.
    expect(body).toMatch(
      /<head>\s*<script>"use strict";\(\(\)=>\{var [\w$]+=([\w$]+)\(\)[^;]*;function \1\(\)\{let ([\w$]+)=location\.hash/,
    );
  });

  it('is small', async () => {
    const { body, rawPayload, headers } = await get(link.id, { 'accept-encoding': 'gzip, br' });
    expect(headers['content-encoding']).toBe('br');
    expect(rawPayload.length).toBeLessThan(15_000);
    expect(brotliDecompressSync(rawPayload).toString()).toBe((await get(link.id)).body);
    expect(body).not.toMatch(/^<!doctype/);
    for (const encoding of ['gzip', 'br;q=0', 'br ; q=0', 'br;q=0.8, identity', 'identity'])
      expect((await get(link.id, { 'accept-encoding': encoding })).headers).not.toHaveProperty('content-encoding');
  });

  it('answers HEAD without a body and refuses every other method', async () => {
    const head = await get(link.id, {}, 'HEAD');
    expect([head.statusCode, head.body]).toEqual([200, '']);
    expect(head.headers).toEqual({ ...(await get(link.id)).headers, date: head.headers.date });
    for (const method of ['POST', 'PUT', 'PATCH', 'DELETE', 'OPTIONS'] as const)
      for (const type of ['text/x', ';']) {
        const answer = await app.inject({ method, url: `/share/${link.id}`, headers: { 'content-type': type } });
        expect([method, answer.statusCode, answer.headers.allow, answer.body]).toEqual([method, 405, 'GET, HEAD', '']);
        expect(answer.headers['cache-control']).toBe('no-store');
      }
  });
});
