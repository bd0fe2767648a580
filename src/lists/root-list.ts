import type { Call } from '../access/call.ts';
import { type RootAction, type VisibleWhere, visible, type Within } from '../access/visible.ts';
import { invalidArgument } from '../platform/errors.ts';
import { type Connection, connection, DEFAULT_PAGE, type Page, type PageArgs, type Row, readPage } from './page.ts';
import { longTotal, MANY } from './totals.ts';

type Direction = 'asc' | 'desc';

type Model<T, Where> = {
  findMany(query: { where: Where; take: number; skip: number; orderBy: Record<string, Direction>[] }): PromiseLike<T[]>;
  count(query: { where: Where; take?: number }): PromiseLike<number>;
};

/** A time column that orders rows before their ids, and how to read it for the row in a cursor. */
type Time<T extends Row> = { field: keyof T & string; read(id: string): PromiseLike<Partial<T> | null> };

/** A root list: the action that the policy checks, the model, and further conditions on the rows. */
export type RootList<T extends Row, Action extends RootAction> = {
  action: Action;
  within?: Within;
  model: Model<T, VisibleWhere<Action>>;
  where?: VisibleWhere<Action>[];
  /** Conditions that are read from the database, once the caller may list. */
  readWhere?: () => Promise<VisibleWhere<Action>[]>;
  order?: Direction;
  time?: Time<T>;
};

/** One page of the rows that the caller may list: one statement, and a second one if the total is requested. */
export async function rootList<T extends Row, Action extends RootAction>(
  call: Call,
  { action, within = {}, model, where = [], readWhere = async () => [], order = 'asc', time }: RootList<T, Action>,
  args: PageArgs,
): Promise<Connection<T>> {
  const page = readPage(args, DEFAULT_PAGE.root);
  const mayList = visible[action] as (call: Call, within: Within) => Promise<VisibleWhere<Action>>;
  const mine = await mayList(call, within);
  const all = { AND: [mine, ...where, ...(await readWhere())] } as VisibleWhere<Action>;
  const after = await afterCursor(page, order, time);
  const rows = await model.findMany({
    where: { AND: [all, after] } as VisibleWhere<Action>,
    take: page.take + 1,
    skip: page.skip,
    orderBy: [...(time === undefined ? [] : [{ [time.field]: order }]), { id: order }],
  });
  return connection(rows, page, async () => {
    const total = await model.count({ where: all, take: MANY + 1 });
    if (total <= MANY) return total;
    return longTotal(call.db, JSON.stringify([action, all]), () => model.count({ where: all }));
  });
}

/** The condition that keeps to rows after the cursor. */
async function afterCursor<T extends Row>(
  { afterId }: Page,
  order: Direction,
  time: Time<T> | undefined,
): Promise<object> {
  if (afterId === undefined) return {};
  const beyond = (value: unknown) => (order === 'asc' ? { gt: value } : { lt: value });
  if (time === undefined) return { id: beyond(afterId) };
  const value = (await time.read(afterId))?.[time.field];
  if (value === undefined) throw invalidArgument('after', 'names an item that is gone: begin with the first page');
  return { OR: [{ [time.field]: beyond(value) }, { [time.field]: value, id: beyond(afterId) }] };
}
