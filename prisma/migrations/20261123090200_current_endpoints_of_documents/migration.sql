-- One table in each migration: the locks of two at once could deadlock with a transaction of a server that still runs.
CREATE TRIGGER documents_list_endpoints AFTER UPDATE OF status ON documents
  FOR EACH ROW WHEN (OLD.status <> NEW.status) EXECUTE FUNCTION list_endpoints_of_document();
