#!/bin/sh
# Makes the database of deploy/compose.yaml and its two roles (docs/postgresql.md). The image of PostgreSQL runs it once, in a new
# volume.
set -eu
psql --set=ON_ERROR_STOP=1 --username="$POSTGRES_USER" --no-psqlrc <<SQL
CREATE ROLE docsvc_owner LOGIN PASSWORD '$(cat /run/secrets/owner-password)';
CREATE ROLE docsvc_service LOGIN PASSWORD '$(cat /run/secrets/service-password)' NOSUPERUSER NOCREATEDB NOCREATEROLE;
CREATE DATABASE docsvc OWNER docsvc_owner ENCODING 'UTF8' LOCALE_PROVIDER builtin BUILTIN_LOCALE 'C.UTF-8' TEMPLATE template0;
REVOKE ALL ON DATABASE docsvc FROM PUBLIC;
GRANT CONNECT ON DATABASE docsvc TO docsvc_service;
\connect docsvc
REVOKE CREATE ON SCHEMA public FROM PUBLIC;
GRANT USAGE, CREATE ON SCHEMA public TO docsvc_owner;
GRANT USAGE ON SCHEMA public TO docsvc_service;
SQL
