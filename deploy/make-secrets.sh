#!/bin/sh
# Makes the secrets of deploy/compose.yaml, once. Containers read them as another user, so the folder protects them.
set -eu
cd "$(dirname "$0")"
[ ! -e secrets ] || { echo "deploy/secrets is there already"; exit 1; }
mkdir -m 0700 secrets
password=$(openssl rand -hex 24)
printf '%s\n' "$password" > secrets/database-password
printf 'postgresql://docsvc:%s@database:5432/docsvc\n' "$password" > secrets/database-url
openssl rand -base64 48 | tr -d '\n' > secrets/jwt-secret
printf 'k1:%s\n' "$(openssl rand -base64 32)" > secrets/encryption-keys
openssl rand -base64 18 > secrets/admin-password
chmod 0644 secrets/*
echo "Sign in as admin@example.com; the password is in deploy/secrets/admin-password"
