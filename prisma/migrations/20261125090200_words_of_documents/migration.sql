CREATE FUNCTION index_document() RETURNS trigger LANGUAGE plpgsql AS $$
BEGIN
  INSERT INTO search_documents (document_id, words)
  VALUES (NEW.id, document_words(NEW.name, NEW.relative_path, NEW.description))
  ON CONFLICT (document_id) DO UPDATE SET words = EXCLUDED.words;
  RETURN NULL;
END
$$;

DO $$
BEGIN
  EXECUTE format('ALTER FUNCTION index_document() SET search_path = %I, pg_temp', current_schema());
END
$$;

CREATE TRIGGER documents_index AFTER INSERT OR UPDATE OF name, relative_path, description ON documents
  FOR EACH ROW EXECUTE FUNCTION index_document();
