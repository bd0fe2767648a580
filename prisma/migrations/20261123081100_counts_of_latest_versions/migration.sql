-- The latest versions of active branches are counted by project and type of document. A migration of its own: the locks of
-- two tables at once could deadlock with a transaction of a server that still runs. Versions of archived documents are
-- counted too: a list subtracts them, because a document may be archived while a branch gets its first version.
CREATE FUNCTION count_latest_versions() RETURNS trigger LANGUAGE plpgsql AS $$
BEGIN
  INSERT INTO list_counts (list, project_id, document_type, rows)
  SELECT 'LATEST_VERSIONS', d.project_id, d.document_type, changed.rows
  FROM (
    SELECT OLD.document_id, -1 WHERE TG_OP <> 'INSERT' AND OLD.status = 'ACTIVE' AND OLD.latest_version_id IS NOT NULL UNION ALL
    SELECT NEW.document_id, 1 WHERE TG_OP <> 'DELETE' AND NEW.status = 'ACTIVE' AND NEW.latest_version_id IS NOT NULL
  ) changed(document_id, rows) JOIN documents d ON d.id = changed.document_id;
  IF random() < 0.02 THEN
    PERFORM fold_list_counts(d.project_id, NULL) FROM documents d WHERE d.id IN (OLD.document_id, NEW.document_id);
  END IF;
  RETURN NULL;
END
$$;
CREATE TRIGGER branches_counted AFTER INSERT OR DELETE ON branches
  FOR EACH ROW EXECUTE FUNCTION count_latest_versions();
CREATE TRIGGER branches_counted_again AFTER UPDATE ON branches
  FOR EACH ROW WHEN ((OLD.document_id, OLD.status, OLD.latest_version_id IS NULL)
    IS DISTINCT FROM (NEW.document_id, NEW.status, NEW.latest_version_id IS NULL))
  EXECUTE FUNCTION count_latest_versions();

CREATE FUNCTION recount_latest_versions() RETURNS void LANGUAGE plpgsql AS $$
BEGIN
  LOCK TABLE branches IN SHARE ROW EXCLUSIVE MODE;
  DELETE FROM list_counts WHERE list = 'LATEST_VERSIONS';
  INSERT INTO list_counts (list, project_id, document_type, rows)
  SELECT 'LATEST_VERSIONS', d.project_id, d.document_type, count(*) FROM branches b JOIN documents d ON d.id = b.document_id
  WHERE b.status = 'ACTIVE' AND b.latest_version_id IS NOT NULL GROUP BY d.project_id, d.document_type;
END
$$;

DO $$
DECLARE
  name text;
BEGIN
  FOREACH name IN ARRAY ARRAY['count_latest_versions()', 'recount_latest_versions()'] LOOP
    EXECUTE format('ALTER FUNCTION %s SET search_path = %I, pg_temp', name, current_schema());
  END LOOP;
END
$$;

SELECT recount_latest_versions();
