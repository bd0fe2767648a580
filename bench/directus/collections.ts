import { runSql } from '../../test/support/postgresql.ts';
import { administrator } from './install.ts';

export type Row = Readonly<Record<string, unknown>>;

/** Collections by name, with their rows and the column that the lists filter by. */
export type Collections = Readonly<Record<string, { rows: readonly Row[]; parent: string }>>;

/** Creates collections with these rows, and a user whose policy permits to read them. Returns the user's token. */
export async function createCollections(base: string, databaseUrl: string, collections: Collections): Promise<string> {
  const token = await logIn(base, administrator);
  const create = (path: string, body: object) => post<{ id: string }>(base, path, body, token);
  for (const [collection, { rows, parent }] of Object.entries(collections)) {
    await create('/collections', { collection, schema: {}, meta: {}, fields: fieldsOf(rows) });
    await runSql(databaseUrl, insertOf(collection, rows));
    await runSql(databaseUrl, `CREATE INDEX ON ${collection} (${parent}, id); ANALYZE ${collection}`);
  }
  const role = await create('/roles', { name: 'Reader' });
  const { id: policy } = await create('/policies', { name: 'Reads', admin_access: false, app_access: false });
  await create('/access', { role: role.id, policy });
  for (const collection of Object.keys(collections))
    await create('/permissions', { policy, collection, action: 'read', fields: ['*'], permissions: {} });
  const reader = { email: 'reader@example.com', password: administrator.password };
  await create('/users', { ...reader, role: role.id });
  return logIn(base, reader);
}

const logIn = async (base: string, credentials: object): Promise<string> =>
  (await post<{ access_token: string }>(base, '/auth/login', credentials)).access_token;

async function post<Created>(base: string, path: string, body: object, token?: string): Promise<Created> {
  const headers = { 'content-type': 'application/json', ...(token && { authorization: `Bearer ${token}` }) };
  const answer = await fetch(`${base}${path}`, { method: 'POST', headers, body: JSON.stringify(body) });
  const text = await answer.text();
  if (!answer.ok) throw new Error(`${path}: ${answer.status} ${text}`);
  return JSON.parse(text || '{}').data;
}

const fieldsOf = (rows: readonly Row[]): object[] =>
  keysOf(rows).map(field => ({
    field,
    type: typeOf(rows.map(row => row[field]).filter(value => value !== undefined)),
    ...(field === 'id' && { schema: { is_primary_key: true } }),
    meta: {},
  }));

export const keysOf = (rows: readonly Row[]): string[] => [...new Set(rows.flatMap(row => Object.keys(row)))];

const ID = /^[0-9a-f]{8}(-[0-9a-f]{4}){3}-[0-9a-f]{12}$/;

function typeOf(values: readonly unknown[]): string {
  const isEach = (test: (value: unknown) => boolean) => values.every(test);
  if (isEach(value => typeof value === 'boolean')) return 'boolean';
  if (isEach(Number.isInteger)) return 'integer';
  if (isEach(Array.isArray)) return 'json';
  return isEach(value => ID.test(String(value))) ? 'uuid' : 'text';
}

function insertOf(collection: string, rows: readonly Row[]): string {
  const columns = keysOf(rows)
    .map(key => `"${key}"`)
    .join(', ');
  const json = JSON.stringify(rows).replaceAll("'", "''");
  return `INSERT INTO ${collection} (${columns}) SELECT ${columns} FROM json_populate_recordset(NULL::${collection}, '${json}')`;
}
