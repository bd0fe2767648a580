-- After the trigger is there, without a lock on documents. A document that changes meanwhile keeps its newer words.
INSERT INTO search_documents (document_id, words)
SELECT id, document_words(name, relative_path, description) FROM documents ON CONFLICT DO NOTHING;
