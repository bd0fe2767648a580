-- Publications wait until the endpoints of all branches are listed; reads do not.
CREATE TRIGGER branches_note_change BEFORE UPDATE OF latest_version_id, name, is_default, status ON branches
  FOR EACH ROW EXECUTE FUNCTION note_changed_branch();
CREATE TRIGGER branches_list_endpoints AFTER UPDATE OF latest_version_id, name, is_default, status ON branches
  FOR EACH ROW WHEN (
    (OLD.latest_version_id, OLD.name, OLD.is_default, OLD.status)
    IS DISTINCT FROM (NEW.latest_version_id, NEW.name, NEW.is_default, NEW.status))
  EXECUTE FUNCTION list_endpoints_of_branch();

SELECT list_current_endpoints(ARRAY(SELECT id FROM branches));

-- CreateIndex
CREATE INDEX "current_endpoints_text_digest_idx" ON "current_endpoints"("text_digest");

-- Lists of endpoints count and skip rows in these indexes alone.
CREATE INDEX "current_endpoints_main_idx" ON "current_endpoints"("id") INCLUDE ("project_id", "text_digest")
  WHERE "is_main";
CREATE INDEX "current_endpoints_project_id_id_idx" ON "current_endpoints"("project_id", "id",
  "is_main", "branch_name", "method");
CREATE INDEX "current_endpoints_method_id_idx" ON "current_endpoints"("method", "id", "is_main",
  "branch_name", "project_id");
CREATE INDEX "current_endpoints_branch_name_id_idx" ON "current_endpoints"("branch_name", "id",
  "project_id", "method");
