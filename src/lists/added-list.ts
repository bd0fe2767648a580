import { lastPage, type PagePosition } from './last-page.ts';
import { type Connection, connection, type Page, type Row } from './page.ts';
import { addedTotal, type Count } from './totals.ts';

/** Reads rows at a position in this order. With `before`, only those with lower ids. */
type ReadAt<T> = (position: PagePosition, order: 'asc' | 'desc', before?: string) => PromiseLike<T[]>;

/** A page of rows that are only added, newest first, with their exact total. */
export async function addedList<T extends Row>(
  database: object,
  key: string,
  page: Page,
  count: Count,
  read: ReadAt<T>,
): Promise<Connection<T>> {
  const { skip, take, afterId } = page;
  const last = await lastPage(database, key, page, count, position => read(position, 'asc'));
  if (last) return connection(last.rows, page, async () => last.total);
  const rows = await read({ skip, take: take + 1 }, 'desc', afterId);
  return connection(rows, page, () => addedTotal(database, key, count));
}
