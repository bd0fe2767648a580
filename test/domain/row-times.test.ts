import { afterEach, expect, it, vi } from 'vitest';
import { testApp } from '../support/app.ts';
import { petstore31Json, petstoreNext } from '../support/documents.ts';
import { seed } from '../support/seed.ts';

const app = await testApp();
const { admin } = await seed(app);
const { prisma } = app.database;

afterEach(() => void vi.useRealTimers());

it('a new draft, version and diff have one time, also if the clock of the database is ahead', async () => {
  const document = await (await admin.createProject()).createDocument();
  vi.useFakeTimers({ toFake: ['Date'], now: Date.now() - 60_000 });
  const draft = await document.createDraft();
  const { createdAt, updatedAt } = await prisma.draft.findUniqueOrThrow({ where: { id: draft.id } });
  expect(updatedAt).toEqual(createdAt);
  const { id } = await document.publish({ content: petstore31Json });
  await document.publish({ content: petstoreNext });
  const version = await prisma.version.findUniqueOrThrow({ where: { id } });
  expect(version.createdAt).toEqual(version.publishedAt);
  const diff = await prisma.diff.findFirstOrThrow({ where: { documentId: document.id } });
  expect(diff.updatedAt).toEqual(diff.createdAt);
});
