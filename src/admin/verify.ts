import type { ClientBase, Pool } from 'pg';
import { decompress, sha256 } from '../platform/crypto.ts';
import { OperatorError } from '../platform/errors.ts';
import type { AdminContext } from './context.ts';
import { unreadableSecrets } from './stored-secrets.ts';

const SHOWN = 5;

/** Statements that find rows which violate an invariant. The column `found` identifies the row. */
const CHECKS: Record<string, string> = {
  'the versions of each branch are numbered without gaps, and the branch refers to the last one': `
    SELECT b.id AS found FROM branches b LEFT JOIN versions v ON v.branch_id = b.id
    GROUP BY b.id HAVING count(v.id) <> b.version_count OR coalesce(max(v.sequence), 0) <> b.version_count
      OR (b.version_count = 0) <> (b.latest_version_id IS NULL)
    UNION ALL
    SELECT b.id FROM branches b JOIN versions v ON v.id = b.latest_version_id
    WHERE v.branch_id <> b.id OR v.sequence <> b.version_count`,
  'each published draft has a version with the same content, and each version has a published draft': `
    SELECT d.id AS found FROM drafts d LEFT JOIN versions v ON v.draft_id = d.id
    WHERE (d.status = 'PUBLISHED') <> (v.id IS NOT NULL)
      OR (v.id IS NOT NULL AND (v.content_hash <> d.content_hash OR v.branch_id <> d.branch_id))`,
  'each version after the first has a diff to the one before': `
    SELECT n.id AS found FROM versions n JOIN versions o ON o.branch_id = n.branch_id AND o.sequence = n.sequence - 1
    WHERE NOT EXISTS (SELECT FROM diffs d WHERE d.from_version_id = o.id AND d.to_version_id = n.id)`,
  'each document has one default branch': `
    SELECT d.id AS found FROM documents d
    WHERE (SELECT count(*) FROM branches b WHERE b.document_id = d.id AND b.is_default) <> 1`,
  'projects of documents, drafts, versions and diffs agree': `
    SELECT x.id AS found FROM (
      SELECT id, document_id, project_id FROM drafts UNION ALL SELECT id, document_id, project_id FROM versions
      UNION ALL SELECT id, document_id, project_id FROM diffs UNION ALL
      SELECT id, document_id, project_id FROM document_shares) x
    JOIN documents d ON d.id = x.document_id WHERE d.project_id <> x.project_id`,
  'the texts of analyses, comparisons and renderings exist': `
    SELECT used.hash AS found FROM (
      SELECT canonical_hash AS hash FROM analyses UNION SELECT warnings_hash FROM analyses
      UNION SELECT endpoints_hash FROM analyses UNION SELECT items_hash FROM comparisons
      UNION SELECT html_hash FROM renderings) used
    WHERE NOT EXISTS (SELECT FROM texts t WHERE t.hash = used.hash)`,
  'the comparisons of diffs exist': `
    SELECT d.id AS found FROM diffs d WHERE NOT EXISTS (SELECT FROM comparisons c WHERE c.id = d.comparison_id)`,
  'the current endpoints are those of the latest versions in use, with their texts': `
    SELECT coalesce(e.id, c.id) AS found FROM (
      SELECT e.id, b.id AS branch_id, b.name, b.is_main, b.project_id, e.method FROM (
        SELECT b.id, b.name, b.latest_version_id, d.project_id,
          row_number() OVER (PARTITION BY d.id ORDER BY b.is_default DESC, b.latest_version_id DESC) = 1 AS is_main
        FROM documents d JOIN branches b ON b.document_id = d.id
        WHERE d.status = 'ACTIVE' AND d.document_type = 'OPENAPI' AND b.status = 'ACTIVE'
          AND b.latest_version_id IS NOT NULL
      ) b JOIN endpoints e ON e.version_id = b.latest_version_id
    ) e FULL JOIN (
      SELECT c.* FROM current_endpoints c JOIN endpoint_texts t ON t.digest = c.text_digest
        AND (t.branch_name, t.is_main, t.project_id, t.method) = (c.branch_name, c.is_main, c.project_id, c.method)
    ) c ON c.id = e.id
    WHERE (c.branch_id, c.branch_name, c.is_main, c.project_id, c.method)
      IS DISTINCT FROM (e.branch_id, e.name, e.is_main, e.project_id, e.method)
    UNION ALL
    SELECT t.digest FROM endpoint_texts t
    WHERE NOT EXISTS (SELECT FROM current_endpoints c WHERE c.text_digest = t.digest)`,
  'each document is found by its name, path and description': `
    SELECT d.id AS found FROM documents d LEFT JOIN search_documents s ON s.document_id = d.id
    WHERE s.words IS DISTINCT FROM document_words(d.name, d.relative_path, d.description)`,
  'each pending summary has a job': `
    SELECT s.id AS found FROM ai_summaries s
    WHERE s.status = 'PENDING' AND NOT EXISTS (SELECT FROM jobs j WHERE j.id = s.id)`,
  'list_counts has the numbers of documents, decided drafts and latest versions of each project': `
    WITH counted AS (
      SELECT list::text, project_id, created_by, status, document_type, sum(rows) AS rows FROM list_counts
      GROUP BY list, project_id, created_by, status, document_type HAVING sum(rows) <> 0
    ), present AS (
      SELECT 'DOCUMENTS', project_id, NULL::uuid, NULL::"DraftStatus", document_type, count(*) FROM documents
      GROUP BY project_id, document_type
      UNION ALL
      SELECT 'DECIDED_DRAFTS', project_id, created_by, status, NULL, count(*) FROM drafts
      WHERE status IN ('PUBLISHED', 'REJECTED') GROUP BY GROUPING SETS ((project_id, status), (project_id, created_by, status))
      UNION ALL
      SELECT 'LATEST_VERSIONS', d.project_id, NULL, NULL, d.document_type, count(*)
      FROM branches b JOIN documents d ON d.id = b.document_id
      WHERE b.status = 'ACTIVE' AND b.latest_version_id IS NOT NULL GROUP BY d.project_id, d.document_type
    )
    SELECT project_id AS found FROM (
      (TABLE counted EXCEPT TABLE present) UNION ALL (TABLE present EXCEPT TABLE counted)) wrong(list, project_id)`,
  'there is an active SuperAdmin': `
    SELECT 'none' AS found WHERE EXISTS (SELECT FROM users)
      AND NOT EXISTS (SELECT FROM users WHERE is_super_admin AND status = 'ACTIVE')`,
};

