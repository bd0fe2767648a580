-- AlterTable
ALTER TABLE "branches" ADD COLUMN "endpoints_changed" xid8;

-- CreateIndex
CREATE INDEX "branches_endpoints_changed_idx" ON "branches"("endpoints_changed");
