import type { CampaignId, EnrolmentId, WorkspaceId } from '@skein/contracts/ids';
import type { StoredEnrolment, StoredIntent } from '#engine/rows/central-rows';
import type { SqlClient } from '#platform/db/database';
import {
  constraintSql,
  filterConditions,
  isLong,
  leadJoin,
  searchIds,
  shortSearch,
  isShown,
  tabConditions,
  type ScopedLeadFilter,
} from './lead-filter.store';

export interface CampaignLeadRecord extends Pick<
  StoredEnrolment,
  | 'status'
  | 'reason'
  | 'category_id'
  | 'mailbox_id'
  | 'next_step_id'
  | 'next_seq_number'
  | 'last_seq_number'
  | 'steps_sent'
  | 'next_due_at'
  | 'next_eligible_at'
  | 'constraint_code'
  | 'first_sent_at'
  | 'last_sent_at'
  | 'last_reply_at'
  | 'open_count'
  | 'click_count'
  | 'reply_count'
  | 'is_bounced'
  | 'is_unsubscribed'
  | 'upload_id'
  | 'created_at'
  | 'ended_at'
  | 'hold_until'
  | 'lead_id'
> {
  enrolment_id: EnrolmentId;
  mailbox_email: string | null;
  email: string;
  first_name: string | null;
  last_name: string | null;
  phone_number: string | null;
  company_name: string | null;
  website: string | null;
  location: string | null;
  linkedin_profile: string | null;
  company_url: string | null;
  custom_fields: Record<string, unknown>;
  provider: 'GMAIL' | 'OUTLOOK' | 'ZOHO' | 'OTHER';
  lead_is_unsubscribed: boolean;
  lead_is_bounced: boolean;
  lead_time_zone: string | null;
}

const selected = `e.id AS enrolment_id, e.status, e.reason, e.category_id, e.mailbox_id, m.from_email AS mailbox_email,
  e.next_step_id, e.next_seq_number, e.last_seq_number, e.steps_sent, e.next_due_at, e.next_eligible_at,
  ${constraintSql} AS constraint_code, e.first_sent_at, e.last_sent_at, e.last_reply_at,
  e.open_count, e.click_count, e.reply_count, e.is_bounced, e.is_unsubscribed, e.upload_id, e.created_at, e.ended_at,
    e.hold_until, l.id AS lead_id, l.email, l.first_name, l.last_name, l.phone_number, l.company_name, l.website,
    l.location, l.linkedin_profile, l.company_url, l.custom_fields,
  l.provider, l.is_unsubscribed AS lead_is_unsubscribed, l.is_bounced AS lead_is_bounced, l.time_zone AS lead_time_zone`;

/** A filter over a campaign's leads, up to a number. */
interface LeadsToSearch {
  campaignId: CampaignId;
  filter: ScopedLeadFilter;
  limit: number;
}

/** Ids that a text of three characters or more finds, newest first; null for a filter without one. */
export const searchCampaignLeads = async (
  workspaceId: WorkspaceId,
  sql: SqlClient,
  { campaignId, filter, limit }: LeadsToSearch,
): Promise<number[] | null> =>
  isLong(filter) ? searchIds(workspaceId, sql, { campaignId, filter, before: null, limit }) : null;

/**
 * One page of a campaign's leads, newest first, from before an enrolment. `found` are ids that a search found already;
 * `offset` serves the public API, whose wire has no cursors.
 */
export async function findCampaignLeads(
  workspaceId: WorkspaceId,
  sql: SqlClient,
  campaignId: CampaignId,
  query: { filter: ScopedLeadFilter; before: number | null; limit: number; offset?: number; found?: readonly number[] },
): Promise<CampaignLeadRecord[]> {
  const where = filterConditions(workspaceId, campaignId, query.filter);
  if (query.found) where.add('e.id = ANY(?)', query.found);
  else if (isLong(query.filter))
    where.add(
      'e.id = ANY(?)',
      await searchIds(workspaceId, sql, {
        campaignId,
        filter: query.filter,
        before: query.before,
        limit: query.limit + (query.offset ?? 0),
      }),
    );
  else shortSearch(where, query.filter);
  if (query.before !== null) where.add('e.id < ?', query.before);
  const { rows } = await sql.query<CampaignLeadRecord>(
    `
      select ${selected}
      from enrolment e ${leadJoin}
      left join mailbox m on m.id = e.mailbox_id
      where ${where.sql}
      order by e.id desc
      limit ${where.value(query.limit)}
      offset ${where.value(query.offset ?? 0)}
    `,
    where.values,
  );
  return rows;
}

/** A filter over a campaign's leads, counted up to a number. */
interface LeadsToCount {
  campaignId: CampaignId;
  filter: ScopedLeadFilter;
  most: number;
}

