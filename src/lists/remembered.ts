import { LRUCache } from 'lru-cache';
import { Prisma } from '../generated/prisma/client.ts';
import { type Named, nameColumns, readRows, type Sender, selectColumns, type Table } from '../platform/rows.ts';
import type { Page, Row } from './page.ts';

/** How a statement finds out whether a list still has the rows that it had when it was read. */
export type Watched = {
  /** SQL: no transaction that was committed after the snapshot has changed what decides about the rows. */
  isUnchanged(snapshot: string): Prisma.Sql;
  /** SQL: a text of what else decides about them. */
  facts: Prisma.Sql;
};

/** A state of the database, as `stateColumns` read it. */
export type State = { snapshot: string; facts: string };

/** What was found in a list: how many rows, and if they are few, their ids in list order. */
export type Remembered = State & { total: number; ids?: string | undefined };

/** Most rows whose ids are remembered. */
export const FEW_IDS = 2_000;

const MOST_CHARACTERS = 16_000_000;
const KEPT_MS = 10 * 60_000;

const remembered = new WeakMap<object, LRUCache<string, Remembered>>();

/** What was found, by list. It holds as long as the list is unchanged. */
export function rememberedIn(database: object): LRUCache<string, Remembered> {
  const known =
    remembered.get(database) ??
    new LRUCache<string, Remembered>({
      max: 1_000,
      maxSize: MOST_CHARACTERS,
      sizeCalculation: ({ ids = '' }) => ids.length + 1,
      ttl: KEPT_MS,
    });
  remembered.set(database, known);
  return known;
}

export function remember(database: object, key: string, found: Remembered | undefined): void {
  if (found) rememberedIn(database).set(key, found);
}

/** What was found, in the state in which its match was read: the older one. Undefined if it is not known, or has changed. */
export function since<T extends { total: number } & Partial<State>>(
  match: { state?: State } | undefined,
  { snapshot, facts, ...found }: T,
): Remembered | undefined {
  if (snapshot === undefined || facts === undefined) return undefined;
  const state = match?.state ?? { snapshot, facts };
  return state.facts === facts ? { ...found, ...state } : undefined;
}

export const stateColumns = ({ facts }: Pick<Watched, 'facts'>): Named => ({
  snapshot: Prisma.sql`pg_current_snapshot()::text`,
  facts,
});

/** Ids have this length. They are remembered one after the other. */
const ID_LENGTH = 36;

/** SQL: the rows `c` of a page. */
type Place = { where: Prisma.Sql; direction: string; limit: Prisma.Sql };

/** A page of what was found before, from one end of the list or by its ids. Undefined if its place is not known. */
async function placeOf(
  { total, ids }: Remembered,
  { list, page, visible, readWhere }: Asked,
): Promise<Place | undefined> {
  const { skip, take, afterId } = page;
  const limit = (most: number, before: number) => Prisma.sql`LIMIT ${most}::int OFFSET ${before}::int`;
  if (ids !== undefined) {
    if (afterId !== undefined && !ids.includes(afterId)) return undefined;
    const start = afterId === undefined ? skip : skip + 1 + ids.indexOf(afterId) / ID_LENGTH;
    const shown = ids.slice(start * ID_LENGTH, (start + take + 1) * ID_LENGTH).match(/.{36}/g) ?? [];
    const { id = Prisma.sql`c.id` } = list;
    const where = Prisma.sql`${id} = ANY(${shown}::uuid[]) AND ${visible}`;
    return { where, direction: list.order, limit: limit(take + 1, 0) };
  }
  if (afterId !== undefined) return undefined;
  const where = await readWhere();
  if (skip <= total / 2) return { where, direction: list.order, limit: limit(take + 1, skip) };
  const wanted = Math.max(0, Math.min(take + 1, total - skip));
  const reverse = list.order === 'asc' ? 'desc' : 'asc';
  return { where, direction: reverse, limit: limit(wanted, Math.max(0, total - skip - wanted)) };
}

/** Where the rows `c` of a list are found, if not in the table alone, their ids, and a time that orders them before their ids. */
export type Source = Table & { order: 'asc' | 'desc'; from?: Prisma.Sql; id?: Prisma.Sql; time?: Prisma.Sql };

/** A list that was found before. */
export type Asked = {
  list: Source;
  /** SQL: the caller may see the row `c`. It is checked for each row that is shown, however the row is found. */
  visible: Prisma.Sql;
  /** All conditions on its rows. */
  readWhere(): Promise<Prisma.Sql>;
  page: Page;
  columns?: Named | undefined;
  watched: Watched;
};

/** The rows of a page, if nothing has changed since they were found; then the total is exact. */
export async function readRemembered<T extends Row>(
  db: Sender,
  asked: Asked,
  known: Remembered,
): Promise<T[] | undefined> {
  const { list, columns = {}, watched } = asked;
  const { table, fields, from, id = Prisma.sql`c.id`, time = Prisma.sql`NULL::timestamptz` } = list;
  const place = await placeOf(known, asked);
  if (place === undefined) return undefined;
  const order = (direction: string) =>
    Prisma.raw(`ORDER BY ${list.time === undefined ? '' : `place.time ${direction},`} place.id ${direction}`);
  const selected = Prisma.join([selectColumns('c', fields), ...(asked.columns ? [nameColumns(columns)] : [])]);
  const shown = [...Object.values(fields), ...Object.keys(columns)].map(name => `child."${name}"`).join(', ');
  const rows = await readRows<T & { isUnchanged: boolean }>(
    db,
    Prisma.sql`
      WITH now AS MATERIALIZED (
        SELECT ${watched.facts} = ${known.facts} AND ${watched.isUnchanged(known.snapshot)} AS "isUnchanged")
      SELECT now."isUnchanged", ${Prisma.raw(shown)} FROM now LEFT JOIN LATERAL (
        SELECT ${selected} FROM (
          SELECT place.id, place.time FROM (
            SELECT ${id} AS id, ${time} AS time FROM ${from ?? Prisma.sql`${Prisma.raw(table)} c`}
            WHERE (SELECT "isUnchanged" FROM now) AND ${place.where}
          ) place ${order(place.direction)} ${place.limit}
        ) place JOIN ${Prisma.raw(table)} c ON c.id = place.id ${order(list.order)}
      ) child ON TRUE`,
  );
  return rows[0]?.isUnchanged === true ? rows.filter(({ id }) => id !== null) : undefined;
}
