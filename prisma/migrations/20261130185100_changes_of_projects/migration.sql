-- A migration of its own: the locks of two tables at once could deadlock with a transaction of a server that still runs.
ALTER TABLE "projects" ADD COLUMN "changed" xid8;
ALTER TABLE "projects" ALTER COLUMN "changed" SET DEFAULT pg_current_xact_id();
CREATE INDEX "projects_changed_idx" ON "projects"("changed") WHERE "changed" IS NOT NULL;
CREATE TRIGGER projects_note_change BEFORE UPDATE ON projects FOR EACH ROW EXECUTE FUNCTION note_changed_row();
