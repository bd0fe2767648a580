import { expect, it } from 'vitest';
import { verify } from '../../src/admin/verify.ts';
import { testApp } from '../support/app.ts';
import { randomActs } from '../support/random-acts.ts';
import { seed } from '../support/seed.ts';

// `ACTS=20000 SEED=7` for more and different ones.
const ACTS = Number(process.env.ACTS ?? 800);
const SEED = Number(process.env.SEED ?? 13);
const AT_ONCE = 16;

const app = await testApp({ DOCSVC_WEBHOOK_ALLOWED_HOSTS: '127.0.0.1' });
const { admin, superAdmin, createPerson } = await seed(app);
const project = await admin.createProject();
const documents = [await project.createDocument(), await project.createDocument()];
const [guest, disabled] = [await project.addMember('writer'), await createPerson()];
const people = [admin, superAdmin, await project.addMember('admin'), await project.addMember('writer'), guest];
const place = { project, documents, guestIds: [guest.id, disabled.id], disabledId: disabled.id };
const next = randomActs(place, SEED);

/** What people can cause by acting at the same time. */
const CAUSED = ['INVALID_ARGUMENT', 'NOT_FOUND', 'FAILED_PRECONDITION', 'PERMISSION_DENIED', 'ALREADY_EXISTS'];

it('people who act on the same documents at once get results or reasons, and everything stays as it must be', async () => {
  const failures: string[] = [];
  const succeeded = new Set<string>();
  let begun = 0;
  const act = async () => {
    while (begun++ < ACTS) {
      const caller = people[begun % people.length] as (typeof people)[0];
      const { mutation, query, input, done } = next();
      const { data, errors = [], code } = await caller.graphql<Record<string, { id: string }>>(query, { input });
      if (code === 'OK') {
        done(data[mutation] as { id: string });
        succeeded.add(mutation);
      }
      for (const { message, extensions } of errors)
        if (!CAUSED.includes(extensions?.code)) failures.push(`${mutation}: ${extensions?.code} ${message}`);
    }
  };
  await Promise.all(Array.from({ length: AT_ONCE }, act));
  expect(failures).toEqual([]);
  // Otherwise people would not be in each other's way.
  expect(succeeded.size).toBeGreaterThan(20);
  const { db: prisma } = app.services;
  expect(await prisma.version.count()).toBeGreaterThan(ACTS / 100);
  const lines: string[] = [];
  for await (const line of verify({ services: app.services, database: app.database })) lines.push(line);
  expect(lines.filter(line => !line.startsWith('ok'))).toEqual([]);
});
