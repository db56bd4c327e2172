import type { SqlClient } from '../../../../platform/db/database';
import { countLeaving, detachMail } from '../../../../platform/outcomes/detach-mail.store';
import { detachUploads } from '../uploads/uploads.store';

/** Whether there are leads that are queued, in progress or paused: counted up to 1,000 only. */
export async function countOpenLeads(workspaceId: number, sql: SqlClient, campaignId: number): Promise<number> {
  const { rows } = await sql.query<{ count: number }>(
    `SELECT count(*)::int AS count FROM (SELECT FROM enrolment WHERE workspace_id = $1 AND campaign_id = $2 AND status IN ('STARTED', 'INPROGRESS', 'PAUSED') LIMIT 1000) open`,
    [workspaceId, campaignId],
  );
  return rows[0]?.count ?? 0;
}

export interface DeletionCounts {
  leads: number;
  sent_emails: number;
  replies: number;
  steps: number;
  subsequences: number;
  uploads: number;
  webhooks: number;
}

/** What hangs on a campaign. */
export async function countDeletion(workspaceId: number, sql: SqlClient, campaignId: number): Promise<DeletionCounts> {
  const { rows } = await sql.query<DeletionCounts>(
    `SELECT (SELECT count(*)::int FROM enrolment WHERE workspace_id = $1 AND campaign_id = $2) AS leads,
       (SELECT count(*)::int FROM intent WHERE workspace_id = $1 AND campaign_id = $2 AND state IN ('SENT', 'IN_DOUBT')) AS sent_emails,
       (SELECT count(*)::int FROM enrolment WHERE workspace_id = $1 AND campaign_id = $2 AND first_reply_at IS NOT NULL) AS replies,
       (SELECT count(*)::int FROM sequence_step WHERE workspace_id = $1 AND campaign_id = $2 AND NOT is_deleted) AS steps,
       (SELECT count(*)::int FROM campaign WHERE workspace_id = $1 AND parent_campaign_id = $2) AS subsequences,
       (SELECT count(*)::int FROM lead_upload WHERE workspace_id = $1 AND campaign_id = $2) AS uploads,
       (SELECT count(*)::int FROM webhook WHERE workspace_id = $1 AND campaign_id = $2) AS webhooks`,
    [workspaceId, campaignId],
  );
  return rows[0] as DeletionCounts;
}

/**
 * Deletes a campaign with everything that hangs on it, subsequences first. Received messages stay in their mailboxes,
 * without the campaign; events and rollups stay, as they are what the workspace did.
 * @returns false, with nothing changed, when a mail is leaving at this moment
 */
export async function removeCampaign(workspaceId: number, sql: SqlClient, campaignId: number): Promise<boolean> {
  const { rows } = await sql.query<{ id: number }>(
    `WITH RECURSIVE family AS (SELECT id, 0 AS depth FROM campaign WHERE workspace_id = $1 AND id = $2 UNION ALL SELECT c.id, f.depth + 1 FROM campaign c JOIN family f ON c.parent_campaign_id = f.id WHERE c.workspace_id = $1 AND f.depth < 20)
     SELECT id FROM family ORDER BY depth DESC`,
    [workspaceId, campaignId],
  );
  // The sender shares these locks when a mail begins to leave: afterwards none does.
  await sql.query('SELECT FROM campaign WHERE workspace_id = $1 AND id = ANY($2) ORDER BY id FOR NO KEY UPDATE', [
    workspaceId,
    rows.map((row) => row.id),
  ]);
  if (
    (await countLeaving(
      workspaceId,
      sql,
      rows.map((row) => row.id),
    )) > 0
  )
    return false;
  for (const { id } of rows) {
    const values = [workspaceId, id];
    await sql.query(
      'UPDATE message SET enrolment_id = NULL, campaign_id = NULL, intent_id = NULL WHERE workspace_id = $1 AND enrolment_id IN (SELECT id FROM enrolment WHERE workspace_id = $1 AND campaign_id = $2)',
      values,
    );
    await detachMail(workspaceId, sql, { campaignId: id });
    await sql.query(
      `DELETE FROM lead_task WHERE workspace_id = $1 AND status = 'CREATED' AND step_id IN (SELECT id FROM sequence_step WHERE workspace_id = $1 AND campaign_id = $2)`,
      values,
    );
    await sql.query('DELETE FROM webhook WHERE workspace_id = $1 AND campaign_id = $2', values);
    await detachUploads(workspaceId, sql, 'campaign_id', id);
    await sql.query('DELETE FROM campaign WHERE workspace_id = $1 AND id = $2', values);
  }
  return true;
}
