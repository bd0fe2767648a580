import { readFile } from 'node:fs/promises';
import pg from 'pg';
import { describe, expect, inject, it, onTestFinished } from 'vitest';
import { openDatabase } from '../../src/platform/database.ts';
import { prepareDatabase } from '../../src/platform/grants.ts';
import { explainFailure } from '../../src/platform/start-failures.ts';
import { doJobs, enableProvider, ended, until } from '../support/ai.ts';
import { overDatabase } from '../support/app.ts';
import { emptyDatabase, serviceDatabase } from '../support/database.ts';
import { petstore31Json, petstoreNext } from '../support/documents.ts';
import { createToken } from '../support/mcp.ts';
import { answerOf, json, startModelServer } from '../support/model-server.ts';
import { databaseUrl, runSql, startPostgresql, urlAs } from '../support/postgresql.ts';
import { seed, seedPassword } from '../support/seed.ts';
import { PASSWORD, revoke, share, visitor } from '../support/share.ts';

/** PostgreSQL with two roles: one owns the tables, the other one serves and cannot change history. */

describe.runIf(inject('database').kind === 'postgresql')('the role of the service', async () => {
  if (inject('database').kind !== 'postgresql') return;
  const { database, ownerUrl, serviceUrl } = await serviceDatabase();
  const other = await serviceDatabase();
  const app = await overDatabase(database, { DOCSVC_RATE_LIMITS: 'on' });
  await doJobs(app);
  const { admin, createPerson, superAdmin } = await seed(app);
  const project = await admin.createProject();
  const document = await project.createDocument();

  it('can do everything that the service does', async () => {
    const model = await startModelServer(response => json(response, answerOf('CHAT_COMPLETIONS', 'So.')));
    await enableProvider(admin, project.path, model.url);
    await document.publish({ content: petstore31Json });
    const draft = await document.createDraft({ content: petstoreNext });
    await draft.submit();
    await draft.requestChanges({ comment: 'Not yet' });
    await draft.update({ versionName: 'later', by: await project.addMember('writer') });
    await draft.submit();
    const version = await draft.approve();
    expect(await until(admin, `${version.path}/ai-summary`, ended)).toMatchObject({ status: 'succeeded' });
    const [diff] = (await admin.rest<{ id: string }[]>('GET', `${document.path}/diffs`)).detail;
    const sent = await document.createDraft();
    await sent.submit();
    await sent.requestChanges();
    await sent.update({ versionName: 'gone', by: await project.addMember('writer') });
    await sent.withdraw();
    const chat = { document_id: document.id, context_type: 'diff', context_id: diff?.id };
    const session = await admin.rest('POST', `${project.path}/ai/chat-sessions`, { body: chat });
    const message = { content: 'Why?' };
    const steps = [
      admin.rest('POST', `${project.path}/ai/chat-sessions/${session.detail.id}/messages`, { body: message }),
      admin.rest('PUT', `${project.path}/diff-policy`, { body: { profile: 'lenient' } }),
      superAdmin.rest('GET', '/private/audit-logs'),
    ];
    for (const step of steps) expect(await step).toMatchObject({ status: 'OK' });
  });

  it('creates shares and tokens and signs users in', async () => {
    const person = await createPerson();
    const body = { email: person.email, password: 'wrong password' };
    expect(await app.rest('POST', '/open/auth/login', { body })).toMatchObject({ status: 'UNAUTHENTICATED' });
    body.password = seedPassword;
    expect(await app.rest('POST', '/open/auth/login', { body })).toMatchObject({ status: 'OK' });
    const link = await share(document, { password: PASSWORD });
    const { detail } = await visitor(app).unlock(link.id, PASSWORD, { secret: link.secret });
    const visit = { secret: link.secret, proof: detail.unlock_proof };
    expect(await visitor(app).read(link.id, '', visit)).toMatchObject({ status: 'OK' });
    expect(await revoke(document, link.id)).toMatchObject({ status: 'OK' });
    const { token, id } = await createToken(admin);
    const call = { jsonrpc: '2.0', id: 1, method: 'tools/call', params: { name: 'list_projects', arguments: {} } };
    expect((await app.rest('POST', '/open/mcp', { token, body: call })).text).toContain(project.id);
    await app.services.usage.flush();
    expect(await admin.rest('POST', `/private/mcp-tokens/${id}/revoke`)).toMatchObject({ status: 'OK' });
  });

  it('replaces the comparison of a diff by that of another engine, and nothing else of it', async () => {
    const { prisma } = database;
    const diff = await prisma.diff.findFirstOrThrow({ where: { documentId: document.id } });
    const old = await prisma.comparison.findUniqueOrThrow({ where: { id: diff.comparisonId } });
    await runSql(
      ownerUrl,
      `
      INSERT INTO comparisons SELECT repeat('e', 64), document_type, summary, item_count, items_hash FROM comparisons
      WHERE id = '${old.id}';
      UPDATE diffs SET comparison_id = repeat('e', 64) WHERE id = '${diff.id}'`,
    );
    const body = { from_version_id: diff.fromVersionId, to_version_id: diff.toVersionId };
    expect(await admin.rest('POST', `${document.path}/diffs`, { body })).toMatchObject({ status: 'OK' });
    expect(await prisma.diff.findUnique({ where: { id: diff.id } })).toMatchObject({ comparisonId: old.id });
  });

  const kept = ['audit_entries', 'reviews', 'diffs', 'versions', 'endpoints', 'texts', 'comparisons', 'chat_messages'];
  it.each([
    ...kept.flatMap(table => [`UPDATE ${table} SET created_at = now()`, `DELETE FROM ${table}`]),
    ...[...kept, 'drafts', 'users'].flatMap(table => [
      `TRUNCATE ${table} CASCADE`,
      `ALTER TABLE ${table} DISABLE TRIGGER ALL`,
      `DROP TABLE ${table} CASCADE`,
    ]),
    "SET session_replication_role = 'replica'",
    'DROP FUNCTION refuse_change() CASCADE',
    'CREATE OR REPLACE FUNCTION refuse_change() RETURNS trigger LANGUAGE plpgsql AS $$ BEGIN RETURN NEW; END $$',
    'CREATE TABLE own (id int)',
    'UPDATE draft_editors SET user_id = draft_id',
    'DELETE FROM draft_editors',
    'UPDATE _prisma_migrations SET checksum = $$x$$',
    "SET ROLE 'postgres'",
  ])('is refused by PostgreSQL: %s', async sql => {
    await expect(database.pool.query(sql)).rejects.toMatchObject({ code: expect.stringMatching(/^(42501|42809)$/) });
  });

  it.each([
    [`UPDATE drafts SET changelog = 'x' WHERE status = 'PUBLISHED'`, 'UPDATE of a draft that is published'],
    [`UPDATE drafts SET status = 'DRAFT' WHERE status = 'PUBLISHED'`, 'UPDATE of a draft that is published'],
    [`DELETE FROM drafts WHERE status = 'PUBLISHED'`, 'DELETE of a draft that is published'],
    [
      `INSERT INTO endpoints (id, version_id, method, path, tags, deprecated, hash)
       SELECT gen_random_uuid(), id, 'GET', '/late', '{}', FALSE, repeat('a', 64) FROM public.versions`,
      'endpoints are written together with their version',
    ],
  ])('is refused by a trigger, also behind a temporary table: %s', async (sql, refusal) => {
    const client = new pg.Client({ connectionString: serviceUrl });
    await client.connect();
    await client.query('CREATE TEMPORARY TABLE versions AS SELECT * FROM public.versions LIMIT 0');
    await expect(client.query(sql)).rejects.toThrow(refusal);
    await client.end();
  });

  it('gets its privileges at every start, including those on new tables', async () => {
    await runSql(ownerUrl, 'CREATE TABLE later (id int); GRANT UPDATE, TRUNCATE ON versions TO PUBLIC');
    await runSql(ownerUrl, 'REVOKE UPDATE, TRUNCATE ON versions FROM PUBLIC');
    await database.pool.query('INSERT INTO later VALUES (1)');
    for (let start = 0; start < 2; start++)
      expect(await prepareDatabase(database, ownerUrl, { mode: 'apply' })).toEqual({ applied: [], unknown: [] });
    await database.pool.query('UPDATE later SET id = 2; DELETE FROM later');
    expect(await prepareDatabase(database, ownerUrl, { mode: 'verify' })).toEqual({ applied: [], unknown: [] });
  });

  it('must not be powerful itself, and must use the same database', async () => {
    const owner = await openDatabase({ url: ownerUrl });
    onTestFinished(() => owner.close());
    const prepare = (url: string) => prepareDatabase(owner, url, { mode: 'apply' });
    await expect(prepare(ownerUrl)).rejects.toThrow(/^The role postgres of DOCSVC_DATABASE_URL is a superuser/);
    await expect(prepare(other.ownerUrl)).rejects.toThrow(/: set both to the same database and schema of one server$/);
  });

  async function expectRefusedUnchanged(url: string): Promise<void> {
    await expect(prepareDatabase(database, url, { mode: 'apply' })).rejects.toThrow(/: set both to the same database/);
    const unchanged = await openDatabase({ url });
    onTestFinished(() => unchanged.close());
    const { rows } = await unchanged.pool.query("SELECT FROM pg_tables WHERE schemaname = 'public'");
    expect(rows).toEqual([]);
  }

  it('changes nothing in another database that is named for the owner by mistake', async () => {
    const { url = '' } = await emptyDatabase();
    await expectRefusedUnchanged(url);
  });

  it.skipIf(process.env.DOCSVC_TEST_DATABASE_URL)('nor in one of the same name on another server', async () => {
    const server = await startPostgresql();
    onTestFinished(() => server.stop());
    const { pathname, username } = new URL(serviceUrl);
    const name = pathname.slice(1);
    await runSql(server.url, `CREATE DATABASE ${name}`);
    await runSql(server.url, `CREATE ROLE ${username}`);
    await expectRefusedUnchanged(databaseUrl(server.url, name));
  });

  it('is told what to do if it shall migrate itself', async () => {
    const { url = '' } = await emptyDatabase();
    const role = `served_${Date.now()}`;
    await runSql(url, `CREATE ROLE ${role} LOGIN PASSWORD 'p'; REVOKE CREATE ON SCHEMA public FROM PUBLIC`);
    const own = await openDatabase({ url: urlAs(url, role, 'p') });
    onTestFinished(() => own.close());
    const failure = await prepareDatabase(own, undefined, { mode: 'apply' }).then(String, explainFailure);
    expect(failure).toMatch(/^The role of the database lacks a right \(permission denied for schema public\): give it/);
    expect(failure).not.toContain('\n');
  });

  it('and its owner are told apart if the owner is the one who lacks a right', async () => {
    const { url = '' } = await emptyDatabase();
    const [owner, role] = [`owning_${Date.now()}`, `served_${Date.now()}`];
    for (const name of [owner, role]) await runSql(url, `CREATE ROLE ${name} LOGIN PASSWORD 'p'`);
    await runSql(url, 'REVOKE CREATE ON SCHEMA public FROM PUBLIC');
    const own = await openDatabase({ url: urlAs(url, role, 'p') });
    onTestFinished(() => own.close());
    const failure = await prepareDatabase(own, urlAs(url, owner, 'p'), { mode: 'apply' }).then(String, explainFailure);
    expect(failure).toMatch(/^The role of DOCSVC_DATABASE_MIGRATION_URL lacks a right \(permission denied for schema/);
  });

  it('is told to migrate as the owner if it may create tables, but not change those of the owner', async () => {
    const { url = '' } = await emptyDatabase();
    const whole = await openDatabase({ url });
    onTestFinished(() => whole.close());
    await prepareDatabase(whole, undefined, { mode: 'apply' });
    const role = `served_${Date.now()}`;
    await runSql(
      url,
      `CREATE ROLE ${role} LOGIN PASSWORD 'p'; GRANT CREATE ON SCHEMA public TO PUBLIC;
       GRANT SELECT, INSERT, DELETE ON _prisma_migrations TO ${role};
       DELETE FROM _prisma_migrations WHERE migration_name = '20261130091600_searched_teams_and_projects'`,
    );
    const own = await openDatabase({ url: urlAs(url, role, 'p') });
    onTestFinished(() => own.close());
    const failure = await prepareDatabase(own, undefined, { mode: 'apply' }).then(String, explainFailure);
    expect(failure).toMatch(/failed: .*Set DOCSVC_DATABASE_MIGRATION_URL to the URL of the role that owns/);
  });

  it('is created by the SQL of the documentation', async () => {
    const text = await readFile(new URL('../../docs/postgresql.md', import.meta.url), 'utf8');
    const [sql = ''] = /(?<=```sql\n)CREATE ROLE[^`]*/.exec(text) ?? [];
    const [name, suffix] = ['docsvc', `_${Date.now()}`];
    const own = sql.replaceAll(/\bdocsvc(_owner|_service)?\b/g, found => `${found}${suffix}`);
    const [roles = '', created = '', rights = ''] = own.split(/(?=CREATE DATABASE|REVOKE ALL)/);
    const adminUrl = databaseUrl(ownerUrl, 'postgres');
    const ownUrl = databaseUrl(ownerUrl, `${name}${suffix}`);
    const at = (role: string, password: string) => urlAs(ownUrl, role + suffix, password);
    onTestFinished(() => runSql(adminUrl, `DROP ROLE docsvc_owner${suffix}, docsvc_service${suffix}`));
    onTestFinished(() => runSql(adminUrl, `DROP DATABASE ${name}${suffix} WITH (FORCE)`));
    await runSql(adminUrl, roles);
    await runSql(adminUrl, created);
    await runSql(ownUrl, rights);
    const service = await openDatabase({ url: at('docsvc_service', 'second-password') });
    onTestFinished(() => service.close());
    const { applied } = await prepareDatabase(service, at('docsvc_owner', 'first-password'), { mode: 'apply' });
    expect(applied.length).toBeGreaterThan(8);
    expect(await service.prisma.user.count()).toBe(0);
    await expect(service.pool.query('DELETE FROM audit_entries')).rejects.toMatchObject({ code: '42501' });
    await expect(service.pool.query('CREATE TEMPORARY TABLE t (id int)')).rejects.toMatchObject({ code: '42501' });
  });
});
