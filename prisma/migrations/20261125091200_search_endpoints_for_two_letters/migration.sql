-- Two characters in the text of an endpoint. A publication writes the texts that have changed: their pairs wait in a list, which
-- searches read too and which is kept short.
CREATE INDEX "endpoint_texts_pairs_idx" ON "endpoint_texts" USING gin (letter_pairs("text"))
  WITH (gin_pending_list_limit = 256);
