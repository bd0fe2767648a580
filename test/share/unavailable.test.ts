import { describe, expect, it } from 'vitest';
import { openSession } from '../../src/access/session-tokens.ts';
import { testApp } from '../support/app.ts';
import { type Document, seed } from '../support/seed.ts';
import { OPEN, PASSWORD, revoke, share, UNAVAILABLE, type Visit, visitor } from '../support/share.ts';
import { statementsOf, withoutLaterRows } from '../support/statements.ts';

const app = await testApp();
const mirrored = await app.with({ DOCSVC_HTTP_STATUS: 'mirror' });
const people = await seed(app);
const { admin } = people;
const { db } = app.services;
const visits = visitor(app);

const project = await admin.createProject();
const document = await project.createDocument();
const version = await document.publish();
const elsewhere = await document.publish({ branch: 'test' });
const foreign = await (await project.createDocument()).publish();
const link = await share(document);
const locked = await share(document, { password: PASSWORD });
const proof = (await visits.unlock(locked.id, PASSWORD, locked)).detail.unlock_proof;

const ELSEWHERE = 'https://pages.example.com';
const withOrigins = await app.with({ DOCSVC_CORS_ORIGINS: ELSEWHERE });

type Answer = Awaited<ReturnType<typeof visits.read>>;

/** Everything that a visitor sees, except the id of the request. */
function seen({ http, headers, envelope }: Answer): object {
  const { trace_id, timestamp, ...body } = envelope ?? {};
  const { 'x-trace-id': _, date, ...rest } = headers;
  expect([typeof trace_id, typeof timestamp, typeof date]).toEqual(['string', 'number', 'string']);
  return { http, body, headers: rest };
}

const NO_ID = '01980000-0000-7000-8000-00000000ffff';
const model = seen(await visits.read(NO_ID, '', { secret: link.secret }));
/** The statements of a visit, without delayed audit rows. */
const askedBy = async (visit: () => Promise<unknown>) => withoutLaterRows(await statementsOf(app.database, visit));

const work = await askedBy(() => visits.read(NO_ID, '', { secret: link.secret }));
const limited = await app.with({ DOCSVC_RATE_LIMITS: 'on' });
const unlockWork = await askedBy(() => visitor(limited).unlock(NO_ID, PASSWORD, link));

async function ended(end: (id: string) => Promise<unknown>, body = {}) {
  const made = await share(document, body);
  await end(made.id);
  return made;
}

async function below(archive: (document: Document) => Promise<unknown>) {
  const own = await (await admin.createProject()).createDocument();
  await own.createBranch('feature/shared');
  await own.publish({ branch: 'feature/shared' });
  const made = await share(own, { branch_id: own.branches['feature/shared'] as string });
  await archive(own);
  return made;
}

const expire = (id: string, agoMs: number) =>
  db.documentShare.update({ where: { id }, data: { expiresAt: new Date(Date.now() - agoMs) } });
const archiveBranch = (own: Document) =>
  admin.rest('POST', `${own.path}/branches/${own.branches['feature/shared']}/archive`, { body: {} });
const archiveTeam = (own: Document) => admin.rest('POST', `/private/teams/${own.project.teamId}/archive`, { body: {} });

const revoked = await ended(id => revoke(document, id));
const session = await openSession(app.services, { id: admin.id, sessionEpoch: 1 });
const { detail: mcp } = await admin.rest<{ token: string }>('POST', '/private/mcp-tokens', {
  body: { name: 'Agent', scopes: [1, 3] },
});

type Case = [what: string, visit: { id: string } & Visit];

const cases: Case[] = [
  ['an unknown share', { id: NO_ID, secret: link.secret }],
  ['an id that is none', { id: 'no-id', secret: link.secret }],
  ['an id with a NUL in it', { id: '%00', secret: link.secret }],
  ['a revoked share', revoked],
  ['an expired share', await ended(id => expire(id, 1000))],
  ['an expired share with a password', await ended(id => expire(id, 0), { password: PASSWORD })],
  ['a share of an archived branch', await below(archiveBranch)],
  ['a share of an archived document', await below(own => own.archive())],
  ['a share of an archived project', await below(own => own.project.archive())],
  ['a share of an archived team', await below(archiveTeam)],
  ['no secret', { id: link.id }],
  ['the secret of another share', { id: link.id, secret: locked.secret }],
  ['a wrong secret', { id: link.id, secret: 'A'.repeat(43) }],
  ['a secret that is too short', { id: link.id, secret: link.secret.slice(1) }],
  ['a secret that is too long', { id: link.id, secret: `${link.secret}A` }],
  ['a wrong secret of a share with a password', { id: locked.id, secret: link.secret }],
  ['Bearer', { id: link.id, headers: { authorization: `Bearer ${link.secret}` } }],
  ['no scheme', { id: link.id, headers: { authorization: link.secret } }],
  ['two blanks', { id: link.id, headers: { authorization: `DocShare  ${link.secret}` } }],
  ['a tab for a blank', { id: link.id, headers: { authorization: `DocShare\t${link.secret}` } }],
  ['no blank', { id: link.id, headers: { authorization: `DocShare${link.secret}` } }],
  ['two secrets', { id: link.id, headers: { authorization: `DocShare ${link.secret}, DocShare ${link.secret}` } }],
  ['the scheme alone', { id: link.id, headers: { authorization: 'DocShare' } }],
  ['the token of an admin', { id: link.id, headers: { authorization: session.token } }],
  ['the token of an admin as a secret', { id: link.id, headers: { authorization: `DocShare ${session.token}` } }],
  ['an MCP token', { id: link.id, headers: { authorization: mcp.token } }],
  ['an invalid proof', { ...locked, proof: 'x' }],
  ['a proof cut short', { ...locked, proof: proof.slice(0, -1) }],
  ['a proof with another signature', { ...locked, proof: `${proof.slice(0, -43)}${'A'.repeat(43)}` }],
  ['a proof with a later end', { ...locked, proof: `9999999999999${proof.slice(13)}` }],
  ['the token of an admin as a proof', { ...locked, proof: session.token }],
  ['the secret as a proof', { ...locked, proof: locked.secret }],
  ['a proof where none is needed', { ...link, proof }],
];

