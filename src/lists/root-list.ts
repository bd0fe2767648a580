import type { Call } from '../access/call.ts';
import { type RootAction, type VisibleWhere, visible, type Within } from '../access/visible.ts';
import { type Connection, connection, DEFAULT_PAGE, type Page, type PageArgs, type Row, readPage } from './page.ts';
import { addedTotal, firstUnsettledId, longTotal } from './totals.ts';

type Direction = 'asc' | 'desc';

type Model<T, Where> = {
  findMany(query: { where: Where; take: number; skip: number; orderBy: Record<string, Direction>[] }): PromiseLike<T[]>;
  count(query: { where: Where; take?: number }): PromiseLike<number>;
};

/** A root list: the action that the policy checks, the model, and further conditions on the rows. */
export type RootList<T extends Row, Action extends RootAction> = {
  action: Action;
  within?: Within;
  model: Model<T, VisibleWhere<Action>>;
  where?: VisibleWhere<Action>[];
  /** Conditions that are read from the database, once the caller may list. */
  readWhere?: () => Promise<VisibleWhere<Action>[]>;
  order?: Direction;
  /** Rows are only added, in the order of their ids, and match the conditions for good. They are listed newest first. */
  isAppendOnly?: boolean;
};

/** One page of the rows that the caller may list: one statement, and a second one if the total is requested. */
export async function rootList<T extends Row, Action extends RootAction>(
  call: Call,
  list: RootList<T, Action>,
  args: PageArgs,
): Promise<Connection<T>> {
  const { action, within = {}, model, where: more = [], readWhere = async () => [], order = 'asc' } = list;
  const page = readPage(args, DEFAULT_PAGE.root);
  const mayList = visible[action] as (call: Call, within: Within) => Promise<VisibleWhere<Action>>;
  const mine = await mayList(call, within);
  const all = { AND: [mine, ...more, ...(await readWhere())] } as VisibleWhere<Action>;
  const key = JSON.stringify([action, all]);
  if (list.isAppendOnly) return addedList(call, model, all, key, page);
  const { take, skip, afterId } = page;
  const after = afterId === undefined ? {} : { id: order === 'asc' ? { gt: afterId } : { lt: afterId } };
  const where = { AND: [all, after] } as VisibleWhere<Action>;
  const rows = await model.findMany({ where, take: take + 1, skip, orderBy: [{ id: order }] });
  return connection(rows, page, () =>
    longTotal(call.db, key, most => model.count({ where: all, ...(most && { take: most }) })),
  );
}

/** From this offset on, the rows of a list are counted first: its end may be nearer. */
const FAR = 1_000;

/**
 * A page of rows that are only added, newest first. A page in the older half is read from the oldest row, at the place that
 * follows from the total. That is counted first and is the one that this answer tells, so a caller who reads page by
 * page misses no row: rows that are added meanwhile move the others to higher offsets, as they do when pages are read from
 * the newest row. Between rows that are not settled yet one may still be added; a page with such rows is read from the newest.
 */
async function addedList<T extends Row, Where>(
  { db }: Call,
  model: Model<T, Where>,
  all: Where,
  key: string,
  page: Page,
): Promise<Connection<T>> {
  const { skip, take, afterId } = page;
  const withIds = (id: object | undefined) => (id === undefined ? all : { AND: [all, { id }] }) as Where;
  const count = () =>
    addedTotal(db, key, (id, most) => model.count({ where: withIds(id), ...(most && { take: most }) }));
  if (afterId === undefined && skip > FAR) {
    const total = await count();
    const wanted = Math.min(take + 1, total - skip);
    if (wanted <= 0) return connection<T>([], page, async () => total);
    if (skip > total / 2) {
      const place = { skip: total - skip - wanted, take: wanted };
      const rows = await model.findMany({ where: all, ...place, orderBy: [{ id: 'asc' }] });
      const newest = rows.at(-1);
      if (newest && newest.id < firstUnsettledId(Date.now()))
        return connection(rows.reverse(), page, async () => total);
    }
  }
  const where = withIds(afterId === undefined ? undefined : { lt: afterId });
  return connection(await model.findMany({ where, skip, take: take + 1, orderBy: [{ id: 'desc' }] }), page, count);
}
