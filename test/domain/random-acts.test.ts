import { expect, it } from 'vitest';
import { verify } from '../../src/admin/verify.ts';
import { doJobs, enableProvider } from '../support/ai.ts';
import { testApp } from '../support/app.ts';
import { agent, createToken } from '../support/mcp.ts';
import { startModelServer } from '../support/model-server.ts';
import { type Act, randomActs } from '../support/random-acts.ts';
import { type Person, seed } from '../support/seed.ts';

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
const tokens = new Map<Person, string>();
for (const person of people) tokens.set(person, (await createToken(person)).token);
await doJobs(app);
await enableProvider(superAdmin, '/private', (await startModelServer()).url);

/** What people can cause by acting at the same time. */
const CAUSED = ['INVALID_ARGUMENT', 'NOT_FOUND', 'FAILED_PRECONDITION', 'PERMISSION_DENIED', 'ALREADY_EXISTS'];

/** AI questions are limited to 20 a minute. */
const isCaused = (mutation: string, code: string): boolean =>
  CAUSED.includes(code) || (/Chat|Summary/.test(mutation) && code === 'RESOURCE_EXHAUSTED');

type Done = { mutation: string; failures: { code: string; message: string }[] };

async function perform({ mutation, query, input, done }: Act, by: Person): Promise<Done> {
  const { data, errors = [], code } = await by.graphql<Record<string, { id: string }>>(query, { input });
  if (code === 'OK') done(data[mutation] as { id: string });
  return { mutation, failures: errors.map(({ message, extensions }) => ({ code: extensions?.code, message })) };
}

async function callTool({ tool = { name: '', args: {} }, done }: Act, by: Person): Promise<Done> {
  const { status, message, value } = await agent(app, tokens.get(by) ?? '').call(tool.name, tool.args);
  const { id, document_id: documentId, revision, review_revision: reviewRevision } = value;
  if (status === 'OK') done({ id, documentId, revision, reviewRevision });
  return { mutation: tool.name, failures: status === 'OK' ? [] : [{ code: status, message }] };
}

it('people and their agents who act on the same documents at once get results or reasons, and everything stays as it must be', async () => {
  const failures: string[] = [];
  const succeeded = new Set<string>();
  let begun = 0;
  const work = async () => {
    while (begun++ < ACTS) {
      const caller = people[begun % people.length] as (typeof people)[0];
      const act = next();
      const isByAgent = act.tool !== undefined && begun % 3 === 0;
      const { mutation, failures: found } = await (isByAgent ? callTool : perform)(act, caller);
      if (found.length === 0) succeeded.add(mutation);
      for (const { code, message } of found)
        if (!isCaused(mutation, code)) failures.push(`${mutation}: ${code} ${message}`);
    }
  };
  await Promise.all(Array.from({ length: AT_ONCE }, work));
  expect(failures).toEqual([]);
  expect(succeeded).toContain('create_api_version_draft');
  // Otherwise people would not be in each other's way.
  expect(succeeded.size).toBeGreaterThan(20);
  const { db: prisma } = app.services;
  expect(await prisma.version.count()).toBeGreaterThan(ACTS / 250);
  const lines: string[] = [];
  for await (const line of verify({ services: app.services, database: app.database })) lines.push(line);
  expect(lines.filter(line => !line.startsWith('ok'))).toEqual([]);
});
