import { Conditions } from '../../../../platform/db/conditions';
import type { SqlClient } from '../../../../platform/db/database';
import type { CampaignScope } from '../campaigns/campaign-scope';

export interface AccountQuery {
  offset: number;
  limit: number;
  isInUse?: boolean;
  isSmtpSuccess?: boolean;
  isWarmupBlocked?: boolean;
  emailWarmupStatus?: 'ACTIVE' | 'INACTIVE';
  esp?: string;
  username?: string;
  client_id?: number;
  member_id?: number;
}

/** Ids of mailboxes that match, newest first. */
export async function findAccountIds(workspaceId: number, sql: SqlClient, query: AccountQuery): Promise<number[]> {
  const where = new Conditions().add('m.workspace_id = ? AND m.deleted_at IS NULL', workspaceId);
  if (query.isInUse !== undefined)
    where.add(`${query.isInUse ? '' : 'NOT '}EXISTS (SELECT FROM campaign_mailbox cm WHERE cm.mailbox_id = m.id)`);
  if (query.isSmtpSuccess !== undefined) where.add('m.is_smtp_success = ?', query.isSmtpSuccess);
  if (query.isWarmupBlocked !== undefined)
    where.add(
      `${query.isWarmupBlocked ? '' : 'NOT '}EXISTS (SELECT FROM warmup_mailbox w WHERE w.mailbox_id = m.id AND w.blocked_reason IS NOT NULL)`,
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
  if (query.member_id) where.add('m.id IN (SELECT member_mailboxes(?))', query.member_id);
  return (
    await sql.query<{ id: number }>(
      `SELECT m.id FROM mailbox m WHERE ${where.sql} ORDER BY m.id DESC LIMIT ${where.value(query.limit)} OFFSET ${where.value(query.offset)}`,
      where.values,
    )
  ).rows.map((row) => row.id);
}

/** Campaigns of mailboxes by mailbox, as far as the scope goes. */
export async function findCampaignsOfMailboxes(
  workspaceId: number,
  sql: SqlClient,
  mailboxIds: readonly number[],
  scope: CampaignScope,
): Promise<Map<number, number[]>> {
  const { rows } = await sql.query<{ mailbox_id: number; ids: number[] }>(
    'SELECT cm.mailbox_id, array_agg(cm.campaign_id ORDER BY cm.campaign_id) AS ids FROM campaign_mailbox cm JOIN campaign c ON c.id = cm.campaign_id WHERE cm.workspace_id = $1 AND cm.mailbox_id = ANY($2) AND ($3::int IS NULL OR c.client_id = $3) AND ($4::int IS NULL OR c.id IN (SELECT member_campaigns($4))) GROUP BY 1',
    [workspaceId, mailboxIds, scope.clientId, scope.memberId],
  );
  return new Map(rows.map((row) => [row.mailbox_id, row.ids]));
}

export async function findMailboxesOfCampaign(
  workspaceId: number,
  sql: SqlClient,
  campaignId: number,
): Promise<number[]> {
  return (
    await sql.query<{ id: number }>(
      'SELECT m.id FROM campaign_mailbox cm JOIN mailbox m ON m.id = cm.mailbox_id AND m.deleted_at IS NULL WHERE cm.workspace_id = $1 AND cm.campaign_id = $2 ORDER BY m.id',
      [workspaceId, campaignId],
    )
  ).rows.map((row) => row.id);
}
