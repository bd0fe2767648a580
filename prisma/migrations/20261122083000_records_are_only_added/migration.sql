-- Records of what happened, and what published contents were found to be, are only ever added. The triggers hold for
-- every role, its owner included; the role of the service gets no right to change the tables that have a trigger
-- named "…_immutable" (src/platform/grants.ts).
CREATE FUNCTION refuse_record_change() RETURNS trigger LANGUAGE plpgsql AS $$
BEGIN
  RAISE EXCEPTION '% of % is not allowed: its rows are only added', TG_OP, TG_TABLE_NAME
    USING ERRCODE = 'restrict_violation';
END
$$;

DO $$
DECLARE
  name text;
BEGIN
  FOREACH name IN ARRAY ARRAY['audit_entries', 'comparisons', 'analyses', 'renderings', 'chat_messages'] LOOP
    EXECUTE format('CREATE TRIGGER %I BEFORE UPDATE OR DELETE ON %I
      FOR EACH ROW EXECUTE FUNCTION refuse_record_change()', name || '_immutable', name);
  END LOOP;
  FOREACH name IN ARRAY ARRAY['audit_entries', 'comparisons', 'analyses', 'renderings', 'chat_messages', 'reviews', 'drafts', 'diffs'] LOOP
    EXECUTE format('CREATE TRIGGER %I BEFORE TRUNCATE ON %I
      FOR EACH STATEMENT EXECUTE FUNCTION refuse_record_change()', name || '_not_truncated', name);
  END LOOP;
END
$$;

-- A decision stays as long as its draft: it goes with a draft that is withdrawn, which no decision has published.
CREATE FUNCTION refuse_review_change() RETURNS trigger LANGUAGE plpgsql AS $$
BEGIN
  IF TG_OP = 'DELETE' AND NOT EXISTS (SELECT FROM drafts WHERE id = OLD.draft_id) THEN
    RETURN OLD;
  END IF;
  RAISE EXCEPTION '% of % is not allowed: its rows are only added', TG_OP, TG_TABLE_NAME
    USING ERRCODE = 'restrict_violation';
END
$$;
CREATE TRIGGER reviews_immutable BEFORE UPDATE OR DELETE ON reviews
  FOR EACH ROW EXECUTE FUNCTION refuse_review_change();

-- The final decision about a draft is final, and what was submitted can be decided but not deleted.
CREATE FUNCTION refuse_decided_draft_change() RETURNS trigger LANGUAGE plpgsql AS $$
BEGIN
  RAISE EXCEPTION '% of a draft that is % is not allowed', TG_OP, lower(OLD.status::text)
    USING ERRCODE = 'restrict_violation';
END
$$;
CREATE TRIGGER drafts_decided_stay BEFORE UPDATE ON drafts
  FOR EACH ROW WHEN (OLD.status IN ('PUBLISHED', 'REJECTED')) EXECUTE FUNCTION refuse_decided_draft_change();
CREATE TRIGGER drafts_open_are_withdrawn BEFORE DELETE ON drafts
  FOR EACH ROW WHEN (OLD.status NOT IN ('DRAFT', 'CHANGES_REQUESTED')) EXECUTE FUNCTION refuse_decided_draft_change();

-- A diff names two versions for good. Another engine may compare their contents anew.
CREATE FUNCTION refuse_diff_change() RETURNS trigger LANGUAGE plpgsql AS $$
BEGIN
  IF TG_OP = 'UPDATE'
    AND NEW.id = OLD.id AND NEW.project_id = OLD.project_id AND NEW.document_id = OLD.document_id
    AND NEW.from_version_id = OLD.from_version_id AND NEW.to_version_id = OLD.to_version_id
    AND NEW.created_by IS NOT DISTINCT FROM OLD.created_by AND NEW.created_at = OLD.created_at
    AND EXISTS (
      SELECT FROM comparisons later JOIN comparisons earlier ON earlier.id = OLD.comparison_id
      WHERE later.id = NEW.comparison_id AND later.id <> earlier.id AND later.document_type = earlier.document_type)
  THEN
    RETURN NEW;
  END IF;
  RAISE EXCEPTION '% of % is not allowed: only its comparison may be replaced by another',
    TG_OP, TG_TABLE_NAME
    USING ERRCODE = 'restrict_violation';
END
$$;
CREATE TRIGGER diffs_immutable BEFORE UPDATE OR DELETE ON diffs
  FOR EACH ROW EXECUTE FUNCTION refuse_diff_change();

-- The role of the service, which may not update diffs, replaces a comparison through this function.
CREATE FUNCTION renew_comparison(diff uuid, comparison char(64)) RETURNS void LANGUAGE sql SECURITY DEFINER AS $$
  UPDATE diffs SET comparison_id = comparison, updated_at = now() WHERE id = diff;
$$;
REVOKE EXECUTE ON FUNCTION renew_comparison FROM PUBLIC;

-- Temporary tables come first in every search path unless it says otherwise: one named like a table that a function
-- reads would take its place.
DO $$
DECLARE
  name text;
BEGIN
  FOREACH name IN ARRAY ARRAY['refuse_late_endpoints()', 'refuse_review_change()', 'refuse_diff_change()', 'renew_comparison(uuid, char)'] LOOP
    EXECUTE format('ALTER FUNCTION %s SET search_path = %I, pg_temp', name, current_schema());
  END LOOP;
END
$$;
