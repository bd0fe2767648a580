import { describe, expect, it } from 'vitest';
import { MANY } from '../../src/lists/totals.ts';
import { newId } from '../../src/platform/ids.ts';
import { testApp } from '../support/app.ts';
import { callerOf, seed } from '../support/seed.ts';

const app = await testApp();
const { admin, superAdmin, createPerson } = await seed(app);
const { db } = app.services;

type Candidate = { id: string; email: string; name: string };

const project = await admin.createProject();
const other = await admin.createProject();
const colleague = await other.addMember('reader', await createPerson('colleague'));
const strangers = await Promise.all(Array.from({ length: 14 }, (_, index) => createPerson(`wanderer-${index}`)));
const hidden = strangers[0] as (typeof strangers)[0];
for (const { id } of strangers)
  await db.user.update({ where: { id }, data: { name: `Walter Wandering ${id.slice(-4)}` } });
const unnamed = await createPerson('unnamed');
await db.user.update({ where: { id: unnamed.id }, data: { name: unnamed.email } });

const list = async (search?: string, caller = admin as Pick<typeof admin, 'rest'>) =>
  caller.rest<Candidate[]>('GET', `${project.path}/member-candidates`, {
    query: search === undefined ? {} : { search },
  });
const emails = async (search?: string) => (await list(search)).detail.map(({ email }) => email);

const account = { passwordHash: '', isSuperAdmin: false };
const nameOf = (email: string) => email.normalize('NFC').slice(0, 200);

describe('candidates for members', () => {
  it('without a search are the people who share a project with the caller', async () => {
    expect(await list()).toMatchObject({ total: 1, detail: [{ id: colleague.id, email: colleague.email }] });
    for (const search of ['Wa', 'co', ' W ']) expect((await list(search)).detail.length).toBeLessThanOrEqual(1);
    expect(await emails('olleag')).toEqual([colleague.email]);
  });

  it('by a part of a name are at most ten others, with masked addresses', async () => {
    const found = await list('wandering');
    expect(found).toMatchObject({ total: 10 });
    expect(found.detail).toHaveLength(10);
    expect(new Set(found.detail.map(({ email }) => email))).toEqual(new Set(['w***@e***']));
    const paged = await admin.rest<Candidate[]>('GET', `${project.path}/member-candidates`, {
      query: { search: 'wandering', offset: 10 },
    });
    expect(paged.detail).toEqual([]);
  });

  it('by a part of a name are found in any Unicode normal form', async () => {
    const accented = await createPerson('accented');
    await db.user.update({ where: { id: accented.id }, data: { name: 'Zo\u00e9 Far' } });
    for (const search of ['Zo\u00e9', 'Zoe\u0301'])
      expect((await list(search)).detail.map(({ id }) => id)).toEqual([accented.id]);
    expect((await list('oe\u0301')).detail).toEqual([]);
  });

  it('by the whole address, in any case, are that one person unmasked', async () => {
    expect(await list(` ${hidden.email.toUpperCase()} `)).toMatchObject({
      total: 1,
      detail: [{ id: hidden.id, email: hidden.email }],
    });
  });

  it.each([
    'wanderer-1',
    'er-0@exam',
    '@example.com',
    'example',
    hidden.email.slice(0, -1),
    `%${hidden.email.slice(1)}`,
  ])('are no strangers for a part of their address: %s', async search => {
    expect((await emails(search)).filter(email => email !== colleague.email)).toEqual([]);
  });

  it('whose name is their email address are not found by its parts', async () => {
    expect(await emails('unnam')).toEqual([]);
    expect((await list(unnamed.email)).detail).toEqual([{ id: unnamed.id, email: unnamed.email, name: unnamed.email }]);
  });

  it('whose name is their address are hidden too if the name was cut, or has another Unicode form', async () => {
    const long = `lengthy@${'example.'.repeat(25)}com`;
    const register = (email: string) =>
      db.user.create({ data: { ...account, id: newId(), email, name: nameOf(email) } });
    await register(long);
    await register('cafe\u0301-noir@example.com');
    for (const part of ['lengthy@exam', 'caf\u00e9-no', 'cafe\u0301-no']) expect((await list(part)).detail).toEqual([]);
    expect((await list(long)).detail).toMatchObject([{ email: long, name: long.slice(0, 200) }]);
  });

  it('are the same over GraphQL, without further data', async () => {
    const query =
      'query($id: ID!, $search: String) { memberCandidates(projectId: $id, search: $search) { totalCount nodes { id email name } } }';
    const { data } = await callerOf(app, admin.token).graphql<{
      memberCandidates: { totalCount: number; nodes: Candidate[] };
    }>(query, { id: project.id, search: 'wandering' });
    expect(data.memberCandidates).toMatchObject({ totalCount: 10 });
    expect(new Set(data.memberCandidates.nodes.map(({ email }) => email))).toEqual(new Set(['w***@e***']));
    const more = query.replace('name }', 'name isSuperAdmin }');
    expect((await admin.graphql(more, { id: project.id })).code).toBe('INVALID_ARGUMENT');
  });

  it('are counted for each caller, also where there are so many that their number is remembered', async () => {
    const few = await project.addMember('admin');
    const { id: crowded } = await admin.createProject();
    await app.database.pool.query(
      `WITH crowd AS (
         INSERT INTO users (id, email, name, password_hash, updated_at)
         SELECT gen_random_uuid(), 'crowd-' || n || '@example.com', 'Crowd ' || n, '', now() FROM generate_series(1, $2) n
         RETURNING id)
       INSERT INTO members (id, project_id, user_id, role, updated_at)
       SELECT gen_random_uuid(), $1, id, 'READER', now() FROM crowd`,
      [crowded, MANY + 1],
    );
    // The total of a page that is not full needs no count.
    const totalFor = async ({ rest }: typeof admin) =>
      (await rest('GET', `${project.path}/member-candidates`, { query: { search: 'crowd', page_size: 5 } })).total;
    expect([await totalFor(admin), await totalFor(few), await totalFor(admin)]).toEqual([MANY + 1, 10, MANY + 1]);
  });

  it('are all users for a SuperAdmin, found by parts of addresses too', async () => {
    const all = await list(undefined, superAdmin);
    expect(all.total).toBeGreaterThanOrEqual(17);
    expect((await list('wanderer-0@', superAdmin)).detail).toMatchObject([{ email: hidden.email }]);
  });
});
