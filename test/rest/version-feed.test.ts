import { XMLParser, XMLValidator } from 'fast-xml-parser';
import { describe, expect, it } from 'vitest';
import { testApp } from '../support/app.ts';
import { seed } from '../support/seed.ts';

const app = await testApp();
const { admin, createPerson } = await seed(app);
const { db } = app.services;
const project = await admin.createProject({ name: 'Pets & <b>Co</b>' });
const document = await project.createDocument({ relativePath: 'apis/pets.yaml' });
const guide = await project.createDocument({ type: 'MARKDOWN', relativePath: 'guides/start.md' });
const path = `/api/v1${project.path}/versions.atom`;

type Entry = { id: string; title: string; updated: string; summary?: string; author: { name: string }; link: Link };
type Link = { '@_href': string; '@_rel': string };
type Feed = { id: string; title: string; updated: string; link: Link[]; entry?: Entry[] };

const parser = new XMLParser({ ignoreAttributes: false, isArray: name => name === 'entry', trimValues: false });

const get = (headers: Record<string, string>) => app.inject({ method: 'GET', url: path, headers });

async function read(headers: Record<string, string> = { authorization: admin.token }): Promise<Feed> {
  const answer = await get(headers);
  expect([answer.statusCode, answer.headers['content-type']]).toEqual([200, 'application/atom+xml; charset=utf-8']);
  expect(XMLValidator.validate(answer.body)).toBe(true);
  const { feed } = parser.parse(answer.body);
  expect(feed['@_xmlns']).toBe('http://www.w3.org/2005/Atom');
  return feed;
}

const basic = (password: string) => ({
  authorization: `Basic ${Buffer.from(`reader:${password}`).toString('base64')}`,
});

async function tokenOf(scopes: number[], more: object = {}): Promise<string> {
  const answer = await admin.rest<{ token: string }>('POST', '/private/api-tokens', {
    body: { name: 'Reader', scopes, ...more },
  });
  return answer.detail.token;
}

describe('the feed of a project', () => {
  it('has no entry before the first version, and then the newest first', async () => {
    const empty = await read();
    expect(empty.entry).toBeUndefined();
    expect([empty.id, empty.title]).toEqual([`urn:uuid:${project.id}`, 'Pets & <b>Co</b>']);
    const first = await document.publish({ versionName: '1.0.0' });
    const second = await guide.publish({ versionName: '2.0.0' });
    const feed = await read();
    const [newest, oldest] = feed.entry ?? [];
    expect([newest?.title, oldest?.title]).toEqual(['guides/start.md 2.0.0 (dev)', 'apis/pets.yaml 1.0.0 (dev)']);
    expect([newest?.id, oldest?.id]).toEqual([`urn:uuid:${second.id}`, `urn:uuid:${first.id}`]);
    expect(newest?.link['@_href']).toMatch(new RegExp(`^http.*/versions/${second.id}$`));
    expect(feed.updated).toBe(newest?.updated);
    expect(feed.link.map(link => link['@_rel'])).toEqual(['self', 'alternate']);
    expect(newest?.author.name).toBe((await db.user.findUniqueOrThrow({ where: { id: admin.id } })).name);
  });

  it('is not sent again while it is the same', async () => {
    const before = await get({ authorization: admin.token });
    const tag = String(before.headers.etag);
    const same = await get({ authorization: admin.token, 'if-none-match': tag });
    expect([same.statusCode, same.body]).toEqual([304, '']);
    await document.publish({ versionName: '1.0.1' });
    expect((await get({ authorization: admin.token, 'if-none-match': tag })).statusCode).toBe(200);
  });

  it('is well-formed whatever people write', async () => {
    const changelog = `]]> &amp; <script>"'\u{1}\u{FFFE}\u{D800} ${'&'.repeat(5_000)}`;
    const draft = await document.createDraft({ versionName: '<3 & "more"' });
    await db.draft.update({ where: { id: draft.id }, data: { changelog: changelog.toWellFormed() } });
    await draft.submit();
    await draft.approve();
    const [entry] = (await read()).entry ?? [];
    expect(entry?.title).toBe('apis/pets.yaml <3 & "more" (dev)');
    expect(entry?.summary).toMatch(/^\]\]> &amp; <script>"'\uFFFD\uFFFD\uFFFD &+…$/);
    expect(entry?.summary?.length).toBeLessThan(1_100);
  });

  it('has at most 50 entries', async () => {
    const { id } = await guide.publish({ versionName: '3.0.0' });
    const { draftId } = await db.version.findUniqueOrThrow({ where: { id } });
    await db.$executeRaw`
      WITH copies AS (
        INSERT INTO drafts SELECT (jsonb_populate_record(d, jsonb_build_object('id', gen_random_uuid()))).*
        FROM drafts d, generate_series(1, 60) WHERE d.id = ${draftId}::uuid RETURNING id)
      INSERT INTO versions SELECT (jsonb_populate_record(v, jsonb_build_object(
        'id', gen_random_uuid(), 'draft_id', c.id, 'sequence', 1000 + row_number() OVER ()))).*
      FROM versions v, copies c WHERE v.id = ${id}::uuid`;
    expect((await read()).entry).toHaveLength(50);
  });
});

describe('who may read the feed', () => {
  it('a feed reader with an API token of scope read as the password, of this project only', async () => {
    await read(basic(await tokenOf([1])));
    await read({ authorization: `Bearer ${await tokenOf([1], { project_id: project.id })}` });
    const elsewhere = await admin.createProject();
    expect((await get(basic(await tokenOf([1], { project_id: elsewhere.id })))).statusCode).toBe(403);
    expect((await get(basic(await tokenOf([2])))).statusCode).toBe(403);
  });

  it('nobody without a sign-in or without a right, with the HTTP status of the refusal', async () => {
    for (const headers of [{}, basic(''), basic('docsvc_api_wrong'), { authorization: 'Basic !' }]) {
      const answer = await get(headers);
      expect(answer.statusCode).toBe(401);
      expect(answer.headers['www-authenticate']).toMatch(/^Basic realm="/);
      expect(answer.json()).toMatchObject({ status: 'UNAUTHENTICATED' });
    }
    const stranger = await createPerson();
    expect((await get({ authorization: stranger.token })).statusCode).toBe(403);
    const other = await app.inject({
      method: 'GET',
      url: `/api/v1${project.path}`,
      headers: basic(await tokenOf([1])),
    });
    expect(other.json()).toMatchObject({ status: 'UNAUTHENTICATED' });
  });
});
