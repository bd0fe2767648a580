-- The pairs of neighbouring characters of a text, cut from its first character on and from its second one. A search for two
-- characters reads them from an index: a trigram has three.
CREATE FUNCTION letter_pairs(text text) RETURNS text[] LANGUAGE sql IMMUTABLE PARALLEL SAFE AS $$
  SELECT string_to_array(
    regexp_replace($1, '(..)', '\1' || chr(1), 'g') || chr(1) || regexp_replace(substr($1, 2), '(..)', '\1' || chr(1), 'g'),
    chr(1))
$$;

-- What documents are found by, and what their drafts and latest versions are found by. No pair goes over two columns.
CREATE INDEX "documents_pairs_idx" ON "documents"
  USING gin (letter_pairs(lower("name" || chr(1) || "relative_path" || chr(1) || coalesce("description", ''))))
  WITH (fastupdate = off);
CREATE INDEX "documents_name_pairs_idx" ON "documents"
  USING gin (letter_pairs(lower("name" || chr(1) || "relative_path"))) WITH (fastupdate = off);
