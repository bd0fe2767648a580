-- Finds the versions that have an endpoint side by side, by its path, which may be longer than an index takes. With the version
-- first, each version of a branch was looked up at another place of the index.
CREATE INDEX "endpoints_path_version_id_idx" ON "endpoints"(md5("path"), "version_id");
DROP INDEX "endpoints_version_id_path_idx";
