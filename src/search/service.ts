import type { TokenOwner } from '../access/actor.ts';
import { actingUser, boundProject, type Call, signedIn } from '../access/call.ts';
import { authorize, isReachable, requireAnyScope } from '../access/policy.ts';
import { archivedProjects, factsOfReach } from '../access/visible.ts';
import { areBranchesUnchanged } from '../branches/service.ts';
import { questionOf } from '../contents/search-words.ts';
import { areDocumentsUnchanged } from '../documents/service.ts';
import { Prisma } from '../generated/prisma/client.ts';
import { areParentsUnchanged, type State, stateColumns, type Watched } from '../lists/changes.ts';
import { type Connection, connection, DEFAULT_PAGE, type Page, readPage } from '../lists/page.ts';
import { idsOfPage, type Remembered, readUnchanged, remember, rememberedIn } from '../lists/remembered.ts';
import { invalidArgument } from '../platform/errors.ts';
import { hashed, nameColumns, readRows, type Sender } from '../platform/rows.ts';

export type HitKind = 'DOCUMENT' | 'ENDPOINT' | 'TEXT';

export type Hit = {
  id: string;
  kind: HitKind;
  projectId: string;
  documentId: string;
  /** The branch of the hit; null for a document. */
  branchId: string | null;
  versionId: string | null;
  endpointId: string | null;
  title: string;
  snippet: string;
  method: string | null;
  path: string | null;
  pointer: string | null;
  line: number | null;
};

export type SearchInput = {
  q: string;
  kind?: HitKind | null;
  projectId?: string | null;
  first?: number | null;
  after?: string | null;
  offset?: number | null;
};

const MAX_QUESTION_BYTES = 256;
/** The maximum number of ranked documents, and of ranked endpoints and texts. It limits the cost of a frequent word. */
const MAX_RANKED = 2000;
/** Part of the SQL text, not a parameter: a plan that fits any limit is slow. */
const LIMIT = Prisma.raw(String(MAX_RANKED));

/**
 * Searches everything that the caller may read: every word must match a word or its beginning. Best match first, in one
 * statement, or two after a change.
 */
export async function search(call: Call, { q, kind, projectId, ...args }: SearchInput): Promise<Connection<Hit>> {
  const { isSuperAdmin } = searcher(call);
  if (Buffer.byteLength(q) > MAX_QUESTION_BYTES)
    throw invalidArgument('q', `must have at most ${MAX_QUESTION_BYTES} bytes`);
  const question = questionOf(q);
  if (question === undefined) throw invalidArgument('q', 'must have a letter or a digit');
  const page = readPage(args, DEFAULT_PAGE.root);
  if (projectId) await authorize(call, 'version.read', projectId);
  const watched = {
    facts: factsOfReach(call),
    isUnchanged: (snapshot: string) =>
      Prisma.sql`${areBranchesUnchanged(snapshot)} AND ${areDocumentsUnchanged(snapshot, Prisma.sql`TRUE`)}
        AND ${areParentsUnchanged(snapshot)}`,
  };
  const projects = projectId ? oneProject(call, projectId) : activeProjects(call, isSuperAdmin);
  const asked = { projects, question, kind, page, watched };
  const { hits, total } = await call.replica.read(db => readHits(db, asked));
  return connection(hits, page, async () => total);
}

/** The person who searches, or for whom an API token that may read does. MCP tokens, which may read one kind of documents, do not. */
function searcher(call: Call): TokenOwner {
  if (call.actor.kind === 'mcpToken') return signedIn(call);
  requireAnyScope(call, 'version.read');
  return actingUser(call);
}

/** SQL of the ids of the projects that are searched, or of those that are not, if they are fewer; the latter up to a limit. */
type Projects = { ids: Prisma.Sql; areSearched: boolean };

const oneProject = (call: Call, id: string): Projects => ({
  ids: Prisma.sql`SELECT p.id FROM projects p WHERE p.id = ${id}::uuid AND ${isReachable(call, Prisma.sql`p.id`)}`,
  areSearched: true,
});

function activeProjects(call: Call, isSuperAdmin: boolean): Projects {
  if (isSuperAdmin && boundProject(call) === null) return { ids: someArchived, areSearched: false };
  const ids = Prisma.sql`
    SELECT p.id FROM projects p JOIN teams t ON t.id = p.team_id
    WHERE p.status = 'ACTIVE' AND t.status = 'ACTIVE' AND ${isReachable(call, Prisma.sql`p.id`)}`;
  return { ids, areSearched: true };
}

/** Up to this many archived projects are read once. If there are more, the project of each hit is looked up. */
const FEW_ARCHIVED = 2_000;
const someArchived = Prisma.sql`${archivedProjects} LIMIT ${Prisma.raw(String(FEW_ARCHIVED + 1))}`;

type Asked = {
  projects: Projects;
  question: string;
  kind: HitKind | null | undefined;
  page: Page;
  watched: Watched;
};

