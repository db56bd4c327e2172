import type { CampaignId, ClientId, MailboxId, WorkspaceId } from '@skein/contracts/ids';
import { Conditions } from '#platform/db/conditions';
import type { SqlClient } from '#platform/db/database';
import type { CampaignScope } from '#access/access.api';

export interface AccountQuery {
  offset: number;
  limit: number;
  isInUse?: boolean;
  isSmtpSuccess?: boolean;
  isWarmupBlocked?: boolean;
  emailWarmupStatus?: 'ACTIVE' | 'INACTIVE';
  esp?: string;
  username?: string;
  client_id?: ClientId;
  member_id?: number;
}

/** Ids of mailboxes that match, newest first. */
export async function findAccountIds(workspaceId: WorkspaceId, sql: SqlClient, query: AccountQuery): Promise<number[]> {
  const where = new Conditions().add('m.workspace_id = ? and m.deleted_at is null', workspaceId);
  if (query.isInUse !== undefined)
    where.add(`${query.isInUse ? '' : 'NOT '}exists (select from campaign_mailbox cm where cm.mailbox_id = m.id)`);
  if (query.isSmtpSuccess !== undefined) where.add('m.is_smtp_success = ?', query.isSmtpSuccess);
  if (query.isWarmupBlocked !== undefined)
    where.add(
      `${query.isWarmupBlocked ? '' : 'NOT '}exists (select from warmup_mailbox w where w.mailbox_id = m.id
        and w.blocked_reason is not null)`,
    );
  if (query.emailWarmupStatus)
    where.add(`coalesce((m.warmup ->> 'enabled')::boolean, false) = ?`, query.emailWarmupStatus === 'ACTIVE');
  if (query.esp) where.add('m.type = ?', query.esp);
  if (query.username)
    where.add(
      'strpos(lower(m.smtp_username), lower(?)) > 0 OR strpos(m.from_email, lower(?)) > 0',
      query.username,
      query.username,
    );
  if (query.client_id) where.add('m.client_id = ?', query.client_id);
  if (query.member_id) where.add('m.id in (select member_mailboxes(?))', query.member_id);
  return (
    await sql.query<{ id: number }>(
      `select m.id from mailbox m where ${where.sql} order by m.id desc
        limit ${where.value(query.limit)} offset ${where.value(query.offset)}`,
      where.values,
    )
  ).rows.map((row) => row.id);
}

/** Campaigns of mailboxes by mailbox, as far as the scope goes. */
export async function findCampaignsOfMailboxes(
  workspaceId: WorkspaceId,
  sql: SqlClient,
  mailboxIds: readonly MailboxId[],
  scope: CampaignScope,
): Promise<Map<number, number[]>> {
  const { rows } = await sql.query<{ mailbox_id: MailboxId; ids: number[] }>(
    `
      select cm.mailbox_id, array_agg(cm.campaign_id order by cm.campaign_id) as ids
      from campaign_mailbox cm
      join campaign c on c.id = cm.campaign_id
      where cm.workspace_id = $1
        and cm.mailbox_id = any($2)
        and ($3::int is null or c.client_id = $3)
        and ($4::int is null or c.id in (select member_campaigns($4)))
      group by 1
    `,
    [workspaceId, mailboxIds, scope.clientId, scope.memberId],
  );
  return new Map(rows.map((row) => [row.mailbox_id, row.ids]));
}

export async function findMailboxesOfCampaign(
  workspaceId: WorkspaceId,
  sql: SqlClient,
  campaignId: CampaignId,
): Promise<number[]> {
  return (
    await sql.query<{ id: number }>(
      `
        select m.id
        from campaign_mailbox cm
        join mailbox m on m.id = cm.mailbox_id and m.deleted_at is null
        where cm.workspace_id = $1 and cm.campaign_id = $2
        order by m.id
      `,
      [workspaceId, campaignId],
    )
  ).rows.map((row) => row.id);
}
