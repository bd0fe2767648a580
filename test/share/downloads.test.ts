import { createHash, Hash } from 'node:crypto';
import { type IncomingHttpHeaders, request } from 'node:http';
import { buffer } from 'node:stream/consumers';
import { zstdDecompressSync } from 'node:zlib';
import { describe, expect, it, onTestFinished, vi } from 'vitest';
import { testApp } from '../support/app.ts';
import { guideMarkdown, petstore31Json } from '../support/documents.ts';
import { listen } from '../support/mcp.ts';
import { seed } from '../support/seed.ts';
import { type Link, OPEN, PASSWORD, share } from '../support/share.ts';

const app = await testApp();
const base = await listen(app);
const { admin, superAdmin } = await seed(app);
const project = await admin.createProject();
const guide = await project.createDocument({ type: 'MARKDOWN', relativePath: 'docs/Guide.md' });
const version = await guide.publish({ content: guideMarkdown, versionName: '1' });

type Read = { status: number | undefined; headers: IncomingHttpHeaders; bytes: Buffer };

const read = (link: Link, headers: Record<string, string> = {}, method = 'GET', id = version.id): Promise<Read> =>
  new Promise((resolve, reject) => {
    const url = `${base}/api/v1${OPEN}/${link.id}/versions/${id}/download`;
    const sent = request(url, { method, headers: { authorization: `DocShare ${link.secret}`, ...headers } });
    sent.on('error', reject).on('response', async answer => {
      resolve({ status: answer.statusCode, headers: answer.headers, bytes: await buffer(answer) });
    });
    sent.end();
  });

const zstd = { 'accept-encoding': 'gzip, deflate, br, zstd' };
const link = await share(guide);
const [plain, packed] = [await read(link), await read(link, zstd)];
const tags = [String(plain.headers.etag), String(packed.headers.etag)] as const;
const forms = [
  ['plain', plain, {}, tags[0]],
  ['compressed', packed, zstd, tags[1]],
] as const;

