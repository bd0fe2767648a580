-- The transaction that last changed a team, so that what a search found is searched again only after a change. A default
-- that is set later writes no row of the table anew: teams of earlier releases have none.
ALTER TABLE "teams" ADD COLUMN "changed" xid8;
ALTER TABLE "teams" ALTER COLUMN "changed" SET DEFAULT pg_current_xact_id();
CREATE INDEX "teams_changed_idx" ON "teams"("changed") WHERE "changed" IS NOT NULL;
CREATE TRIGGER teams_note_change BEFORE UPDATE ON teams FOR EACH ROW EXECUTE FUNCTION note_changed_row();
