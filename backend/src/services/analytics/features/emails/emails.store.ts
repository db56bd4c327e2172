import type { CampaignId, LeadId, WorkspaceId } from '@skein/contracts/ids';
import type { StoredIntent } from '#engine/rows/central-rows';
import type { sentEmailStatuses } from '@skein/contracts/analytics/campaign-analytics.contract';
import { Conditions } from '#platform/db/conditions';
import type { SqlClient } from '#platform/db/database';
import type { Scope } from '../figures/selection';

export interface EmailFilter {
  seqNumbers?: readonly number[] | undefined;
  statuses?: readonly (typeof sentEmailStatuses)[number][] | undefined;
  sentAfter?: string | undefined;
  sentBefore?: string | undefined;
}

export interface EmailRecord extends Pick<
  StoredIntent,
  | 'stats_id'
  | 'enrolment_id'
  | 'seq_number'
  | 'step_id'
  | 'variant_id'
  | 'mailbox_id'
  | 'subject'
  | 'body_html'
  | 'state'
  | 'sent_at'
  | 'first_open_at'
  | 'first_click_at'
  | 'reply_at'
  | 'open_count'
  | 'click_count'
  | 'is_unsubscribed'
  | 'is_bounced'
> {
  intent_id: string;
  lead_id: LeadId | null;
  lead_name: string;
  lead_email: string;
  category_id: number | null;
  category_name: string | null;
  from_email: string;
}

const statusCondition: Record<(typeof sentEmailStatuses)[number], string> = {
  opened: 'i.open_count > 0',
  clicked: 'i.click_count > 0',
  replied: 'i.reply_at is not null',
  unsubscribed: 'i.is_unsubscribed',
  bounced: 'i.is_bounced',
};

/** The emails of a campaign that a filter finds. */
interface EmailsPage {
  campaignId: CampaignId;
  filter: EmailFilter;
  page: { offset: number; limit: number };
}

/** E-mails of a campaign that were sent or refused, newest first, and how many there are. */
export async function listEmails(
  workspaceId: WorkspaceId,
  sql: SqlClient,
  scope: Scope,
  { campaignId, filter, page }: EmailsPage,
): Promise<{ rows: EmailRecord[]; total: number }> {
  const conditions = new Conditions(workspaceId);
  conditions
    .add('i.workspace_id = $1')
    .add('i.campaign_id = ?', campaignId)
    .add(`i.kind = 'CAMPAIGN' AND i.state IN ('SENT', 'IN_DOUBT', 'FAILED')`);
  if (filter.seqNumbers?.length) conditions.add('i.seq_number = ANY(?::int[])', [...filter.seqNumbers]);
  if (filter.statuses?.length) conditions.add(filter.statuses.map((status) => statusCondition[status]).join(' OR '));
  if (filter.sentAfter) conditions.add('i.sent_at >= ?::timestamptz', new Date(filter.sentAfter));
  if (filter.sentBefore) conditions.add('i.sent_at <= ?::timestamptz', new Date(filter.sentBefore));
  if (scope.hiddenCategories.length > 0)
    conditions.add(
      `
        not exists (
          select
          from enrolment h
          where h.workspace_id = $1 and h.id = i.enrolment_id and h.category_id = any(?::int[])
        )
      `,
      [...scope.hiddenCategories],
    );
  const {
    rows: [counted],
  } = await sql.query<{ count: number }>(
    `select count(*)::int as count from intent i where ${conditions.sql}`,
    conditions.values,
  );
  const { rows } = await sql.query<EmailRecord>(
    `
      with page as (
        select i.* from intent i where ${conditions.sql} order by i.sent_at desc nulls last, i.id desc
          limit ${conditions.value(page.limit)} offset ${conditions.value(page.offset)}
      )
      select i.id as intent_id, i.stats_id, e.lead_id, i.enrolment_id,
        concat_ws(' ', l.first_name, l.last_name) as lead_name, i.to_email as lead_email, e.category_id,
        k.name as category_name, i.seq_number, i.step_id, i.variant_id, i.mailbox_id, m.from_email, i.subject,
        i.body_html, i.state, i.sent_at, i.first_open_at, i.first_click_at, i.reply_at, i.open_count,
        i.click_count, i.is_unsubscribed, i.is_bounced
      from page i
      join mailbox m on m.workspace_id = $1 and m.id = i.mailbox_id
      left join enrolment e on e.workspace_id = $1 and e.id = i.enrolment_id
      left join lead l on l.workspace_id = $1 and l.id = e.lead_id
      left join lead_category k on k.workspace_id = $1 and k.id = e.category_id
      order by i.sent_at desc nulls last, i.id desc
    `,
    conditions.values,
  );
  return { rows, total: counted?.count ?? 0 };
}
