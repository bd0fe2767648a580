-- Documents are counted by project and type.
CREATE FUNCTION count_documents() RETURNS trigger LANGUAGE plpgsql AS $$
BEGIN
  INSERT INTO list_counts (list, project_id, document_type, rows)
  SELECT 'DOCUMENTS', changed.project_id, changed.document_type, changed.rows
  FROM (
    SELECT OLD.project_id, OLD.document_type, -1 WHERE TG_OP <> 'INSERT' UNION ALL
    SELECT NEW.project_id, NEW.document_type, 1 WHERE TG_OP <> 'DELETE'
  ) changed(project_id, document_type, rows);
  IF random() < 0.02 THEN
    PERFORM fold_list_counts(coalesce(NEW.project_id, OLD.project_id), NULL);
  END IF;
  RETURN NULL;
END
$$;
CREATE TRIGGER documents_counted AFTER INSERT OR DELETE ON documents
  FOR EACH ROW EXECUTE FUNCTION count_documents();
CREATE TRIGGER documents_counted_again AFTER UPDATE ON documents
  FOR EACH ROW WHEN ((OLD.project_id, OLD.document_type) IS DISTINCT FROM (NEW.project_id, NEW.document_type))
  EXECUTE FUNCTION count_documents();

CREATE FUNCTION recount_documents() RETURNS void LANGUAGE plpgsql AS $$
BEGIN
  LOCK TABLE documents IN SHARE ROW EXCLUSIVE MODE;
  DELETE FROM list_counts WHERE list = 'DOCUMENTS';
  INSERT INTO list_counts (list, project_id, document_type, rows)
  SELECT 'DOCUMENTS', project_id, document_type, count(*) FROM documents GROUP BY project_id, document_type;
END
$$;

DO $$
DECLARE
  name text;
BEGIN
  FOREACH name IN ARRAY ARRAY['count_documents()', 'recount_documents()'] LOOP
    EXECUTE format('ALTER FUNCTION %s SET search_path = %I, pg_temp', name, current_schema());
  END LOOP;
END
$$;

SELECT recount_documents();
