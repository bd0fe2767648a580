import type pg from 'pg';

export type Sizes = { documents: number; versionsEach: number; endpointsEach: number; entries: number };

export const sizesOf = (share: number): Sizes => ({
  documents: Math.round(10_000 * share),
  versionsEach: 10,
  endpointsEach: 10,
  entries: Math.round(1_000_000 * share),
});

/** Fills a project with rows that SQL generates. Their texts are not stored, so only lists can be read. */
export async function fill(client: pg.Client, project: string, sizes: Sizes) {
  const { documents, versionsEach, endpointsEach, entries } = sizes;
  const versions = documents * versionsEach;
  const { rows } = await client.query<{ id: string }>('SELECT id FROM users LIMIT 1');
  const values = { project, user: rows[0]?.id };
  const insert = (table: string, columns: string, selected: string, count: number) =>
    client.query(
      `INSERT INTO ${table} (${columns}) SELECT ${selected.replaceAll(/:(project|user)/g, (_, name: 'user') => `'${values[name]}'`)}
      FROM generate_series(0, ${count - 1}) n`,
    );
  // Ids of UUIDv7 form, in the order of their numbers.
  await client.query(`
    CREATE FUNCTION pg_temp.id(kind int, n bigint) RETURNS uuid LANGUAGE sql IMMUTABLE AS $$
      SELECT (lpad(to_hex(1760000000000 + n), 12, '0') || '7' || lpad(to_hex(kind), 3, '0') || '8' ||
        lpad(to_hex(n), 15, '0'))::uuid $$`);
  // Without foreign keys and triggers, to be fast.
  await client.query('SET session_replication_role = replica');
  const id = (kind: number, n = 'n') => `pg_temp.id(${kind}, ${n})`;
  const hash = `repeat('a', 64)`;
  await insert(
    'documents',
    'id, project_id, name, document_type, relative_path, relative_path_key, created_by, updated_at',
    `${id(1)}, :project, 'Document ' || n, 'OPENAPI', 'gen/' || n, 'gen/' || n, :user, now()`,
    documents,
  );
  await insert(
    'branches',
    'id, document_id, name, kind, is_default, latest_version_id, version_count, created_by, updated_at',
    `${id(2)}, ${id(1)}, 'dev', 'ENVIRONMENT', TRUE, ${id(4, `n * ${versionsEach} + ${versionsEach - 1}`)},
      ${versionsEach}, :user, now()`,
    documents,
  );
  const ofVersion = `${id(1, `n / ${versionsEach}`)}, ${id(2, `n / ${versionsEach}`)}`;
  await insert(
    'drafts',
    `id, project_id, document_id, branch_id, version_name, content_kind, document_format, source_type, revision,
      content_hash, canonical_hash, warning_count, status, submission_round, submitted_at, created_by, updated_at`,
    `${id(3)}, :project, ${ofVersion}, 'v' || n, 'RAW', 'OPENAPI_3_1', 'WEB', 'none', ${hash}, ${hash}, 0, 'PUBLISHED', 1,
      now(), :user, now()`,
    versions,
  );
  await insert(
    'versions',
    `id, project_id, document_id, branch_id, draft_id, version_name, document_format, source_type, sequence, content_hash,
      canonical_hash, warning_count, published_by, published_at`,
    `${id(4)}, :project, ${ofVersion}, ${id(3)}, 'v' || n, 'OPENAPI_3_1', 'WEB', n % ${versionsEach} + 1, ${hash}, ${hash},
      0, :user, now()`,
    versions,
  );
  await insert(
    'endpoints',
    'id, version_id, method, path, operation_id, summary, tags, deprecated, hash',
    `${id(5)}, ${id(4, `n / ${endpointsEach}`)}, 'GET', '/things/' || n, 'readThing' || n, 'Read a thing', '{things}', FALSE,
      ${hash}`,
    versions * endpointsEach,
  );
  await insert(
    'audit_entries',
    'id, actor_type, actor_id, action, resource_type, resource_id, project_id, trace_id, created_at',
    `${id(6)}, 'USER', :user, (ARRAY['draft.create', 'draft.submit', 'draft.approve'])[n % 3 + 1], 'draft', ${id(3)},
      :project, 'none', to_timestamp((1760000000000 + n) / 1000.0)`,
    entries,
  );
  await client.query('RESET session_replication_role; ANALYZE');
  const first = await client.query<{ document: string; version: string }>(
    `SELECT ${id(1, '0')} AS document, ${id(4, '0')} AS version`,
  );
  return { ...(first.rows[0] as { document: string; version: string }), documents, versions, entries };
}
