-- Rows of one year for the lists of a service. Without foreign keys and triggers, to be fast. `many-rows.ts` sets the names
-- that begin with a colon. Large projects, documents and users have most of the rows.
SET session_replication_role = replica;

-- When row n of many was written, in milliseconds: evenly over the year before now.
CREATE FUNCTION pg_temp.at(n bigint, many bigint) RETURNS bigint LANGUAGE sql IMMUTABLE AS
  $$ SELECT :now::bigint - 31536000000 * (many - n) / (many + 1) $$;
-- An id of UUIDv7 form: its time, the kind of row, and the number of the row.
CREATE FUNCTION pg_temp.id(kind int, n bigint, many bigint) RETURNS uuid LANGUAGE sql IMMUTABLE AS
  $$ SELECT (lpad(to_hex(pg_temp.at(n, many)), 12, '0') || '7' || lpad(to_hex(kind), 3, '0') || '8' ||
    lpad(to_hex(n), 15, '0'))::uuid $$;
CREATE FUNCTION pg_temp.moment(n bigint, many bigint) RETURNS timestamptz LANGUAGE sql IMMUTABLE AS
  $$ SELECT to_timestamp(pg_temp.at(n, many) / 1000.0) $$;
-- A number from 0 to 1 that looks random.
CREATE FUNCTION pg_temp.dice(n bigint) RETURNS float LANGUAGE sql IMMUTABLE AS
  $$ SELECT n * 0.6180339887498949 - floor(n * 0.6180339887498949) $$;
CREATE FUNCTION pg_temp.project_of(n bigint) RETURNS uuid LANGUAGE sql IMMUTABLE AS $$
  SELECT CASE WHEN pg_temp.dice(n) < 0.5 THEN :project::uuid
    ELSE pg_temp.id(1, 1 + floor(49 * power(pg_temp.dice(n) * 2 - 1, 2))::int, 50) END $$;
CREATE FUNCTION pg_temp.user_of(n bigint) RETURNS uuid LANGUAGE sql IMMUTABLE AS $$
  SELECT CASE WHEN pg_temp.dice(n * 7) < 0.3 THEN :user::uuid
    ELSE pg_temp.id(2, floor(:users * power(pg_temp.dice(n * 7), 3))::int, :users) END $$;
CREATE FUNCTION pg_temp.word(n bigint) RETURNS text LANGUAGE sql IMMUTABLE AS
  $$ SELECT (ARRAY['order', 'price', 'customer', 'invoice', 'shipment', 'refund', 'basket', 'warehouse', 'courier',
    'voucher', 'payment', 'account', 'session', 'report', 'region', 'supplier'])[n % 16 + 1] || n % 997 $$;

INSERT INTO projects (id, team_id, name, created_by, updated_at)
SELECT pg_temp.id(1, n, 50), :team, 'Project ' || pg_temp.word(n), :user, now() FROM generate_series(1, 49) n;

INSERT INTO users (id, email, name, password_hash, updated_at)
SELECT pg_temp.id(2, n, :users), 'user' || n || '@example.com', 'User ' || pg_temp.word(n), 'none', now()
FROM generate_series(0, :users - 1) n;

INSERT INTO members (id, project_id, user_id, role, updated_at)
SELECT gen_random_uuid(), p.id, pg_temp.id(2, n, :users), 'WRITER', now()
FROM generate_series(0, :users - 1) n,
  LATERAL (VALUES (:project::uuid), (pg_temp.id(1, n % 49 + 1, 50))) p(id);

-- Teams of others, each with a project. One team in a hundred is archived, and so is one project.
INSERT INTO teams (id, name, description, status, created_by, updated_at)
SELECT pg_temp.id(15, n, :documents), 'Team ' || pg_temp.word(n) || ' ' || n, 'Makes the ' || pg_temp.word(n * 3) || '.',
  CASE WHEN n % 100 = 0 THEN 'ARCHIVED' ELSE 'ACTIVE' END::"ResourceStatus", pg_temp.id(2, n % :users, :users), now()
