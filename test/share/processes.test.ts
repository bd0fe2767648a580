import { mkdtemp, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterAll, describe, expect, it } from 'vitest';
import { migratedDatabaseIn } from '../support/database.ts';
import { openapiWith } from '../support/documents.ts';
import { adminSettings, makeDocument, signIn, succeed } from '../support/http-client.ts';
import { type ServerProcess, startServer } from '../support/process.ts';
import { OPEN, PASSWORD, type ShareDetail } from '../support/share.ts';

const dataDir = await mkdtemp(join(tmpdir(), 'docsvc-shares-'));
const { url } = await migratedDatabaseIn(dataDir);
const servers: ServerProcess[] = [];

const settings = {
  ...adminSettings,
  DOCSVC_DATA_DIR: dataDir,
  DOCSVC_RATE_LIMITS: 'on',
  DOCSVC_LOG_LEVEL: 'debug',
  DOCSVC_JWT_SECRET: 'a secret of sessions that both processes know',
  DOCSVC_ENCRYPTION_KEYS: `k1:${Buffer.alloc(32, 7).toString('base64')}`,
  ...(url !== undefined && { DOCSVC_DATABASE_URL: url }),
};

async function start(): Promise<ServerProcess> {
  const server = await startServer(settings);
  servers.push(server);
  return server;
}

afterAll(async () => {
  for (const server of servers) await server.stop();
  await rm(dataDir, { recursive: true, force: true });
});

const first = await start();
const { rest } = await signIn(first.base);
const { document, branches } = await makeDocument(rest);
const draft = await succeed(
  rest('POST', `${document}/drafts`, { branch_id: branches.dev, version_name: '1', schema_content: openapiWith({}) }),
);
const submitted = await succeed(rest('POST', `${document}/drafts/${draft.id}/submit`, {}));
const version = await succeed(
  rest('POST', `${document}/drafts/${draft.id}/approve`, { expected_review_revision: submitted.review_revision }),
);

const lock = () =>
  succeed(
    rest<ShareDetail & { secret: string }>('POST', `${document}/shares`, {
      branch_id: branches.dev,
      password: PASSWORD,
    }),
  );

const [fresh, spent, read] = [await lock(), await lock(), await lock()];

type Visited = { status: string; detail?: { unlock_proof: string } };

async function visit(server: ServerProcess, path: string, headers: Record<string, string>, password?: string) {
  const url = `${server.base}/api/v1${OPEN}/${path}`;
  const json = { 'content-type': 'application/json' };
  const posted = { method: 'POST', body: JSON.stringify({ password }), headers: { ...json, ...headers } };
  const answer = await fetch(url, password === undefined ? { headers } : posted);
  return (await answer.json()) as Visited;
}

const unlock = (server: ServerProcess, { id, secret }: { id: string; secret: string }, password: string) =>
  visit(server, `${id}/unlock`, { authorization: `DocShare ${secret}` }, password);

describe('the attempts at a password', () => {
  it('are counted for all processes on a database and outlive each of them', async () => {
    const before = await Promise.all(Array.from({ length: 6 }, (_, n) => unlock(first, spent, `wrong password ${n}`)));
    // Only one process can use the embedded database: there, the second one is the first one after a restart.
    if (url === undefined) await first.stop();
    const second = await start();
    const after = await Promise.all(Array.from({ length: 6 }, (_, n) => unlock(second, spent, `wrong password ${n}`)));
    expect(new Set([...before, ...after].map(({ status }) => status))).toEqual(new Set(['NOT_FOUND']));
    const running = url === undefined ? [second] : [first, second];
    for (const server of running) {
      expect((await unlock(server, spent, PASSWORD)).status).toBe('NOT_FOUND');
      expect((await unlock(server, fresh, PASSWORD)).status).toBe('OK');
    }
  });
});

describe('the link', () => {
  it('names the port that was found free', () => {
    expect(fresh.url).toBe(`${first.base}/share/${fresh.id}#${fresh.secret}`);
  });
});

describe('the log', () => {
  it('contains no secret, no password and no proof, after every kind of request', async () => {
    const server = servers.at(-1) as ServerProcess;
    const { id, secret } = read;
    const [authorization, password] = [`DocShare ${secret}`, 'wrong but private'];
    const { detail } = await unlock(server, { id, secret }, PASSWORD);
    const proof = detail?.unlock_proof as string;
    const unlocked = { authorization, 'x-doc-share-unlock': proof };
    const visits: Promise<unknown>[] = [
      visit(server, id, unlocked),
      visit(server, `${id}/versions/${version.id}/content`, unlocked),
      visit(server, `${id}/nothing?secret=${secret}`, unlocked),
      visit(server, `${secret}/unlock`, { authorization: secret }, password),
      visit(server, `${id}?secret=${secret}&proof=${proof}`, { authorization: `Bearer ${secret}` }),
      unlock(server, { id, secret }, password),
      unlock(server, { id, secret }, `${password}\u0000`),
      fetch(`${server.base}/graphql`, {
        method: 'POST',
        headers: { 'content-type': 'application/json', ...unlocked },
        body: JSON.stringify({
          query: `mutation { unlockPublicShare(input: { shareId: "${id}", password: "${password}" }) { unlockProof } }`,
        }),
      }),
    ];
    await Promise.all(visits);
    await server.stop();
    const log = servers.map(one => one.output()).join('\n');
    for (const private_ of [secret, PASSWORD, password, proof, proof.slice(14)]) expect(log).not.toContain(private_);
    const line = log.split('\n').find(text => text.includes('"operation":"GetPublicShareContent"')) ?? '{}';
    expect(JSON.parse(line)).toMatchObject({ surface: 'rest', actor: 'anonymous', code: 'OK' });
  });
});
