import type { ObjectRef } from '@pothos/core';
import { invalidArgument } from '../platform/errors.ts';
import { isId } from '../platform/ids.ts';
import { builder, type Types } from './builder.ts';

export const MAX_PAGE = 200;
const MAX_OFFSET = 1_000_000;
const MAX_SEARCH_BYTES = 256;

/** The size of a page when `first` is not given: of a root list and of a list inside another object. */
export const DEFAULT_PAGE = { root: 20, child: 10 } as const;

export type PageArgs = { first?: number | null; after?: string | null; offset?: number | null; search?: string | null };

/** A checked page request. Rows are ordered by id (UUIDv7, so by creation); `afterId` is where the last page ended. */
export type Page = { take: number; skip: number; afterId: string | undefined; search: string | undefined };

export function readPage(args: PageArgs, defaultSize: number): Page {
  const first = args.first ?? defaultSize;
  if (first < 1 || first > MAX_PAGE) throw invalidArgument('first', `must be from 1 to ${MAX_PAGE}`);
  const skip = args.offset ?? 0;
  if (skip < 0 || skip > MAX_OFFSET) throw invalidArgument('offset', `must be from 0 to ${MAX_OFFSET}`);
  const search = args.search ?? '';
  if (Buffer.byteLength(search) > MAX_SEARCH_BYTES)
    throw invalidArgument('search', `must have at most ${MAX_SEARCH_BYTES} bytes`);
  if (search.includes('\0')) throw invalidArgument('search', 'must not hold a NUL character');
  return { take: first, skip, afterId: readCursor(args.after), search: search === '' ? undefined : search };
}

const writeCursor = (id: string): string => Buffer.from(id).toString('base64url');

function readCursor(after: string | null | undefined): string | undefined {
  if (after === null || after === undefined) return undefined;
  const id = Buffer.from(after, 'base64url').toString();
  if (!isId(id)) throw invalidArgument('after', 'must be an endCursor of an earlier page');
  return id;
}

/** A literal for LIKE: the wildcards of the caller's text mean themselves. */
export const likeLiteral = (text: string): string => text.replaceAll(/[\\%_]/g, '\\$&');

type Row = { id: string };

export type Connection<T extends Row> = {
  rows: T[];
  page: Page;
  hasNextPage: boolean;
  totalCount: () => Promise<number>;
};

/** Makes a connection of rows that were asked for with one row more than the page holds. */
export function connection<T extends Row>(rows: T[], page: Page, totalCount: () => Promise<number>): Connection<T> {
  return { rows: rows.slice(0, page.take), page, hasNextPage: rows.length > page.take, totalCount };
}

type Model<T, Where> = {
  findMany(query: { where: Where; take: number; skip: number; orderBy: { id: 'asc' | 'desc' } }): PromiseLike<T[]>;
  count(query: { where: Where }): PromiseLike<number>;
};

/** One page of the rows of a model: one statement, and one more when the total is asked for. */
export async function listPage<T extends Row, Where>(
  model: Model<T, Where>,
  where: Where,
  args: PageArgs,
  order: 'asc' | 'desc' = 'asc',
): Promise<Connection<T>> {
  const page = readPage(args, DEFAULT_PAGE.root);
  const after = page.afterId === undefined ? {} : { id: order === 'asc' ? { gt: page.afterId } : { lt: page.afterId } };
  const rows = await model.findMany({
    where: { AND: [where, after] } as Where,
    take: page.take + 1,
    skip: page.skip,
    orderBy: { id: order },
  });
  return connection(rows, page, async () => model.count({ where }));
}

/** The Prisma condition that one of the columns contains the searched text, taken literally and ignoring case. */
export function containsText<Column extends string>(search: string | null | undefined, columns: Column[]) {
  if (!search) return {};
  const condition = { contains: likeLiteral(search), mode: 'insensitive' as const };
  return { OR: columns.map(column => ({ [column]: condition })) as { [C in Column]?: typeof condition }[] };
}

const PageInfo = builder.objectRef<Connection<Row>>('PageInfo').implement({
  description: 'Where a page stands in its list (Relay cursor connections).',
  fields: t => ({
    hasNextPage: t.exposeBoolean('hasNextPage', { description: 'Whether more items follow this page.' }),
    hasPreviousPage: t.boolean({
      description: 'Whether items come before this page.',
      resolve: ({ page }) => page.afterId !== undefined || page.skip > 0,
    }),
    startCursor: t.string({
      description: 'Cursor of the first item; null on an empty page.',
      nullable: true,
      resolve: ({ rows }) => (rows[0] ? writeCursor(rows[0].id) : null),
    }),
    endCursor: t.string({
      description: 'Cursor of the last item, for `after` of the next page; null on an empty page.',
      nullable: true,
      resolve: ({ rows }) => (rows.length > 0 ? writeCursor((rows.at(-1) as Row).id) : null),
    }),
  }),
});

/** The Relay connection type of an object type: `nodes` and `totalCount` stand beside `edges` and `pageInfo`. */
export function connectionType<T extends Row>(noun: string, node: ObjectRef<Types, T, T>) {
  const edge = builder.objectRef<T>(`${noun}Edge`).implement({
    description: `One ${noun} in a list, with its cursor.`,
    fields: t => ({
      cursor: t.string({
        description: 'For `after`: the list goes on behind this item.',
        resolve: row => writeCursor(row.id),
      }),
      node: t.field({ type: node, description: 'The item.', resolve: row => row as never }),
    }),
  });
  return builder.objectRef<Connection<T>>(`${noun}Connection`).implement({
    description: `A page of a list of ${noun} objects.`,
    fields: t => ({
      edges: t.field({ type: [edge], description: 'The items with their cursors.', resolve: page => page.rows }),
      nodes: t.field({ type: [node], description: 'The items of the page.', resolve: page => page.rows as never }),
      pageInfo: t.field({
        type: PageInfo,
        description: 'Where this page stands.',
        resolve: page => page as unknown as Connection<Row>,
      }),
      totalCount: t.int({
        description: 'How many items the whole list has.',
        resolve: page => page.totalCount(),
      }),
    }),
  });
}

/** The arguments of every list. */
export const pageArguments = builder.args(arg => ({
  first: arg.int({
    description: `Size of the page, 1 to ${MAX_PAGE}; ${DEFAULT_PAGE.root} when absent, ${DEFAULT_PAGE.child} in a nested list.`,
    extensions: { bounds: { minimum: 1, maximum: MAX_PAGE } },
  }),
  after: arg.string({ description: 'The list goes on behind this cursor (`endCursor` of the page before).' }),
  offset: arg.int({
    description: `How many items to leave out first, 0 to ${MAX_OFFSET}.`,
    extensions: { bounds: { minimum: 0, maximum: MAX_OFFSET } },
  }),
}));

/** For lists that can be searched by text. */
export const searchArgument = builder.args(arg => ({
  search: arg.string({
    description: `Only items whose text contains this, ignoring case; up to ${MAX_SEARCH_BYTES} bytes.`,
    extensions: { bounds: { maxLength: MAX_SEARCH_BYTES } },
  }),
}));
