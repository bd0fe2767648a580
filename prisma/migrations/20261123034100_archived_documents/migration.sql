-- A migration of its own: the locks of two tables at once could deadlock with a transaction of a server that still runs.
CREATE INDEX "documents_archived_idx" ON "documents"("id") WHERE "status" = 'ARCHIVED';
