-- AlterTable
ALTER TABLE "users" ADD COLUMN     "mail_notices" BOOLEAN NOT NULL DEFAULT true;

-- CreateTable
CREATE TABLE "mails" (
    "id" UUID NOT NULL,
    "event" "EventType" NOT NULL,
    "draft_id" UUID NOT NULL,
    "user_id" UUID NOT NULL,
    "about" TEXT NOT NULL,
    "attempts" INTEGER NOT NULL DEFAULT 0,
    "due_at" TIMESTAMPTZ(3) NOT NULL DEFAULT CURRENT_TIMESTAMP,
    "claim" UUID,
    "created_at" TIMESTAMPTZ(3) NOT NULL DEFAULT CURRENT_TIMESTAMP,

    CONSTRAINT "mails_pkey" PRIMARY KEY ("id")
);

-- CreateIndex
CREATE INDEX "mails_due_at_idx" ON "mails"("due_at");

-- AddForeignKey
ALTER TABLE "mails" ADD CONSTRAINT "mails_user_id_fkey" FOREIGN KEY ("user_id") REFERENCES "users"("id") ON DELETE CASCADE ON UPDATE CASCADE;
