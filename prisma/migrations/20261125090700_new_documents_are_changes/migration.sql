-- A new document may be found by a search that was remembered before.
ALTER TABLE "documents" ALTER COLUMN "changed" SET DEFAULT pg_current_xact_id();
