-- Lists exclude archived projects and those of archived teams, which are few.
CREATE INDEX "teams_archived_idx" ON "teams"("id") WHERE "status" = 'ARCHIVED';
CREATE INDEX "projects_archived_idx" ON "projects"("id") WHERE "status" = 'ARCHIVED';

-- CreateIndex
CREATE INDEX "teams_created_by_id_idx" ON "teams"("created_by", "id");

-- What teams and projects are found by.
CREATE INDEX "teams_pairs_idx" ON "teams"
  USING gin (letter_pairs(lower("name" || chr(1) || coalesce("description", '')))) WITH (fastupdate = off);
CREATE INDEX "projects_pairs_idx" ON "projects"
  USING gin (letter_pairs(lower("name" || chr(1) || coalesce("description", '')))) WITH (fastupdate = off);

DO $$
BEGIN
  IF EXISTS (SELECT FROM pg_opclass WHERE opcname = 'gin_trgm_ops' AND pg_opclass_is_visible(oid)) THEN
    CREATE INDEX "teams_text_idx" ON "teams"
      USING gin (lower("name" || ' ' || coalesce("description", '')) gin_trgm_ops) WITH (fastupdate = off);
    CREATE INDEX "projects_text_idx" ON "projects"
      USING gin (lower("name" || ' ' || coalesce("description", '')) gin_trgm_ops) WITH (fastupdate = off);
  END IF;
END
$$;
