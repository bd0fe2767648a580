import type { Context } from '../access/context.ts';
import type { Projects } from '../access/own-role.ts';
import { projectsToRead } from '../access/visible.ts';
import { areBranchesUnchanged } from '../branches/service.ts';
import { type Endpoint, Prisma } from '../generated/prisma/client.ts';
import { type State, stateColumns, type Watched } from '../lists/changes.ts';
import { type Connection, connection, DEFAULT_PAGE, type Page, type PageArgs, readPage } from '../lists/page.ts';
import { idsOfPage, type Remembered, readUnchanged, remember, rememberedIn } from '../lists/remembered.ts';
import { hasPairsOf, isPair, isPairInSomeSpelling, likeLiteral, spellingsOf, TRIGRAM } from '../lists/search.ts';
import { longTotal, MANY } from '../lists/totals.ts';
import { sha256 } from '../platform/crypto.ts';
import { invalidArgument } from '../platform/errors.ts';
import * as fields from '../platform/fields.ts';
import { isId } from '../platform/ids.ts';
import { nameColumns, readRows, selectColumns } from '../platform/rows.ts';
import { branchFilter, requireSomeBranch } from './branch-filter.ts';

export type EndpointSearch = PageArgs & { projectId?: string | null; branch?: string | null; method?: string | null };

/**
 * Searches the endpoints of many documents: for each document, those of the latest version of the named branch, or of its main
 * branch. Triggers keep them in separate tables (`current_endpoints`, `endpoint_texts`).
 */
export async function searchEndpoints(context: Context, args: EndpointSearch): Promise<Connection<Endpoint>> {
  const page = readPage(args, DEFAULT_PAGE.root);
  const projects = await projectsToRead(context, 'OPENAPI', args.projectId);
  const found = await findEndpoints(context, args, page, projects);
  if (args.branch && found.rows.length === 0) await requireSomeBranch(context, args.branch, inProjects(projects));
  return found;
}

async function findEndpoints(
  context: Context,
  args: EndpointSearch,
  page: Page,
  projects: Projects | undefined,
): Promise<Connection<Endpoint>> {
  const words = wordsOf(page.search);
  const list = { projects, words, ...shownOf(args) };
  // A digest, because the words may be long.
  const key = sha256(JSON.stringify(['current_endpoints', projects?.digest, words, args.branch, args.method]));
  const unchanged = async (known: Remembered | undefined) => {
    const rows = known && (await readRemembered(context, list, page, known));
    return rows && connection(rows, page, async () => known.total);
  };
  const known = rememberedIn(context.db).get(key);
  const before = await unchanged(known);
  if (before) return before;
  const count = () => countAll(context, list, key);
  const total = words.length > 0 && args.isCounted === true ? await count() : undefined;
  const found = rememberedIn(context.db).get(key);
  const few = found !== known && found?.ids !== undefined ? await unchanged(found) : undefined;
  if (few) return few;
  const rows = await readForward(context, list, page);
  return connection(rows, page, async () => total ?? count(), { remembers: true });
}

/** The facts are empty, because the key of a remembered list contains its projects and filters. */
const watched: Watched = { facts: Prisma.sql`''`, isUnchanged: areBranchesUnchanged };

type List = {
  /** The projects that are listed; undefined for all. */
  projects: Projects | undefined;
  /** Every word must be in the text. */
  words: string[];
  /** SQL: the filter on current endpoints `c`. */
  shown: Prisma.Sql;
  /** The same on their texts `c`. */
  shownTexts: Prisma.Sql;
  /** Whether it lists one branch, by its id. */
  isOfBranch: boolean;
};

const MAX_WORDS = 10;

function wordsOf(search = ''): string[] {
  const words = search.split(/\s+/).filter(word => word !== '');
  if (words.length > MAX_WORDS) throw invalidArgument('search', `must have at most ${MAX_WORDS} words`);
  return words;
}

