import type { EraseEffects } from '@skein/contracts/main/leads.contract';
import type { SqlClient } from '../../../../platform/db/database';
import { detachMail } from '../../../../platform/outcomes/detach-mail.store';
import { emptyTestMails, endExports, eraseDetachedMail, eraseMentions, mailsOfPerson } from './erase-traces.store';

/** What erasing a lead would remove now. */
export async function countErasure(workspaceId: number, sql: SqlClient, leadId: number): Promise<EraseEffects> {
  const addresses = await findAddresses(workspaceId, sql, leadId);
  const { rows } = await sql.query<EraseEffects>(
    `SELECT (SELECT count(*)::int FROM enrolment WHERE workspace_id = $1 AND lead_id = $2) AS campaigns, (SELECT count(*)::int FROM message m WHERE m.workspace_id = $1 AND ${mailsOfPerson}) AS messages,
       (SELECT count(*)::int FROM lead_note WHERE workspace_id = $1 AND lead_id = $2) AS notes, (SELECT count(*)::int FROM lead_task WHERE workspace_id = $1 AND lead_id = $2) AS tasks, (SELECT count(*)::int FROM lead_list_member WHERE workspace_id = $1 AND lead_id = $2) AS lists`,
    [workspaceId, leadId, addresses],
  );
  return rows[0] as EraseEffects;
}

/** Every address of a lead: its own, those from which it was seen to answer, and those to which it was mailed before it was corrected, unless such a one is another lead's by now. */
export async function findAddresses(workspaceId: number, sql: SqlClient, leadId: number): Promise<string[]> {
  return (
    await sql.query<{ email: string }>(
      `SELECT lower(email) AS email FROM lead WHERE workspace_id = $1 AND id = $2 UNION SELECT lower(email) FROM lead_alias WHERE workspace_id = $1 AND lead_id = $2
     UNION SELECT lower(i.to_email) FROM enrolment e JOIN intent i ON i.enrolment_id = e.id AND i.workspace_id = e.workspace_id WHERE e.workspace_id = $1 AND e.lead_id = $2 AND i.kind = 'CAMPAIGN' AND NOT EXISTS (SELECT FROM lead o WHERE o.workspace_id = $1 AND o.email = lower(i.to_email))`,
      [workspaceId, leadId],
    )
  ).rows.map((row) => row.email);
}

/**
 * Removes everything that names a person: mails with their contents, notes, tasks, drafts, reminders, list entries, rows of uploads, webhook
 * deliveries, block list entries, suggestions, saved views and selections. What counts stays without a name: events for the figures, and the sent intents that daily caps count. The
 * addresses remain as keyed hashes on the block list. The tables of other services are cleaned by their address columns only.
 * @returns the names of files that came with the mails, which nothing refers to any more
 */
