-- Searches of a server of the version before read all documents from now on.
DROP INDEX "documents_words_idx";
