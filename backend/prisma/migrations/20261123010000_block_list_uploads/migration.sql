-- Files of addresses and domains for the block list: how each is read, how far it is, and what came of every row.
CREATE TABLE "block_upload" (
    "id" SERIAL NOT NULL,
    "workspace_id" INTEGER NOT NULL,
    "client_scope" INTEGER NOT NULL DEFAULT 0,
    "file_name" TEXT NOT NULL,
    "file_size" INTEGER NOT NULL DEFAULT 0,
    "storage_key" TEXT NOT NULL,
    "sheet" TEXT,
    "encoding" TEXT,
    "delimiter" TEXT,
    "quoting" TEXT NOT NULL DEFAULT 'double',
    "has_header" BOOLEAN NOT NULL DEFAULT true,
    "columns" JSONB NOT NULL DEFAULT '[]',
    "column_index" INTEGER,
    "reason" TEXT,
    "status" TEXT NOT NULL DEFAULT 'UPLOADED',
    "rows_total" INTEGER,
    "has_estimate" BOOLEAN NOT NULL DEFAULT true,
    "rows_done" INTEGER NOT NULL DEFAULT 0,
    "rows_applied" INTEGER NOT NULL DEFAULT 0,
    "counts" JSONB NOT NULL DEFAULT '{}',
    "leads_blocked" INTEGER NOT NULL DEFAULT 0,
    "emails_cancelled" INTEGER NOT NULL DEFAULT 0,
    "entries_removed" INTEGER NOT NULL DEFAULT 0,
    "entries_handed_over" INTEGER NOT NULL DEFAULT 0,
    "run" INTEGER NOT NULL DEFAULT 0,
    "error" TEXT,
    "delete_identifier" UUID NOT NULL DEFAULT gen_random_uuid(),
    "created_by" INTEGER,
    "created_at" TIMESTAMPTZ(3) NOT NULL DEFAULT CURRENT_TIMESTAMP,
    "started_at" TIMESTAMPTZ(3),
    "finished_at" TIMESTAMPTZ(3),
    "undone_at" TIMESTAMPTZ(3),

    CONSTRAINT "block_upload_pkey" PRIMARY KEY ("id")
);
-- Rows that brought no entry; those that did stand on the list itself, with their upload.
CREATE TABLE "block_upload_row" (
    "workspace_id" INTEGER NOT NULL,
    "upload_id" INTEGER NOT NULL,
    "row_number" INTEGER NOT NULL,
    "outcome" TEXT NOT NULL,
    "reason" TEXT,
    "value" TEXT,

    CONSTRAINT "block_upload_row_pkey" PRIMARY KEY ("upload_id", "row_number")
);

CREATE UNIQUE INDEX "block_upload_delete_identifier_key" ON "block_upload"("delete_identifier");
CREATE UNIQUE INDEX "block_upload_workspace_id_id_key" ON "block_upload"("workspace_id", "id");
-- Who else asked for an entry, and where a person who is erased stands.
CREATE INDEX "block_upload_row_workspace_id_value_idx" ON "block_upload_row"("workspace_id", "value");
-- What an upload brought, and the list by source and by scope, newest first.
CREATE INDEX "suppression_upload" ON "suppression" ("upload_id", "id") WHERE "upload_id" IS NOT NULL;
CREATE INDEX "suppression_by_source" ON "suppression" ("workspace_id", "source", "id" DESC);
CREATE INDEX "suppression_by_scope" ON "suppression" ("workspace_id", "client_scope", "id" DESC);

ALTER TABLE "block_upload" ADD CONSTRAINT "block_upload_workspace_id_fkey" FOREIGN KEY ("workspace_id") REFERENCES "workspace"("id") ON DELETE CASCADE ON UPDATE CASCADE;
ALTER TABLE "block_upload_row" ADD CONSTRAINT "block_upload_row_workspace_id_upload_id_fkey" FOREIGN KEY ("workspace_id", "upload_id") REFERENCES "block_upload"("workspace_id", "id") ON DELETE CASCADE ON UPDATE NO ACTION;
ALTER TABLE "suppression" ADD CONSTRAINT "suppression_workspace_id_upload_id_fkey" FOREIGN KEY ("workspace_id", "upload_id") REFERENCES "block_upload"("workspace_id", "id") ON DELETE NO ACTION ON UPDATE NO ACTION;

-- Whoever asks for an entry that an upload brought takes it over: an unsubscribe, a bounce, a person by hand. Undoing the upload would
-- otherwise let mails go to somebody who asked for none.
CREATE FUNCTION suppression_is_taken_over() RETURNS trigger LANGUAGE plpgsql AS $$
BEGIN
  UPDATE suppression SET upload_id = NULL, source = NEW.source, reason = coalesce(NEW.reason, reason), created_by = NEW.created_by
  WHERE workspace_id = NEW.workspace_id AND kind = NEW.kind AND value = NEW.value AND client_scope = NEW.client_scope AND upload_id IS NOT NULL;
  RETURN NEW;
END $$;
CREATE TRIGGER suppression_is_taken_over BEFORE INSERT ON "suppression" FOR EACH ROW WHEN (NEW.upload_id IS NULL) EXECUTE FUNCTION suppression_is_taken_over();

GRANT SELECT, INSERT, UPDATE, DELETE ON "block_upload", "block_upload_row" TO skein_app, skein_system;
GRANT USAGE, SELECT ON ALL SEQUENCES IN SCHEMA public TO skein_app, skein_system;
SELECT protect_tenant_tables();
