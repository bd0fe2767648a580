-- Deleting a text looks for rows that need it.
CREATE INDEX "drafts_content_hash_idx" ON "drafts"("content_hash");
CREATE INDEX "drafts_canonical_hash_idx" ON "drafts"("canonical_hash");
CREATE INDEX "versions_content_hash_idx" ON "versions"("content_hash");
CREATE INDEX "versions_canonical_hash_idx" ON "versions"("canonical_hash");
CREATE INDEX "comparisons_items_hash_idx" ON "comparisons"("items_hash");
CREATE INDEX "renderings_html_hash_idx" ON "renderings"("html_hash");
CREATE INDEX "analyses_canonical_hash_idx" ON "analyses"("canonical_hash");
CREATE INDEX "analyses_warnings_hash_idx" ON "analyses"("warnings_hash");
CREATE INDEX "analyses_endpoints_hash_idx" ON "analyses"("endpoints_hash");

-- What a content was found to be is deleted only when no draft and no version has that content.
CREATE FUNCTION refuse_needed_change() RETURNS trigger LANGUAGE plpgsql AS $$
BEGIN
  IF TG_OP = 'DELETE'
    AND NOT EXISTS (SELECT FROM drafts WHERE content_hash = OLD.content_hash)
    AND NOT EXISTS (SELECT FROM versions WHERE content_hash = OLD.content_hash)
  THEN
    RETURN OLD;
  END IF;
  RAISE EXCEPTION '% of % is not allowed: its rows are only added', TG_OP, TG_TABLE_NAME
    USING ERRCODE = 'restrict_violation';
END
$$;
DROP TRIGGER analyses_immutable ON analyses;
DROP TRIGGER renderings_immutable ON renderings;
CREATE TRIGGER analyses_immutable BEFORE UPDATE OR DELETE ON analyses
  FOR EACH ROW EXECUTE FUNCTION refuse_needed_change();
CREATE TRIGGER renderings_immutable BEFORE UPDATE OR DELETE ON renderings
  FOR EACH ROW EXECUTE FUNCTION refuse_needed_change();

-- The next `most` texts after a digest are examined. Those that are older than `age`, and that no row needs, are deleted
-- with their analyses and renderings. The role of the service may not delete these itself. Nobody writes a row that needs a
-- text while this runs: who waits for the locks then fails by a foreign key, or stores the text again. The wait for the
-- locks ends before PostgreSQL looks for deadlocks, so that no publication is chosen to fail.
CREATE FUNCTION collect_texts(after text, age interval, most int, OUT last text, OUT deleted int)
LANGUAGE plpgsql SECURITY DEFINER AS $$
DECLARE
  needless char(64)[];
BEGIN
  SELECT max(hash) INTO last FROM (SELECT hash FROM texts WHERE hash > after ORDER BY hash LIMIT most) AS examined;
  LOCK TABLE drafts, versions, comparisons, analyses, renderings, texts IN SHARE ROW EXCLUSIVE MODE;
  needless := ARRAY(
    SELECT hash FROM texts t WHERE hash > after AND hash <= last AND created_at < now() - age
      AND NOT EXISTS (SELECT FROM drafts WHERE content_hash = t.hash)
      AND NOT EXISTS (SELECT FROM drafts WHERE canonical_hash = t.hash)
      AND NOT EXISTS (SELECT FROM versions WHERE content_hash = t.hash)
      AND NOT EXISTS (SELECT FROM versions WHERE canonical_hash = t.hash)
      AND NOT EXISTS (SELECT FROM comparisons WHERE items_hash = t.hash)
      AND NOT EXISTS (SELECT FROM renderings WHERE html_hash = t.hash)
      AND NOT EXISTS (SELECT FROM analyses WHERE canonical_hash = t.hash AND content_hash <> t.hash)
      AND NOT EXISTS (SELECT FROM analyses WHERE warnings_hash = t.hash)
      AND NOT EXISTS (SELECT FROM analyses WHERE endpoints_hash = t.hash));
  DELETE FROM renderings WHERE content_hash = ANY(needless);
  DELETE FROM analyses WHERE content_hash = ANY(needless);
  DELETE FROM texts WHERE hash = ANY(needless);
  GET DIAGNOSTICS deleted = ROW_COUNT;
END
$$;
REVOKE EXECUTE ON FUNCTION collect_texts FROM PUBLIC;
ALTER FUNCTION collect_texts SET lock_timeout = '500ms';

DO $$
DECLARE
  name text;
BEGIN
  FOREACH name IN ARRAY ARRAY['refuse_needed_change()', 'collect_texts(text, interval, int)'] LOOP
    EXECUTE format('ALTER FUNCTION %s SET search_path = %I, pg_temp', name, current_schema());
  END LOOP;
END
$$;