FROM generate_series(0, :documents - 1) n;

INSERT INTO projects (id, team_id, name, description, status, created_by, updated_at)
SELECT pg_temp.id(16, n, :documents), t.id, 'Project ' || pg_temp.word(n) || ' ' || n, t.description,
  CASE WHEN n % 100 = 50 THEN 'ARCHIVED' ELSE 'ACTIVE' END::"ResourceStatus", t.created_by, now()
FROM generate_series(0, :documents - 1) n JOIN teams t ON t.id = pg_temp.id(15, n, :documents);

INSERT INTO members (id, project_id, user_id, role, updated_at)
SELECT gen_random_uuid(), pg_temp.id(16, n, :documents), pg_temp.id(2, n % :users, :users), 'ADMIN', now()
FROM generate_series(0, :documents - 1) n;

INSERT INTO documents (id, project_id, name, description, document_type, relative_path, relative_path_key, created_by,
  created_at, updated_at)
SELECT pg_temp.id(3, n, :documents), pg_temp.project_of(n), 'Service ' || pg_temp.word(n) || ' ' || n,
  'What the ' || pg_temp.word(n * 3) || ' team offers to others.',
  CASE WHEN n % 100 = 99 THEN 'MARKDOWN' ELSE 'OPENAPI' END::"DocumentType", 'services/' || n || '.yaml',
  'services/' || n || '.yaml', pg_temp.user_of(n), pg_temp.moment(n, :documents), now()
FROM generate_series(0, :documents - 1) n;

INSERT INTO search_documents (document_id, words)
SELECT id, document_words(name, relative_path, description) FROM documents ON CONFLICT DO NOTHING;

CREATE TEMPORARY TABLE made AS
SELECT n, d, CASE WHEN n >= :documents AND n % 10 > 7 THEN n % 10 - 7 ELSE 0 END AS b, pg_temp.id(6, n, :versions) AS id
FROM generate_series(0, :versions - 1) n,
  LATERAL (SELECT CASE WHEN n < :documents THEN n ELSE floor(:documents * power(pg_temp.dice(n), 2)) END::bigint AS d) v;

INSERT INTO branches (id, document_id, name, kind, is_default, is_protected, latest_version_id, version_count, created_by,
  updated_at)
SELECT pg_temp.id(4, d.n * 3 + b.n, :documents * 3), pg_temp.id(3, d.n, :documents), b.name, 'ENVIRONMENT', b.n = 0,
  b.n = 2, latest.id, coalesce(latest.versions, 0), :user, now()
FROM generate_series(0, :documents - 1) d(n) CROSS JOIN (VALUES (0, 'dev'), (1, 'test'), (2, 'prod')) b(n, name)
LEFT JOIN (SELECT d, b, max(id::text)::uuid AS id, count(*) AS versions FROM made GROUP BY d, b) latest
  ON latest.d = d.n AND latest.b = b.n;

CREATE FUNCTION pg_temp.branch(d bigint, b bigint) RETURNS uuid LANGUAGE sql IMMUTABLE AS
  $$ SELECT pg_temp.id(4, d * 3 + b, :documents * 3) $$;

-- The draft of each version, and one open or rejected draft for five versions.
INSERT INTO drafts (id, project_id, document_id, branch_id, version_name, changelog, content_kind, document_format,
  source_type, revision, content_hash, canonical_hash, warning_count, status, submission_round, submitted_at, created_by,
  created_at, updated_at)
SELECT pg_temp.id(5, n, :versions * 6 / 5), pg_temp.project_of(d), pg_temp.id(3, d, :documents), pg_temp.branch(d, b),
  'v' || n, 'Changes the ' || pg_temp.word(n), 'RAW', 'OPENAPI_3_1', 'WEB', 'r' || n, :content, :canonical, 0,
  status::"DraftStatus", 1, CASE WHEN status <> 'DRAFT' THEN pg_temp.moment(n, :versions * 6 / 5) END,
  pg_temp.user_of(n), pg_temp.moment(n, :versions * 6 / 5), now()
