import { afterEach, describe, expect, it } from 'vitest';
import { testApp } from '../support/app.ts';
import { type Document, seed } from '../support/seed.ts';

/** A transaction that conflicts with others is tried three times. Then the caller gets Retry-After. */

const app = await testApp();
const { admin } = await seed(app);
const document: Document = await (await admin.createProject()).createDocument();
const { pool } = app.database;

async function failEvery(statement: string, when: string, sqlState: string): Promise<void> {
  await pool.query(`
    CREATE SEQUENCE tries;
    CREATE FUNCTION lose() RETURNS trigger LANGUAGE plpgsql AS $$
      BEGIN PERFORM nextval('tries'); RAISE EXCEPTION 'lost' USING ERRCODE = '${sqlState}'; END $$;
    CREATE CONSTRAINT TRIGGER lose AFTER ${statement} ${when} FOR EACH ROW EXECUTE FUNCTION lose();`);
}

const tries = async () => Number((await pool.query('SELECT last_value FROM tries')).rows[0].last_value);

afterEach(() => pool.query('DROP FUNCTION lose CASCADE; DROP SEQUENCE tries'));

describe.each([
  ['40001', 'a serialization failure', ''],
  ['40P01', 'a deadlock', ''],
  ['40001', 'a serialization failure of the commit', 'DEFERRABLE INITIALLY DEFERRED'],
])('%s, %s, that lasts', (sqlState, _, when) => {
  it('is UNAVAILABLE with Retry-After after three tries', async () => {
    await failEvery('INSERT ON drafts', when, sqlState);
    const body = { branch_id: document.branches.dev, version_name: '1', schema_content: '' };
    body.schema_content = JSON.stringify({ openapi: '3.1.0', info: { title: 'T', version: '1' }, paths: {} });
    const answer = await admin.rest('POST', `${document.path}/drafts`, { body });
    expect(answer).toMatchObject({ http: 503, code: 503, status: 'UNAVAILABLE' });
    expect(Number(answer.headers['retry-after'])).toBeGreaterThan(0);
    expect(await tries()).toBe(3);
    const count = await app.database.prisma.draft.count({ where: { documentId: document.id } });
    expect(count).toBe(0);
  });
});

it('a single statement that loses is UNAVAILABLE too', async () => {
  await pool.query(`
    CREATE SEQUENCE tries;
    CREATE FUNCTION lose() RETURNS boolean LANGUAGE plpgsql AS $$
      BEGIN RAISE EXCEPTION 'lost' USING ERRCODE = '40001'; END $$;
    ALTER TABLE users RENAME TO kept_users;
    CREATE VIEW users AS SELECT * FROM kept_users WHERE lose();`);
  try {
    const answer = await admin.rest('GET', '/private/identity/me');
    expect(answer).toMatchObject({ http: 503, status: 'UNAVAILABLE' });
    const { errors } = await admin.graphql('{ me { id } }');
    expect(errors?.[0]?.extensions).toMatchObject({ code: 'UNAVAILABLE', retryAfterSeconds: 5 });
  } finally {
    await pool.query('DROP VIEW users; ALTER TABLE kept_users RENAME TO users');
  }
});
