import type { CampaignId, ClientId, MailboxId, WorkspaceId } from '@skein/contracts/ids';
import type { StoredMailbox } from '#engine/rows/central-rows';
import type { SqlClient } from '#platform/db/database';
import { cancelOfMailboxes } from '#lifecycle/lifecycle.api';
import type { CampaignScope } from '#access/access.api';

export interface CampaignMailboxRow extends Pick<
  StoredMailbox,
  | 'id'
  | 'from_name'
  | 'from_email'
  | 'type'
  | 'is_suspended'
  | 'is_smtp_success'
  | 'smtp_failure_error'
  | 'failing_since'
  | 'message_per_day'
  | 'min_time_to_wait_minutes'
  | 'time_zone'
  | 'created_at'
> {
  ramp: { from: string; start: number; increase: number } | null;
  warmup: { enabled?: boolean } | null;
  /** Local days on which it sent warmup email. */
  warmup_days: number;
  has_signature: boolean;
  campaign_count: number;
  leads: number;
  added_at: Date;
}

/** Mailboxes of a campaign in the order of their addresses, with the leads that keep each. */
export async function findCampaignMailboxes(
  workspaceId: WorkspaceId,
  sql: SqlClient,
  campaignId: CampaignId,
): Promise<CampaignMailboxRow[]> {
  const { rows } = await sql.query<CampaignMailboxRow>(
    `
      select m.id, m.from_name, m.from_email, m.type, m.is_suspended, m.is_smtp_success, m.smtp_failure_error,
        m.failing_since, m.message_per_day, m.ramp, m.min_time_to_wait_minutes, m.time_zone, m.warmup, m.warmup_days, m.created_at,
        coalesce(m.signature, '') ~ '[^[:space:]]' as has_signature,
        (select count(*)::int from enrolment e where e.campaign_id = $2 and e.mailbox_id = m.id) as leads,
        cm.added_at,
        (select count(*)::int from campaign_mailbox o where o.mailbox_id = m.id) as campaign_count
      from campaign_mailbox cm
      join mailbox m on m.id = cm.mailbox_id and m.deleted_at is null
      where cm.workspace_id = $1 and cm.campaign_id = $2
      order by m.from_email
    `,
    [workspaceId, campaignId],
  );
  return rows;
}

/** Which of these mailboxes exist, are not deleted, and are inside the scope of whoever chooses. */
export async function findUsableMailboxes(
  workspaceId: WorkspaceId,
  sql: SqlClient,
  mailboxIds: MailboxId[],
  scope: CampaignScope,
): Promise<number[]> {
  const { rows } = await sql.query<{ id: number }>(
    `
      select id
      from mailbox
      where workspace_id = $1
        and id = any($2)
        and deleted_at is null
        and ($3::int is null or client_id = $3)
        and ($4::int is null or id in (select member_mailboxes($4)))
    `,
    [workspaceId, mailboxIds, scope.clientId, scope.memberId],
  );
  return rows.map((row) => row.id);
}

/** The mailbox of whoever sees exactly one; null with several or none, and where it belongs to another client. */
export async function findOnlyMailbox(
  workspaceId: WorkspaceId,
  sql: SqlClient,
  clientId: ClientId | null,
  scope: CampaignScope,
): Promise<MailboxId | null> {
  const { rows } = await sql.query<{ id: MailboxId; client_id: ClientId | null }>(
    `
      select id, client_id
      from mailbox
      where workspace_id = $1
        and deleted_at is null
        and ($2::int is null or client_id = $2)
        and ($3::int is null or id in (select member_mailboxes($3)))
      limit 2
    `,
    [workspaceId, scope.clientId, scope.memberId],
  );
  const [only, other] = rows;
  return only && !other && (only.client_id === null || only.client_id === clientId) ? only.id : null;
}

export async function attachMailboxes(
  workspaceId: WorkspaceId,
  sql: SqlClient,
  campaignId: CampaignId,
  mailboxIds: MailboxId[],
): Promise<number> {
  const { rowCount } = await sql.query(
    `
      insert into campaign_mailbox (workspace_id, campaign_id, mailbox_id)
      select $1, $2, id
      from unnest($3::int[]) as given(id)
      on conflict
      do nothing
    `,
    [workspaceId, campaignId, mailboxIds],
  );
  return rowCount ?? 0;
}

/** Takes mailboxes out and cancels what this campaign had reserved from them. Their leads are re-allocated by the planner. */
export async function detachMailboxes(
  workspaceId: WorkspaceId,
  sql: SqlClient,
  campaignId: CampaignId,
  mailboxIds: MailboxId[],
): Promise<{ removed: number; leads: number }> {
  const { rowCount } = await sql.query(
    'delete from campaign_mailbox where workspace_id = $1 and campaign_id = $2 and mailbox_id = any($3)',
    [workspaceId, campaignId, mailboxIds],
  );
  await cancelOfMailboxes(sql, { workspaceId, campaignId, mailboxIds }, 'MAILBOX_DETACHED');
  const { rows } = await sql.query<{ leads: number }>(
    `
      select count(*)::int as leads
      from enrolment
      where workspace_id = $1
        and campaign_id = $2
        and mailbox_id = any($3)
        and status in ('STARTED', 'INPROGRESS', 'PAUSED')
    `,
    [workspaceId, campaignId, mailboxIds],
  );
  return { removed: rowCount ?? 0, leads: rows[0]?.leads ?? 0 };
}

export async function isCampaignMailbox(
  workspaceId: WorkspaceId,
  sql: SqlClient,
  campaignId: CampaignId,
  mailboxId: MailboxId,
): Promise<boolean> {
  return (
    (
      await sql.query(
        `
          select
          from campaign_mailbox cm
          join mailbox m on m.id = cm.mailbox_id and m.deleted_at is null
          where cm.workspace_id = $1 and cm.campaign_id = $2 and cm.mailbox_id = $3
        `,
        [workspaceId, campaignId, mailboxId],
      )
    ).rowCount === 1
  );
}
