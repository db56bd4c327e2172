import type { MailboxId, WorkspaceId } from '@skein/contracts/ids';
import type { StoredMailbox } from '#engine/rows/central-rows';
import type { SenderCauseName } from '@skein/contracts/sender-causes';
import type { SqlClient } from '#platform/db/database';

/** How a mailbox logs in to its two servers, secrets apart. */
export type ConnectionColumn =
  | 'auth_method'
  | 'smtp_host'
  | 'smtp_port'
  | 'smtp_port_type'
  | 'smtp_username'
  | 'imap_host'
  | 'imap_port'
  | 'imap_port_type'
  | 'imap_username';

/** A mailbox row with the counts its view needs. */
export interface MailboxRecord extends Pick<
  StoredMailbox,
  | 'id'
  | 'workspace_id'
  | 'client_id'
  | ConnectionColumn
  | 'from_name'
  | 'from_email'
  | 'type'
  | 'is_smtp_success'
  | 'is_imap_success'
  | 'smtp_failure_error'
  | 'imap_failure_error'
  | 'failure_code'
  | 'failing_since'
  | 'checked_at'
  | 'is_suspended'
  | 'message_per_day'
  | 'resting_until'
  | 'min_time_to_wait_minutes'
  | 'time_zone'
  | 'signature'
  | 'bcc_email'
  | 'different_reply_to_address'
  | 'custom_tracking_domain'
  | 'dns_checked_at'
  | 'last_send_at'
  | 'last_synced_at'
  | 'sync_error'
  | 'sync_lag_seconds'
  | 'sync_lag_at'
  | 'created_by'
  | 'created_at'
  | 'updated_at'
> {
  ramp: { from: string; start: number; increase: number } | null;
  dns_check: Record<string, unknown>;
  warmup: { enabled?: boolean; per_day?: number };
  campaign_count: number;
  waiting_leads: number;
  sent_last_24_hours: number;
  sent_today: number;
  reserved_today: number;
  tags: { id: number; name: string; color: string }[];
  total: number;
  sending_rest: { cause: SenderCauseName; reason: string; until: string } | null;
}

/** Everything that left, warmup too: what the provider counts. */
export const sentInADay = `((select count(*) from intent i where i.mailbox_id = m.id
  and i.state in ('SENT','IN_DOUBT','SUBMITTING') and i.send_at > $2::timestamptz - interval '24 hours')
  + (select count(*) from warmup_mail w where w.workspace_id = m.workspace_id and w.from_mailbox_id = m.id
    and w.state in ('SENT','IN_DOUBT','SUBMITTING') and w.sent_at > $2::timestamptz - interval '24 hours'))`;
/** What a view of a mailbox counts; $1 is the workspace, $2 campaign time. */
export const mailboxCounts = `
  (select count(*)::int from campaign_mailbox cm where cm.mailbox_id = m.id) as campaign_count,
  (select count(*)::int from enrolment e where e.mailbox_id = m.id and e.status = 'INPROGRESS') as waiting_leads,
  ${sentInADay}::int as sent_last_24_hours,
  (select count(*) filter (where i.state in ('SENT','IN_DOUBT'))::int from intent i where i.mailbox_id = m.id
    and i.kind in ('CAMPAIGN', 'SINGLE') and i.state in ('SENT','IN_DOUBT')
    and i.send_at >= date_trunc('day', $2::timestamptz at time zone m.time_zone) at time zone m.time_zone)
  + (select count(*)::int from placement_mail p where p.workspace_id = m.workspace_id and p.mailbox_id = m.id
    and p.state in ('SENT','IN_DOUBT')
    and p.sent_at >= date_trunc('day', $2::timestamptz at time zone m.time_zone) at time zone m.time_zone) as sent_today,
  (select count(*)::int from intent i where i.mailbox_id = m.id and i.kind in ('CAMPAIGN', 'SINGLE')
    and i.state in ('RESERVED','SUBMITTING')
    and i.send_at < (date_trunc('day',
    $2::timestamptz at time zone m.time_zone) + interval '1 day') at time zone m.time_zone) as reserved_today,
  (select json_build_object('cause', b.cause, 'reason', b.reason, 'until', b.until) from bounce_response b
    where b.workspace_id = m.workspace_id and b.scope = 'MAILBOX' and b.scope_id = m.id::text
    and b.bounce_class = 'SENDER_STATE' and b.ended_at is null and b.until > $2::timestamptz) as sending_rest,
  coalesce((select json_agg(json_build_object('id', t.id, 'name', t.name, 'color', t.color) order by t.name)
    from mailbox_tag mt join tag t on t.id = mt.tag_id where mt.mailbox_id = m.id), '[]') as tags`;

/** One mailbox that is not deleted. */
export async function findIn(
  sql: SqlClient,
  workspaceId: WorkspaceId,
  now: Date,
  mailboxId: MailboxId,
): Promise<MailboxRecord | null> {
  const { rows } = await sql.query<MailboxRecord>(
    `select m.*, ${mailboxCounts} from mailbox m where m.workspace_id = $1 and m.id = $3 and m.deleted_at is null`,
    [workspaceId, now, mailboxId],
  );
  return rows[0] ?? null;
}
