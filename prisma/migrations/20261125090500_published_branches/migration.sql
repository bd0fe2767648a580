-- The latest versions of documents are found and counted without reading the branches.
CREATE INDEX "branches_published_idx" ON "branches"("document_id") INCLUDE ("latest_version_id")
  WHERE "status" = 'ACTIVE' AND "latest_version_id" IS NOT NULL;
