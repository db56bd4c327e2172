import type { SqlClient } from '#platform/db/database';

/**
 * Takes mails from their leads, or from a whole campaign, before those are deleted. What never left is deleted with them. What left,
 * or may have left, stays as the mailbox's own record: its daily cap goes on counting it, and the links in it, the unsubscribe
 * link first of all, go on working. Nothing may be SUBMITTING: `countLeaving` tells.
 */
export async function detachMail(
  workspaceId: number,
  sql: SqlClient,
  from: { enrolmentIds: readonly number[] } | { campaignId: number },
): Promise<void> {
  const [where, value, gone] =
    'enrolmentIds' in from
      ? ['enrolment_id = ANY($2)', from.enrolmentIds, '']
      : ['campaign_id = $2', from.campaignId, ', campaign_id = NULL, trigger_run_id = NULL'];
  await sql.query(
    `
      update intent
      set enrolment_id = null${gone}, updated_at = now()
      where workspace_id = $1 and ${where} and state in ('SENT', 'IN_DOUBT')
    `,
    [workspaceId, value],
  );
  await sql.query(`delete from intent where workspace_id = $1 and ${where} and state not in ('SENT', 'IN_DOUBT')`, [
    workspaceId,
    value,
  ]);
}

/** How many mails of these campaigns are being submitted at this moment: whether they arrive is not known yet, so they cannot be taken away. */
export async function countLeaving(
  workspaceId: number,
  sql: SqlClient,
  campaignIds: readonly number[],
): Promise<number> {
  const { rows } = await sql.query<{ count: number }>(
    `
      select count(*)::int as count
      from intent
      where workspace_id = $1 and campaign_id = any($2) and state = 'SUBMITTING'
    `,
    [workspaceId, campaignIds],
  );
  return rows[0]?.count ?? 0;
}
