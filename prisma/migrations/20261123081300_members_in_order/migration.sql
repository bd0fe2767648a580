-- CreateIndex
CREATE INDEX "members_project_id_id_idx" ON "members"("project_id", "id");
