import type { Call } from '../access/call.ts';
import { type RootAction, type VisibleWhere, visible, type Within } from '../access/visible.ts';
import { addedList } from './added-list.ts';
import { type Connection, connection, DEFAULT_PAGE, type PageArgs, type Row, readPage } from './page.ts';
import { type Count, longTotal } from './totals.ts';

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
  /** Rows are only added, in the order of their ids, and always match the conditions. They are listed newest first. */
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
  if (list.isAppendOnly) {
    const withIds = (id: object | undefined) => (id ? { AND: [all, { id }] } : all) as VisibleWhere<Action>;
    const count: Count = (id, most) => model.count({ where: withIds(id), ...(most && { take: most }) });
    return addedList(call.db, key, page, count, (position, direction, before) =>
      model.findMany({
        where: withIds(before === undefined ? undefined : { lt: before }),
        ...position,
        orderBy: [{ id: direction }],
      }),
    );
  }
  const { take, skip, afterId } = page;
  const after = afterId === undefined ? {} : { id: order === 'asc' ? { gt: afterId } : { lt: afterId } };
  const where = { AND: [all, after] } as VisibleWhere<Action>;
  const rows = await model.findMany({ where, take: take + 1, skip, orderBy: [{ id: order }] });
  return connection(rows, page, () =>
    longTotal(call.db, key, most => model.count({ where: all, ...(most && { take: most }) })),
  );
}
