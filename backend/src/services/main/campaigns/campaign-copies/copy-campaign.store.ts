import type { CampaignId, WorkspaceId } from '@skein/contracts/ids';
import { columnsOf } from '@skein/contracts/main/campaign-columns';
import type { SqlClient } from '#platform/db/database';

const copiedColumns = [...columnsOf((setting) => setting.isCopied), 'is_schedule_saved'];

/** A draft with the settings and the schedule of another campaign; answers its id. Who made it may have left the workspace by now. */
export async function copyCampaign(
  workspaceId: WorkspaceId,
  sql: SqlClient,
  campaignId: CampaignId,
  copy: { name: string | null; parentId: number | null; keepClient: boolean; createdBy: number; at: Date },
): Promise<number> {
  const { rows } = await sql.query<{ id: number }>(
    `
      insert into campaign (
        workspace_id, name, parent_campaign_id, created_by, status_changed_by, created_at, updated_at,
          status_changed_at, ${copiedColumns.join(', ')}
      )
      select workspace_id, coalesce($3, name), $4, (select id from app_user where workspace_id = $1 and id = $5),
        (select id from app_user where workspace_id = $1 and id = $5), $6, $6, $6,
        ${copiedColumns.map((column) => (column === 'client_id' ? 'case when $7 then client_id end' : column)).join(', ')}
      from campaign
      where workspace_id = $1 and id = $2
      returning id
    `,
    [workspaceId, campaignId, copy.name, copy.parentId, copy.createdBy, copy.at, copy.keepClient],
  );
  return (rows[0] as { id: number }).id;
}

/** Steps and variants under new ids. */
export async function copySequence(workspaceId: WorkspaceId, sql: SqlClient, from: number, to: number): Promise<void> {
  const { rows: steps } = await sql.query<{ id: number }>(
    `
      select id
      from sequence_step
      where workspace_id = $1 and campaign_id = $2 and not is_deleted
      order by seq_number
    `,
    [workspaceId, from],
  );
  for (const step of steps) {
    await sql.query(
      `
        with copied as (
          insert into sequence_step (
            workspace_id, campaign_id, seq_number, seq_type, delay_days, delay_hours, delay_minutes,
              distribution, sample_percentage, winning_metric, detail
          )
          select workspace_id, $3, seq_number, seq_type, delay_days, delay_hours, delay_minutes, distribution,
            sample_percentage, winning_metric, detail
          from sequence_step
          where workspace_id = $1 and id = $2
          returning id
        )
        insert into step_variant (
          workspace_id, step_id, label, subject, email_body, attachments, percentage, is_paused
        )
        select v.workspace_id, copied.id, v.label, v.subject, v.email_body, v.attachments, v.percentage,
          v.is_paused
        from step_variant v, copied
        where v.workspace_id = $1 and v.step_id = $2 and not v.is_deleted
        order by v.label
      `,
      [workspaceId, step.id, to],
    );
  }
  await sql.query(
    `
      update campaign
      set sequence_version = 1
      where workspace_id = $1 and id = $2 and exists (select from sequence_step where campaign_id = $2)
    `,
    [workspaceId, to],
  );
}

export async function copyMailboxes(workspaceId: WorkspaceId, sql: SqlClient, from: number, to: number): Promise<void> {
  await sql.query(
    `
      insert into campaign_mailbox (workspace_id, campaign_id, mailbox_id)
      select cm.workspace_id, $3, cm.mailbox_id
      from campaign_mailbox cm
      join mailbox m on m.id = cm.mailbox_id and m.deleted_at is null
      where cm.workspace_id = $1 and cm.campaign_id = $2
    `,
    [workspaceId, from, to],
  );
}

export async function subsequenceIds(
  workspaceId: WorkspaceId,
  sql: SqlClient,
  campaignId: CampaignId,
): Promise<number[]> {
  return (
    await sql.query<{ id: number }>(
      'select id from campaign where workspace_id = $1 and parent_campaign_id = $2 order by id',
      [workspaceId, campaignId],
    )
  ).rows.map((row) => row.id);
}

/** The campaign the leads come from, and the one they are enrolled in. */
interface LeadCopy {
  from: number;
  to: number;
  at: Date;
}

/**
 * Leads that were queued, in progress, paused, or stopped only because the campaign was: they begin at the first step,
 * each at a place of its own in texts that vary in turn.
 */
export async function copyUnfinishedLeads(
  workspaceId: WorkspaceId,
  sql: SqlClient,
  { from, to, at }: LeadCopy,
): Promise<number> {
  const { rowCount } = await sql.query(
    `
      insert into enrolment (workspace_id, campaign_id, lead_id, provider, created_at, updated_at, spin_index)
      select e.workspace_id, $3, e.lead_id, e.provider, $4, $4, row_number() over (order by e.id) - 1
      from enrolment e
      join lead l on l.id = e.lead_id
      where e.workspace_id = $1
        and e.campaign_id = $2
        and (
          e.status in ('STARTED', 'INPROGRESS', 'PAUSED')
            or (e.status = 'STOPPED' and e.reason = 'CAMPAIGN_STOPPED')
        )
        and not l.is_unsubscribed
        and not l.is_bounced
      order by e.id
      on conflict (campaign_id, lead_id)
      do nothing
    `,
    [workspaceId, from, to, at],
  );
  return rowCount ?? 0;
}
