-- Whether the version name of a draft is published already.
CREATE INDEX "versions_branch_id_version_name_idx" ON "versions"("branch_id", "version_name");

DO $$
BEGIN
  IF EXISTS (SELECT FROM pg_opclass WHERE opcname = 'gin_trgm_ops' AND pg_opclass_is_visible(oid)) THEN
    CREATE INDEX "versions_text_idx" ON "versions"
      USING gin (lower("version_name" || ' ' || coalesce("changelog", '')) gin_trgm_ops) WITH (fastupdate = off);
  END IF;
END
$$;
