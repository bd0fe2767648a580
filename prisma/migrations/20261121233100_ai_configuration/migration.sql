-- CreateEnum
CREATE TYPE "AiApiMode" AS ENUM ('CHAT_COMPLETIONS', 'RESPONSES');

-- CreateEnum
CREATE TYPE "AiPromptKey" AS ENUM ('DRAFT_REVIEW_SUMMARY', 'VERSION_CHANGE_SUMMARY', 'DIFF_CHANGE_SUMMARY', 'PAGE_CHAT');

-- CreateTable
CREATE TABLE "ai_providers" (
    "id" UUID NOT NULL,
    "project_id" UUID,
    "name" TEXT NOT NULL,
    "base_url" TEXT NOT NULL,
    "model" TEXT NOT NULL,
    "api_mode" "AiApiMode" NOT NULL,
    "encrypted_api_key" TEXT,
    "api_key_last4" TEXT,
    "enabled" BOOLEAN NOT NULL,
    "temperature" DOUBLE PRECISION NOT NULL,
    "timeout_ms" INTEGER NOT NULL,
    "max_output_tokens" INTEGER NOT NULL,
    "updated_by" UUID NOT NULL,
    "created_at" TIMESTAMPTZ(3) NOT NULL DEFAULT CURRENT_TIMESTAMP,
    "updated_at" TIMESTAMPTZ(3) NOT NULL,

    CONSTRAINT "ai_providers_pkey" PRIMARY KEY ("id")
);

-- CreateTable
CREATE TABLE "ai_prompts" (
    "id" UUID NOT NULL,
    "project_id" UUID,
    "prompt_key" "AiPromptKey" NOT NULL,
    "version" INTEGER NOT NULL,
    "system_prompt" TEXT NOT NULL,
    "user_prompt_template" TEXT NOT NULL,
    "enabled" BOOLEAN NOT NULL,
    "created_by" UUID NOT NULL,
    "created_at" TIMESTAMPTZ(3) NOT NULL DEFAULT CURRENT_TIMESTAMP,

    CONSTRAINT "ai_prompts_pkey" PRIMARY KEY ("id")
);

-- CreateIndex
CREATE UNIQUE INDEX "ai_providers_project_id_key" ON "ai_providers"("project_id");

-- CreateIndex
CREATE UNIQUE INDEX "ai_prompts_project_id_prompt_key_version_key" ON "ai_prompts"("project_id", "prompt_key", "version");

-- AddForeignKey
ALTER TABLE "ai_providers" ADD CONSTRAINT "ai_providers_project_id_fkey" FOREIGN KEY ("project_id") REFERENCES "projects"("id") ON DELETE RESTRICT ON UPDATE CASCADE;

-- AddForeignKey
ALTER TABLE "ai_prompts" ADD CONSTRAINT "ai_prompts_project_id_fkey" FOREIGN KEY ("project_id") REFERENCES "projects"("id") ON DELETE RESTRICT ON UPDATE CASCADE;
-- The system has one provider, and one wording of each version of a prompt: NULLs alone are never equal.
CREATE UNIQUE INDEX "ai_providers_one_of_the_system" ON "ai_providers" (("project_id" IS NULL)) WHERE "project_id" IS NULL;
CREATE UNIQUE INDEX "ai_prompts_of_the_system" ON "ai_prompts" ("prompt_key", "version") WHERE "project_id" IS NULL;

CREATE TRIGGER ai_prompts_immutable BEFORE UPDATE OR DELETE ON ai_prompts
  FOR EACH ROW EXECUTE FUNCTION refuse_change();
CREATE TRIGGER ai_prompts_not_truncated BEFORE TRUNCATE ON ai_prompts
  FOR EACH STATEMENT EXECUTE FUNCTION refuse_change();
