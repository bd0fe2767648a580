import type { ObjectRef } from '@pothos/core';
import { type Connection, DEFAULT_PAGE, type Row, writeCursor } from '../lists/page.ts';
import { MAX_OFFSET, MAX_PAGE, MAX_SEARCH_BYTES } from '../platform/page-limits.ts';
import { builder, type Types } from './builder.ts';

type NamedPage = Connection<Row> & { noun: string };

const PageInfo = builder.objectRef<NamedPage>('PageInfo').implement({
  description: 'The position of a page in its list (Relay cursor connections).',
  fields: t => ({
    hasNextPage: t.exposeBoolean('hasNextPage', { description: 'Whether more items follow this page.' }),
    hasPreviousPage: t.boolean({
      description: 'Whether items come before this page.',
      resolve: ({ page }) => page.afterId !== undefined || page.skip > 0,
    }),
    startCursor: t.string({
      description: 'Cursor of the first item; null on an empty page.',
      nullable: true,
      resolve: ({ noun, rows }) => (rows[0] ? writeCursor(noun, rows[0]) : null),
    }),
    endCursor: t.string({
      description: 'Cursor of the last item, for `after` of the next page; null on an empty page.',
      nullable: true,
      resolve: ({ noun, rows }) => (rows.length > 0 ? writeCursor(noun, rows.at(-1) as Row) : null),
    }),
  }),
});

/**
 * Declares the Relay connection type of an object type, with `nodes` and `totalCount` beside `edges` and `pageInfo`.
 */
export function connectionType<T extends Row>(noun: string, node: ObjectRef<Types, T, T>) {
  const edge = builder.objectRef<T>(`${noun}Edge`).implement({
    description: `One ${noun} in a list, with its cursor.`,
    fields: t => ({
      cursor: t.string({
        description: 'Send it as `after` to get the items after this one.',
        resolve: row => writeCursor(noun, row),
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
        description: 'The position of this page.',
        resolve: page => ({ ...(page as unknown as Connection<Row>), noun }),
      }),
      totalCount: t.int({
        description: 'How many items the whole list has, over all pages. Above 10,000 it may be a minute old.',
        resolve: page => page.totalCount(),
      }),
    }),
  });
}

/** The noun of a connection type. */
export const nounOf = (connection: string): string => connection.replace(/Connection$/, '');

/** The arguments of every list. */
export const pageArguments = builder.args(arg => ({
  first: arg.int({
    description: `Page size, 1 to ${MAX_PAGE}. When absent: ${DEFAULT_PAGE.root}, or ${DEFAULT_PAGE.child} in a nested list.`,
    extensions: { bounds: { minimum: 1, maximum: MAX_PAGE } },
  }),
  after: arg.string({ description: 'Returns items after this cursor (`endCursor` of the page before).' }),
  offset: arg.int({
    description: `How many items to skip, 0 to ${MAX_OFFSET}.`,
    extensions: { bounds: { minimum: 0, maximum: MAX_OFFSET } },
  }),
  search: arg.string({
    description: `Only items whose text contains this, ignoring case; up to ${MAX_SEARCH_BYTES} bytes.`,
    extensions: { bounds: { maxLength: MAX_SEARCH_BYTES } },
  }),
}));

/** The arguments of a list that is returned as a whole without them. */
export const windowArguments = builder.args(arg => ({
  first: arg.int({
    description: 'Return at most this many, 1 or more; all when absent.',
    extensions: { bounds: { minimum: 1 } },
  }),
  offset: arg.int({ description: 'Skip this many first, 0 or more.', extensions: { bounds: { minimum: 0 } } }),
}));
