import type { CampaignId, EnrolmentId, LeadId, WorkspaceId } from '@skein/contracts/ids';
import type { LeadStatus } from '@skein/contracts/constants';
import type { PushKind, PushSkip } from '@skein/contracts/main/subsequence-triggers';
import type { SqlClient } from '#platform/db/database';
import { shown } from './subsequences.store';

export interface PushCounts {
  pushed: number;
  waiting: number;
  skipped: number;
  by_kind: Record<string, number>;
}

/** How many leads came in, by what, and how many of them were not sent anything yet; leads of hidden categories are left out. */
export async function countPushes(
  workspaceId: WorkspaceId,
  sql: SqlClient,
  campaignIds: readonly CampaignId[],
  hiddenCategories: readonly number[],
): Promise<Map<number, PushCounts>> {
  const { rows } = await sql.query<{
    campaign_id: CampaignId;
    kind: string;
    pushed: number;
    waiting: number;
    skipped: number;
  }>(
    `
      select p.campaign_id, p.kind, count(*) filter (where p.outcome = 'PUSHED')::int as pushed,
        count(*) filter (where e.status = 'STARTED')::int as waiting,
        count(*) filter (where p.outcome = 'SKIPPED')::int as skipped
      from subsequence_push p
      left join enrolment e on e.id = p.enrolment_id
      left join enrolment o on o.id = p.parent_enrolment_id
      where p.workspace_id = $1 and p.campaign_id = any($2) and ${shown}
      group by 1, 2
    `,
    [workspaceId, campaignIds, [...hiddenCategories]],
  );
  const counts = new Map<number, PushCounts>(
    campaignIds.map((id) => [id, { pushed: 0, waiting: 0, skipped: 0, by_kind: {} }]),
  );
  for (const row of rows) {
    const of = counts.get(row.campaign_id) as PushCounts;
    of.pushed += row.pushed;
    of.waiting += row.waiting;
    of.skipped += row.skipped;
    if (row.pushed > 0) of.by_kind[row.kind] = row.pushed;
  }
  return counts;
}

export interface PushRecord {
  id: string;
  kind: PushKind;
  outcome: 'PUSHED' | 'SKIPPED';
  skip_reason: PushSkip | null;
  evidence: Record<string, unknown>;
  at: Date;
  due_at: Date;
  parent_enrolment_id: number | null;
  enrolment_id: EnrolmentId | null;
  status: LeadStatus | null;
  pushed_by_name: string | null;
  category_name: string | null;
  lead_id: LeadId;
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
  is_unsubscribed: boolean;
  is_bounced: boolean;
}

const visible = `p.workspace_id = $1 AND p.campaign_id = $2 AND ${shown}`;
const joins = `
    join lead l on l.id = p.lead_id
    left join enrolment e on e.id = p.enrolment_id
    left join enrolment o on o.id = p.parent_enrolment_id
    left join app_user u on u.id = p.pushed_by
  `;

/** One page of pushes, newest first, from before an id; leads of hidden categories are left out. */
export async function findPushes(
  workspaceId: WorkspaceId,
  sql: SqlClient,
  campaignId: CampaignId,
  page: { before: number | null; limit: number; hiddenCategories: readonly number[] },
): Promise<PushRecord[]> {
  const { rows } = await sql.query<PushRecord>(
    `
      select p.id, p.kind, p.outcome, p.skip_reason, p.evidence, p.at, p.due_at, p.parent_enrolment_id,
        p.enrolment_id, e.status, coalesce(u.name, u.email) as pushed_by_name, k.name as category_name,
        l.id as lead_id, l.email, l.first_name, l.last_name, l.phone_number, l.company_name, l.website,
        l.location, l.linkedin_profile, l.company_url, l.custom_fields, l.provider, l.is_unsubscribed,
        l.is_bounced
      from subsequence_push p ${joins}
      left join lead_category k on k.workspace_id = p.workspace_id
        and k.id = (p.evidence ->> 'category_id')::int
      where ${visible} and ($4::bigint is null or p.id < $4)
      order by p.id desc
      limit $5
    `,
    [workspaceId, campaignId, [...page.hiddenCategories], page.before, page.limit],
  );
  return rows;
}

export async function countAllPushes(
  workspaceId: WorkspaceId,
  sql: SqlClient,
  campaignId: CampaignId,
  hiddenCategories: readonly number[],
): Promise<number> {
  return (
    (
      await sql.query<{ count: number }>(
        `select count(*)::int as count from subsequence_push p ${joins} where ${visible}`,
        [workspaceId, campaignId, [...hiddenCategories]],
      )
    ).rows[0]?.count ?? 0
  );
}