describe.each(cases)('%s', (what, { id, ...visit }) => {
  const address = `10.0.0.${cases.findIndex(([name]) => name === what)}`;

  it('is unavailable in every respect', async () => {
    const answers = [
      await visits.read(id, '', visit),
      await visits.read(id, '/versions', visit),
      await visits.read(id, `/versions/${version.id}/content`, visit),
      await visits.read(id, `/versions/${version.id}/download`, visit),
      await visits.read(id, `/versions/${version.id}/endpoints`, visit),
      await visits.read(id, `/versions/${version.id}/changes?from_version_id=${version.id}`, visit),
    ];
    expect(answers.map(seen)).toEqual(answers.map(() => model));
    expect((await visitor(mirrored).read(id, '', visit)).http).toBe(404);
  });

  it('costs the same statements for every request', async () => {
    const path = `/versions/${version.id}/content`;
    expect(await askedBy(() => visits.read(id, path, visit))).toEqual(work);
    const isLive = id === locked.id && visit.secret === locked.secret;
    const unlock = () => visitor(limited).unlock(id, isLive ? 'not the password' : PASSWORD, { ...visit, address });
    expect(await askedBy(unlock)).toEqual(unlockWork);
  });
});

const HEADERS = {
  'cache-control': 'no-store',
  'referrer-policy': 'no-referrer',
  'x-robots-tag': 'noindex',
  'x-content-type-options': 'nosniff',
  'content-security-policy': expect.stringMatching(/^default-src 'none'/),
  'permissions-policy': expect.stringContaining('camera=()'),
};

describe('an unavailable share', () => {
  it('takes one statement; a wrong password takes more, which count it', () => {
    expect(work).toHaveLength(1);
    const count = expect.stringContaining('INSERT INTO try_logs');
    expect(unlockWork).toEqual([...work, expect.stringContaining('DELETE FROM try_logs'), count, count]);
  });

  it('has this message and these headers', () => {
    expect(model).toMatchObject({
      http: 200,
      body: { code: 404, status: 'NOT_FOUND', message: UNAVAILABLE },
      headers: { ...HEADERS, 'content-type': 'application/json; charset=utf-8' },
    });
    expect(model).not.toHaveProperty('headers.set-cookie');
    expect(Object.keys((model as { body: object }).body)).toEqual(['code', 'status', 'message']);
  });

  it.each([
    ['of another branch', elsewhere.id],
    ['of another document', foreign.id],
    ['unknown', NO_ID],
    ['no id', 'x'],
  ])('is also the answer for a version %s', async (_, id) => {
    for (const part of ['content', 'download', 'endpoints', `changes?from_version_id=${version.id}`])
      expect(seen(await visits.read(link.id, `/versions/${id}/${part}`, link))).toEqual(model);
    const since = `/versions/${version.id}/changes?from_version_id=${id}`;
    expect(seen(await visits.read(link.id, since, link))).toEqual(model);
    // Without the password, not even the missing version is revealed.
    expect((await visits.read(locked.id, `/versions/${id}/content`, locked)).status).toBe('PASSWORD_REQUIRED');
    expect(seen(await visits.read(locked.id, `/versions/${id}/content`, { ...locked, proof }))).toEqual(model);
  });

  it('is the answer to every failed unlocking', async () => {
    const tries = [
      await visits.unlock(locked.id, 'not the password', locked),
      await visits.unlock(locked.id, '', locked),
      await visits.unlock(locked.id, 'x'.repeat(10_000), locked),
      await visits.unlock(locked.id, PASSWORD, { secret: link.secret }),
      await visits.unlock(locked.id, PASSWORD, {}),
      await visits.unlock(link.id, PASSWORD, link),
      await visits.unlock(revoked.id, PASSWORD, revoked),
      await visits.unlock(NO_ID, PASSWORD, link),
      await visits.unlock('no-id', PASSWORD, link),
    ];
    expect(tries.map(seen)).toEqual(tries.map(() => model));
  });

  it('is the same over GraphQL', async () => {
    const query = 'query($id: ID!) { publicShare(shareId: $id) { shareId } }';
    const asked: [id: string, authorization: string][] = [
      [NO_ID, `DocShare ${link.secret}`],
      [revoked.id, `DocShare ${revoked.secret}`],
      [link.id, `DocShare ${locked.secret}`],
      [link.id, 'DocShare'],
      [link.id, ''],
    ];
    for (const [id, authorization] of asked) {
      const { data, errors } = await app.graphql(query, { id }, { headers: { authorization } });
      expect(data).toEqual({ publicShare: null });
      expect(errors).toMatchObject([{ message: UNAVAILABLE, extensions: { code: 'NOT_FOUND' } }]);
    }
    const asAdmin = await admin.graphql(query, { id: link.id });
    expect(asAdmin.code).toBe('NOT_FOUND');
  });
});

