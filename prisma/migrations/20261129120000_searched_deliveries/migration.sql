-- A search in the log of a webhook reads only the index: the rows of a log are spread over the table. The errors are texts of
-- the service, far below the 2,704 bytes that an entry of an index may have.
CREATE INDEX "deliveries_webhook_id_id_event_error_idx" ON "deliveries"("webhook_id", "id", "event", "error");
DROP INDEX "deliveries_webhook_id_id_idx";
