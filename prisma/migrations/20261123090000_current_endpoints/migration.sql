-- CreateTable
CREATE TABLE "current_endpoints" (
    "branch_id" UUID NOT NULL,
    "id" UUID NOT NULL,
    "project_id" UUID NOT NULL,
    "branch_name" TEXT NOT NULL,
    "is_main" BOOLEAN NOT NULL,
    "method" TEXT NOT NULL,
    "text_digest" UUID NOT NULL,

    CONSTRAINT "current_endpoints_pkey" PRIMARY KEY ("branch_id","id")
);

-- CreateTable
CREATE TABLE "endpoint_texts" (
    "digest" UUID NOT NULL,
    "project_id" UUID NOT NULL,
    "branch_name" TEXT NOT NULL,
    "is_main" BOOLEAN NOT NULL,
    "method" TEXT NOT NULL,
    "text" TEXT NOT NULL,

    CONSTRAINT "endpoint_texts_pkey" PRIMARY KEY ("digest")
);

-- Writes the current endpoints of branches anew. Those of a branch or document that is archived are not listed. Of each
-- document one branch is the main one: the default branch, or the last published one if the default branch has no version.
CREATE FUNCTION list_current_endpoints(of_branches uuid[]) RETURNS void LANGUAGE plpgsql AS $$
DECLARE
  listed_before uuid[];
BEGIN
  WITH gone AS (DELETE FROM current_endpoints WHERE branch_id = ANY(of_branches) RETURNING text_digest)
  SELECT array_agg(text_digest) INTO listed_before FROM gone;
  WITH listed AS MATERIALIZED (
    SELECT b.id, b.name, b.latest_version_id, d.project_id, NOT EXISTS (
      SELECT FROM branches o
      WHERE o.document_id = b.document_id AND o.status = 'ACTIVE' AND o.latest_version_id IS NOT NULL
        AND (o.is_default, o.latest_version_id) > (b.is_default, b.latest_version_id)) AS is_main
    FROM branches b JOIN documents d ON d.id = b.document_id
    WHERE b.id = ANY(of_branches) AND b.status = 'ACTIVE' AND b.latest_version_id IS NOT NULL
      AND d.status = 'ACTIVE' AND d.document_type = 'OPENAPI'
  ), found AS MATERIALIZED (
    SELECT e.id, e.method, b.id AS branch_id, b.name AS branch_name, b.project_id, b.is_main,
      md5(ROW(b.id, b.name, b.is_main, e.method, e.path, e.operation_id, e.summary, e.tags)::text)::uuid AS digest,
      lower(concat_ws(' ', e.path, e.operation_id, e.summary, array_to_string(e.tags, ' '))) AS text
    FROM listed b JOIN endpoints e ON e.version_id = b.latest_version_id
  ), new_texts AS (
    INSERT INTO endpoint_texts (digest, project_id, branch_name, is_main, method, text)
    SELECT digest, project_id, branch_name, is_main, method, text FROM found
    WHERE digest NOT IN (SELECT unnest(listed_before)) ON CONFLICT DO NOTHING
  ), listed_now AS (
    INSERT INTO current_endpoints (branch_id, id, project_id, branch_name, is_main, method, text_digest)
    SELECT branch_id, id, project_id, branch_name, is_main, method, digest FROM found
  )
  DELETE FROM endpoint_texts WHERE digest IN (SELECT unnest(listed_before) EXCEPT SELECT digest FROM found);
END
$$;

-- The transaction that last changed what is listed of a branch, so that a total is counted again only after a change.
CREATE FUNCTION note_changed_branch() RETURNS trigger LANGUAGE plpgsql AS $$
BEGIN
  NEW.endpoints_changed := pg_current_xact_id();
  RETURN NEW;
END
$$;

-- A publication changes the endpoints of its branch alone once the default branch has a version. Before that, it may
-- change which branch is the main one: publications on two branches of a document then wait for each other.
CREATE FUNCTION list_endpoints_of_branch() RETURNS trigger LANGUAGE plpgsql AS $$
BEGIN
  IF (OLD.name, OLD.is_default, OLD.status) = (NEW.name, NEW.is_default, NEW.status) AND EXISTS (
    SELECT FROM branches WHERE document_id = NEW.document_id AND is_default AND latest_version_id IS NOT NULL
      AND (id <> NEW.id OR OLD.latest_version_id IS NOT NULL))
  THEN
    PERFORM list_current_endpoints(ARRAY[NEW.id]);
  ELSE
    PERFORM FROM branches WHERE document_id = NEW.document_id AND is_default FOR NO KEY UPDATE;
    PERFORM list_current_endpoints(ARRAY(SELECT id FROM branches WHERE document_id = NEW.document_id));
  END IF;
  RETURN NULL;
END
$$;

CREATE FUNCTION list_endpoints_of_document() RETURNS trigger LANGUAGE plpgsql AS $$
BEGIN
  UPDATE branches SET endpoints_changed = pg_current_xact_id() WHERE document_id = NEW.id;
  PERFORM list_current_endpoints(ARRAY(SELECT id FROM branches WHERE document_id = NEW.id));
  RETURN NULL;
END
$$;

-- Planning these statements for each call would take longer than to run them.
DO $$
DECLARE
  name text;
BEGIN
  FOREACH name IN ARRAY ARRAY['list_endpoints_of_branch()', 'list_endpoints_of_document()'] LOOP
    EXECUTE format('ALTER FUNCTION %s SET search_path = %I, pg_temp', name, current_schema());
    EXECUTE format('ALTER FUNCTION %s SET plan_cache_mode = force_generic_plan', name);
  END LOOP;
END
$$;
