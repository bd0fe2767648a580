#!/bin/sh
# Makes the secrets of deploy/compose.yaml, once. Containers read them as another user, so the folder protects them.
set -eu
cd "$(dirname "$0")"
[ ! -e secrets ] || { echo "deploy/secrets is there already" >&2; exit 1; }
# The folder gets its name when it is complete.
made=$(mktemp -d ./secrets.XXXXXX)
trap 'rm -rf "$made"' EXIT
password() { openssl rand -hex 24; }
owner=$(password)
service=$(password)
password > "$made/database-password"
printf '%s\n' "$owner" > "$made/owner-password"
printf '%s\n' "$service" > "$made/service-password"
printf 'postgresql://docsvc_owner:%s@database:5432/docsvc\n' "$owner" > "$made/migration-url"
printf 'postgresql://docsvc_service:%s@database:5432/docsvc\n' "$service" > "$made/database-url"
openssl rand -hex 32 > "$made/jwt-secret"
key=$(openssl rand -base64 32)
printf 'k1:%s\n' "$key" > "$made/encryption-keys"
openssl rand -base64 18 > "$made/admin-password"
chmod 0644 "$made"/*
mv "$made" secrets
echo "Sign in as admin@example.com; the password is in deploy/secrets/admin-password"
