-- A migration of its own: the locks of two tables at once could deadlock with a transaction of a server that still runs.
ALTER TABLE "documents" ADD COLUMN "changed" xid8;
CREATE INDEX "documents_changed_idx" ON "documents"("changed") WHERE "changed" IS NOT NULL;
CREATE TRIGGER documents_note_change BEFORE UPDATE ON documents FOR EACH ROW EXECUTE FUNCTION note_changed_row();
