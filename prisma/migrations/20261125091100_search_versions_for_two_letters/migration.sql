CREATE INDEX "versions_pairs_idx" ON "versions"
  USING gin (letter_pairs(lower("version_name" || chr(1) || coalesce("changelog", ''))))
  WITH (gin_pending_list_limit = 256);