describe('every answer to visitors', () => {
  it.each([
    ['', app, 403],
    [' when pages of other origins may read the API', withOrigins, 204],
  ])('has the headers, also where no route, method or body fits%s', async (_, served, preflight) => {
    const send = (method: string, url: string, headers = {}, payload?: string) =>
      served.inject({ method: method as 'GET', url: `/api/v1${OPEN}${url}`, headers, ...(payload && { payload }) });
    const json = { 'content-type': 'application/json' };
    const answers = [
      await send('GET', `/${link.id}`, { authorization: `DocShare ${link.secret}` }),
      await send('HEAD', `/${link.id}`, { authorization: `DocShare ${link.secret}` }),
      await send('GET', `/${locked.id}`, { authorization: `DocShare ${locked.secret}` }),
      await send('GET', `/${link.id}/versions/${version.id}/download`, { authorization: `DocShare ${link.secret}` }),
      await send('OPTIONS', `/${link.id}`),
      await send('OPTIONS', `/${link.id}`, { origin: ELSEWHERE, 'access-control-request-method': 'GET' }),
      await send('OPTIONS', `/${link.id}/nothing`),
      await send('GET', ''),
      await send('GET', `/${link.id}/nothing`),
      await send('GET', `/${link.id}/%zz`),
      await send('GET', `/${'x'.repeat(2000)}`),
      await send('DELETE', `/${link.id}`),
      await send('GET', `/${link.id}/unlock`),
      await send('POST', `/${link.id}/unlock`, json, '{'),
      await send('POST', `/${link.id}/unlock`, json, '{}'),
      await send('POST', `/${link.id}/unlock`, { 'content-type': 'text/html' }, '<html>'),
      await send('POST', `/${link.id}/unlock`, json, JSON.stringify({ password: 'x'.repeat(70_000) })),
    ];
    for (const { headers, statusCode } of answers) {
      expect(headers, String(statusCode)).toMatchObject(HEADERS);
      expect(headers).not.toHaveProperty('set-cookie');
      expect(String(headers['content-type'])).not.toMatch(/html/);
    }
    expect(answers.map(({ statusCode }) => statusCode)).toEqual([
      200,
      200,
      200,
      200,
      204,
      preflight,
      404,
      404,
      404,
      404,
      404,
      405,
      405,
      200,
      200,
      200,
      200,
    ]);
    const refused = answers.slice(-4).map(answer => answer.json());
    expect(refused.map(({ status }) => status)).toEqual(Array(4).fill('INVALID_ARGUMENT'));
    expect(refused.at(-1).message).toMatch(/^The body is larger than 65536 bytes/);
  });

  it('ignores sessions and cookies', async () => {
    const headers = { cookie: `token=${session.token}; secret=${link.secret}` };
    const answer = await visits.read(link.id, '', { ...link, headers });
    expect(answer.status).toBe('OK');
    expect(seen(await visits.read(link.id, '', { headers }))).toEqual(model);
  });

  it('refuses a bad body before it loads the share, so that the answer reveals nothing about it', async () => {
    for (const id of [link.id, locked.id, NO_ID, 'no-id']) {
      const answer = await visits.unlock(id, 12, { secret: link.secret });
      expect([answer.status, answer.message]).toEqual(['INVALID_ARGUMENT', 'password must be a string']);
    }
  });
});

describe('a restored share', () => {
  it('works again when its parents are active again', async () => {
    const own = await (await admin.createProject()).createDocument();
    await own.publish();
    const made = await share(own);
    await own.project.archive();
    expect(seen(await visits.read(made.id, '', made))).toEqual(model);
    await own.project.unarchive();
    expect((await visits.read(made.id, '', made)).status).toBe('OK');
  });
});