FROM (
  SELECT n, d, b, 'PUBLISHED' AS status FROM made UNION ALL
  SELECT n + :versions, d, b, (ARRAY['SUBMITTED', 'DRAFT', 'DRAFT', 'CHANGES_REQUESTED', 'REJECTED'])[n / 5 % 5 + 1]
  FROM made WHERE n % 5 = 0
) f;

INSERT INTO versions (id, project_id, document_id, branch_id, draft_id, version_name, changelog, document_format,
  source_type, sequence, content_hash, canonical_hash, warning_count, published_by, published_at, created_at)
SELECT id, pg_temp.project_of(d), pg_temp.id(3, d, :documents), pg_temp.branch(d, b), pg_temp.id(5, n, :versions * 6 / 5),
  'v' || n, 'Changes the ' || pg_temp.word(n), 'OPENAPI_3_1', 'WEB', row_number() OVER (PARTITION BY d, b ORDER BY n),
  :content, :canonical, 0, :user, pg_temp.moment(n, :versions), pg_temp.moment(n, :versions)
FROM made;

-- Of ten versions, one has 55 operations and the others have five.
INSERT INTO endpoints (id, version_id, method, path, operation_id, summary, tags, deprecated, hash, created_at)
SELECT pg_temp.id(7, n, :endpoints),
  pg_temp.id(6, n / 100 * 10 + CASE WHEN n % 100 < 55 THEN 0 ELSE 1 + (n % 100 - 55) / 5 END, :versions),
  (ARRAY['GET', 'POST', 'PUT', 'DELETE', 'PATCH'])[n % 5 + 1], '/' || pg_temp.word(n) || '/{id}/' || pg_temp.word(n / 7),
  'operation' || n, 'Change one ' || pg_temp.word(n), ARRAY[pg_temp.word(n % 20)], n % 50 = 0, repeat('a', 64),
  pg_temp.moment(n, :endpoints)
FROM generate_series(0, :endpoints - 1) n;

SELECT list_current_endpoints(ARRAY(SELECT id FROM branches));

INSERT INTO search_entries (id, project_id, document_id, branch_id, digest, kind, title, body, method, path, words)
SELECT gen_random_uuid(), v.project_id, v.document_id, b.id, md5(e.id::text), 'ENDPOINT', e.method || ' ' || e.path,
  coalesce(e.summary, ''), e.method, e.path,
  setweight(to_tsvector('simple', regexp_replace(e.method || ' ' || e.path, '[^[:alnum:]]+', ' ', 'g')), 'A') ||
  setweight(to_tsvector('simple', coalesce(e.summary, '')), 'B')
FROM branches b JOIN versions v ON v.id = b.latest_version_id JOIN endpoints e ON e.version_id = v.id
WHERE v.version_name LIKE 'v%';

INSERT INTO reviews (id, draft_id, decision, submission_round, review_revision, created_by, created_at)
SELECT pg_temp.id(8, n, :versions), pg_temp.id(5, n, :versions * 6 / 5), 'APPROVED', 1, 'none', :user, now()
FROM generate_series(0, :versions - 1) n;

INSERT INTO comments (id, draft_id, body, submission_round, created_by, updated_at)
SELECT pg_temp.id(9, n, :versions), CASE WHEN n % 500 = 0 THEN pg_temp.id(5, 0, :versions * 6 / 5) ELSE pg_temp.id(5, n, :versions * 6 / 5) END,
  'Why?', 1, pg_temp.user_of(n), now()
FROM generate_series(0, :versions - 1) n;

