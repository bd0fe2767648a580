-- How many rows some long lists have, so that their totals and last pages do not read all of them. Triggers keep them, so
-- that they hold for every writer. A change adds rows here and changes none: two transactions never wait for each other,
-- and each sees the sum that belongs to its snapshot.
-- Changes that lower a number are rows below zero.
CREATE TYPE "CountedList" AS ENUM ('DECIDED_DRAFTS', 'DOCUMENTS', 'LATEST_VERSIONS');

CREATE TABLE "list_counts" (
    "id" UUID NOT NULL DEFAULT gen_random_uuid(),
    "list" "CountedList" NOT NULL,
    "project_id" UUID NOT NULL,
    "created_by" UUID,
    "status" "DraftStatus",
    "document_type" "DocumentType",
    "rows" INTEGER NOT NULL,

    CONSTRAINT "list_counts_pkey" PRIMARY KEY ("id")
);

CREATE INDEX "list_counts_created_by_project_id_idx" ON "list_counts"("created_by", "project_id");

-- Replaces the changes of a project, and of an author there, by their sums: one of fifty changes calls this. Rows that another
-- transaction is just replacing stay as they are.
CREATE FUNCTION fold_list_counts(project uuid, author uuid) RETURNS void LANGUAGE sql AS $$
  WITH folded AS (
    DELETE FROM list_counts WHERE id IN (
      SELECT id FROM list_counts WHERE project_id = project AND (created_by IS NULL OR created_by = author)
      FOR UPDATE SKIP LOCKED)
    RETURNING *)
  INSERT INTO list_counts (list, project_id, created_by, status, document_type, rows)
  SELECT list, project_id, created_by, status, document_type, sum(rows) FROM folded
  GROUP BY list, project_id, created_by, status, document_type HAVING sum(rows) <> 0;
$$;

-- Decided drafts are counted by project and status, of all authors and of each one. Decisions are final: none is subtracted.
CREATE FUNCTION count_decided_drafts() RETURNS trigger LANGUAGE plpgsql AS $$
BEGIN
  INSERT INTO list_counts (list, project_id, created_by, status, rows)
  VALUES ('DECIDED_DRAFTS', NEW.project_id, NULL, NEW.status, 1), ('DECIDED_DRAFTS', NEW.project_id, NEW.created_by, NEW.status, 1);
  IF random() < 0.02 THEN
    PERFORM fold_list_counts(NEW.project_id, NEW.created_by);
  END IF;
  RETURN NULL;
END
$$;
CREATE TRIGGER drafts_counted AFTER INSERT OR UPDATE ON drafts
  FOR EACH ROW WHEN (NEW.status IN ('PUBLISHED', 'REJECTED')) EXECUTE FUNCTION count_decided_drafts();

-- Counts them anew, while nobody writes drafts: for rows that were written without triggers.
CREATE FUNCTION recount_decided_drafts() RETURNS void LANGUAGE plpgsql AS $$
BEGIN
  LOCK TABLE drafts IN SHARE ROW EXCLUSIVE MODE;
  DELETE FROM list_counts WHERE list = 'DECIDED_DRAFTS';
  INSERT INTO list_counts (list, project_id, created_by, status, rows)
  SELECT 'DECIDED_DRAFTS', project_id, created_by, status, count(*) FROM drafts WHERE status IN ('PUBLISHED', 'REJECTED')
  GROUP BY GROUPING SETS ((project_id, status), (project_id, created_by, status));
END
$$;

DO $$
DECLARE
  name text;
BEGIN
  FOREACH name IN ARRAY ARRAY['fold_list_counts(uuid, uuid)', 'count_decided_drafts()', 'recount_decided_drafts()'] LOOP
    EXECUTE format('ALTER FUNCTION %s SET search_path = %I, pg_temp', name, current_schema());
  END LOOP;
END
$$;

SELECT recount_decided_drafts();
