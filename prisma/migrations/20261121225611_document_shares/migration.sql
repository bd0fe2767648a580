-- CreateEnum
CREATE TYPE "ShareExpiry" AS ENUM ('ONE_MONTH', 'THREE_MONTHS', 'SIX_MONTHS', 'ONE_YEAR', 'PERMANENT');

-- CreateEnum
CREATE TYPE "ShareVersionScope" AS ENUM ('LATEST', 'ALL');

-- CreateTable
CREATE TABLE "document_shares" (
    "id" UUID NOT NULL,
    "project_id" UUID NOT NULL,
    "document_id" UUID NOT NULL,
    "branch_id" UUID NOT NULL,
    "version_scope" "ShareVersionScope" NOT NULL,
    "expiry" "ShareExpiry" NOT NULL,
    "expires_at" TIMESTAMPTZ(3),
    "secret_hash" CHAR(64) NOT NULL,
    "encrypted_secret" TEXT,
    "password_hash" TEXT,
    "created_by" UUID NOT NULL,
    "created_at" TIMESTAMPTZ(3) NOT NULL DEFAULT CURRENT_TIMESTAMP,
    "revoked_by" UUID,
    "revoked_at" TIMESTAMPTZ(3),
    "updated_at" TIMESTAMPTZ(3) NOT NULL,

    CONSTRAINT "document_shares_pkey" PRIMARY KEY ("id")
);

-- CreateTable
CREATE TABLE "try_logs" (
    "key" TEXT NOT NULL,
    "tries" TIMESTAMPTZ(3)[],
    "expire" TIMESTAMPTZ(3) NOT NULL,

    CONSTRAINT "try_logs_pkey" PRIMARY KEY ("key")
);

-- CreateIndex
CREATE INDEX "document_shares_document_id_id_idx" ON "document_shares"("document_id", "id");

-- CreateIndex
CREATE INDEX "document_shares_project_id_id_idx" ON "document_shares"("project_id", "id");

-- CreateIndex
CREATE INDEX "try_logs_expire_idx" ON "try_logs"("expire");

-- AddForeignKey
ALTER TABLE "document_shares" ADD CONSTRAINT "document_shares_document_id_fkey" FOREIGN KEY ("document_id") REFERENCES "documents"("id") ON DELETE RESTRICT ON UPDATE CASCADE;

-- AddForeignKey
ALTER TABLE "document_shares" ADD CONSTRAINT "document_shares_branch_id_fkey" FOREIGN KEY ("branch_id") REFERENCES "branches"("id") ON DELETE RESTRICT ON UPDATE CASCADE;
-- What is kept of a share says one thing: permanent or ending, revoked by somebody or still able to show its secret.
ALTER TABLE "document_shares"
  ADD CONSTRAINT "document_shares_expiry_check" CHECK (("expiry" = 'PERMANENT') = ("expires_at" IS NULL)),
  ADD CONSTRAINT "document_shares_revoked_check" CHECK (("revoked_at" IS NULL) = ("revoked_by" IS NULL)),
  ADD CONSTRAINT "document_shares_secret_check" CHECK (("revoked_at" IS NULL) = ("encrypted_secret" IS NOT NULL)),
  ADD CONSTRAINT "document_shares_hash_check" CHECK ("secret_hash" ~ '^[0-9a-f]{64}$');

CREATE FUNCTION refuse_share_revival() RETURNS trigger LANGUAGE plpgsql AS $$
BEGIN
  RAISE EXCEPTION 'a share is revoked for good' USING ERRCODE = 'restrict_violation';
END
$$;

CREATE TRIGGER document_shares_revoked_for_good BEFORE UPDATE ON "document_shares"
  FOR EACH ROW WHEN (OLD."revoked_at" IS NOT NULL AND NEW."revoked_at" IS DISTINCT FROM OLD."revoked_at")
  EXECUTE FUNCTION refuse_share_revival();
