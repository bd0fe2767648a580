import type pg from 'pg';
import { Prisma, type PrismaClient } from '../generated/prisma/client.ts';
import { Batch, type Statement } from './batches.ts';

// Our own SQL. Statements that most requests need bypass Prisma, whose query compiler costs more CPU time than the statement
// itself.

/** A client or a transaction of Prisma. */
type Client = Pick<Prisma.TransactionClient, '$queryRaw'>;

/** A transaction of `inSqlTransaction`. */
export type SqlTransaction = {
  send<Row>(statement: Prisma.Sql): Promise<Row[]>;
  /** Sends two statements at once. The second sees what was committed while the first waited for locks. */
  sendBoth<First, Second>(first: Prisma.Sql, second: Prisma.Sql): Promise<[First[], Second[]]>;
  /** Sends the last statement together with COMMIT. An error that `work` throws afterwards does not roll back. */
  sendLast<Row>(statement: Prisma.Sql): Promise<Row[]>;
};

/** A client or transaction that can send our own SQL. */
export type Sender = Client | Pick<SqlTransaction, 'send'>;

type NameOf = (statement: { readonly sql: string }) => string;

/** The connections of a client of Prisma, and the names of its statements. */
type Way = { pool: pg.Pool; nameOf: NameOf };

const direct = new WeakMap<Client, Way>();

/** Lets `readRows` send the statements of this client to its connections itself, under the same names. */
export function sendDirectly(prisma: PrismaClient, pool: pg.Pool, nameOf: NameOf): void {
  direct.set(prisma, { pool, nameOf });
}

/**
 * Runs a statement. Outside of transactions it goes directly to a connection, under a name, so that each connection plans
 * it once. Cast counts to `int`: Prisma and the driver read `bigint` differently.
 */
export async function readRows<Row>(db: Sender, statement: Prisma.Sql): Promise<Row[]> {
  if ('send' in db) return db.send<Row>(statement);
  const way = direct.get(db);
  if (way === undefined) return db.$queryRaw<Row[]>(statement);
  const [rows] = await way.pool.query(new Batch([statementOf(way, statement)]) as unknown as pg.Submittable & Row[][]);
  return rows as Row[];
}

/** The connections of a client of Prisma. Undefined for its transactions. */
export const wayOf = (db: Client): Way | undefined => direct.get(db);

export const statementOf = ({ nameOf }: Pick<Way, 'nameOf'>, { text, values }: Prisma.Sql): Statement => ({
  name: nameOf({ sql: text }),
  text,
  values,
});

/** Column names: `createdById` is stored as `created_by`, `branchId` as `branch_id`. */
const columnOf = (field: string): string =>
  field.replace(/ById$/, 'By').replaceAll(/[A-Z]/g, letter => `_${letter.toLowerCase()}`);

/** The SQL columns of a model, under their Prisma field names, after a prefix if two models are joined. */
export function selectColumns(alias: string, fields: Table['fields'], prefix = ''): Prisma.Sql {
  const known = selected.get(fields) ?? new Map<string, Prisma.Sql>();
  selected.set(fields, known);
  const key = `${alias} ${prefix}`;
  const columns = known.get(key) ?? columnsOf(alias, fields, prefix);
  known.set(key, columns);
  return columns;
}

/** The columns of each model, by alias and prefix. */
const selected = new WeakMap<Table['fields'], Map<string, Prisma.Sql>>();

const columnsOf = (alias: string, fields: Table['fields'], prefix: string): Prisma.Sql =>
  Prisma.raw(
    Object.values(fields)
      .map(field => `${alias}."${columnOf(field)}" AS "${prefix}${field}"`)
      .join(', '),
  );

/** The joined row whose fields have this prefix; undefined if there is none. */
export function joinedRow<Row>(row: Readonly<Record<string, unknown>>, prefix: string): Row | undefined {
  if (row[`${prefix}id`] === null) return undefined;
  const found: Record<string, unknown> = {};
  for (const name in row) if (name.startsWith(prefix)) found[name.slice(prefix.length)] = row[name];
  return found as Row;
}

/** A table, with the fields of its model as the Prisma client names them. */
export type Table = { table: string; fields: Readonly<Record<string, string>> };