export async function eraseLeadRows(
  workspaceId: number,
  sql: SqlClient,
  lead: {
    id: number;
    enrolmentIds: readonly number[];
    addresses: readonly string[];
    hashes: readonly string[];
    userId: number;
    at: Date;
  },
): Promise<string[]> {
  const one = [workspaceId, lead.id];
  const named = [workspaceId, lead.addresses];
  await sql.query(
    `UPDATE intent SET to_email = 'erased', cc = '{}', bcc = '{}', subject = NULL, body_html = NULL, body_text = NULL, links = '[]', attachments = '[]', smtp_response = NULL, failure_text = NULL, updated_at = now() WHERE workspace_id = $1 AND enrolment_id = ANY($2) AND state IN ('SENT', 'IN_DOUBT')`,
    [workspaceId, lead.enrolmentIds],
  );
  const mails = await sql.query<{ storage_key: string }>(
    `WITH gone AS (DELETE FROM message m WHERE m.workspace_id = $1 AND ${mailsOfPerson} RETURNING attachments)
     SELECT DISTINCT f ->> 'storage_key' AS storage_key FROM gone, jsonb_array_elements(gone.attachments) f WHERE starts_with(f ->> 'storage_key', 'inbox/' || $1 || '/received/')`,
    [...one, lead.addresses],
  );
  await sql.query(
    `UPDATE event SET lead_id = NULL, enrolment_id = NULL, evidence = '{}' WHERE workspace_id = $1 AND enrolment_id = ANY($2)`,
    [workspaceId, lead.enrolmentIds],
  );
  await detachMail(workspaceId, sql, { enrolmentIds: lead.enrolmentIds });
  await eraseDetachedMail(workspaceId, sql, lead);
  await sql.query(
    `UPDATE upload_row SET email = NULL, reason = NULL, "values" = NULL, lead_id = NULL, enrolment_id = NULL WHERE workspace_id = $1 AND (email = ANY($2) OR lead_id = $3)`,
    [...named, lead.id],
  );
  await sql.query(
    'UPDATE block_upload_row SET value = NULL, reason = NULL WHERE workspace_id = $1 AND value = ANY($2)',
    named,
  );
  await eraseMentions(workspaceId, sql, lead.addresses);
  await sql.query(`DELETE FROM suppression WHERE workspace_id = $1 AND kind = 'email' AND value = ANY($2)`, named);
  await sql.query('DELETE FROM lead WHERE workspace_id = $1 AND id = $2', one);
  await sql.query(
    `INSERT INTO suppression (workspace_id, kind, value, source, reason, created_by, created_at) SELECT $1, 'hash', g.hash, 'erasure', 'Erased at the request of the person', $3, $4 FROM unnest($2::text[]) AS g(hash) ORDER BY g.hash ON CONFLICT DO NOTHING`,
    [workspaceId, lead.hashes, lead.userId, lead.at],
  );
  return mails.rows.map((row) => row.storage_key);
}

/** Uploads whose file nobody waits for: they are over, or were not begun within a day. */
const isOver = `(status IN ('COMPLETED', 'CANCELLED', 'FAILED', 'UNDONE') OR status = 'UPLOADED' AND created_at < now() - interval '1 day')`;

/** What holds copies of people without saying of whom: test mails, which are emptied, and files: exports, and uploads of leads and of the block list that are over. Answers their names, which nothing refers to any more. */
export async function forgetFiles(workspaceId: number, sql: SqlClient, at: Date): Promise<string[]> {
  await endExports(workspaceId, sql, at);
  await emptyTestMails(workspaceId, sql);
  const exports = await sql.query<{ file_key: string }>(
    `UPDATE lead_action a SET file_key = NULL FROM lead_action b WHERE b.id = a.id AND a.workspace_id = $1 AND a.file_key IS NOT NULL RETURNING b.file_key`,
    [workspaceId],
  );
  // A sample of each file was kept for the page of the upload, as rows and with each column; one whose process died before it was looked at has none, and no object.
  await sql.query(
    `UPDATE lead_upload SET columns = columns || jsonb_build_object('sample_rows', '[]'::jsonb, 'columns', (SELECT coalesce(jsonb_agg(c || '{"samples": []}'), '[]') FROM jsonb_array_elements(columns -> 'columns') c)) WHERE workspace_id = $1 AND jsonb_typeof(columns -> 'columns') = 'array' AND (status = 'IMPORTING' OR ${isOver})`,
    [workspaceId],
  );
  const uploads = await sql.query<{ storage_key: string }>(
    `UPDATE lead_upload SET columns = CASE WHEN jsonb_typeof(columns) = 'object' THEN columns || '{"title_rows": []}' ELSE '{}' END WHERE workspace_id = $1 AND ${isOver} RETURNING storage_key`,
    [workspaceId],
  );
  const lists = await sql.query<{ storage_key: string }>(
    `UPDATE block_upload SET title_rows = '[]', columns = (SELECT coalesce(jsonb_agg(c || '{"samples": []}'), '[]') FROM jsonb_array_elements(columns) c) WHERE workspace_id = $1 AND ${isOver} RETURNING storage_key`,
    [workspaceId],
  );
  return [
    ...exports.rows.map((row) => row.file_key),
    ...[...uploads.rows, ...lists.rows].map((row) => row.storage_key),
  ].filter((key) => key !== '');
}
