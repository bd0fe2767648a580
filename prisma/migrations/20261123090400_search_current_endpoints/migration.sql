-- A text has about fifty trigrams. They wait in a list, which searches read too and which is kept short: the index takes many
-- at once in less time.
DO $$
BEGIN
  IF EXISTS (SELECT FROM pg_opclass WHERE opcname = 'gin_trgm_ops' AND pg_opclass_is_visible(oid)) THEN
    CREATE INDEX "endpoint_texts_text_idx" ON "endpoint_texts" USING gin ("text" gin_trgm_ops)
      WITH (gin_pending_list_limit = 256);
  END IF;
END
$$;
