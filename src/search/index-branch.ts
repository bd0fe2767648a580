import type { Services } from '../access/call.ts';
import { runTask } from '../contents/run-task.ts';
import type { PackedText } from '../contents/tasks.ts';
import { type DocumentType, Prisma } from '../generated/prisma/client.ts';
import type { Named } from '../platform/rows.ts';

/** Extractions in progress, by document type and hash of the text. */
const running = new Map<string, Promise<string>>();

/**
 * The searchable parts of a canonical text as JSON, computed before the transaction of the publication. Concurrent
 * approvals of one draft share one worker task.
 */
export function searchEntriesOf(
  services: Services,
  canonical: PackedText,
  documentType: DocumentType,
): Promise<string> {
  const key = `${documentType} ${canonical.hash}`;
  const extract = () => runTask<string>(services, 'searchEntries', { canonical, documentType });
  const entries = running.get(key) ?? extract().finally(() => running.delete(key));
  running.set(key, entries);
  return entries;
}

type Place = { branchId: string; projectId: string; documentId: string };

/**
 * SQL that replaces the search entries of a branch by those of its latest version. Unchanged entries are not written
 * again.
 */
export const indexedEntries = ({ branchId, projectId, documentId }: Place, entries: string): Named => ({
  entries: Prisma.sql`
    SELECT DISTINCT ON (digest) * FROM json_to_recordset(${entries}::json) AS r(
      digest text, kind "SearchEntryKind", title text, body text, method text, path text, pointer text, line int,
      title_words text, body_words text)
    ORDER BY digest`,
  entries_gone: Prisma.sql`
    DELETE FROM search_entries e WHERE e.branch_id = ${branchId}::uuid
      AND NOT EXISTS (SELECT FROM entries f WHERE f.digest = e.digest)`,
  entries_new: Prisma.sql`
    INSERT INTO search_entries (id, project_id, document_id, branch_id, digest, kind, title, body, method, path, pointer,
      line, words)
    SELECT gen_random_uuid(), ${projectId}::uuid, ${documentId}::uuid, ${branchId}::uuid, f.digest, f.kind, f.title,
      f.body, f.method, f.path, f.pointer, f.line,
      setweight(to_tsvector('simple', f.title_words), 'A') || setweight(to_tsvector('simple', f.body_words), 'B')
    FROM entries f
    WHERE NOT EXISTS (SELECT FROM search_entries e WHERE e.branch_id = ${branchId}::uuid AND e.digest = f.digest)`,
});
