-- To compute the pairs of a row takes longer than to read them from the index, in a small table too: so PostgreSQL is told the
-- cost. STRICT keeps it from planning with the parts of the function instead, which have none. The indexes are made again,
-- because open sessions would look for its old form in them.
DROP INDEX "documents_pairs_idx", "documents_name_pairs_idx";

CREATE OR REPLACE FUNCTION letter_pairs(text text) RETURNS text[] LANGUAGE sql IMMUTABLE STRICT PARALLEL SAFE COST 1000 AS $$
  SELECT string_to_array(
    regexp_replace($1, '(..)', '\1' || chr(1), 'g') || chr(1) || regexp_replace(substr($1, 2), '(..)', '\1' || chr(1), 'g'),
    chr(1))
$$;

CREATE INDEX "documents_pairs_idx" ON "documents"
  USING gin (letter_pairs(lower("name" || chr(1) || "relative_path" || chr(1) || coalesce("description", ''))))
  WITH (fastupdate = off);
CREATE INDEX "documents_name_pairs_idx" ON "documents"
  USING gin (letter_pairs(lower("name" || chr(1) || "relative_path"))) WITH (fastupdate = off);
