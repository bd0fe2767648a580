-- Finds an endpoint of a version by its path, which may be longer than an index takes.
CREATE INDEX "endpoints_version_id_path_idx" ON "endpoints"("version_id", md5("path"));
