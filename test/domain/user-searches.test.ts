import { beforeAll, expect, it } from 'vitest';
import { testApp } from '../support/app.ts';
import { type Project, seed } from '../support/seed.ts';

const app = await testApp();
const { admin, superAdmin, createPerson } = await seed(app);
const { pool } = app.database;

const PEOPLE: [email: string, name: string][] = [
  ['anna.zeta@example.com', 'Anna Zeta'],
  ['berta@example.org', '100% Berta'],
  ['snake_case@example.com', "O'Neil \\ Partner"],
  ['zuerich@example.com', 'ZÜRICH Straße'],
  ['x@y.io', 'İo Com'],
  ['dora@example.com', 'Ящик 日本'],
];

const SEARCHES = [
  ...['%', '_', '\\', "'", 'a', ' ', 'q', '\u0001', '日'],
  ...['AN', 'm ', ' a', 'om', 'o ', '@y', 'ß', 'ÜR', 'İo', '日本', '0%', 'e_', '.c', 'qq', '\u0001a'],
  ...['zeta', 'ZETA', 'example.', 'e_c', '100%', '\\ p', 'Ящи', 'i\u0307o', 'zürich s', 'nothing like it'],
  // From the email to the name.
  ...['com anna', 'COM ANNA Z', 'm a', 'org 1', 'com\u0001anna'],
];

let project: Project;

beforeAll(async () => {
  project = await admin.createProject();
  for (const [email, name] of PEOPLE) {
    const { id } = await project.addMember('reader', await createPerson());
    await app.services.db.user.update({ where: { id }, data: { email, name } });
  }
});

async function expectedIds(sql: string, search: string): Promise<string[]> {
  const pattern = `%${search.replaceAll(/[\\%_]/g, '\\$&')}%`;
  return (await pool.query<{ id: string }>(`${sql} ORDER BY 1`, [pattern])).rows.map(({ id }) => id);
}

async function ids(path: string, search: string, page: object = {}) {
  const query = { search, ...page };
  const { detail, total } = await superAdmin.rest<{ id: string }[]>('GET', path, { query });
  return { total, ids: detail.map(({ id }) => id) };
}

it.each(SEARCHES)('%j finds users by email or name, and members by both', async search => {
  const users = 'SELECT u.id::text FROM users u WHERE lower(u.email) LIKE lower($1) OR lower(u.name) LIKE lower($1)';
  const members = `SELECT m.id::text FROM members m JOIN users u ON u.id = m.user_id
    WHERE m.project_id = '${project.id}' AND lower(u.email || ' ' || u.name) LIKE lower($1)`;
  for (const [path, sql] of [
    ['/private/system/users', users],
    [`${project.path}/members`, members],
  ] as const) {
    const found = await expectedIds(sql, search);
    const total = found.length;
    expect([path, await ids(path, search)]).toEqual([path, { total, ids: found }]);
    const second = await ids(path, search, { page_size: 1, offset: 1 });
    expect([path, second]).toEqual([path, { total, ids: found.slice(1, 2) }]);
  }
});
