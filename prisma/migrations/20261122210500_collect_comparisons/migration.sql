-- Comparisons are made again when somebody needs them. Those that no diff has are deleted when nobody has used them for
-- long; the foreign key of the diffs keeps the others.
ALTER TABLE "comparisons" ADD COLUMN "used_at" TIMESTAMPTZ(3) NOT NULL DEFAULT CURRENT_TIMESTAMP;
CREATE INDEX "diffs_comparison_id_idx" ON "diffs"("comparison_id");

DROP TRIGGER comparisons_immutable ON comparisons;
CREATE TRIGGER comparisons_immutable BEFORE UPDATE ON comparisons
  FOR EACH ROW WHEN (
    (OLD.id, OLD.document_type, OLD.summary, OLD.item_count, OLD.items_hash, OLD.created_at)
    IS DISTINCT FROM (NEW.id, NEW.document_type, NEW.summary, NEW.item_count, NEW.items_hash, NEW.created_at))
  EXECUTE FUNCTION refuse_record_change();

-- Returns those that are still there. They are locked in one order, so that no two callers wait for each other.
CREATE FUNCTION use_comparisons(ids char(64)[]) RETURNS SETOF char(64) LANGUAGE sql SECURITY DEFINER AS $$
  WITH used AS (SELECT id FROM comparisons WHERE id = ANY(ids) ORDER BY id FOR UPDATE)
  UPDATE comparisons SET used_at = now() FROM used WHERE comparisons.id = used.id RETURNING comparisons.id;
$$;

-- The next `most` comparisons after an id are examined. One that somebody uses at this moment stays.
CREATE FUNCTION collect_comparisons(after text, age interval, most int, OUT last text, OUT deleted int)
LANGUAGE plpgsql SECURITY DEFINER AS $$
BEGIN
  SELECT max(id) INTO last FROM (SELECT id FROM comparisons WHERE id > after ORDER BY id LIMIT most) AS examined;
  DELETE FROM comparisons WHERE id IN (
    SELECT id FROM comparisons c WHERE id > after AND id <= last AND used_at < now() - age
      AND NOT EXISTS (SELECT FROM diffs WHERE comparison_id = c.id)
    FOR UPDATE SKIP LOCKED);
  GET DIAGNOSTICS deleted = ROW_COUNT;
END
$$;
REVOKE EXECUTE ON FUNCTION use_comparisons, collect_comparisons FROM PUBLIC;

DO $$
DECLARE
  name text;
BEGIN
  FOREACH name IN ARRAY ARRAY['use_comparisons(char[])', 'collect_comparisons(text, interval, int)'] LOOP
    EXECUTE format('ALTER FUNCTION %s SET search_path = %I, pg_temp', name, current_schema());
  END LOOP;
END
$$;
