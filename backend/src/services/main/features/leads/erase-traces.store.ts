import type { SqlClient } from '../../../../platform/db/database';

/** Mails of a lead ($2): its own, those of its enrolments, and those from or to one of its addresses ($3) that belong to nobody (any more). */
export const mailsOfPerson = `(m.lead_id = $2 OR m.enrolment_id IN (SELECT id FROM enrolment WHERE workspace_id = $1 AND lead_id = $2)
  OR (m.enrolment_id IS NULL AND m.lead_id IS NULL AND (lower(m.from_email) = ANY($3) OR (m.direction = 'out' AND lower(m.to_emails::text)::jsonb ?| $3::text[]))))`;

/** What stands before and behind an address in a text. Rarer signs of addresses stand in links too, and are taken as no part of one; in JSON a line break is two characters, of which the second is a letter. */
const before = String.raw`(^|\\[nrtbf]|\\u[0-9a-f]{4}|[^a-z0-9._+-])`;
const behind = String.raw`($|[^a-z0-9.-]|\.($|[^a-z0-9]))`;

/** A pattern that finds any of these addresses in a text in lower case, and none that only ends or begins like one of them. */
export const addressPattern = (addresses: readonly string[]): string =>
  `${before}(${addresses.map((address) => address.replace(/[^a-z0-9@-]/g, '\\$&')).join('|')})${behind}`;

/** Empties mails that left under an enrolment that is gone since, and what was noted of them. They are known by their address alone. */
export async function eraseDetachedMail(
  workspaceId: number,
  sql: SqlClient,
  lead: { id: number; addresses: readonly string[] },
): Promise<void> {
  const { rows } = await sql.query<{ campaign_id: number | null }>(
    `UPDATE intent SET to_email = 'erased', cc = '{}', bcc = '{}', subject = NULL, body_html = NULL, body_text = NULL, links = '[]', attachments = '[]', smtp_response = NULL, failure_text = NULL, updated_at = now()
     WHERE workspace_id = $1 AND enrolment_id IS NULL AND lower(to_email) = ANY($2) RETURNING campaign_id`,
    [workspaceId, lead.addresses],
  );
  const campaignIds = [...new Set(rows.flatMap((row) => (row.campaign_id === null ? [] : [row.campaign_id])))];
  if (campaignIds.length > 0)
    await sql.query(
      `UPDATE event SET lead_id = NULL, enrolment_id = NULL, evidence = '{}' WHERE workspace_id = $1 AND campaign_id = ANY($2) AND lead_id = $3`,
      [workspaceId, campaignIds, lead.id],
    );
}

/** Empties test mails that are over: they were written for a lead, and do not say for which. */
export async function emptyTestMails(workspaceId: number, sql: SqlClient): Promise<void> {
  await sql.query(
    `UPDATE intent SET subject = NULL, body_html = NULL, body_text = NULL, links = '[]', updated_at = now() WHERE workspace_id = $1 AND enrolment_id IS NULL AND kind = 'TEST' AND state NOT IN ('RESERVED', 'SUBMITTING') AND sent_copy IS DISTINCT FROM 'WANTED' AND body_text IS NOT NULL`,
    [workspaceId],
  );
}

/** Removes what names an address without belonging to the lead: deliveries of webhooks, suggestions of who wrote a mail, views and selections that look for it. */
export async function eraseMentions(workspaceId: number, sql: SqlClient, addresses: readonly string[]): Promise<void> {
  // The plain search finds the few rows of which the pattern is asked, which takes longer.
  const names = (text: string) =>
    `EXISTS (SELECT FROM unnest($2::text[]) AS a(email) WHERE strpos(lower(${text}), a.email) > 0) AND lower(${text}) ~ $3`;
  const values = [workspaceId, addresses, addressPattern(addresses)];
  await sql.query(`DELETE FROM webhook_delivery d WHERE d.workspace_id = $1 AND ${names('d.payload::text')}`, values);
  await sql.query(
    `UPDATE message m SET suggestion = (SELECT coalesce(jsonb_agg(s), '[]') FROM jsonb_array_elements(m.suggestion) s WHERE lower(s ->> 'lead_email') <> ALL($2)) WHERE m.workspace_id = $1 AND m.untracked_state IS NOT NULL AND jsonb_typeof(m.suggestion) = 'array' AND ${names('m.suggestion::text')}`,
    values,
  );
  await sql.query(
    `UPDATE lead_action SET selection = '{}' WHERE workspace_id = $1 AND status NOT IN ('WAITING', 'RUNNING') AND ${names('selection::text')}`,
    values,
  );
  // The address of a page writes the sign as %40.
  await sql.query(
    `DELETE FROM saved_view WHERE workspace_id = $1 AND ${names(`replace(lower(query::text), '%40', '@')`)}`,
    values,
  );
}

/** Ends exports that are being written: they may have read the person already. */
export async function endExports(workspaceId: number, sql: SqlClient, at: Date): Promise<void> {
  await sql.query(
    `UPDATE lead_action SET status = 'FAILED', error = 'Somebody was erased while the file was written. Export again.', finished_at = $2, run = run + 1 WHERE workspace_id = $1 AND kind = 'EXPORT' AND status = 'RUNNING'`,
    [workspaceId, at],
  );
}
