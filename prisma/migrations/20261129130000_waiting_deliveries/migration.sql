-- Each event looks whether a webhook has too many deliveries that wait.
CREATE INDEX "deliveries_webhook_id_pending_idx" ON "deliveries"("webhook_id") WHERE "status" = 'PENDING';
