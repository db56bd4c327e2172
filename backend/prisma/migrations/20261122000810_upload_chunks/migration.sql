-- Rows of an upload that became new leads, a batch a row: nearly every row of an import is one, and a row of its own for each
-- cost a fifth of the whole import. All other outcomes stand in upload_row.
CREATE TABLE "upload_chunk" (
    "workspace_id" INTEGER NOT NULL,
    "upload_id" INTEGER NOT NULL,
    "first_row" INTEGER NOT NULL,
    "last_row" INTEGER NOT NULL,
    "row_numbers" INTEGER[],
    "lead_ids" INTEGER[],
    "enrolment_ids" INTEGER[],

    CONSTRAINT "upload_chunk_pkey" PRIMARY KEY ("upload_id", "first_row")
);
ALTER TABLE "upload_chunk" ADD CONSTRAINT "upload_chunk_workspace_id_upload_id_fkey" FOREIGN KEY ("workspace_id", "upload_id") REFERENCES "lead_upload"("workspace_id", "id") ON DELETE CASCADE ON UPDATE NO ACTION;
INSERT INTO upload_chunk (workspace_id, upload_id, first_row, last_row, row_numbers, lead_ids, enrolment_ids)
SELECT workspace_id, upload_id, min(row_number), max(row_number), array_agg(row_number ORDER BY row_number), array_agg(lead_id ORDER BY row_number), array_agg(enrolment_id ORDER BY row_number)
FROM upload_row WHERE outcome = 'IMPORTED_NEW' GROUP BY workspace_id, upload_id, row_number / 5000;
DELETE FROM upload_row WHERE outcome = 'IMPORTED_NEW';
DROP INDEX "upload_row_outcome";
DROP INDEX "upload_row_email";
CREATE INDEX "upload_row_upload_id_outcome_row_number_idx" ON "upload_row"("upload_id", "outcome", "row_number");
CREATE INDEX "upload_row_upload_id_email_idx" ON "upload_row"("upload_id", "email");
GRANT SELECT, INSERT, UPDATE, DELETE ON "upload_chunk" TO skein_app, skein_system;
SELECT protect_tenant_tables();
