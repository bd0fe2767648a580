import { setTimeout as delay } from 'node:timers/promises';
import { afterAll, expect, it } from 'vitest';
import { runForCaller } from '../../../src/platform/callers.ts';
import { readConfig } from '../../../src/platform/config.ts';
import { openDatabase } from '../../../src/platform/database.ts';
import { migrate } from '../../../src/platform/migrations.ts';
import { checkReplica, createReplica } from '../../../src/platform/replica.ts';
import { openServices } from '../../../src/start.ts';
import { overDatabase } from '../../support/app.ts';
import { guideMarkdown } from '../../support/documents.ts';
import { startPostgresql } from '../../support/postgresql.ts';
import { seed } from '../../support/seed.ts';
import { statementsOf } from '../../support/statements.ts';

const primaryServer = await startPostgresql();
const replicaServer = await primaryServer.replicate();
afterAll(async () => {
  await replicaServer.stop();
  await primaryServer.stop();
});

const [primary, copy] = [await openDatabase(primaryServer), await openDatabase(replicaServer)];
await migrate(primary, { mode: 'apply' });
const PAUSE_MS = 200;
const replica = createReplica(primary, copy, { warn: () => {} }, PAUSE_MS);
afterAll(async () => {
  await replica.close();
  await primary.close();
});

const app = await overDatabase(primary, {}, replica);
const { admin } = await seed(app);
const project = await admin.createProject();
const guide = await project.createDocument({ type: 'MARKDOWN' });

/** What must be read back at once: the text of a version, the audit row of its publication, its name in a search. */
async function publishAndRead(word: string): Promise<unknown[]> {
  const { path } = await guide.publish({ content: `${guideMarkdown}\n${word}\n`, versionName: word });
  const { text } = await admin.rest('GET', `${path}/content/raw`);
  const query = { project_id: project.id, action: 'draft.approve' };
  const audit = await admin.rest<{ metadata: object }[]>('GET', '/private/audit-logs', { query });
  const found = await admin.rest('GET', '/private/search', { query: { q: 'guide' } });
  return [text.includes(word), audit.status, found.status, audit.total];
}

const read = (text: string): boolean => !/pg_last_wal_replay_lsn/.test(text);

const fromReplica = async (work: () => Promise<unknown>): Promise<string[]> =>
  (await statementsOf(copy, work)).filter(read);

it('serves texts, search and the audit log, and nothing of a decision', async () => {
  const draft = await guide.createDraft({ content: guideMarkdown });
  await draft.submit();
  expect(await fromReplica(() => draft.approve())).toEqual([]);
  const sent = await fromReplica(() => publishAndRead('first'));
  for (const table of ['JOIN texts', 'audit_entries', 'search_entries'])
    expect(
      sent.some(text => text.includes(table)),
      table,
    ).toBe(true);
  expect(sent.filter(text => !/^\s*(SELECT|WITH)\b/.test(text))).toEqual([]);
});

it('serves nobody an older state than they wrote, while it lags behind', async () => {
  const run = (sql: string) => copy.pool.query(sql);
  await run('SELECT pg_wal_replay_pause()');
  try {
    expect(await fromReplica(async () => expect(await publishAndRead('late')).toEqual([true, 'OK', 'OK', 3]))).toEqual(
      [],
    );
  } finally {
    await run('SELECT pg_wal_replay_resume()');
  }
  expect(await fromReplica(() => publishAndRead('again'))).not.toEqual([]);
});

it('stays in use for others while one caller waits for their own reads', async () => {
  const warnings: unknown[] = [];
  const used = createReplica(primary, copy, { warn: (warning: unknown) => void warnings.push(warning) });
  const slow = () => runForCaller('busy', () => used.read(db => db.$queryRaw`SELECT pg_sleep(1.5)::text`));
  // As many reads as one caller may have at a time, and one more.
  const reads = Array.from({ length: 3 }, slow);
  await delay(200);
  await Promise.all([...reads, slow()]);
  expect(warnings).toEqual([]);
  const small = () => runForCaller('other', () => used.read(db => db.$queryRaw`SELECT 1`));
  expect(await fromReplica(small)).toHaveLength(1);
});

it('is not missed while it is away, and used when it is back', async () => {
  await replicaServer.halt('immediate');
  expect(await publishAndRead('away')).toEqual([true, 'OK', 'OK', 5]);
  await replicaServer.restart();
  for (let waited = 0; (await fromReplica(() => publishAndRead(`back ${waited}`))).length === 0; waited += PAUSE_MS) {
    expect(waited).toBeLessThan(10_000);
    await delay(PAUSE_MS);
  }
});

it('is refused at the start when it is none', async () => {
  await expect(checkReplica(primary, copy)).resolves.toBeUndefined();
  const config = readConfig({
    DOCSVC_DATABASE_URL: primaryServer.url,
    DOCSVC_DATABASE_REPLICA_URL: primaryServer.url,
    DOCSVC_JWT_SECRET: 'x'.repeat(32),
    DOCSVC_ENCRYPTION_KEYS: `k1:${Buffer.alloc(32, 7).toString('base64')}`,
  });
  await expect(openServices(config)).rejects.toThrow(/^DOCSVC_DATABASE_REPLICA_URL names no streaming replica/);
});

it('does not count on what was found before another run of the database server', async () => {
  const search = `{ project(id: "${project.id}") { documents(search: "guide") { totalCount } } }`;
  const searches = async () =>
    (await statementsOf(primary, () => admin.ask(search))).filter(sql => sql.includes('LIKE')).length;
  await searches();
  expect(await searches()).toBe(0);
  await primaryServer.halt('fast');
  await primaryServer.restart();
  await expect.poll(async () => (await admin.graphql('{ me { id } }')).errors).toBeUndefined();
  expect(await searches()).toBe(1);
});
