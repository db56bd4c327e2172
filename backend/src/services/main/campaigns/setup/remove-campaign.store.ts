import type { CampaignId, WorkspaceId } from '@skein/contracts/ids';
import type { SqlClient } from '#platform/db/database';
import { detachMail } from '#lifecycle/lifecycle.api';
import { detachUploads } from '#leads/leads.api';

/**
 * Deletes a campaign with everything that hangs on it, subsequences first. Its leads stay in the workspace; what goes is
 * their enrolments (cascade). Received messages stay in their mailboxes, without the campaign; events and rollups stay,
 * as they are what the workspace did.
 * @returns false, with nothing changed, when an email is being sent right now
 */
export async function removeCampaign(
  workspaceId: WorkspaceId,
  sql: SqlClient,
  campaignId: CampaignId,
): Promise<boolean> {
  const { rows } = await sql.query<{ id: number }>(
    `
      with recursive family as (
        select id, 0 as depth
        from campaign
        where workspace_id = $1 and id = $2
        union all
        select c.id, f.depth + 1
        from campaign c
        join family f on c.parent_campaign_id = f.id
        where c.workspace_id = $1 and f.depth < 20
      )
      select id
      from family
      order by depth desc
    `,
    [workspaceId, campaignId],
  );
  // The sender shares these locks when a mail begins to leave: afterwards none does.
  await sql.query('select from campaign where workspace_id = $1 and id = any($2) order by id for no key update', [
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
      `
        update message
        set enrolment_id = null, campaign_id = null, intent_id = null
        where workspace_id = $1
          and enrolment_id in (select id from enrolment where workspace_id = $1 and campaign_id = $2)
      `,
      values,
    );
    await detachMail(workspaceId, sql, { campaignId: id });
    await sql.query(
      `
        delete from lead_task
        where workspace_id = $1
          and status = 'CREATED'
          and step_id in (select id from sequence_step where workspace_id = $1 and campaign_id = $2)
      `,
      values,
    );
    await sql.query('delete from webhook where workspace_id = $1 and campaign_id = $2', values);
    await detachUploads(workspaceId, sql, 'campaign_id', id);
    await sql.query('delete from campaign where workspace_id = $1 and id = $2', values);
  }
  return true;
}

/**
 * How many mails of these campaigns are being submitted at this moment: whether they arrive is not known yet, so they cannot be taken away.
 */
async function countLeaving(
  workspaceId: WorkspaceId,
  sql: SqlClient,
  campaignIds: readonly CampaignId[],
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
