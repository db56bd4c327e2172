import type { ClientId, WorkspaceId } from '@skein/contracts/ids';
import type { StoredMailbox } from '#engine/rows/central-rows';
import type { SqlClient } from '#platform/db/database';

export interface FleetScope {
  clientId: ClientId | null;
  memberId: number | null;
}

export interface FleetRow extends Pick<
  StoredMailbox,
  'id' | 'from_email' | 'from_name' | 'type' | 'signature' | 'resting_until' | 'message_per_day'
> {
  state: 'connected' | 'failing' | 'suspended' | 'unchecked';
  is_warming: boolean;
  spf: string | null;
  dkim: string | null;
  dmarc: string | null;
  sent: number;
  failed: number;
  bounced: number;
  refused: number;
  complained: number;
  replied: number;
  sent_before: number;
  replied_before: number;
  placed: number;
  spam: number;
}

const windowMs = 14 * 86_400_000;

/** Workspace, now, client, member, and the beginning of the 14 days. */
const fleetSql = `
    with figures as (
      select r.dimension_id as mailbox_id,
        sum(r.count) filter (where r.kind = 'SENT' and r.bucket > $5)::int as sent,
        sum(r.count) filter (where r.kind = 'BOUNCE' and r.bucket > $5)::int as bounced,
        sum(r.count) filter (where r.kind = 'SENDER_BOUNCE' and r.bucket > $5)::int as refused,
        sum(r.first_count) filter (where r.kind = 'REPLY' and r.bucket > $5)::int as replied,
        sum(r.count) filter (where r.kind = 'SENT' and r.bucket <= $5)::int as sent_before,
        sum(r.first_count) filter (where r.kind = 'REPLY' and r.bucket <= $5)::int as replied_before
      from event_rollup r
      where r.workspace_id = $1
        and r.dimension = 'mailbox'
        and r.axis = 'sent'
        and r.bucket > $2::timestamptz - interval '28 days'
      group by r.dimension_id
    ),
    places as (
      select p.mailbox_id, count(*)::int as placed, count(*) filter (where p.landed = 'SPAM')::int as spam
      from (
        select from_mailbox_id as mailbox_id, landed
        from warmup_mail
        where workspace_id = $1
          and from_mailbox_id is not null
          and sent_at > $5
          and landed in ('INBOX', 'SPAM')
        union all
        select mailbox_id, landed
        from placement_mail
        where workspace_id = $1
          and sent_at > $5
          and landed in ('INBOX', 'TAB', 'SPAM')
      ) p
      group by p.mailbox_id
    ),
    complaints as (
      select i.mailbox_id, count(distinct i.id)::int as complained
      from message c
      join intent i on i.workspace_id = c.workspace_id and i.id = c.intent_id
      where c.workspace_id = $1 and c.kind = 'complaint' and i.sent_at > $5
      group by i.mailbox_id
    ),
    failures as (
      select mailbox_id, count(*)::int as failed
      from intent
      where workspace_id = $1 and state = 'FAILED' and send_at > $5 and send_at <= $2
      group by mailbox_id
    )
    select m.id, m.from_email, m.from_name, m.type, m.signature,
      case
        when m.is_suspended then 'suspended'
        when m.failing_since is not null then 'failing'
        when m.is_smtp_success and m.is_imap_success then 'connected'
        when m.checked_at is null then 'unchecked'
        else 'failing'
      end as state,
      case when m.resting_until > $2 then m.resting_until end as resting_until, m.message_per_day,
      coalesce(m.warmup ->> 'enabled' = 'true', false) as is_warming,
      m.dns_check -> 'spf' ->> 'verdict' as spf, m.dns_check -> 'dkim' ->> 'verdict' as dkim,
      m.dns_check -> 'dmarc' ->> 'verdict' as dmarc, coalesce(f.sent, 0) as sent, coalesce(x.failed, 0) as failed,
      coalesce(f.bounced, 0) as bounced, coalesce(f.refused, 0) as refused, coalesce(f.replied, 0) as replied,
        coalesce(c.complained, 0) as complained,
      coalesce(f.sent_before, 0) as sent_before, coalesce(f.replied_before, 0) as replied_before,
      coalesce(p.placed, 0) as placed, coalesce(p.spam, 0) as spam
    from mailbox m
    left join figures f on f.mailbox_id = m.id
    left join places p on p.mailbox_id = m.id
    left join complaints c on c.mailbox_id = m.id
    left join failures x on x.mailbox_id = m.id
    where m.workspace_id = $1
      and m.deleted_at is null
      and ($3::int is null or m.client_id = $3)
      and ($4::int is null or m.id in (select member_mailboxes($4)))
    order by m.id
  `;

/**
 * Every mailbox that somebody may see, with what tells how it fares; counts of the last 14 days, and of the 14 before.
 * @param now campaign time
 */
export async function findFleet(
  workspaceId: WorkspaceId,
  sql: SqlClient,
  now: Date,
  scope: FleetScope,
): Promise<FleetRow[]> {
  return (
    await sql.query<FleetRow>(fleetSql, [
      workspaceId,
      now,
      scope.clientId,
      scope.memberId,
      new Date(now.getTime() - windowMs),
    ])
  ).rows;
}

/** Leads of active campaigns that wait for an email, by who hosts their mail. */
export async function countWaitingLeads(
  workspaceId: WorkspaceId,
  sql: SqlClient,
): Promise<{ provider: 'GMAIL' | 'OUTLOOK' | 'OTHER'; leads: number }[]> {
  return (
    await sql.query<{ provider: 'GMAIL' | 'OUTLOOK' | 'OTHER'; leads: number }>(
      `
        select case when e.provider in ('GMAIL', 'OUTLOOK') then e.provider else 'OTHER' end as provider,
          count(*)::int as leads
        from campaign c
        join enrolment e on e.workspace_id = c.workspace_id and e.campaign_id = c.id
        where c.workspace_id = $1 and c.status = 'ACTIVE' and e.status in ('STARTED', 'INPROGRESS')
        group by 1
      `,
      [workspaceId],
    )
  ).rows;
}
