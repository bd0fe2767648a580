import { attached } from '../platform/attached.ts';
import { invalidArgument } from '../platform/errors.ts';
import { isId } from '../platform/ids.ts';
import { MAX_OFFSET, MAX_PAGE, MAX_SEARCH_BYTES } from '../platform/page-limits.ts';

/** Page size when `first` is absent, for root lists and for lists inside another object. */
export const DEFAULT_PAGE = { root: 20, child: 10 } as const;

export type PageArgs = {
  first?: number | null;
  after?: string | null;
  offset?: number | null;
  search?: string | null;
  /** Whether the caller asks for the total, which is then counted in the statement of the page. */
  isCounted?: boolean;
};

/**
 * A checked page request. Rows are ordered by id (UUIDv7, so by creation); `afterId` is the last row of the page
 * before, `afterPlace` its place in a list that is ordered by a time.
 */
export type Page = {
  take: number;
  skip: number;
  afterId: string | undefined;
  afterPlace: string | undefined;
  search: string | undefined;
};

export function readPage(args: PageArgs, defaultSize: number): Page {
  const first = args.first ?? defaultSize;
  if (first < 1 || first > MAX_PAGE) throw invalidArgument('first', `must be from 1 to ${MAX_PAGE}`);
  const skip = args.offset ?? 0;
  if (skip < 0 || skip > MAX_OFFSET) throw invalidArgument('offset', `must be from 0 to ${MAX_OFFSET}`);
  const search = args.search ?? '';
  if (Buffer.byteLength(search) > MAX_SEARCH_BYTES)
    throw invalidArgument('search', `must have at most ${MAX_SEARCH_BYTES} bytes`);
  if (search.includes('\0')) throw invalidArgument('search', 'must not contain a NUL character');
  return { take: first, skip, ...readCursor(args.after), search: search === '' ? undefined : search };
}

/** The places of rows in lists that are ordered by a time: the field with the time, and its milliseconds since 1970. */
const places = attached<Row, string>('place');

export const setPlace = (row: Row, field: string, time: Date): void => places.set(row, `${field}:${time.getTime()}`);

/** The time in a place; undefined if that is the place in a list with another order. */
export function timeOfPlace(place: string | undefined, field: string | undefined): Date | undefined {
  const [ordered, time] = place?.split(':') ?? [];
  return ordered !== undefined && ordered === field ? new Date(Number(time)) : undefined;
}

/**
 * A cursor names the items of its list, and has the place of the row, which may change while somebody reads page by page. Those of
 * earlier releases have only the id.
 */
export const writeCursor = (noun: string, row: Row): string =>
  Buffer.from([row.id, noun, places.get(row) ?? []].flat().join(' ')).toString('base64url');

/** Cursors have an id, the name of a type, and a place. */
const MAX_CURSOR = 200;

const partsOf = (cursor: string): string[] =>
  cursor.length > MAX_CURSOR ? [] : Buffer.from(cursor, 'base64url').toString().split(' ');

/** Refuses a cursor of a list of other items. */
export function requireCursorOf(noun: string, after: string | null | undefined): void {
  const [, named = noun] = partsOf(after ?? '');
  if (named !== noun)
    throw invalidArgument(
      'after',
      'is a cursor of another list: send one of an earlier page of this list, or none to begin',
    );
}

const PLACE = /^[A-Za-z]+:\d{1,13}$/;

function readCursor(after: string | null | undefined): Pick<Page, 'afterId' | 'afterPlace'> {
  if (after === null || after === undefined) return { afterId: undefined, afterPlace: undefined };
  const [id = '', , place] = partsOf(after);
  if (!isId(id) || (place !== undefined && !PLACE.test(place)))
    throw invalidArgument('after', 'must come from an earlier page of this list');
  return { afterId: id, afterPlace: place };
}

export type Row = { id: string };

export type Connection<T extends Row> = {
  rows: T[];
  page: Page;
  hasNextPage: boolean;
  totalCount: () => Promise<number>;
};

/** Beyond this offset, it is worth counting a list first, because its end may be nearer. */
export const FAR = 1_000;

/**
 * Makes a connection from rows. Pass one row more than the page size: it shows whether there is a next page. On the last page,
 * the total follows from the rows, without a count. If `count` remembers its result (`remembers`), a page beyond FAR is counted
 * nevertheless, so that the next request can read from the end.
 */
export function connection<T extends Row>(
  rows: T[],
  page: Page,
  count: () => Promise<number>,
  { remembers = false } = {},
): Connection<T> {
  const hasNextPage = rows.length > page.take;
  // A remembered total may be lower than the number of rows read: callers that page by the total would miss rows.
  const known = rows.length === 0 ? 0 : page.skip + rows.length;
  const isLast = !hasNextPage && page.afterId === undefined && (rows.length > 0 || page.skip === 0);
  async function totalCount() {
    if (isLast && !(remembers && page.skip > FAR)) return known;
    const counted = await count();
    return isLast ? known : Math.max(known, counted);
  }
  return { rows: rows.slice(0, page.take), page, hasNextPage, totalCount };
}
