import { expect, test } from 'vitest';
import { testDatabase } from '../../support/database.ts';

const { prisma, kind } = await testDatabase();

test('opens', async () => {
  expect(await prisma.user.count()).toBe(0);
  console.log(kind);
});
