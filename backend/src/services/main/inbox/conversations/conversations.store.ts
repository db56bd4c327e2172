import type { CampaignId, ClientId, WorkspaceId } from '@skein/contracts/ids';
import type { StoredCampaign, StoredEnrolment } from '#engine/rows/central-rows';
import type { SqlClient } from '#platform/db/database';

/** A line of the list as the database has it. */
export interface ConversationRecord extends Pick<
  StoredEnrolment,
  | 'id'
  | 'lead_id'
  | 'campaign_id'
  | 'mailbox_id'
  | 'status'
  | 'reason'
  | 'category_id'
  | 'category_by'
  | 'is_read'
  | 'is_important'
  | 'is_archived'
  | 'snoozed_until'
  | 'hold_kind'
  | 'hold_until'
  | 'assigned_user_id'
  | 'revenue'
  | 'last_reply_at'
  | 'last_sent_at'
  | 'last_inbound_at'
  | 'open_count'
  | 'click_count'
  | 'reply_count'
> {
  email: string;
  first_name: string | null;
  last_name: string | null;
  company_name: string | null;
  campaign_name: string;
  campaign_status: StoredCampaign['status'];
  campaign_zone: string;
  client_id: ClientId | null;
  parent_campaign_id: CampaignId | null;
  mailbox_email: string | null;
  assigned_name: string | null;
  next_reminder_at: Date | null;
  next_scheduled_at: Date | null;
  is_bounced: boolean;
  is_unsubscribed: boolean;
  direction: 'in' | 'out' | null;
  kind: string | null;
  is_automatic: boolean | null;
  subject: string | null;
  snippet: string | null;
}

/** The lines of these conversations. @param prefer which mail a line shows when there are both */
export async function readRows(
  workspaceId: WorkspaceId,
  sql: SqlClient,
  ids: readonly number[],
  prefer: 'in' | 'out',
): Promise<Map<number, ConversationRecord>> {
  const newest = (direction: 'in' | 'out') =>
    `
      (
        select m.direction, m.kind, m.is_automatic, m.subject, m.snippet, m.at
        from message m
        where m.enrolment_id = e.id and m.direction = '${direction}' and m.kind not in ('bounce', 'other')
        order by m.at desc, m.id desc
        limit 1
      )
    `;
  const onLinkedIn = `
    (
      select 'in' as direction, 'linkedin' as kind, false as is_automatic, 'LinkedIn message' as subject,
        left(regexp_replace(k.text, '\\s+', ' ', 'g'), 200) as snippet, k.at
      from linkedin_message k
      where k.enrolment_id = e.id
      order by k.at desc
      limit 1
    )
  `;
  const place = (direction: 'in' | 'out') => (direction === prefer ? 1 : 2);
  const { rows } = await sql.query<ConversationRecord>(
    `
      select e.id, e.lead_id, l.email, l.first_name, l.last_name, l.company_name, e.campaign_id,
        c.name as campaign_name, c.status as campaign_status, c.time_zone as campaign_zone, c.client_id, c.parent_campaign_id, e.mailbox_id,
        b.from_email as mailbox_email, e.status, e.reason, e.category_id, e.category_by, e.is_read,
        e.is_important, e.is_archived, e.snoozed_until, e.hold_kind, e.hold_until, e.assigned_user_id,
        coalesce(u.name, u.email) as assigned_name, e.revenue::text, e.last_reply_at, e.last_sent_at,
        e.last_inbound_at,
        (
          select min(r.remind_at) from reminder r where r.enrolment_id = e.id and r.status = 'SCHEDULED'
        ) as next_reminder_at,
        (
          select min(i.send_at)
          from intent i
          where i.enrolment_id = e.id and i.kind in ('REPLY', 'FORWARD') and i.state = 'RESERVED'
        ) as next_scheduled_at,
        e.open_count, e.click_count, e.reply_count, e.is_bounced, e.is_unsubscribed, n.direction, n.kind,
        n.is_automatic, n.subject, n.snippet
      from enrolment e
      join lead l on l.id = e.lead_id
      join campaign c on c.id = e.campaign_id
      left join mailbox b on b.id = e.mailbox_id
      left join app_user u on u.id = e.assigned_user_id
      left join lateral (
        select *
        from (select ${place('in')} as place, t.* from ${newest('in')} t union all select ${place('in')}, t.*
          from ${onLinkedIn} t union all select ${place('out')}, t.* from ${newest('out')} t) newest
        order by place, at desc
        limit 1
      ) n on true
      where e.workspace_id = $1 and e.id = any($2)
    `,
    [workspaceId, ids],
  );
  return new Map(rows.map((row) => [row.id, row]));
}