describe('a download', () => {
  it('is the stored text, compressed, for those who accept zstd', async () => {
    const [stored] = await app.services.db.$queryRaw<{ body: Uint8Array }[]>`
      SELECT t.body FROM texts t JOIN versions v ON v.content_hash = t.hash WHERE v.id = ${version.id}::uuid`;
    expect(packed.bytes.equals(stored?.body as Uint8Array)).toBe(true);
    expect(zstdDecompressSync(packed.bytes).toString()).toBe(guideMarkdown);
    expect(plain.bytes.toString()).toBe(guideMarkdown);
    expect([plain.headers['content-encoding'], packed.headers['content-encoding']]).toEqual([undefined, 'zstd']);
    expect(tags[0]).not.toBe(tags[1]);
    expect(packed.headers['content-disposition']).toBe(plain.headers['content-disposition']);
  });

  it.each([
    ['zstd;q=0, gzip', undefined],
    ['zstd;q=0.000', undefined],
    ['*;q=0', undefined],
    ['gzip, br', undefined],
    ['identity', undefined],
    ['identity, zstd;q=0.5', undefined],
    ['identity;q=0', undefined],
    ['identity;q=0, zstd;q=0.1', 'zstd'],
    ['ZSTD', 'zstd'],
    ['*', 'zstd'],
  ])('accepting "%s" is encoded as %s', async (accepted, encoding) => {
    const { headers, bytes } = await read(link, { 'accept-encoding': accepted });
    expect(headers['content-encoding']).toBe(encoding);
    expect(bytes.equals(encoding === undefined ? plain.bytes : packed.bytes)).toBe(true);
  });

  it.each(forms)('that is %s has headers of its own bytes, also after HEAD', async (_, whole, accepting, etag) => {
    const head = await read(link, { ...accepting, range: 'bytes=0-4' }, 'HEAD');
    expect([head.status, head.bytes.length]).toEqual([200, 0]);
    for (const { headers } of [whole, head]) {
      expect(headers).toMatchObject({
        etag,
        vary: 'accept-encoding',
        'accept-ranges': 'bytes',
        'cache-control': 'no-store',
        'content-length': `${whole.bytes.length}`,
        'content-type': 'application/octet-stream',
      });
      expect(headers['content-encoding']).toBe(whole.headers['content-encoding']);
    }
    expect(etag).toMatch(/^"[\w-]{43}"$/);
  });

  it.each(forms)('that is %s goes on where it broke off', async (_, { headers, bytes }, accepting, etag) => {
    const { length } = bytes;
    const part = await read(link, { ...accepting, range: 'bytes=4-', 'if-range': etag });
    expect([part.status, part.bytes.equals(bytes.subarray(4))]).toEqual([206, true]);
    expect(part.headers).toMatchObject({
      etag,
      vary: 'accept-encoding',
      'cache-control': 'no-store',
      'content-range': `bytes 4-${length - 1}/${length}`,
      'content-length': `${length - 4}`,
    });
    expect(part.headers['content-encoding']).toBe(headers['content-encoding']);
    const ofOther = tags.find(tag => tag !== etag) as string;
    for (const ifRange of [ofOther, `W/${etag}`, 'Mon, 01 Jan 2035 00:00:00 GMT']) {
      const all = await read(link, { ...accepting, range: 'bytes=4-', 'if-range': ifRange });
      expect([all.status, all.bytes.equals(bytes), all.headers.etag]).toEqual([200, true, etag]);
    }
    const behind = await read(link, { ...accepting, range: `bytes=${length}-` });
    expect([behind.status, behind.headers['content-range']]).toEqual([416, `bytes */${length}`]);
    expect(behind.headers).not.toHaveProperty('content-encoding');
    expect(JSON.parse(behind.bytes.toString())).toMatchObject({ status: 'INVALID_ARGUMENT' });
  });

  it.each(forms)('that is %s and known is not sent again', async (_, whole, accepting, etag) => {
    for (const method of ['GET', 'HEAD']) {
      const same = await read(link, { ...accepting, 'if-none-match': etag, range: 'bytes=0-4' }, method);
      expect([same.status, same.bytes.length]).toEqual([304, 0]);
      expect(same.headers).toMatchObject({ etag, vary: 'accept-encoding', 'cache-control': 'no-store' });
      expect(same.headers).not.toHaveProperty('content-encoding');
      // Of an empty body, which this is not: a cache would believe that the file is empty now.
      expect(same.headers).not.toHaveProperty('content-length');
    }
    const ofOther = tags.find(tag => tag !== etag) as string;
    const again = await read(link, { ...accepting, 'if-none-match': ofOther });
    expect([again.status, again.bytes.equals(whole.bytes)]).toEqual([200, true]);
  });

  it.each(forms)('that is %s is sent if it is still the one that the caller has', async (_, whole, accepting, etag) => {
    const ofOther = tags.find(tag => tag !== etag) as string;
    for (const ifMatch of ['*', etag, `${ofOther}, ${etag}`]) {
      const same = await read(link, { ...accepting, 'if-match': ifMatch });
      expect([ifMatch, same.status, same.bytes.equals(whole.bytes)]).toEqual([ifMatch, 200, true]);
    }
    for (const ifMatch of [ofOther, `W/${etag}`, '"other"', '']) {
      const changed = await read(link, { ...accepting, 'if-match': ifMatch, 'if-none-match': etag, range: 'bytes=4-' });
      expect([ifMatch, changed.status]).toEqual([ifMatch, 412]);
      expect(JSON.parse(`${changed.bytes}`)).toMatchObject({ code: 409, status: 'FAILED_PRECONDITION' });
      expect(changed.headers).not.toHaveProperty('etag');
    }
  });

  it.each([
    [200, {}, 'OK'],
    [304, { 'if-none-match': tags[0] }, 'OK'],
    [412, { 'if-match': '"other"' }, 'FAILED_PRECONDITION'],
    [416, { range: 'bytes=1000000-' }, 'INVALID_ARGUMENT'],
  ])('of HTTP %i after %j is logged as %s', async (http_status, headers: Record<string, string>, code) => {
    const lines = vi.spyOn(app.services.log, 'info');
    onTestFinished(() => lines.mockRestore());
    expect((await read(link, headers)).status).toBe(http_status);
    const line = expect.objectContaining({ operation: 'DownloadPublicShareVersion', http_status, code });
    await expect.poll(() => lines.mock.calls).toContainEqual([line]);
  });

  it('of a long text has all of its characters, and the hash of its bytes as its ETag', async () => {
    const content = `# Ringelgänse\n\n${'Ein Gänseblümchen für 5 € 🦆\n'.repeat(20_000)}`;
    const document = await project.createDocument({ type: 'MARKDOWN', relativePath: 'docs/long.md' });
    const { id } = await document.publish({ content, versionName: '1' });
    const link = await share(document);
    const whole = await read(link, {}, 'GET', id);
    expect(whole.bytes.equals(Buffer.from(content))).toBe(true);
    expect(whole.headers.etag).toBe(`"${createHash('sha256').update(content).digest('base64url')}"`);
    const end = await read(link, { range: 'bytes=-6' }, 'GET', id);
    expect([end.status, end.bytes.toString()]).toEqual([206, ' 🦆\n']);
  });

  it('of a long text is neither decoded nor hashed, also if only the text tells its ending', async () => {
    const content = JSON.stringify({ ...JSON.parse(petstore31Json), 'x-long': 'x'.repeat(1_000_000) });
    const document = await project.createDocument({ relativePath: 'apis/long' });
    const { id } = await document.publish({ content, versionName: '1' });
    const link = await share(document);
    const decoded = vi.spyOn(Buffer.prototype, 'toString');
    const hashed = vi.spyOn(Hash.prototype, 'update');
    onTestFinished(() => {
      decoded.mockRestore();
      hashed.mockRestore();
    });
    const { headers, bytes } = await read(link, {}, 'GET', id);
    const lengths = [
      ...decoded.mock.results.map(({ value }) => value.length),
      ...hashed.mock.calls.map(([data]) => data.length),
    ];
    expect(Math.max(...lengths)).toBeLessThan(100_000);
    expect(headers['content-disposition']).toContain('filename="long-1.json"');
    expect(bytes.equals(Buffer.from(content))).toBe(true);
  });

  it('has the same name if only its text tells the ending', async () => {
    const api = await project.createDocument({ relativePath: 'apis/pets' });
    const { id } = await api.publish({ content: petstore31Json, versionName: '1' });
    const link = await share(api);
    for (const headers of [{}, zstd]) {
      const { headers: answered } = await read(link, headers, 'GET', id);
      expect(answered['content-disposition']).toContain('filename="pets-1.json"');
    }
  });

  it.each(forms)('that is %s is counted as a visit, also when it is known', async (_, _whole, accepting, etag) => {
    const link = await share(guide);
    await read(link, accepting);
    await read(link, { ...accepting, 'if-none-match': etag });
    const query = { resource_id: link.id, action: 'share.visit' };
    type Visit = { metadata?: { count?: number } };
    const count = async () =>
      (await superAdmin.rest<Visit[]>('GET', '/private/audit-logs', { query })).detail
        .map(({ metadata }) => metadata?.count ?? 1)
        .reduce((sum, times) => sum + times, 0);
    await expect.poll(count).toBe(2);
  });

  it.each(forms)(
    'that is %s is refused to those without the secret or password',
    async (_, _whole, accepting, etag) => {
      const locked = await share(guide, { password: PASSWORD });
      const asked = { ...accepting, 'if-none-match': etag, range: 'bytes=0-4' };
      for (const [link, status] of [
        [{ id: locked.id, secret: 'x'.repeat(43) }, 'NOT_FOUND'],
        [locked, 'PASSWORD_REQUIRED'],
      ] as const) {
        const { headers, bytes } = await read(link, asked);
        expect(JSON.parse(bytes.toString())).toMatchObject({ status });
        expect(headers['cache-control']).toBe('no-store');
        for (const name of ['etag', 'content-encoding', 'content-range']) expect(headers).not.toHaveProperty(name);
      }
    },
  );
});
