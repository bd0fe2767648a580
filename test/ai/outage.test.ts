import type { ServerResponse } from 'node:http';
import { afterAll, expect, it } from 'vitest';
import { openDatabase } from '../../src/platform/database.ts';
import { migrate } from '../../src/platform/migrations.ts';
import { enableProvider } from '../support/ai.ts';
import { overDatabase } from '../support/app.ts';
import { petstore31Json } from '../support/documents.ts';
import { answerOf, json, startModelServer } from '../support/model-server.ts';
import { startPostgresql } from '../support/postgresql.ts';
import { seed } from '../support/seed.ts';

const postgresql = await startPostgresql();
const database = await openDatabase(postgresql);
afterAll(async () => {
  await database.close();
  await postgresql.stop();
});
await migrate(database, { mode: 'apply' });
const app = await overDatabase(database);
const { admin } = await seed(app);

const waiting: ServerResponse[] = [];
const models = await startModelServer(response => void waiting.push(response));
const answerAll = () => {
  for (const response of waiting.splice(0)) json(response, answerOf('CHAT_COMPLETIONS', 'Yes.'));
};

it('a session whose answer an outage of the database interrupted is free when the database is back', async () => {
  const project = await admin.createProject();
  await enableProvider(admin, project.path, models.url);
  const document = await project.createDocument();
  const { id: context_id } = await document.publish({ content: petstore31Json });
  const chats = `${project.path}/ai/chat-sessions`;
  const body = { document_id: document.id, context_type: 'version', context_id };
  const { id } = (await admin.rest('POST', chats, { body })).detail;
  const send = () => admin.rest('POST', `${chats}/${id}/messages`, { body: { content: 'Well?' } });

  const interrupted = send();
  await expect.poll(() => waiting.length).toBe(1);
  // So that the lease does not end while the test waits.
  const answeringUntil = new Date(Date.now() + 35_000);
  await database.prisma.chatSession.update({ where: { id }, data: { answeringUntil } });
  await postgresql.halt('fast');
  answerAll();
  expect((await interrupted).status).toBe('UNAVAILABLE');
  await postgresql.restart();
  const isFree = async () =>
    (await database.prisma.chatSession.findUniqueOrThrow({ where: { id } }).catch(() => undefined))?.answering === null;
  await expect.poll(isFree, { timeout: 15_000 }).toBe(true);

  const again = send();
  await expect.poll(() => waiting.length).toBe(1);
  answerAll();
  expect((await again).detail).toMatchObject({ content: 'Yes.' });
});
