-- CreateEnum
CREATE TYPE "DiffProfile" AS ENUM ('STRICT', 'OASDIFF', 'LENIENT');

-- CreateTable
CREATE TABLE "diff_policies" (
    "project_id" UUID NOT NULL,
    "profile" "DiffProfile" NOT NULL,
    "overrides" JSONB NOT NULL,
    "updated_by" UUID NOT NULL,
    "created_at" TIMESTAMPTZ(3) NOT NULL DEFAULT CURRENT_TIMESTAMP,
    "updated_at" TIMESTAMPTZ(3) NOT NULL,

    CONSTRAINT "diff_policies_pkey" PRIMARY KEY ("project_id")
);

-- CreateTable
CREATE TABLE "diff_exceptions" (
    "id" UUID NOT NULL,
    "project_id" UUID NOT NULL,
    "document_id" UUID NOT NULL,
    "key" TEXT NOT NULL,
    "reason" TEXT NOT NULL,
    "expires_at" TIMESTAMPTZ(3),
    "created_by" UUID NOT NULL,
    "created_at" TIMESTAMPTZ(3) NOT NULL DEFAULT CURRENT_TIMESTAMP,
    "revoked_by" UUID,
    "revoked_at" TIMESTAMPTZ(3),
    "updated_at" TIMESTAMPTZ(3) NOT NULL,

    CONSTRAINT "diff_exceptions_pkey" PRIMARY KEY ("id")
);

-- CreateIndex
CREATE INDEX "diff_exceptions_document_id_id_idx" ON "diff_exceptions"("document_id", "id");

-- AddForeignKey
ALTER TABLE "diff_policies" ADD CONSTRAINT "diff_policies_project_id_fkey" FOREIGN KEY ("project_id") REFERENCES "projects"("id") ON DELETE RESTRICT ON UPDATE CASCADE;

-- AddForeignKey
ALTER TABLE "diff_exceptions" ADD CONSTRAINT "diff_exceptions_document_id_fkey" FOREIGN KEY ("document_id") REFERENCES "documents"("id") ON DELETE RESTRICT ON UPDATE CASCADE;

-- Of one change of one document one acceptance counts, also when two admins accept it at once.
CREATE UNIQUE INDEX "diff_exceptions_one_per_key" ON "diff_exceptions"("document_id", "key") WHERE "revoked_at" IS NULL;
