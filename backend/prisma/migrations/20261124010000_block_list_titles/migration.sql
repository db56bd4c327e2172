-- Rows above the header of a file for the block list, as they stand there: they are no entries, and are shown.
ALTER TABLE "block_upload" ADD COLUMN "title_rows" JSONB NOT NULL DEFAULT '[]';
