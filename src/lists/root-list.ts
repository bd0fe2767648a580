import type { Call } from '../access/call.ts';
import { type RootAction, type VisibleWhere, visible, type Within } from '../access/visible.ts';
import { type Connection, connection, DEFAULT_PAGE, type PageArgs, type Row, readPage } from './page.ts';

type Model<T, Where> = {
  findMany(query: { where: Where; take: number; skip: number; orderBy: { id: 'asc' | 'desc' } }): PromiseLike<T[]>;
  count(query: { where: Where }): PromiseLike<number>;
};

/** What a root list is: the action that the policy judges, the rows, and which of them. */
export type RootList<T extends Row, Action extends RootAction> = {
  action: Action;
  within?: Within;
  model: Model<T, VisibleWhere<Action>>;
  where?: VisibleWhere<Action>[];
  order?: 'asc' | 'desc';
};

/** One page of the rows that the caller may list: one statement, and one more when the total is asked for. */
export async function rootList<T extends Row, Action extends RootAction>(
  call: Call,
  { action, within = {}, model, where = [], order = 'asc' }: RootList<T, Action>,
  args: PageArgs,
): Promise<Connection<T>> {
  const page = readPage(args, DEFAULT_PAGE.root);
  const mayList = visible[action] as (call: Call, within: Within) => Promise<VisibleWhere<Action>>;
  const all = { AND: [await mayList(call, within), ...where] } as VisibleWhere<Action>;
  const after = page.afterId === undefined ? {} : { id: order === 'asc' ? { gt: page.afterId } : { lt: page.afterId } };
  const rows = await model.findMany({
    where: { AND: [all, after] } as VisibleWhere<Action>,
    take: page.take + 1,
    skip: page.skip,
    orderBy: { id: order },
  });
  return connection(rows, page, async () => model.count({ where: all }));
}
