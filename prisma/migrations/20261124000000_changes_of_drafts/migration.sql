-- The transaction that last changed a draft, so that what was found in a list of drafts is searched again only after a
-- change. A default that is set later writes no row of the table anew: drafts of earlier releases have none.
ALTER TABLE "drafts" ADD COLUMN "changed" xid8;
ALTER TABLE "drafts" ALTER COLUMN "changed" SET DEFAULT pg_current_xact_id();
CREATE INDEX "drafts_changed_idx" ON "drafts"("changed") WHERE "changed" IS NOT NULL;

CREATE FUNCTION note_changed_row() RETURNS trigger LANGUAGE plpgsql AS $$
BEGIN
  NEW.changed := pg_current_xact_id();
  RETURN NEW;
END
$$;
CREATE TRIGGER drafts_note_change BEFORE UPDATE ON drafts FOR EACH ROW EXECUTE FUNCTION note_changed_row();

-- A draft that is gone is in no list any more.
CREATE TABLE "withdrawn_drafts" (
    "id" UUID NOT NULL,
    "project_id" UUID NOT NULL,
    "document_id" UUID NOT NULL,
    "branch_id" UUID NOT NULL,
    "status" "DraftStatus" NOT NULL,
    "created_by" UUID NOT NULL,
    "changed" xid8 NOT NULL DEFAULT pg_current_xact_id(),

    CONSTRAINT "withdrawn_drafts_pkey" PRIMARY KEY ("id")
);
CREATE INDEX "withdrawn_drafts_changed_idx" ON "withdrawn_drafts"("changed");

CREATE FUNCTION note_withdrawn_draft() RETURNS trigger LANGUAGE plpgsql AS $$
BEGIN
  INSERT INTO withdrawn_drafts (id, project_id, document_id, branch_id, status, created_by)
  VALUES (OLD.id, OLD.project_id, OLD.document_id, OLD.branch_id, OLD.status, OLD.created_by)
  ON CONFLICT (id) DO UPDATE SET changed = pg_current_xact_id();
  RETURN NULL;
END
$$;
CREATE TRIGGER drafts_note_withdrawal AFTER DELETE ON drafts FOR EACH ROW EXECUTE FUNCTION note_withdrawn_draft();

DO $$
BEGIN
  EXECUTE format('ALTER FUNCTION note_withdrawn_draft() SET search_path = %I, pg_temp', current_schema());
END
$$;
