-- DropIndex
DROP INDEX "audit_entries_resource_id_idx";

-- CreateIndex
CREATE INDEX "audit_entries_project_id_action_id_idx" ON "audit_entries"("project_id", "action", "id");

-- CreateIndex
CREATE INDEX "audit_entries_project_id_resource_type_id_idx" ON "audit_entries"("project_id", "resource_type", "id");

-- CreateIndex
CREATE INDEX "audit_entries_action_id_idx" ON "audit_entries"("action", "id");

-- CreateIndex
CREATE INDEX "audit_entries_resource_type_id_idx" ON "audit_entries"("resource_type", "id");

-- CreateIndex
CREATE INDEX "audit_entries_resource_id_id_idx" ON "audit_entries"("resource_id", "id");

-- CreateIndex
CREATE INDEX "drafts_submitted_at_id_idx" ON "drafts"("submitted_at", "id");
