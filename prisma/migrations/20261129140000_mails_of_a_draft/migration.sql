-- Who submits a draft again replaces the e-mails about it that wait.
CREATE INDEX "mails_draft_id_idx" ON "mails"("draft_id");
