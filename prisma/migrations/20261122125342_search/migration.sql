-- CreateEnum
CREATE TYPE "SearchEntryKind" AS ENUM ('ENDPOINT', 'TEXT');

-- CreateTable
CREATE TABLE "search_entries" (
    "id" UUID NOT NULL,
    "project_id" UUID NOT NULL,
    "document_id" UUID NOT NULL,
    "branch_id" UUID NOT NULL,
    "digest" TEXT NOT NULL,
    "kind" "SearchEntryKind" NOT NULL,
    "title" TEXT NOT NULL,
    "body" TEXT NOT NULL,
    "method" TEXT,
    "path" TEXT,
    "pointer" TEXT,
    "line" INTEGER,
    "words" tsvector NOT NULL,

    CONSTRAINT "search_entries_pkey" PRIMARY KEY ("id")
);

-- CreateIndex
CREATE INDEX "search_entries_words_idx" ON "search_entries" USING GIN ("words");

-- CreateIndex
CREATE UNIQUE INDEX "search_entries_branch_id_digest_key" ON "search_entries"("branch_id", "digest");

-- AddForeignKey
ALTER TABLE "search_entries" ADD CONSTRAINT "search_entries_branch_id_fkey" FOREIGN KEY ("branch_id") REFERENCES "branches"("id") ON DELETE CASCADE ON UPDATE CASCADE;

-- What a document is found by, which the index below and the search share.
CREATE FUNCTION document_words(name text, relative_path text, description text) RETURNS tsvector
  LANGUAGE sql IMMUTABLE PARALLEL SAFE AS $$
  SELECT
    setweight(to_tsvector('simple'::regconfig,
      regexp_replace(name || ' ' || relative_path, '[^[:alnum:]]+', ' ', 'g')), 'A') ||
    setweight(to_tsvector('simple'::regconfig,
      regexp_replace(coalesce(description, ''), '[^[:alnum:]]+', ' ', 'g')), 'B')
$$;
CREATE INDEX "documents_words_idx" ON "documents" USING GIN (document_words("name", "relative_path", "description"));

-- What was published before is found by its endpoints; the next publication on a branch replaces these entries.
INSERT INTO search_entries (id, project_id, document_id, branch_id, digest, kind, title, body, method, path, words)
SELECT gen_random_uuid(), v.project_id, v.document_id, b.id, md5(e.id::text), 'ENDPOINT',
  left(e.method || ' ' || e.path, 500), left(concat_ws(E'\n', e.summary, e.operation_id), 4000), e.method, e.path,
  setweight(to_tsvector('simple', left(regexp_replace(e.method || ' ' || e.path, '[^[:alnum:]]+', ' ', 'g'), 500)), 'A') ||
  setweight(to_tsvector('simple', left(regexp_replace(concat_ws(' ', e.summary, e.operation_id), '[^[:alnum:]]+', ' ', 'g'), 4000)), 'B')
FROM branches b JOIN versions v ON v.id = b.latest_version_id JOIN endpoints e ON e.version_id = v.id;