/** Checks the invariants of the stored rows. Throws if a row violates one. */
export async function* verify(context: AdminContext): AsyncGenerator<string> {
  const { services, database } = context;
  let wrong = 0;
  const checks: [name: string, found: AsyncIterable<string>][] = [
    ...Object.entries(CHECKS).map(([name, sql]): [string, AsyncIterable<string>] => [name, rowsOf(context, sql)]),
    ['each text matches its digest', damagedTexts(database.pool)],
    ['stored secrets can be decrypted', unreadableSecrets(database.pool, services.keyRing)],
  ];
  for (const [name, found] of checks) {
    const shown: string[] = [];
    let count = 0;
    for await (const one of found) {
      count += 1;
      if (shown.length < SHOWN) shown.push(one);
    }
    wrong += count;
    yield count === 0 ? `ok     ${name}` : `WRONG  ${name}: not true for ${count}, such as ${shown.join(', ')}`;
  }
  if (wrong > 0) throw new OperatorError(`${wrong} rows violate these rules: restore a backup, or ask for help`);
}

async function* rowsOf(context: AdminContext, sql: string): AsyncGenerator<string> {
  for (const { found } of await readAtLength(context, sql)) yield found;
}

/** Without the time limits of statements: each check reads whole tables. A pooler keeps its own limits. */
function readAtLength({ services, database }: AdminContext, sql: string): Promise<{ found: string }[]> {
  const read = (client: Pick<ClientBase, 'query'>) => client.query<{ found: string }>(sql).then(({ rows }) => rows);
  return services.config.databasePooling === 'transaction' ? read(database.pool) : database.withConnection(read);
}

const BATCH = 50;

/** Reads all texts in small batches, so that others can use the only connection of the embedded database in between. */
async function* damagedTexts(pool: Pool): AsyncGenerator<string> {
  let last = '';
  for (;;) {
    const { rows } = await pool.query<{ hash: string; size: number; body: Buffer }>(
      `SELECT hash, size_bytes AS size, body FROM texts WHERE hash > $1 ORDER BY hash LIMIT ${BATCH}`,
      [last],
    );
    for (const { hash, size, body } of rows) {
      const text = await decompress(body, size).catch(() => undefined);
      if (text === undefined || sha256(text) !== hash) yield hash;
    }
    if (rows.length < BATCH) return;
    last = (rows.at(-1) as { hash: string }).hash;
  }
}
