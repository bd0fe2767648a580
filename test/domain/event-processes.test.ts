import { mkdtemp, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterAll, expect, it } from 'vitest';
import { openDatabase } from '../../src/platform/database.ts';
import { migratedDatabaseIn } from '../support/database.ts';
import { petstore31Json } from '../support/documents.ts';
import { adminSettings, makeDocument, signIn, succeed } from '../support/http-client.ts';
import { startMailServer } from '../support/mail-server.ts';
import { type ServerProcess, startServer } from '../support/process.ts';
import { startReceiver } from '../support/receiver.ts';

/** Two server processes on one PostgreSQL database; on the embedded database, one after the other. */

const dataDir = await mkdtemp(join(tmpdir(), 'docsvc-events-'));
const { url } = await migratedDatabaseIn(dataDir);
const mailServer = await startMailServer();
const servers: ServerProcess[] = [];

async function start(): Promise<ServerProcess> {
  const server = await startServer({
    ...adminSettings,
    DOCSVC_DATA_DIR: dataDir,
    DOCSVC_JWT_SECRET: 'a secret of sessions that both processes know',
    DOCSVC_ENCRYPTION_KEYS: `k1:${Buffer.alloc(32, 7).toString('base64')}`,
    DOCSVC_SMTP_URL: mailServer.url,
    DOCSVC_MAIL_FROM: 'docs@example.com',
    ...(url !== undefined && { DOCSVC_DATABASE_URL: url }),
  });
  servers.push(server);
  return server;
}

afterAll(async () => {
  await Promise.all(servers.map(server => server.stop('SIGKILL')));
  await rm(dataDir, { recursive: true, force: true });
});

const first = await start();
const neighbour = url === undefined ? undefined : await start();
const { rest } = await signIn(first.base);
const { project, document, branches } = await makeDocument(rest);

it.runIf(url)('a token that one process revokes is refused by the other one in its next request', async () => {
  const made = await succeed(
    rest<{ id: string; token: string }>('POST', '/private/api-tokens', { name: 'Robot', scopes: [1] }),
  );
  const ask = async () => {
    const headers = { authorization: made.token };
    const answer = await fetch(`${neighbour?.base}/api/v1/private/projects`, { headers });
    return ((await answer.json()) as { status: string }).status;
  };
  expect(await ask()).toBe('OK');
  await succeed(rest('POST', `/private/api-tokens/${made.id}/revoke`, {}));
  expect(await ask()).toBe('UNAUTHENTICATED');
});

/** The lease of a process that is gone ends 10 seconds later. */
async function endLeases(): Promise<void> {
  if (url === undefined) return;
  const { prisma, close } = await openDatabase({ url });
  await prisma.$executeRaw`UPDATE deliveries SET due_at = now() WHERE status = 'PENDING'`;
  await prisma.$executeRaw`UPDATE mails SET due_at = now()`;
  await close();
}

/** Another admin of the project, who reviews. */
async function addReviewer(): Promise<void> {
  const person = { email: 'reviewer@example.com', name: 'Reviewer', password: 'a long password' };
  const { id } = await succeed(rest('POST', '/private/system/users', person));
  await succeed(rest('POST', `/private/projects/${project}/members`, { user_id: id, role: 3 }));
}

it('a delivery and an e-mail of a killed process are sent again, with the same id', async () => {
  await addReviewer();
  mailServer.answer = () => new Promise(() => {});
  const receiver = await startReceiver(() => {});
  await succeed(
    rest('POST', `/private/projects/${project}/webhooks`, { url: receiver.url, events: ['draft.submitted'] }),
  );
  const body = { branch_id: branches.dev, version_name: '1', schema_content: petstore31Json };
  const draft = await succeed(rest('POST', `${document}/drafts`, body));
  await succeed(rest('POST', `${document}/drafts/${draft.id}/submit`));
  await expect.poll(() => receiver.messages.length).toBe(1);
  await expect.poll(() => mailServer.tried.length).toBe(1);
  receiver.answer = response => response.writeHead(204).end();
  mailServer.answer = () => undefined;
  await first.stop('SIGKILL');
  if (neighbour === undefined) await start();
  await endLeases();
  await expect.poll(() => receiver.messages.length).toBe(2);
  expect(receiver.messages[1]).toMatchObject({ id: receiver.messages[0]?.id, body: receiver.messages[0]?.body });
  await expect.poll(() => mailServer.mails.length).toBe(1);
  const [{ id, to, subject } = {}] = mailServer.tried;
  expect(mailServer.mails[0]).toMatchObject({ id, to, subject });
});
