-- When a draft was withdrawn, so that the collector can delete the rows of long ago: only what was found in a list before a
-- withdrawal needs its row, and that is remembered for minutes.
ALTER TABLE "withdrawn_drafts" ADD COLUMN "withdrawn_at" TIMESTAMPTZ(3) NOT NULL DEFAULT now();