/** Reads the row `c` that matches the condition. */
export async function findRow<Row>(
  db: Sender,
  { table, fields }: Table,
  where: Prisma.Sql,
  more: Named = {},
): Promise<Row | undefined> {
  const columns = Object.keys(more).length === 0 ? Prisma.empty : Prisma.sql`, ${nameColumns(more)}`;
  const [row] = await readRows<Row>(
    db,
    Prisma.sql`SELECT ${selectColumns('c', fields)}${columns} FROM ${Prisma.raw(table)} c WHERE ${where}`,
  );
  return row;
}

/** SQL by name: of columns, or of the parts of one statement. */
export type Named = Readonly<Record<string, Prisma.Sql>>;

export const nameColumns = (columns: Named): Prisma.Sql =>
  Prisma.join(Object.entries(columns).map(([name, sql]) => Prisma.sql`${sql} AS ${Prisma.raw(`"${name}"`)}`));

/**
 * Adds several writes to a statement as CTEs (WITH), to send all of them at once. All see the database as it was before; they
 * see each other only through `RETURNING`. Foreign keys are checked at the end.
 */
export const withWrites = (writes: Named, statement: Prisma.Sql): Prisma.Sql => {
  const parts = Object.entries(writes).map(([name, sql]) => Prisma.sql`${Prisma.raw(name)} AS (${sql})`);
  return Prisma.sql`WITH ${Prisma.join(parts)} ${statement}`;
};

/** A list of all columns of a model: a statement with `*` is not prepared. */
export const allColumns = (fields: Table['fields']): Prisma.Sql =>
  Prisma.raw(
    Object.values(fields)
      .map(field => `"${columnOf(field)}"`)
      .join(', '),
  );

/** The values of a row by Prisma field name. Values must be dates or JSON values. */
type Written = Readonly<Record<string, unknown>>;

/** SQL that inserts a row. PostgreSQL reads each value as the type of its column. */
export const insertRow = (table: string, row: Written): Prisma.Sql => {
  const given = inColumns(row);
  const values = Prisma.join(Object.values(given).map(parameterOf));
  return Prisma.sql`INSERT INTO ${Prisma.raw(table)} (${columnsIn(given)}) VALUES (${values})`;
};

/** SQL that inserts several rows; WHERE may follow. A field that a row lacks is NULL. */
export const insertRows = (table: string, rows: readonly Written[]): Prisma.Sql => {
  const given = rows.map(inColumns);
  const columns = columnsIn(Object.assign({}, ...given));
  return Prisma.sql`
    INSERT INTO ${Prisma.raw(table)} (${columns})
    SELECT ${columns} FROM json_populate_recordset(NULL::${Prisma.raw(table)}, ${JSON.stringify(given)}::json)`;
};

/** The same for rows some of which may be there already. */
export const insertNewRows = (table: string, rows: readonly Written[]): Prisma.Sql =>
  Prisma.sql`${insertRows(table, rows)} ON CONFLICT (id) DO NOTHING`;

/** SQL that changes the rows `c` that match the condition. */
export const updateRows = (table: string, changes: Written, where: Prisma.Sql): Prisma.Sql => {
  const given = Object.entries(inColumns(changes));
  const set = given.map(([column, value]) => Prisma.sql`${Prisma.raw(`"${column}"`)} = ${parameterOf(value)}`);
  return Prisma.sql`UPDATE ${Prisma.raw(table)} c SET ${Prisma.join(set)} WHERE ${where}`;
};

const inColumns = (row: Written): Record<string, unknown> => {
  const given = Object.entries(row).filter(([, value]) => value !== undefined);
  return Object.fromEntries(given.map(([field, value]) => [columnOf(field), value]));
};

const columnsIn = (given: Written): Prisma.Sql =>
  Prisma.raw(
    Object.keys(given)
      .map(column => `"${column}"`)
      .join(', '),
  );

/** Converts dates to ISO 8601, so that the time zone of the process does not matter, and objects to JSON. */
function parameterOf(value: unknown): unknown {
  if (value instanceof Date) return value.toISOString();
  return typeof value === 'object' && value !== null ? JSON.stringify(value) : value;
}

/** SQL: the ids for `IN`. PostgreSQL hashes the elements of an array, but may compare each row with each of many others. */
export const hashed = (ids: Prisma.Sql): Prisma.Sql => Prisma.sql`(SELECT unnest(ARRAY(${ids})))`;