-- Each newer version of the largest document, compared with its first one.
INSERT INTO diffs (id, project_id, document_id, from_version_id, to_version_id, comparison_id, created_by, updated_at)
SELECT pg_temp.id(10, n, :versions), pg_temp.project_of(0), pg_temp.id(3, 0, :documents), pg_temp.id(6, 0, :versions), id,
  :comparison, :user, now()
FROM made WHERE d = 0 AND n > 0;

-- A thousand deliveries of each webhook: its log has no more.
CREATE FUNCTION pg_temp.webhook_of(n bigint) RETURNS uuid LANGUAGE sql IMMUTABLE AS $$
  SELECT CASE WHEN n % greatest(1, :versions / 1000) = 0 THEN :webhook::uuid
    ELSE pg_temp.id(14, n % (:versions / 1000), :versions / 1000) END $$;

INSERT INTO webhooks (id, project_id, url, events, enabled, encrypted_secret, secret_last4, created_by, updated_at)
SELECT pg_temp.webhook_of(n), pg_temp.id(1, n % 49 + 1, 50), url, events, enabled, encrypted_secret, secret_last4, created_by, now()
FROM webhooks, generate_series(1, :versions / 1000 - 1) n WHERE id = :webhook;

INSERT INTO deliveries (id, project_id, webhook_id, event, payload, status, attempts, created_at)
SELECT pg_temp.id(11, n, :versions), w.project_id, w.id, 'VERSION_PUBLISHED', '{}', 'DELIVERED', 1, pg_temp.moment(n, :versions)
FROM generate_series(0, :versions - 1) n JOIN webhooks w ON w.id = pg_temp.webhook_of(n);

INSERT INTO mcp_tokens (id, user_id, name, scopes, secret_hash, last_characters, updated_at)
SELECT pg_temp.id(12, n, 500), CASE WHEN n < 5 THEN :user::uuid ELSE pg_temp.user_of(n) END, 'Agent ' || n, '{API_READ}',
  lpad(n::text, 64, '0'), 'abcd', now()
FROM generate_series(0, 499) n;

-- A third are submitted and created drafts, a fifth requests of tokens; one of 50,000 archives a project.
INSERT INTO audit_entries (id, actor_type, actor_id, action, resource_type, resource_id, project_id, metadata, trace_id,
  created_at)
SELECT pg_temp.id(13, n, :entries), act.actor_type::"ActorType",
  CASE WHEN act.actor_type = 'USER' THEN pg_temp.user_of(n) ELSE pg_temp.id(12, floor(500 * power(pg_temp.dice(n * 7), 3))::int, 500) END,
  act.action, act.resource_type, pg_temp.id(5, floor(:versions * pg_temp.dice(n * 3))::int, :versions * 6 / 5),
  CASE WHEN act.resource_type <> 'user' THEN pg_temp.project_of(n) END, '{"round": 1}', repeat('0', 32),
  pg_temp.moment(n, :entries)
FROM generate_series(0, :entries - 1) n, LATERAL (
  SELECT * FROM (VALUES
    (0, 'USER', 'draft.create', 'draft'), (1, 'USER', 'draft.submit', 'draft'), (2, 'USER', 'draft.update', 'draft'),
    (3, 'USER', 'draft.approve', 'draft'), (4, 'USER', 'version.publish', 'version'), (5, 'USER', 'share.visit', 'share'),
    (6, 'USER', 'user.login', 'user'), (7, 'USER', 'comment.create', 'comment'),
    (8, 'MCP_TOKEN', 'mcp.tools/call', 'mcp_token'), (9, 'MCP_TOKEN', 'mcp.tools/call', 'mcp_token'),
    (10, 'USER', 'project.archive', 'project')) a(k, actor_type, action, resource_type)
  WHERE k = CASE WHEN n % 50000 % (:entries / 20) = 7 THEN 10 ELSE n % 10 END
) act;

RESET session_replication_role;

-- No trigger has counted the rows.
SELECT recount_documents(), recount_decided_drafts(), recount_latest_versions();
