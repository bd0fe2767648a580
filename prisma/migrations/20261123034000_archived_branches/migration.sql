-- Lists of drafts exclude those of archived branches, which are few.
CREATE INDEX "branches_archived_idx" ON "branches"("id") WHERE "status" = 'ARCHIVED';