function shownOf({ branch, method }: EndpointSearch): Pick<List, 'shown' | 'shownTexts' | 'isOfBranch'> {
  const { ofEndpoints, ofTexts } = branchFilter(branch);
  const ofMethod = method
    ? Prisma.sql`AND c.method = ${fields.storable('method', method).toUpperCase()}`
    : Prisma.empty;
  return {
    shown: Prisma.sql`${ofEndpoints} ${ofMethod}`,
    shownTexts: Prisma.sql`${ofTexts} ${ofMethod}`,
    isOfBranch: isId(branch ?? ''),
  };
}

/**
 * SQL: every word is in path, operation id, summary or tags. The trigram index finds longer words; with `index`, the index of
 * letter pairs finds words of two characters. Without `index`, comparing a single row is faster.
 */
function hasWords(text: Prisma.Sql, words: string[], index?: 'pairs'): Prisma.Sql {
  const each = words.map(word => {
    const spellings = spellingsOf(word).map(spelling => hasWord(text, spelling, index));
    return Prisma.sql`(${Prisma.join(spellings, ' OR ')})`;
  });
  return Prisma.join([Prisma.sql`TRUE`, ...each], ' AND ');
}

function hasWord(text: Prisma.Sql, word: string, index: 'pairs' | undefined): Prisma.Sql {
  if (TRIGRAM.test(word)) return Prisma.sql`${text} LIKE lower(${`%${likeLiteral(word)}%`})`;
  const exact = Prisma.sql`strpos(${text}, lower(${word})) > 0`;
  if (!index || !isPairInSomeSpelling(word)) return exact;
  const found = hasPairsOf(text, word);
  return isPair(word) ? found : Prisma.sql`(${found} AND ${exact})`;
}

const endpointColumns = selectColumns('e', Prisma.EndpointScalarFieldEnum);

/** The rows of a page of a remembered list, by ids or from the nearer end. Undefined if the list has changed. */
function readRemembered({ db }: Context, list: List, page: Page, known: Remembered): Promise<Endpoint[] | undefined> {
  const ids = known.ids === undefined ? undefined : idsOfPage(known.ids, page);
  if (known.ids !== undefined && ids === undefined) return Promise.resolve(undefined);
  const places = ids ? givenSql(list, ids) : idsSql(list, page, fromEnd(page, known.total) ?? fromStart(page));
  return readUnchanged<Endpoint>(
    db,
    { watched, known, shown: Object.values(Prisma.EndpointScalarFieldEnum) },
    Prisma.sql`
      SELECT ${endpointColumns} FROM (${places}) place JOIN endpoints e ON e.id = place.id
      WHERE now."isUnchanged" ORDER BY e.id`,
  );
}

const readForward = ({ db }: Context, list: List, page: Page): Promise<Endpoint[]> =>
  readRows<Endpoint>(
    db,
    Prisma.sql`
      SELECT ${endpointColumns} FROM (${idsSql(list, page, fromStart(page))}) place JOIN endpoints e ON e.id = place.id
      ORDER BY e.id`,
  );

/** A range of rows, counted from one end of the list. */
type Place = { order: Prisma.Sql; skip: number; take: number };

const fromStart = ({ skip, take }: Page): Place => ({ order: Prisma.sql`ASC`, skip, take: take + 1 });

/** The same range, counted from the end; undefined if the start is nearer. */
function fromEnd({ skip, take, afterId }: Page, total: number): Place | undefined {
  if (afterId !== undefined || skip <= total / 2) return undefined;
  const wanted = Math.max(0, Math.min(take + 1, total - skip));
  return { order: Prisma.sql`DESC`, skip: Math.max(0, total - skip - wanted), take: wanted };
}

/** SQL for those of the given ids that are in the list. One plan serves all ids, because PostgreSQL plans without them. */
const givenSql = ({ projects, shown }: List, ids: string[]): Prisma.Sql => Prisma.sql`
  SELECT found.id FROM unnest((SELECT ${ids}::uuid[])) AS given(id) CROSS JOIN LATERAL (
    SELECT c.id FROM current_endpoints c WHERE c.id = given.id AND ${inProjects(projects)} AND ${shown} LIMIT 1
  ) found`;

