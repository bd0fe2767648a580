import { describe, expect, it, vi } from 'vitest';
import { testApp } from '../support/app.ts';
import { guideMarkdown, guideMarkdownNext, petstore31Json } from '../support/documents.ts';
import { seed } from '../support/seed.ts';
import { PASSWORD, share, UNAVAILABLE, visitor } from '../support/share.ts';

const app = await testApp();
const { admin } = await seed(app);
const project = await admin.createProject();
const visits = visitor(app);

const guide = await project.createDocument({ type: 'MARKDOWN', name: 'The guide', relativePath: 'docs/Guide.md' });
type Page = { content: string; html: string; headings: { level: number; id: string; text: string }[] };

const { post: _, ...onlyGet } = JSON.parse(petstore31Json).paths['/pets'];
const withoutPost = JSON.stringify({
  ...JSON.parse(petstore31Json),
  paths: { ...JSON.parse(petstore31Json).paths, '/pets': onlyGet },
});

const first = await guide.publish({ content: guideMarkdown, versionName: '1', changelog: 'All of it' });
const second = await guide.publish({ content: guideMarkdownNext, versionName: '2' });

describe('a visitor with a link', () => {
  it('returns the share, and nothing about its creator', async () => {
    const { id, secret, expires_at } = await share(guide);
    const answer = await visits.read(id, '', { secret });
    expect(answer.detail).toEqual({
      share_id: id,
      document_name: 'The guide',
      document_type: 2,
      branch_name: 'dev',
      version_scope: 2,
      expires_at,
      latest_version: { id: second.id, version_name: '2', published_at: expect.any(String) },
    });
    const permanent = await share(guide, { expiry: 'permanent' });
    expect((await visits.read(permanent.id, '', permanent)).detail).not.toHaveProperty('expires_at');
  });

  it('may write the scheme of the header in any case', async () => {
    const link = await share(guide);
    for (const scheme of ['docshare', 'DOCSHARE']) {
      const headers = { authorization: `${scheme} ${link.secret}` };
      expect((await visits.read(link.id, '', { headers })).detail).toMatchObject({ share_id: link.id });
    }
  });

  it('lists the versions, newest first, by pages', async () => {
    const link = await share(guide);
    const all = await visits.read<unknown[]>(link.id, '/versions', link);
    expect(all.total).toBe(2);
    expect(all.detail).toEqual([
      { id: second.id, version_name: '2', published_at: expect.any(String) },
      { id: first.id, version_name: '1', changelog: 'All of it', published_at: expect.any(String) },
    ]);
    const page = await visits.read<{ id: string }[]>(link.id, '/versions?page_size=1&offset=1', link);
    expect([page.total, page.detail.map(({ id }) => id)]).toEqual([2, [first.id]]);
    expect((await visits.read(link.id, '/versions?page_size=0', link)).status).toBe('INVALID_ARGUMENT');
  });

  it('reads the text of any version', async () => {
    const link = await share(guide);
    const read = await visits.read(link.id, `/versions/${first.id}/content`, link);
    expect(read.detail).toMatchObject({
      version_id: first.id,
      content: guideMarkdown,
      content_kind: 'raw',
      document_type: 2,
    });
  });

  it('returns Markdown as HTML too, rendered once', async () => {
    const long = '😀'.repeat(300);
    const text = `# Title\n\nSome *words*. <script>alert(1)</script>\n\n## Part\n\n## ${long}\n\n## x${long}\n`;
    const page = await project.createDocument({ type: 'MARKDOWN' });
    const made = await page.publish({ content: text });
    const link = await share(page);
    const read = () => visits.read<Page>(link.id, `/versions/${made.id}/content`, link);
    const [{ detail }, ...others] = await Promise.all([read(), read(), read()]);
    expect(detail.content).toBe(text);
    expect(detail.html).toContain('<em>words</em>');
    expect(detail.html).not.toContain('<script');
    expect(detail.headings.slice(0, 2)).toEqual([
      { level: 1, id: expect.any(String), text: 'Title' },
      { level: 2, id: expect.any(String), text: 'Part' },
    ]);
    for (const { id } of detail.headings) expect(detail.html).toContain(`id="${id}"`);
    for (const { detail: same } of others) expect(same).toEqual(detail);
    const { contentHash } = await app.services.db.version.findFirstOrThrow({ where: { id: made.id } });
    const stored = await app.services.db.rendering.findMany({ where: { contentHash }, include: { html: true } });
    expect(stored).toHaveLength(1);
    expect(stored[0]?.html.sizeBytes).toBe(Buffer.byteLength(detail.html));
  });

  it('reads OpenAPI as text alone', async () => {
    const api = await project.createDocument();
    const made = await api.publish({ content: petstore31Json });
    const link = await share(api);
    const { detail } = await visits.read(link.id, `/versions/${made.id}/content`, link);
    expect(detail).toEqual({ version_id: made.id, content: petstore31Json, content_kind: 'raw', document_type: 1 });
  });

  it('lists the operations of a version, by pages', async () => {
    const api = await project.createDocument();
    const made = await api.publish({ content: petstore31Json });
    const link = await share(api);
    const all = await visits.read<object[]>(link.id, `/versions/${made.id}/endpoints`, link);
    expect(all.total).toBe(3);
    expect(all.detail[0]).toEqual({
      method: 'GET',
      path: '/pets',
      summary: expect.any(String),
      tags: expect.any(Array),
      deprecated: false,
    });
    const page = await visits.read<object[]>(link.id, `/versions/${made.id}/endpoints?page_size=1&offset=2`, link);
    expect([page.total, page.detail]).toEqual([3, [expect.objectContaining({ path: '/pets/{petId}' })]]);
    const text = await share(guide);
    expect((await visits.read(text.id, `/versions/${first.id}/endpoints`, text)).total).toBe(0);
  });

  it('reads the changes between versions, without the reasons for which the team accepted them', async () => {
    const api = await project.createDocument();
    const [old, made] = [await api.publish({ content: petstore31Json }), await api.publish({ content: withoutPost })];
    const { detail: diff } = await admin.rest<{ id: string }>('POST', `${api.path}/diffs`, {
      body: { from_version_id: old.id, to_version_id: made.id },
    });
    const items = await admin.rest<{ key: string }[]>('GET', `${api.path}/diffs/${diff.id}/items`);
    const reason = 'Only Acme calls it';
    await admin.rest('POST', `${api.path}/diff-exceptions`, { body: { key: items.detail[0]?.key, reason } });
    const link = await share(api);
    const read = (query: string) => visits.read(link.id, `/versions/${made.id}/changes${query}`, link);
    const { detail } = await read(`?from_version_id=${old.id}`);
    expect(detail).toMatchObject({ from_version_id: old.id, to_version_id: made.id });
    expect(detail.changelog).toMatch(/## Breaking changes\n\n- `POST \/pets`/);
    expect(detail.html).toContain('<code>POST /pets</code>');
    expect(JSON.stringify(detail)).not.toMatch(/Acme|accepted/i);
    expect((await read('')).message).toBe('from_version_id is required');
    for (const id of [first.id, 'x']) expect((await read(`?from_version_id=${id}`)).message).toBe(UNAVAILABLE);
  });

  it('reads the changes between any versions, and stores only those of the latest one', async () => {
    const api = await project.createDocument();
    const versions: { id: string }[] = [];
    for (const name of ['a', 'b', 'c', 'd'])
      versions.push(await api.publish({ content: petstore31Json.replaceAll('/pets', `/${name}`) }));
    const link = await share(api);
    const pairs = versions.flatMap(from => versions.filter(to => to !== from).map(to => ({ from, to })));
    const readAll = async () => {
      const changelogs: string[] = [];
      for (const { from, to } of pairs) {
        const path = `/versions/${to.id}/changes?from_version_id=${from.id}`;
        changelogs.push((await visits.read<{ changelog: string }>(link.id, path, link)).detail.changelog);
      }
      return changelogs;
    };
    const before = await app.services.db.comparison.count();
    const changelogs = await readAll();
    // The changes since the version before were stored with the latest version.
    expect((await app.services.db.comparison.count()) - before).toBe(versions.length - 2);
    const tasks = vi.spyOn(app.services.workers, 'run');
    expect(await readAll()).toEqual(changelogs);
    expect(tasks.mock.calls.filter(([task]) => task === 'compare')).toEqual([]);
    tasks.mockRestore();
    for (const [index, { from, to }] of pairs.entries()) {
      const body = { from_version_id: from.id, to_version_id: to.id };
      const { detail: diff } = await admin.rest<{ id: string }>('POST', `${api.path}/diffs`, { body });
      const { detail } = await admin.rest<{ content: string }>('GET', `${api.path}/diffs/${diff.id}/changelog`);
      expect([index, changelogs[index]]).toEqual([index, detail.content]);
    }
    expect(await readAll()).toEqual(changelogs);
  });

  it('downloads the very bytes under a safe name', async () => {
    const link = await share(guide);
    const file = await visits.read(link.id, `/versions/${first.id}/download`, link);
    expect(file.text).toBe(guideMarkdown);
    expect(file.headers['content-type']).toBe('application/octet-stream');
    expect(file.headers['content-disposition']).toBe(`attachment; filename="Guide-1.md"; filename*=UTF-8''Guide-1.md`);
    expect(Number(file.headers['content-length'])).toBe(Buffer.byteLength(guideMarkdown));
  });

  it('sends the part of a download that a Range header names', async () => {
    const link = await share(guide);
    const read = (headers: Record<string, string>) =>
      app.inject({
        url: `/api/v1/open/document-shares/${link.id}/versions/${first.id}/download`,
        headers: { authorization: `DocShare ${link.secret}`, ...headers },
      });
    const bytes = Buffer.from(guideMarkdown);
    const etag = String((await read({})).headers.etag);
    expect(etag).toMatch(/^"[\w-]{43}"$/);
    const parts: [range: string, start: number, end: number][] = [
      ['bytes=0-4', 0, 5],
      ['bytes=5-', 5, bytes.length],
      ['bytes=-3', bytes.length - 3, bytes.length],
      [`bytes=2-${bytes.length + 9}`, 2, bytes.length],
      [`bytes=2-${2n ** 64n}`, 2, bytes.length],
      [`bytes=-${'9'.repeat(400)}`, 0, bytes.length],
    ];
    for (const [range, start, end] of parts) {
      const part = await read({ range, 'if-range': etag });
      expect(part).toMatchObject({ statusCode: 206, rawPayload: bytes.subarray(start, end) });
      expect(part.headers).toMatchObject({ 'content-range': `bytes ${start}-${end - 1}/${bytes.length}`, etag });
    }
    const wholes: Record<string, string>[] = [
      { range: 'bytes=0-1,3-4' },
      { range: 'bytes=4-2' },
      { range: 'bytes=0-4', 'if-range': '"old"' },
    ];
    for (const headers of wholes) expect(await read(headers)).toMatchObject({ statusCode: 200, rawPayload: bytes });
    for (const start of [bytes.length, 2n ** 64n, '9'.repeat(400)]) {
      const behind = await read({ range: `bytes=${start}-` });
      expect(behind).toMatchObject({ statusCode: 416, headers: { 'content-range': `bytes */${bytes.length}` } });
    }
    const unchanged = await read({ 'if-none-match': etag, range: 'bytes=0-4' });
    expect(unchanged).toMatchObject({ statusCode: 304, body: '', headers: { etag, 'cache-control': 'no-store' } });
    const wrong = { authorization: `DocShare ${'x'.repeat(43)}`, range: 'bytes=0-4', 'if-none-match': etag };
    expect((await read(wrong)).json()).toMatchObject({ status: 'NOT_FOUND' });
  });

  it('of a share of the latest version reads that one, which moves with the branch', async () => {
    const moving = await project.createDocument();
    const old = await moving.publish({ versionName: '1', content: petstore31Json });
    const link = await share(moving, { version_scope: 1 });
    expect((await visits.read(link.id, `/versions/${old.id}/content`, link)).detail).toMatchObject({
      content: petstore31Json,
      document_type: 1,
    });
    const latest = await moving.publish({ versionName: '2' });
    const list = await visits.read<{ id: string }[]>(link.id, '/versions', link);
    expect([list.total, list.detail.map(({ id }) => id)]).toEqual([1, [latest.id]]);
    expect((await visits.read(link.id, '', link)).detail).toMatchObject({ latest_version: { id: latest.id } });
    for (const part of ['content', 'download']) {
      expect((await visits.read(link.id, `/versions/${latest.id}/${part}`, link)).http).toBe(200);
      expect((await visits.read(link.id, `/versions/${old.id}/${part}`, link)).status).toBe('NOT_FOUND');
    }
  });
});

describe('a share with a password', () => {
  it('says that it requires one, and returns everything after it', async () => {
    const link = await share(guide, { password: PASSWORD });
    expect(link.password_protected).toBe(true);
    const paths = ['', '/versions', `/versions/${first.id}/content`, `/versions/${first.id}/download`];
    for (const path of paths) {
      const { code, status, message } = await visits.read(link.id, path, link);
      expect([code, status, message]).toEqual([401, 'PASSWORD_REQUIRED', 'This shared document requires a password']);
    }
    const { detail } = await visits.unlock(link.id, PASSWORD, link);
    const left = new Date(detail.expires_at).getTime() - Date.now();
    expect(left).toBeGreaterThan(14.9 * 60_000);
    expect(left).toBeLessThanOrEqual(15 * 60_000);
    for (const path of paths)
      expect((await visits.read(link.id, path, { ...link, proof: detail.unlock_proof })).http).toBe(200);
    const read = await visits.read(link.id, paths[2] as string, { ...link, proof: detail.unlock_proof });
    expect(read.detail).toMatchObject({ content: guideMarkdown });
  });
});

describe('GraphQL', () => {
  it('serves visitors the same', async () => {
    const { id, secret } = await share(guide, { password: PASSWORD });
    const headers = { authorization: `DocShare ${secret}` };
    const unlocked = await app.graphql<{ unlockPublicShare: { unlockProof: string } }>(
      'mutation($input: UnlockPublicShareInput!) { unlockPublicShare(input: $input) { unlockProof expiresAt } }',
      { input: { shareId: id, password: PASSWORD } },
      { headers },
    );
    const proof = unlocked.data.unlockPublicShare.unlockProof;
    const query = `query($id: ID!, $version: ID!) {
      publicShare(shareId: $id) { shareId documentName latestVersion { id } }
      publicShareVersions(shareId: $id) { totalCount nodes { versionName } }
      publicShareContent(shareId: $id, versionId: $version) { content contentKind fileName }
    }`;
    const answer = await app.graphql<unknown>(
      query,
      { id, version: first.id },
      { headers: { ...headers, 'x-doc-share-unlock': proof } },
    );
    expect(answer.data).toEqual({
      publicShare: { shareId: id, documentName: 'The guide', latestVersion: { id: second.id } },
      publicShareVersions: { totalCount: 2, nodes: [{ versionName: '2' }, { versionName: '1' }] },
      publicShareContent: { content: guideMarkdown, contentKind: 'RAW', fileName: 'Guide-1.md' },
    });
    const locked = await app.graphql(query, { id, version: first.id }, { headers });
    expect(locked.errors?.map(({ extensions }) => extensions.code)).toEqual(Array(3).fill('PASSWORD_REQUIRED'));
  });

  it('lets a visitor do nothing else', async () => {
    const { secret } = await share(guide);
    const headers = { authorization: `DocShare ${secret}` };
    for (const query of ['{ me { id } }', '{ projects { totalCount } }', '{ mcpTokens { totalCount } }'])
      expect((await app.graphql(query, {}, { headers })).code).toBe('UNAUTHENTICATED');
    expect((await app.rest('GET', '/private/identity/me', { headers })).status).toBe('UNAUTHENTICATED');
  });
});
