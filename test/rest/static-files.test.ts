import { type IncomingHttpHeaders, request } from 'node:http';
import { buffer } from 'node:stream/consumers';
import { brotliDecompressSync, gunzipSync, zstdDecompressSync } from 'node:zlib';
import { describe, expect, it } from 'vitest';
import { encodingFor } from '../../facades/static-file.ts';
import { testApp } from '../support/app.ts';
import { listen } from '../support/mcp.ts';

const app = await testApp();
const base = await listen(app);
const html = await (await fetch(`${base}/`)).text();
const asset = /"(\/assets\/[^"]+\.js)"/.exec(html)?.[1] as string;

const OPENAPI = '/api/v1/open/docs/openapi.yaml';
const files = { [OPENAPI]: 'public, no-cache', '/reference/swagger-ui.css': 'no-cache', '/': 'no-cache' };
const decoders = { br: brotliDecompressSync, zstd: zstdDecompressSync, gzip: gunzipSync };

type Read = { status: number | undefined; headers: IncomingHttpHeaders; bytes: Buffer };

const read = (path: string, headers: Record<string, string> = {}, method = 'GET'): Promise<Read> =>
  new Promise((resolve, reject) => {
    const sent = request(`${base}${path}`, { method, headers }, async answer =>
      resolve({ status: answer.statusCode, headers: answer.headers, bytes: await buffer(answer) }),
    );
    sent.on('error', reject).end();
  });

describe('a file that is the same for everybody', () => {
  it.each(Object.entries(files))('has a strong ETag in each encoding, and comes once: %s', async (path, caching) => {
    const plain = await read(path);
    const tags = new Set([plain.headers.etag]);
    for (const [encoding, decode] of Object.entries(decoders)) {
      const packed = await read(path, { 'accept-encoding': encoding });
      const { etag } = packed.headers;
      expect(packed.headers).toMatchObject({
        'content-encoding': encoding,
        'cache-control': caching,
        'content-length': `${packed.bytes.length}`,
      });
      expect(packed.headers.vary).toContain('accept-encoding');
      expect(decode(packed.bytes).equals(plain.bytes)).toBe(true);
      expect(etag).toMatch(/^"[\w-]{22}"$/);
      expect((await read(path, { 'accept-encoding': encoding })).headers.etag).toBe(etag);
      const again = await read(path, { 'accept-encoding': encoding, 'if-none-match': `W/"x", ${etag}` });
      expect([again.status, again.bytes.length, again.headers.etag]).toEqual([304, 0, etag]);
      const head = await read(path, { 'accept-encoding': encoding, 'if-none-match': `${etag}` }, 'HEAD');
      expect([head.status, head.headers['content-length'], head.headers.etag]).toEqual([304, undefined, etag]);
      tags.add(etag);
    }
    expect(tags.size).toBe(4);
    const other = await read(path, { 'if-none-match': '"other"' });
    expect([other.status, other.bytes.equals(plain.bytes)]).toEqual([200, true]);
  });

  it('is kept by browsers without asking where its name has a hash of its content', async () => {
    const { headers } = await read(asset, { 'accept-encoding': 'gzip, deflate, br, zstd' });
    expect(headers).toMatchObject({
      'cache-control': 'public, max-age=31536000, immutable',
      'content-encoding': 'br',
    });
  });
});

it.each([...Object.keys(files).filter(path => path !== OPENAPI), '/cli.tgz', '/reference', '/projects/1/more', asset])(
  'names the methods of %s to every other one',
  async path => {
    for (const method of ['POST', 'PUT', 'PATCH', 'DELETE']) {
      const refused = await read(path, { 'content-type': 'text/odd' }, method);
      expect([method, refused.status, refused.headers.allow]).toEqual([method, 405, 'GET, HEAD, OPTIONS']);
      expect(JSON.parse(`${refused.bytes}`)).toMatchObject({
        code: 400,
        status: 'INVALID_ARGUMENT',
        message: `${method} is not allowed here: use GET`,
      });
    }
    const asked = await read(path, {}, 'OPTIONS');
    expect([asked.status, asked.headers.allow, asked.bytes.length]).toEqual([204, 'GET, HEAD, OPTIONS', 0]);
    expect((await read(path, {}, 'HEAD')).status).toBe(200);
  },
);

it.each(['/nothing', '/projectsX', '/assets/nothing.js', '/assets/:file'])(
  'has no methods at %s, where there is nothing',
  async path => {
    for (const method of ['GET', 'POST', 'OPTIONS']) {
      const refused = await read(path, {}, method);
      expect([method, refused.status, refused.headers.allow]).toEqual([method, 404, undefined]);
    }
  },
);

it.each([
  ['', undefined],
  ['identity', undefined],
  ['gzip', 'gzip'],
  ['gzip, deflate, br, zstd', 'br'],
  ['GZIP;q=0.5, zstd;q=0.8', 'zstd'],
  ['br;q=0, gzip', 'gzip'],
  ['br;q=0.0, *;q=0', undefined],
  ['*', 'br'],
  ['br;q=0, *', 'zstd'],
  ['identity;q=0, gzip;q=0.1', 'gzip'],
  ['identity, gzip;q=0.5', undefined],
  ['Br;Q=0.8, Identity;q=1', undefined],
  ['x-gzip', 'gzip'],
])('the encoding for "%s" is %s', (accepted, encoding) => {
  expect(encodingFor(accepted)).toBe(encoding);
});