/** A page of the matches. Their ranking is remembered until the rows that are searched change. */
async function readHits(db: Sender, asked: Asked): Promise<{ hits: Hit[]; total: number }> {
  const { projects, question, kind, page, watched } = asked;
  const key = JSON.stringify(['search', projects.ids.sql, projects.ids.values, question, kind]);
  const known = rememberedIn(db).get(key);
  const unchanged = known && (await readRankedBefore(db, asked, known));
  if (unchanged) return { hits: unchanged, total: known.total };
  const state = nameColumns(stateColumns(watched));
  const { afterId, skip, take } = page;
  const before = afterId === undefined ? Prisma.sql`0` : Prisma.sql`max(nth) FILTER (WHERE id = ${afterId}::uuid)`;
  const rows = await readRows<Hit & { total: number; before: number | null; state: (State & { ids: string }) | null }>(
    db,
    Prisma.sql`
      WITH ${projectsAndQuestion(asked)}, ${kind === 'DOCUMENT' ? Prisma.empty : Prisma.sql`${foundEntries(asked)},`}
      hits AS (${Prisma.join(sources(asked), ' UNION ALL ')}),
      ranked AS MATERIALIZED (SELECT id, row_number() OVER (ORDER BY rank DESC, title, id) AS nth FROM hits)
      SELECT counted.total, counted.before, CASE WHEN row_number() OVER () = 1 THEN (
        SELECT row_to_json(state) FROM (
          SELECT ${state}, coalesce((SELECT string_agg(id::text, '' ORDER BY nth) FROM ranked), '') AS ids) state
      ) END AS state, ${Prisma.raw(HIT_FIELDS.map(name => `hit."${name}"`).join(', '))}
      FROM (SELECT count(*)::int AS total, (${before})::int AS before FROM ranked) counted LEFT JOIN LATERAL (${hitsOf(
        Prisma.sql`
        SELECT id, nth FROM ranked
        WHERE nth - counted.before > ${skip}::int AND nth - counted.before <= ${skip + take + 1}::int`,
      )}
        ORDER BY place.nth) hit ON TRUE`,
  );
  const [first] = rows;
  if (first?.before === null) throw invalidArgument('after', NOT_A_HIT);
  if (first?.state) remember(db, key, { ...first.state, total: first.total });
  return { hits: rows.filter(({ id }) => id !== null), total: first?.total ?? 0 };
}

const NOT_A_HIT = 'must come from an earlier page of this search. Its hits may have changed: start again without it';

async function readRankedBefore(db: Sender, asked: Asked, known: Remembered): Promise<Hit[] | undefined> {
  const ids = idsOfPage(known.ids ?? '', asked.page);
  if (ids === undefined) return undefined;
  return readUnchanged<Hit>(
    db,
    { watched: asked.watched, known, shown: HIT_FIELDS, parts: projectsAndQuestion(asked) },
    Prisma.sql`
      ${hitsOf(Prisma.sql`SELECT id, nth FROM unnest((SELECT ${ids}::uuid[])) WITH ORDINALITY AS given(id, nth)`)}
      WHERE now."isUnchanged" AND ${isSearched(asked, Prisma.sql`coalesce(e.project_id, d.project_id)`)} ORDER BY place.nth`,
  );
}

const projectsAndQuestion = ({ projects, question }: Asked): Prisma.Sql =>
  Prisma.sql`listed AS MATERIALIZED (${projects.ids}), question AS MATERIALIZED (SELECT to_tsquery('simple', ${question}) AS q)`;

const HIT_FIELDS = [
  ...['id', 'kind', 'projectId', 'documentId', 'branchId', 'versionId', 'endpointId'],
  ...['title', 'snippet', 'method', 'path', 'pointer', 'line'],
];

/** SQL for the hits at these places, each of which has the id of an entry or a document. */
const hitsOf = (places: Prisma.Sql): Prisma.Sql => Prisma.sql`
  SELECT place.id::text, coalesce(e.kind::text, 'DOCUMENT') AS kind,
    coalesce(e.project_id, d.project_id)::text AS "projectId", coalesce(e.document_id, d.id)::text AS "documentId",
    e.branch_id::text AS "branchId", b.latest_version_id::text AS "versionId", (
      SELECT o.id::text FROM endpoints o
      WHERE o.version_id = b.latest_version_id AND md5(o.path) = md5(e.path) AND o.path = e.path
        AND o.method = e.method LIMIT 1
    ) AS "endpointId", coalesce(e.title, d.name) AS title,
    ts_headline('simple', coalesce(e.body, concat_ws(E'\\n', d.relative_path, d.description)), (SELECT q FROM question),
      'StartSel="", StopSel="", MaxWords=30, MinWords=15') AS snippet,
    e.method, e.path, e.pointer, e.line
  FROM (${places}) place LEFT JOIN search_entries e ON e.id = place.id LEFT JOIN branches b ON b.id = e.branch_id
    LEFT JOIN documents d ON d.id = place.id`;

