-- The review queue in its order, with what decides who sees a draft in it. Decided drafts have such an index already.
DROP INDEX "drafts_status_submitted_at_id_idx";
CREATE INDEX "drafts_submitted_idx" ON "drafts"("submitted_at", "id") INCLUDE ("project_id", "document_id", "branch_id", "created_by")
  WHERE "status" = 'SUBMITTED';

-- Drafts of one status in a project. Most are published: those are found without it.
CREATE INDEX "drafts_unpublished_idx" ON "drafts"("project_id", "status", "id") WHERE "status" <> 'PUBLISHED';

-- The open drafts of an author: the decided ones are counted already.
CREATE INDEX "drafts_open_idx" ON "drafts"("created_by", "project_id") WHERE "status" IN ('DRAFT', 'SUBMITTED', 'CHANGES_REQUESTED');

-- Those of a document or branch are counted and filtered without reading the drafts.
DROP INDEX "drafts_document_id_id_idx";
CREATE INDEX "drafts_of_document_idx" ON "drafts"("document_id", "id", "branch_id", "status", "created_by");
DROP INDEX "drafts_branch_id_id_idx";
CREATE INDEX "drafts_of_branch_idx" ON "drafts"("branch_id", "id", "document_id", "project_id", "status", "created_by");
