-- Each version is looked up by its id. A join read all versions, until the database had collected statistics.
CREATE OR REPLACE FUNCTION refuse_late_endpoints() RETURNS trigger LANGUAGE plpgsql AS $$
BEGIN
  IF EXISTS (
    SELECT FROM (SELECT DISTINCT version_id FROM added) a
    WHERE (SELECT v.xmin FROM versions v WHERE v.id = a.version_id) <> pg_current_xact_id()::xid
  ) THEN
    RAISE EXCEPTION 'endpoints are written together with their version' USING ERRCODE = 'restrict_violation';
  END IF;
  RETURN NULL;
END
$$;

-- A function in SQL is planned and started anew for each row that an index gets.
CREATE OR REPLACE FUNCTION letter_pairs(text text) RETURNS text[] LANGUAGE plpgsql IMMUTABLE STRICT PARALLEL SAFE COST 1000 AS $$
BEGIN
  RETURN string_to_array(
    regexp_replace($1, '(..)', '\1' || chr(1), 'g') || chr(1) || regexp_replace(substr($1, 2), '(..)', '\1' || chr(1), 'g'),
    chr(1));
END
$$;

-- A function that is replaced loses its settings.
DO $$
BEGIN
  EXECUTE format('ALTER FUNCTION refuse_late_endpoints() SET search_path = %I, pg_temp', current_schema());
END
$$;