const sources = (asked: Asked): Prisma.Sql[] => [
  ...(asked.kind === 'ENDPOINT' || asked.kind === 'TEXT' ? [] : [documents(asked)]),
  ...(asked.kind === 'DOCUMENT' ? [] : [entries]),
];

// Hits are ranked by columns of the indexed rows; other columns are read only for the page. Projects and the few
// archived parents are read once: with joins or NOT EXISTS, PostgreSQL may search the index for each project, or
// compare each hit with all parents.

const isSearched = ({ projects }: Asked, projectId: Prisma.Sql): Prisma.Sql => Prisma.sql`(
  ${projectId} IS NOT NULL AND ${projects.areSearched ? isListed(projectId) : isActive(projectId)}) IS TRUE`;

const isListed = (projectId: Prisma.Sql) => Prisma.sql`${projectId} IN ${hashed(Prisma.sql`SELECT id FROM listed`)}`;

const isActive = (projectId: Prisma.Sql) => Prisma.sql`
  CASE WHEN (SELECT count(*) FROM listed) <= ${FEW_ARCHIVED}::int THEN NOT ${isListed(projectId)} ELSE (
    SELECT p.status = 'ACTIVE' AND t.status = 'ACTIVE' FROM projects p JOIN teams t ON t.id = p.team_id
    WHERE p.id = ${projectId}) END`;

const documents = (asked: Asked): Prisma.Sql => Prisma.sql`(
  SELECT d.id, d.name AS title, 2 * ts_rank(s.words, q) AS rank
  FROM question, search_documents s JOIN documents d ON d.id = s.document_id
  WHERE s.words @@ q AND d.status = 'ACTIVE' AND ${isSearched(asked, Prisma.sql`d.project_id`)}
  LIMIT ${LIMIT})`;

/** A part that is the same on several branches is found once, on the default branch if it is there. */
const entries = Prisma.sql`
  SELECT CASE WHEN count(*) = 1 THEN min(found.id::text)::uuid ELSE (
    SELECT e.id FROM branches b JOIN search_entries e ON e.branch_id = b.id AND e.digest = found.digest
    WHERE b.document_id = found.document_id AND b.status = 'ACTIVE'
    ORDER BY b.is_default DESC, b.id LIMIT 1) END AS id, min(found.title) AS title, min(found.rank) AS rank
  FROM found GROUP BY found.document_id, found.digest`;

/** How many blocks of the table estimate how frequent the words are, and how many may be read instead of the index. */
const [SAMPLE_BLOCKS, MAX_BLOCKS] = [20, 400];

/** `IS TRUE` keeps PostgreSQL from the index, which would find all matches before those of a few blocks are kept. */
const WITHOUT_INDEX = Prisma.sql`(e.words @@ q) IS TRUE`;

/**
 * SQL: the matches that are ranked. For a frequent word, the index would find all matches. Instead, matches are read
 * from the first blocks of the table, as many blocks as probably contain `MAX_RANKED` matches.
 */
function foundEntries(asked: Asked): Prisma.Sql {
  const { kind } = asked;
  const isShown = Prisma.sql`${isSearched(asked, Prisma.sql`e.project_id`)}
    AND e.branch_id NOT IN ${hashed(Prisma.sql`SELECT b.id FROM branches b WHERE b.status = 'ARCHIVED'`)}
    AND e.document_id NOT IN ${hashed(Prisma.sql`SELECT d.id FROM documents d WHERE d.status = 'ARCHIVED'`)}
    AND ${kind ? Prisma.sql`e.kind = ${kind}::"SearchEntryKind"` : Prisma.sql`TRUE`}`;
  const ranked = (where: Prisma.Sql) => Prisma.sql`
    SELECT e.id, e.document_id, e.digest, e.title, ts_rank(e.words, q) AS rank FROM question, search_entries e
    WHERE ${where} AND ${isShown} LIMIT ${LIMIT}`;
  return Prisma.sql`
    needed AS MATERIALIZED (
      SELECT ceil(1.25 * ${LIMIT} * ${SAMPLE_BLOCKS}::int / nullif(count(*), 0))::int AS blocks FROM question, search_entries e
      WHERE e.ctid < ${Prisma.raw(`'(${SAMPLE_BLOCKS},0)'`)}::tid AND ${WITHOUT_INDEX} AND ${isShown}),
    frequent AS MATERIALIZED (${ranked(Prisma.sql`${WITHOUT_INDEX} AND e.ctid < (
      SELECT format('(%s,0)', CASE WHEN blocks <= ${MAX_BLOCKS}::int THEN blocks ELSE 0 END)::tid FROM needed)`)}),
    found AS (
      SELECT id, document_id, digest, title, rank FROM frequent WHERE (SELECT count(*) FROM frequent) = ${LIMIT}
      UNION ALL (${ranked(Prisma.sql`e.words @@ q AND (SELECT count(*) FROM frequent) < ${LIMIT}`)}))`;
}
