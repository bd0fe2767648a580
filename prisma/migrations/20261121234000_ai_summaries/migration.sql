-- CreateEnum
CREATE TYPE "AiOwnerType" AS ENUM ('DRAFT', 'VERSION', 'DIFF');

-- CreateEnum
CREATE TYPE "AiSummaryStatus" AS ENUM ('PENDING', 'SKIPPED', 'SUCCEEDED', 'FAILED');

-- CreateTable
CREATE TABLE "ai_summaries" (
    "id" UUID NOT NULL,
    "project_id" UUID NOT NULL,
    "owner_type" "AiOwnerType" NOT NULL,
    "owner_id" UUID NOT NULL,
    "prompt_key" "AiPromptKey" NOT NULL,
    "status" "AiSummaryStatus" NOT NULL DEFAULT 'PENDING',
    "content" TEXT,
    "error_message" TEXT,
    "model" TEXT,
    "prompt_version" TEXT,
    "basis" TEXT,
    "generated_by" UUID NOT NULL,
    "generated_at" TIMESTAMPTZ(3),
    "created_at" TIMESTAMPTZ(3) NOT NULL DEFAULT CURRENT_TIMESTAMP,
    "updated_at" TIMESTAMPTZ(3) NOT NULL DEFAULT CURRENT_TIMESTAMP,

    CONSTRAINT "ai_summaries_pkey" PRIMARY KEY ("id")
);

-- CreateTable
CREATE TABLE "jobs" (
    "id" UUID NOT NULL,
    "kind" TEXT NOT NULL,
    "due_at" TIMESTAMPTZ(3) NOT NULL DEFAULT CURRENT_TIMESTAMP,
    "attempts" INTEGER NOT NULL DEFAULT 0,
    "claim" UUID,

    CONSTRAINT "jobs_pkey" PRIMARY KEY ("id")
);

-- CreateIndex
CREATE INDEX "ai_summaries_owner_type_owner_id_id_idx" ON "ai_summaries"("owner_type", "owner_id", "id");

-- CreateIndex
CREATE INDEX "jobs_due_at_idx" ON "jobs"("due_at");

-- AddForeignKey
ALTER TABLE "ai_summaries" ADD CONSTRAINT "ai_summaries_project_id_fkey" FOREIGN KEY ("project_id") REFERENCES "projects"("id") ON DELETE RESTRICT ON UPDATE CASCADE;
-- Of one owner one summary is being made at a time, whoever asks at once.
CREATE UNIQUE INDEX "ai_summaries_one_pending" ON "ai_summaries" ("owner_type", "owner_id") WHERE "status" = 'PENDING';
-- A text is there when it was made, a reason when it was not.
ALTER TABLE "ai_summaries"
  ADD CONSTRAINT "ai_summaries_content_check" CHECK (("status" = 'SUCCEEDED') = ("content" IS NOT NULL)),
  ADD CONSTRAINT "ai_summaries_error_check" CHECK (("status" IN ('FAILED', 'SKIPPED')) = ("error_message" IS NOT NULL)),
  ADD CONSTRAINT "ai_summaries_basis_check" CHECK ("status" <> 'SUCCEEDED' OR "basis" IS NOT NULL);
