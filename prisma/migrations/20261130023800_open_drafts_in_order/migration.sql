-- The open drafts of an author, last changed first. Counting them reads no draft.
DROP INDEX "drafts_open_idx";
CREATE INDEX "drafts_open_idx" ON "drafts"("created_by", "updated_at", "id") INCLUDE ("project_id")
  WHERE "status" IN ('DRAFT', 'SUBMITTED', 'CHANGES_REQUESTED');
