import type pg from 'pg';
import { afterAll, expect, it } from 'vitest';
import { openDatabase } from '../../src/platform/database.ts';
import { migrate } from '../../src/platform/migrations.ts';
import { overDatabase } from '../support/app.ts';
import { petstore31Json, petstoreNext } from '../support/documents.ts';
import { startPostgresql } from '../support/postgresql.ts';
import { seed } from '../support/seed.ts';

const postgresql = await startPostgresql();
const database = await openDatabase(postgresql);
afterAll(async () => {
  await database.close();
  await postgresql.stop();
});
await migrate(database, { mode: 'apply' });
const { admin } = await seed(await overDatabase(database));
const document = await (await admin.createProject()).createDocument();

type Query = (...args: unknown[]) => unknown;

/** Halts PostgreSQL after the next commit, before its caller knows of it. */
function haltAfterCommit(): void {
  let isHalted = false;
  const watch = (client: pg.PoolClient) => {
    const query = client.query as Query;
    client.query = (async (...args: unknown[]) => {
      const answer = await query.apply(client, args);
      const [statement] = args as [string | { text?: string }];
      if (isHalted || (typeof statement === 'string' ? statement : statement.text) !== 'COMMIT') return answer;
      isHalted = true;
      database.pool.off('acquire', watch);
      await postgresql.halt('fast');
      return answer;
    }) as typeof client.query;
  };
  database.pool.on('acquire', watch);
}

/** Restarts PostgreSQL, and waits until the service has noticed. */
async function restart(): Promise<void> {
  await postgresql.restart();
  const read = async () => (await admin.rest('GET', document.path)).status;
  await expect.poll(read, { timeout: 15_000 }).toBe('OK');
}

const LOST = {
  status: 'UNAVAILABLE',
  message: 'The change itself is done, only its answer is missing: read before you send it again',
};

it('a change whose answer is lost with the database is UNAVAILABLE, and says that it is done', async () => {
  const draft = await document.createDraft();
  const { revision } = await draft.read();
  haltAfterCommit();
  const answer = await admin.rest('PATCH', draft.path, { body: { expected_revision: revision, changelog: 'New' } });
  await restart();
  expect(answer).toMatchObject(LOST);
  expect((await admin.rest('GET', draft.path)).detail.changelog).toBe('New');
});

it('a diff whose answer is lost with the database is UNAVAILABLE, and the same when it is asked for again', async () => {
  const from = await document.publish({ content: petstore31Json });
  const to = await document.publish({ content: petstoreNext });
  const compare = () =>
    admin.rest('POST', `${document.path}/diffs`, { body: { from_version_id: from.id, to_version_id: to.id } });
  haltAfterCommit();
  const answer = await compare();
  await restart();
  expect(answer).toMatchObject(LOST);
  const { detail } = await compare();
  expect((await compare()).detail.id).toBe(detail.id);
});
