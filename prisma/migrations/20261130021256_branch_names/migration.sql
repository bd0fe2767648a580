-- CreateIndex
CREATE INDEX "branches_name_idx" ON "branches"("name");
