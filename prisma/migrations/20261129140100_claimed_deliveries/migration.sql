-- Leases are renewed every three seconds, however many deliveries wait.
CREATE INDEX "deliveries_claim_idx" ON "deliveries"("claim") WHERE "claim" IS NOT NULL;