/** SQL for ids in list order. Without words, each of several projects is read from its own index range. */
function idsSql(
  { projects, words, shown, isOfBranch }: List,
  { afterId }: Page,
  { order, skip, take }: Place,
): Prisma.Sql {
  const after = afterId === undefined ? Prisma.sql`TRUE` : Prisma.sql`c.id > ${afterId}::uuid`;
  const inOrder = Prisma.sql`AND ${shown} AND ${after} ORDER BY c.id ${order}`;
  const limit = Prisma.sql`LIMIT ${take}::int OFFSET ${skip}::int`;
  if (words.length > 0)
    return Prisma.sql`
      SELECT c.id FROM current_endpoints c JOIN endpoint_texts t ON t.digest = c.text_digest
      WHERE ${hasWords(Prisma.sql`t.text`, words)} AND ${inProjects(projects)} ${inOrder} ${limit}`;
  // A branch is in one project: the others would all read it.
  if (projects === undefined || projects.count === 1 || isOfBranch)
    return Prisma.sql`SELECT c.id FROM current_endpoints c WHERE ${inProjects(projects)} ${inOrder} ${limit}`;
  return Prisma.sql`
    SELECT c.id FROM unnest(${projects.ids}::uuid[]) AS p(id) CROSS JOIN LATERAL (
      SELECT c.id FROM current_endpoints c WHERE c.project_id = p.id ${inOrder} LIMIT ${skip + take}::int
    ) c ORDER BY c.id ${order} ${limit}`;
}

function inProjects(projects: Projects | undefined): Prisma.Sql {
  if (projects === undefined) return Prisma.sql`TRUE`;
  if (projects.count === 1) return Prisma.sql`c.project_id = ${projects.ids.slice(1, -1)}::uuid`;
  return Prisma.sql`c.project_id = ANY(${projects.ids}::uuid[])`;
}

/** The total. If all rows were counted, remembers it. For a search with few matches, remembers their ids too. */
function countAll({ db }: Context, list: List, key: string): Promise<number> {
  return longTotal(db, key, async most => {
    const [counted] = await readRows<State & { total: number; ids: string | null }>(db, countSql(list, most));
    const { ids, ...known } = counted as State & { total: number; ids: string | null };
    if (most === undefined || known.total <= MANY) remember(db, key, { ...known, ids: ids ?? undefined });
    return known.total;
  });
}

/** SQL for the total, up to `most`. Without words, it reads rows in list order, so that PostgreSQL uses an index. */
function countSql({ projects, words, shown, shownTexts }: List, most: number | undefined): Prisma.Sql {
  const limit = most === undefined ? Prisma.empty : Prisma.sql`LIMIT ${most}::int`;
  const listed = Prisma.sql`${inProjects(projects)} AND ${shown}`;
  const all =
    words.length > 0
      ? Prisma.sql`SELECT c.digest FROM endpoint_texts c WHERE ${hasWords(Prisma.sql`c.text`, words, 'pairs')} AND ${inProjects(projects)} AND ${shownTexts}`
      : Prisma.sql`SELECT c.id FROM current_endpoints c WHERE ${listed} ORDER BY c.id`;
  const ids =
    words.length > 0
      ? Prisma.sql`
        CASE WHEN counted.total <= ${MANY}::int THEN (
          SELECT coalesce(string_agg(one.id::text, '' ORDER BY one.id), '') FROM found CROSS JOIN LATERAL (
            SELECT c.id FROM current_endpoints c WHERE c.text_digest = found.digest AND ${listed} LIMIT 1) one) END`
      : Prisma.sql`NULL`;
  return Prisma.sql`
    WITH found AS MATERIALIZED (${all} ${limit})
    SELECT counted.total, ${nameColumns({ ...stateColumns(watched), ids })}
    FROM (SELECT count(*)::int AS total FROM found) counted`;
}
