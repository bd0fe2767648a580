-- The drafts of one author in a project.
CREATE INDEX "drafts_project_id_created_by_id_idx" ON "drafts"("project_id", "created_by", "id");

-- Decided drafts in the order of their list.
DROP INDEX "drafts_submitted_at_id_idx";
CREATE INDEX "drafts_decided_idx" ON "drafts"("submitted_at", "id") INCLUDE ("project_id")
  WHERE "status" IN ('PUBLISHED', 'REJECTED');

DO $$
BEGIN
  IF EXISTS (SELECT FROM pg_opclass WHERE opcname = 'gin_trgm_ops' AND pg_opclass_is_visible(oid)) THEN
    CREATE INDEX "drafts_text_idx" ON "drafts"
      USING gin (lower("version_name" || ' ' || coalesce("changelog", '')) gin_trgm_ops) WITH (fastupdate = off);
  END IF;
END
$$;
