import type { Services } from '../access/call.ts';
import { runTask } from '../contents/service.ts';
import { loadPacked } from '../contents/texts.ts';
import type { DocumentType } from '../generated/prisma/client.ts';
import type { Db } from '../platform/database.ts';

/** Extractions in progress, by document type and hash of the text. */
const running = new Map<string, Promise<string>>();

/**
 * The searchable parts of a canonical text as JSON, computed before the transaction of the publication. Concurrent
 * approvals of one draft share one worker task.
 */
export function searchEntriesOf(
  services: Services,
  canonicalHash: string,
  documentType: DocumentType,
): Promise<string> {
  const key = `${documentType} ${canonicalHash}`;
  const entries =
    running.get(key) ?? extractEntries(services, canonicalHash, documentType).finally(() => running.delete(key));
  running.set(key, entries);
  return entries;
}

async function extractEntries(services: Services, canonicalHash: string, documentType: DocumentType): Promise<string> {
  const canonical = await loadPacked(services.db, canonicalHash);
  return runTask<string>(services, 'searchEntries', { canonical, documentType });
}

type Place = { branchId: string; projectId: string; documentId: string };

/** Replaces the search entries of a branch by those of its latest version. Unchanged entries are not written again. */
export async function indexBranch(tx: Db, { branchId, projectId, documentId }: Place, entries: string): Promise<void> {
  await tx.$executeRaw`
    WITH found AS MATERIALIZED (
      SELECT DISTINCT ON (digest) * FROM json_to_recordset(${entries}::json) AS r(
        digest text, kind "SearchEntryKind", title text, body text, method text, path text, pointer text, line int,
        title_words text, body_words text)
      ORDER BY digest
    ), gone AS (
      DELETE FROM search_entries e WHERE e.branch_id = ${branchId}::uuid
        AND NOT EXISTS (SELECT FROM found f WHERE f.digest = e.digest)
    )
    INSERT INTO search_entries (id, project_id, document_id, branch_id, digest, kind, title, body, method, path, pointer,
      line, words)
    SELECT gen_random_uuid(), ${projectId}::uuid, ${documentId}::uuid, ${branchId}::uuid, f.digest, f.kind, f.title, f.body,
      f.method, f.path, f.pointer, f.line,
      setweight(to_tsvector('simple', f.title_words), 'A') || setweight(to_tsvector('simple', f.body_words), 'B')
    FROM found f
    WHERE NOT EXISTS (SELECT FROM search_entries e WHERE e.branch_id = ${branchId}::uuid AND e.digest = f.digest)`;
}
