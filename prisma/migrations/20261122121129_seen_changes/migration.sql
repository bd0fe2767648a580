-- CreateTable
CREATE TABLE "seen_changes" (
    "draft_id" UUID NOT NULL,
    "user_id" UUID NOT NULL,
    "key" TEXT NOT NULL,
    "digest" TEXT NOT NULL,
    "seen_at" TIMESTAMPTZ(3) NOT NULL DEFAULT CURRENT_TIMESTAMP,

    CONSTRAINT "seen_changes_pkey" PRIMARY KEY ("draft_id","user_id","key")
);

-- AddForeignKey
ALTER TABLE "seen_changes" ADD CONSTRAINT "seen_changes_draft_id_fkey" FOREIGN KEY ("draft_id") REFERENCES "drafts"("id") ON DELETE CASCADE ON UPDATE CASCADE;
