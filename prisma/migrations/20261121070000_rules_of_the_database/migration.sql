-- Rules that Prisma's schema cannot express. They hold for every writer, whatever way it comes.

-- Exactly one default branch of a document: two are impossible, none is prevented by the service.
CREATE UNIQUE INDEX branches_one_default ON branches (document_id) WHERE is_default;

CREATE FUNCTION refuse_change() RETURNS trigger LANGUAGE plpgsql AS $$
BEGIN
  RAISE EXCEPTION '% of % is not allowed: what is published never changes', TG_OP, TG_TABLE_NAME
    USING ERRCODE = 'restrict_violation';
END
$$;

CREATE TRIGGER versions_immutable BEFORE UPDATE OR DELETE ON versions
  FOR EACH ROW EXECUTE FUNCTION refuse_change();
CREATE TRIGGER versions_not_truncated BEFORE TRUNCATE ON versions
  FOR EACH STATEMENT EXECUTE FUNCTION refuse_change();

CREATE TRIGGER endpoints_immutable BEFORE UPDATE OR DELETE ON endpoints
  FOR EACH ROW EXECUTE FUNCTION refuse_change();
CREATE TRIGGER endpoints_not_truncated BEFORE TRUNCATE ON endpoints
  FOR EACH STATEMENT EXECUTE FUNCTION refuse_change();

-- A text is named by its hash, so it never changes. It may be deleted while no version, draft or comparison refers to
-- it: their foreign keys refuse the rest.
CREATE TRIGGER texts_immutable BEFORE UPDATE ON texts
  FOR EACH ROW EXECUTE FUNCTION refuse_change();
CREATE TRIGGER texts_not_truncated BEFORE TRUNCATE ON texts
  FOR EACH STATEMENT EXECUTE FUNCTION refuse_change();

-- Endpoints are written together with their version: none can be added once it is visible.
CREATE FUNCTION refuse_late_endpoints() RETURNS trigger LANGUAGE plpgsql AS $$
BEGIN
  IF EXISTS (
    SELECT FROM (SELECT DISTINCT version_id FROM added) a JOIN versions v ON v.id = a.version_id
    WHERE v.xmin <> pg_current_xact_id()::xid
  ) THEN
    RAISE EXCEPTION 'endpoints are written together with their version' USING ERRCODE = 'restrict_violation';
  END IF;
  RETURN NULL;
END
$$;

CREATE TRIGGER endpoints_with_their_version AFTER INSERT ON endpoints
  REFERENCING NEW TABLE AS added
  FOR EACH STATEMENT EXECUTE FUNCTION refuse_late_endpoints();
