import type { CampaignId, EnrolmentId, WorkspaceId } from '@skein/contracts/ids';
import type { StoredEnrolment } from '#engine/rows/central-rows';
import { filterConditions, type ScopedLeadFilter } from './lead-filter.store';
import type { SqlClient } from '#platform/db/database';

/** A lead of a campaign in a list by number. */
export interface LeadPageRecord extends Pick<
  StoredEnrolment,
  'status' | 'category_id' | 'last_seq_number' | 'open_count' | 'click_count' | 'reply_count'
> {
  enrolment_id: EnrolmentId;
  created_at: Date;
  enrolment_is_unsubscribed: boolean;
  mailbox_email: string | null;
  id: number;
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
  is_unsubscribed: boolean;
}

/** Which leads of a campaign, by number. */
export interface LeadPageQuery {
  filter: ScopedLeadFilter;
  eventAfter?: string;
  isSpam?: boolean;
  offset: number;
  limit: number;
}

function leadConditions(
  workspaceId: WorkspaceId,
  campaignId: CampaignId,
  query: Omit<LeadPageQuery, 'offset' | 'limit'>,
) {
  const { search, ...filter } = query.filter;
  const where = filterConditions(workspaceId, campaignId, filter);
  if (search)
    where.add(
      `strpos(lower(concat_ws(' ', l.email, l.first_name, l.last_name, l.company_name)), lower(?)) > 0`,
      search,
    );
  if (query.eventAfter)
    where.add(
      'greatest(e.last_sent_at, e.last_open_at, e.first_click_at, e.last_reply_at, e.last_inbound_at, e.ended_at) > ?',
      new Date(query.eventAfter),
    );
  // Complaints are no state of ours: nothing matches.
  if (query.isSpam) where.add('false');
  return where;
}

const leadJoins =
  'join lead l on l.id = e.lead_id and l.workspace_id = e.workspace_id left join mailbox m on m.id = e.mailbox_id';

const leadColumns = `e.id AS enrolment_id, e.status, e.category_id, e.created_at,
  e.is_unsubscribed AS enrolment_is_unsubscribed, e.last_seq_number, m.from_email AS mailbox_email, e.open_count,
  e.click_count, e.reply_count,
  l.id, l.email, l.first_name, l.last_name, l.phone_number, l.company_name, l.website, l.location, l.linkedin_profile,
    l.company_url, l.custom_fields, l.is_unsubscribed`;

/** A page of a campaign's leads by number, oldest first, so that pages stay while leads are added. */
export async function findLeadPage(
  workspaceId: WorkspaceId,
  sql: SqlClient,
  campaignId: CampaignId,
  query: LeadPageQuery,
): Promise<LeadPageRecord[]> {
  const where = leadConditions(workspaceId, campaignId, query);
  return (
    await sql.query<LeadPageRecord>(
      `select ${leadColumns} from enrolment e ${leadJoins} where ${where.sql} order by e.id
        limit ${where.value(query.limit)} offset ${where.value(query.offset)}`,
      where.values,
    )
  ).rows;
}

export async function countLeadPage(
  workspaceId: WorkspaceId,
  sql: SqlClient,
  campaignId: CampaignId,
  query: Omit<LeadPageQuery, 'offset' | 'limit'>,
): Promise<number> {
  const where = leadConditions(workspaceId, campaignId, query);
  return Number(
    (
      await sql.query<{ count: string }>(
        `
          select count(*) as count
          from enrolment e
          join lead l on l.id = e.lead_id and l.workspace_id = e.workspace_id
          where ${where.sql}
        `,
        where.values,
      )
    ).rows[0]?.count ?? 0,
  );
}

/** The leads of a campaign after one id. */
interface ExportPage {
  campaignId: CampaignId;
  after: number;
  limit: number;
}

/** Leads of a campaign behind an enrolment. */
export async function findLeadsAfter(
  workspaceId: WorkspaceId,
  sql: SqlClient,
  { campaignId, after, limit }: ExportPage,
): Promise<LeadPageRecord[]> {
  return (
    await sql.query<LeadPageRecord>(
      `
        select ${leadColumns}
        from enrolment e ${leadJoins}
        where e.workspace_id = $1 and e.campaign_id = $2 and e.id > $3
        order by e.id
        limit $4
      `,
      [workspaceId, campaignId, after, limit],
    )
  ).rows;
}
