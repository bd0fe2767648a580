-- CreateTable
CREATE TABLE "review_policies" (
    "project_id" UUID NOT NULL,
    "require_other_reviewer" BOOLEAN NOT NULL DEFAULT false,
    "require_comment" BOOLEAN NOT NULL DEFAULT false,
    "require_resolved_threads" BOOLEAN NOT NULL DEFAULT false,
    "require_reason_for_breaking" BOOLEAN NOT NULL DEFAULT false,
    "updated_by" UUID NOT NULL,
    "created_at" TIMESTAMPTZ(3) NOT NULL DEFAULT CURRENT_TIMESTAMP,
    "updated_at" TIMESTAMPTZ(3) NOT NULL,

    CONSTRAINT "review_policies_pkey" PRIMARY KEY ("project_id")
);

-- CreateTable
CREATE TABLE "comments" (
    "id" UUID NOT NULL,
    "draft_id" UUID NOT NULL,
    "reply_to_id" UUID,
    "body" TEXT NOT NULL,
    "change_key" TEXT,
    "pointer" TEXT,
    "line" INTEGER,
    "line_text" TEXT,
    "submission_round" INTEGER NOT NULL,
    "created_by" UUID NOT NULL,
    "created_at" TIMESTAMPTZ(3) NOT NULL DEFAULT CURRENT_TIMESTAMP,
    "updated_at" TIMESTAMPTZ(3) NOT NULL,
    "resolved_by" UUID,
    "resolved_at" TIMESTAMPTZ(3),
    "deleted_at" TIMESTAMPTZ(3),

    CONSTRAINT "comments_pkey" PRIMARY KEY ("id")
);

-- CreateIndex
CREATE INDEX "comments_draft_id_id_idx" ON "comments"("draft_id", "id");

-- CreateIndex
CREATE INDEX "comments_reply_to_id_idx" ON "comments"("reply_to_id");

-- AddForeignKey
ALTER TABLE "review_policies" ADD CONSTRAINT "review_policies_project_id_fkey" FOREIGN KEY ("project_id") REFERENCES "projects"("id") ON DELETE RESTRICT ON UPDATE CASCADE;

-- AddForeignKey
ALTER TABLE "comments" ADD CONSTRAINT "comments_draft_id_fkey" FOREIGN KEY ("draft_id") REFERENCES "drafts"("id") ON DELETE CASCADE ON UPDATE CASCADE;

-- AddForeignKey
ALTER TABLE "comments" ADD CONSTRAINT "comments_reply_to_id_fkey" FOREIGN KEY ("reply_to_id") REFERENCES "comments"("id") ON DELETE CASCADE ON UPDATE CASCADE;
