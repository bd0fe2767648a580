-- Two characters in the version name or the changelog. A draft is written several times until it is published: its pairs wait
-- in a list, which searches read too and which is kept short.
CREATE INDEX "drafts_pairs_idx" ON "drafts"
  USING gin (letter_pairs(lower("version_name" || chr(1) || coalesce("changelog", ''))))
  WITH (gin_pending_list_limit = 256);
