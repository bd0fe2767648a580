-- CreateIndex
CREATE INDEX "drafts_created_by_id_idx" ON "drafts"("created_by", "id");

-- CreateIndex
CREATE INDEX "drafts_status_submitted_at_id_idx" ON "drafts"("status", "submitted_at", "id");
