-- What users and members are found by.
CREATE INDEX "users_pairs_idx" ON "users" USING gin (letter_pairs(lower("email" || chr(1) || "name"))) WITH (fastupdate = off);

DO $$
BEGIN
  IF EXISTS (SELECT FROM pg_opclass WHERE opcname = 'gin_trgm_ops' AND pg_opclass_is_visible(oid)) THEN
    CREATE INDEX "users_text_idx" ON "users" USING gin (lower("email" || ' ' || "name") gin_trgm_ops) WITH (fastupdate = off);
  END IF;
END
$$;
