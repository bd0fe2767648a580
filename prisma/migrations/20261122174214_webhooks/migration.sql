-- CreateEnum
CREATE TYPE "EventType" AS ENUM ('DRAFT_SUBMITTED', 'DRAFT_CHANGES_REQUESTED', 'DRAFT_REJECTED', 'DRAFT_APPROVED', 'COMMENT_CREATED', 'VERSION_PUBLISHED', 'SHARE_CREATED', 'SHARE_REVOKED', 'WEBHOOK_TEST');

-- CreateEnum
CREATE TYPE "DeliveryStatus" AS ENUM ('PENDING', 'DELIVERED', 'FAILED');

-- CreateTable
CREATE TABLE "webhooks" (
    "id" UUID NOT NULL,
    "project_id" UUID NOT NULL,
    "url" TEXT NOT NULL,
    "events" "EventType"[],
    "enabled" BOOLEAN NOT NULL,
    "encrypted_secret" TEXT NOT NULL,
    "secret_last4" TEXT NOT NULL,
    "encrypted_previous" TEXT,
    "previous_until" TIMESTAMPTZ(3),
    "last_delivered_at" TIMESTAMPTZ(3),
    "disabled_reason" TEXT,
    "created_by" UUID NOT NULL,
    "created_at" TIMESTAMPTZ(3) NOT NULL DEFAULT CURRENT_TIMESTAMP,
    "updated_at" TIMESTAMPTZ(3) NOT NULL,

    CONSTRAINT "webhooks_pkey" PRIMARY KEY ("id")
);

-- CreateTable
CREATE TABLE "deliveries" (
    "id" UUID NOT NULL,
    "project_id" UUID NOT NULL,
    "webhook_id" UUID NOT NULL,
    "event" "EventType" NOT NULL,
    "payload" TEXT NOT NULL,
    "status" "DeliveryStatus" NOT NULL DEFAULT 'PENDING',
    "attempts" INTEGER NOT NULL DEFAULT 0,
    "due_at" TIMESTAMPTZ(3) NOT NULL DEFAULT CURRENT_TIMESTAMP,
    "claim" UUID,
    "attempted_at" TIMESTAMPTZ(3),
    "response_status" INTEGER,
    "duration_ms" INTEGER,
    "error" TEXT,
    "created_at" TIMESTAMPTZ(3) NOT NULL DEFAULT CURRENT_TIMESTAMP,

    CONSTRAINT "deliveries_pkey" PRIMARY KEY ("id")
);

-- CreateIndex
CREATE INDEX "webhooks_project_id_id_idx" ON "webhooks"("project_id", "id");

-- CreateIndex
CREATE INDEX "deliveries_webhook_id_id_idx" ON "deliveries"("webhook_id", "id");

-- AddForeignKey
ALTER TABLE "webhooks" ADD CONSTRAINT "webhooks_project_id_fkey" FOREIGN KEY ("project_id") REFERENCES "projects"("id") ON DELETE RESTRICT ON UPDATE CASCADE;

-- AddForeignKey
ALTER TABLE "deliveries" ADD CONSTRAINT "deliveries_webhook_id_fkey" FOREIGN KEY ("webhook_id") REFERENCES "webhooks"("id") ON DELETE CASCADE ON UPDATE CASCADE;

-- The queue: what is still to be sent.
CREATE INDEX "deliveries_due_at_pending_idx" ON "deliveries"("due_at") WHERE "status" = 'PENDING';

ALTER TABLE "webhooks"
  ADD CONSTRAINT "webhooks_events_check" CHECK (cardinality("events") >= 1),
  ADD CONSTRAINT "webhooks_previous_check" CHECK (("encrypted_previous" IS NULL) = ("previous_until" IS NULL));