/** How many leads match, counted up to `most` + 1. */
export async function countCampaignLeads(
  workspaceId: WorkspaceId,
  sql: SqlClient,
  { campaignId, filter, most }: LeadsToCount,
): Promise<number> {
  if (isLong(filter))
    return (await searchIds(workspaceId, sql, { campaignId, filter, before: null, limit: most + 1 })).length;
  const where = filterConditions(workspaceId, campaignId, filter);
  shortSearch(where, filter);
  // Where nothing of the lead is asked for, an index of the enrolments alone answers.
  const { rows } = await sql.query<{ count: number }>(
    `select count(*)::int as count
      from (select from enrolment e ${/\bl\./.test(where.sql) ? leadJoin : ''} where ${where.sql} limit ${where.value(most + 1)}) s`,
    where.values,
  );
  return rows[0]?.count ?? 0;
}

/**
 * Counts of all tabs, and by state; the states sum to the total. States and failures are counted in one index, replies
 * and manual steps where there are any.
 */
export async function countTabs(
  workspaceId: WorkspaceId,
  sql: SqlClient,
  campaignId: CampaignId,
  hiddenCategories: readonly number[] = [],
) {
  const values = [workspaceId, campaignId, ...(hiddenCategories.length === 0 ? [] : [[...hiddenCategories]])];
  const of = `e.workspace_id = $1 AND e.campaign_id = $2${hiddenCategories.length === 0 ? '' : ` AND ${isShown('$3')}`}`;
  const count = async (condition: string) =>
    (
      await sql.query<Pick<StoredEnrolment, 'status' | 'reason'> & { count: number }>(
        `select e.status, e.reason, count(*)::int as count from enrolment e where ${of} and ${condition} group by 1, 2`,
        values,
      )
    ).rows;
  const { rows: states } = await sql.query<
    Pick<StoredEnrolment, 'status' | 'reason'> & { count: number; failed: number }
  >(
    `
      select e.status, e.reason, count(*)::int as count, count(*) filter (where ${tabConditions.failed})::int as failed
      from enrolment e
      where ${of}
      group by 1, 2
    `,
    values,
  );
  const replied = await count(tabConditions.replied);
  const { rows: steps } = await sql.query<{ id: number }>(
    `
      select id
      from sequence_step
      where workspace_id = $1 and campaign_id = $2 and not is_deleted and seq_type <> 'EMAIL'
    `,
    [workspaceId, campaignId],
  );
  const manual =
    steps.length === 0
      ? []
      : await count(
          `e.status IN ('STARTED', 'INPROGRESS') AND e.next_step_id IN (${steps.map((step) => Number(step.id)).join(', ')})`,
        );
  const within = (
    counted: readonly { status: string; reason: string | null; count: number }[],
    state: { status: string; reason: string | null },
  ) => counted.find((row) => row.status === state.status && row.reason === state.reason)?.count ?? 0;
  return states.map((state) => ({ ...state, replied: within(replied, state), manual: within(manual, state) }));
}

/** One lead of a campaign, without the replies of hidden categories. */
interface CampaignLead {
  campaignId: CampaignId;
  enrolmentId: EnrolmentId;
  hiddenCategories?: readonly number[];
}

/** One lead of a campaign; null when it is not in it. */
export async function findCampaignLead(
  workspaceId: WorkspaceId,
  sql: SqlClient,
  { campaignId, enrolmentId, hiddenCategories = [] }: CampaignLead,
): Promise<CampaignLeadRecord | null> {
  const { rows } = await sql.query<CampaignLeadRecord>(
    `
      select ${selected}
      from enrolment e ${leadJoin}
      left join mailbox m on m.id = e.mailbox_id
      where e.workspace_id = $1 and e.campaign_id = $2 and e.id = $3 and ${isShown('$4')}
    `,
    [workspaceId, campaignId, enrolmentId, [...hiddenCategories]],
  );
  return rows[0] ?? null;
}

export interface LeadStepRecord {
  step_id: number;
  seq_number: number;
  seq_type: string;
  state: StoredIntent['state'] | null;
  variant_label: string | null;
  subject: string | null;
  send_at: Date | null;
  sent_at: Date | null;
  open_count: number | null;
  click_count: number | null;
  failure_text: string | null;
}

/** Every step of the sequence with what became of it for one lead. */
export async function findLeadSteps(
  workspaceId: WorkspaceId,
  sql: SqlClient,
  campaignId: CampaignId,
  enrolmentId: EnrolmentId,
): Promise<LeadStepRecord[]> {
  const { rows } = await sql.query<LeadStepRecord>(
    `
      select s.id as step_id, s.seq_number, s.seq_type, i.state, v.label as variant_label, i.subject,
        i.send_at, i.sent_at, i.open_count, i.click_count, i.failure_text
      from sequence_step s
      left join intent i on i.enrolment_id = $3 and i.step_id = s.id and i.workspace_id = s.workspace_id
      left join step_variant v on v.id = i.variant_id
      where s.workspace_id = $1 and s.campaign_id = $2 and (not s.is_deleted or i.id is not null)
      order by s.is_deleted, s.seq_number
    `,
    [workspaceId, campaignId, enrolmentId],
  );
  return rows;
}
