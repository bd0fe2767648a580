-- CreateEnum
CREATE TYPE "McpScope" AS ENUM ('API_READ', 'API_DRAFT', 'DOC_READ', 'DOC_DRAFT');

-- CreateTable
CREATE TABLE "mcp_tokens" (
    "id" UUID NOT NULL,
    "user_id" UUID NOT NULL,
    "name" TEXT NOT NULL,
    "scopes" "McpScope"[],
    "secret_hash" CHAR(64) NOT NULL,
    "encrypted_secret" TEXT,
    "last_characters" TEXT NOT NULL,
    "expires_at" TIMESTAMPTZ(3),
    "revoked_at" TIMESTAMPTZ(3),
    "last_used_at" TIMESTAMPTZ(3),
    "created_at" TIMESTAMPTZ(3) NOT NULL DEFAULT CURRENT_TIMESTAMP,
    "updated_at" TIMESTAMPTZ(3) NOT NULL,

    CONSTRAINT "mcp_tokens_pkey" PRIMARY KEY ("id")
);

-- CreateIndex
CREATE UNIQUE INDEX "mcp_tokens_secret_hash_key" ON "mcp_tokens"("secret_hash");

-- CreateIndex
CREATE INDEX "mcp_tokens_user_id_id_idx" ON "mcp_tokens"("user_id", "id");

-- AddForeignKey
ALTER TABLE "mcp_tokens" ADD CONSTRAINT "mcp_tokens_user_id_fkey" FOREIGN KEY ("user_id") REFERENCES "users"("id") ON DELETE RESTRICT ON UPDATE CASCADE;

-- A token without any scope could do nothing and is a mistake.
ALTER TABLE "mcp_tokens" ADD CONSTRAINT "mcp_tokens_scopes_check" CHECK (cardinality("scopes") >= 1);
