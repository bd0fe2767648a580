-- CreateIndex
CREATE INDEX "documents_project_id_document_type_id_idx" ON "documents"("project_id", "document_type", "id");

-- A search for a part of a word reads this index. The embedded database does not have the extension, and another server may
-- refuse it: then a search reads all rows of its list.
DO $$
BEGIN
  CREATE EXTENSION IF NOT EXISTS pg_trgm;
EXCEPTION WHEN OTHERS THEN
  RAISE NOTICE 'Searches read all rows of their list, because pg_trgm cannot be used: %', SQLERRM;
END
$$;

DO $$
BEGIN
  IF EXISTS (SELECT FROM pg_opclass WHERE opcname = 'gin_trgm_ops' AND pg_opclass_is_visible(oid)) THEN
    CREATE INDEX "documents_text_idx" ON "documents"
      USING gin (lower("name" || ' ' || "relative_path" || ' ' || coalesce("description", '')) gin_trgm_ops)
      WITH (fastupdate = off);
  END IF;
END
$$;
