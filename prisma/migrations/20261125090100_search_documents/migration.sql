-- The words of documents, so that a search ranks its matches without reading their texts.
-- CreateTable
CREATE TABLE "search_documents" (
    "document_id" UUID NOT NULL,
    "words" tsvector NOT NULL,

    CONSTRAINT "search_documents_pkey" PRIMARY KEY ("document_id")
);

-- CreateIndex
CREATE INDEX "search_documents_words_idx" ON "search_documents" USING GIN ("words");
