import type { CampaignId, ClientId, EnrolmentId, LeadId, WorkspaceId } from '@skein/contracts/ids';
import type { PlanType } from '@skein/contracts/constants';
import { includedIn } from '@skein/contracts/plan-limits';
import { coveringDomains } from '#platform/mail/covering-domains';
import type { SqlClient } from '#platform/db/database';

export interface SuppressionFact {
  /** `seed`: a mailbox of placement tests, which is nobody's lead. */
  kind: 'email' | 'domain' | 'hash' | 'seed';
  value: string;
  source: string;
  at: Date;
  by: string | null;
}

/** What the workspace knows of an address before a row of it is written. */
export interface KnownRow {
  leadId: LeadId | null;
  isUnsubscribed: boolean;
  isBounced: boolean;
  enrolmentId: EnrolmentId | null;
  isInList: boolean;
  isSeenInUpload: boolean;
  /** A campaign other than the target that it is in, or was in; and one in which its sequence runs. */
  otherCampaign: string | null;
  activeCampaign: string | null;
  /** Whether others mail it too, while the import is for one client: then the import changes nothing of what is known of it. */
  isShared: boolean;
  /** Campaign time of the last e-mail that any campaign sent to it. */
  contactedAt: Date | null;
}

export interface KnownTarget {
  campaignId: CampaignId | null;
  listId: number | null;
  clientScope: number;
  uploadId: number | null;
}

/**
 * Numbers and addresses as PostgreSQL's own text of an array: the driver would look at each character of each element.
 * Addresses hold no quote and no backslash (address-rules.ts).
 */
export const numbers = (values: readonly number[]): string => `{${values.join(',')}}`;
const words = (values: readonly string[]): string => (values.length === 0 ? '{}' : `{"${values.join('","')}"}`);

/**
 * Looks addresses up that are leads already, or may not become one. Deliberate: plain look-ups by key instead of one
 * statement with laterals, which on tables that grow during the import was planned with sequential scans (100,000 rows:
 * 4,700 rows a second instead of 8,600).
 */
export async function findKnownRows(
  workspaceId: WorkspaceId,
  sql: SqlClient,
  target: KnownTarget,
  emails: readonly string[],
): Promise<Map<string, KnownRow>> {
  if (emails.length === 0) return new Map();
  const leads = await findLeads(workspaceId, sql, emails);
  const leadIds = leads.map((lead) => lead.id);
  const enrolled = await findEnrolled(workspaceId, sql, leadIds);
  const listed = new Set(
    target.listId === null || leadIds.length === 0
      ? []
      : (
          await sql.query<{ lead_id: LeadId }>(
            'select lead_id from lead_list_member where workspace_id = $1 and list_id = $2 and lead_id = any($3)',
            [workspaceId, target.listId, numbers(leadIds)],
          )
        ).rows.map((row) => row.lead_id),
  );
  const seen = new Set(
    target.uploadId === null
      ? []
      : (
          await sql.query<{ email: string }>(
            'select email from upload_row where workspace_id = $1 and upload_id = $2 and email = any($3)',
            [workspaceId, target.uploadId, words(emails)],
          )
        ).rows.map((row) => row.email),
  );
  const known = new Map(emails.map((email) => [email, unknownRow(seen.has(email))]));
  const byLead = new Map<number, KnownRow>();
  for (const lead of leads) {
    const fact = known.get(lead.email) as KnownRow;
    Object.assign(fact, {
      leadId: lead.id,
      isUnsubscribed: lead.is_unsubscribed,
      isBounced: lead.is_bounced,
      isInList: listed.has(lead.id),
      isSeenInUpload: fact.isSeenInUpload || (target.uploadId !== null && lead.upload_id === target.uploadId),
    });
    byLead.set(lead.id, fact);
  }
  for (const row of enrolled) addEnrolment(byLead.get(row.lead_id) as KnownRow, row, target);
  return known;
}

interface KnownLead {
  id: number;
  email: string;
  is_unsubscribed: boolean;
  is_bounced: boolean;
  upload_id: number | null;
}

async function findLeads(workspaceId: WorkspaceId, sql: SqlClient, emails: readonly string[]): Promise<KnownLead[]> {
  const { rows } = await sql.query<KnownLead>(
    `
        select id, email, is_unsubscribed, is_bounced, upload_id
        from lead
        where workspace_id = $1 and email = any($2)
      `,
    [workspaceId, words(emails)],
  );
  return rows;
}

interface KnownEnrolment {
  id: number;
  lead_id: LeadId;
  campaign_id: CampaignId;
  client_id: ClientId | null;
  name: string;
  is_archived: boolean;
  is_active: boolean;
  last_sent_at: Date | null;
}

async function findEnrolled(
  workspaceId: WorkspaceId,
  sql: SqlClient,
  leadIds: readonly LeadId[],
): Promise<KnownEnrolment[]> {
  if (leadIds.length === 0) return [];
  const { rows } = await sql.query<KnownEnrolment>(
    `
              select e.id, e.lead_id, e.campaign_id, c.client_id, c.name,
                c.status = 'ARCHIVED' as is_archived,
                e.status in ('STARTED', 'INPROGRESS', 'PAUSED')
                  and c.status not in ('ARCHIVED', 'STOPPED', 'COMPLETED') as is_active,
                e.last_sent_at
              from enrolment e
              join campaign c on c.id = e.campaign_id
              where e.workspace_id = $1 and e.lead_id = any($2)
            `,
    [workspaceId, numbers(leadIds)],
  );
  return rows;
}

/** An address that nobody knows yet. */
const unknownRow = (isSeenInUpload: boolean): KnownRow => ({
  leadId: null,
  isUnsubscribed: false,
  isBounced: false,
  enrolmentId: null,
  isInList: false,
  isSeenInUpload,
  otherCampaign: null,
  activeCampaign: null,
  isShared: false,
  contactedAt: null,
});

/** Notes one campaign of a known lead: the one that is imported into, or another. */
function addEnrolment(fact: KnownRow, row: KnownEnrolment, target: KnownTarget): void {
  if (row.last_sent_at && (!fact.contactedAt || row.last_sent_at > fact.contactedAt))
    fact.contactedAt = row.last_sent_at;
  if (row.campaign_id === target.campaignId) {
    fact.enrolmentId = row.id;
    return;
  }
  // What is imported for a client of the agency does not tell that client of the others' campaigns.
  const name = target.clientScope !== 0 && row.client_id !== target.clientScope ? 'another campaign' : row.name;
  if (target.clientScope !== 0 && row.client_id !== target.clientScope) fact.isShared = true;
  if (!row.is_archived) fact.otherCampaign = name;
  if (row.is_active) fact.activeCampaign = name;
}

/** Addresses and domains that could be suppressed for a client. */
interface AddressesToCheck {
  clientScope: number;
  emails: readonly string[];
  domains: readonly string[];
  hashOf: (email: string) => string;
}

/**
 * Entries of the block list that name these addresses or cover their domains, by `email:`, `domain:` or `hash:` and the
 * value; seeds of placement tests by `seed:`.
 */
export async function findSuppressions(
  workspaceId: WorkspaceId,
  sql: SqlClient,
  { clientScope, emails, domains, hashOf }: AddressesToCheck,
): Promise<Map<string, SuppressionFact>> {
  const { rows } = await sql.query<SuppressionFact & { has_hashes: boolean }>(
    `
      select s.kind, s.value, s.source, s.created_at as at, coalesce(p.name, p.email) as by,
        false as has_hashes
      from (
        select *
        from suppression
        where workspace_id = $1 and kind = 'email' and value = any($2)
        union all
        select *
        from suppression
        where workspace_id = $1 and kind = 'domain' and value = any($3)
      ) s
      left join app_user p on p.id = s.created_by
      where s.client_scope in (0, $4)
      union all
      select 'seed', email, '', now(), null, false
      from placement_seed
      where email = any($2)
        and deleted_at is null
        and (owner_workspace_id is null or owner_workspace_id = $1)
      union all
      select 'hash', '', '', now(), null, true
      where exists (select from suppression where workspace_id = $1 and kind = 'hash')
      order by at desc
    `,
    [workspaceId, words(emails), words([...new Set(domains.flatMap(coveringDomains))]), clientScope],
  );
  // The oldest entry stands last and wins: it is the one that first stopped the address.
  const found = new Map(
    rows.filter((row) => !row.has_hashes).map((row) => [`${row.kind}:${row.value}`, row as SuppressionFact]),
  );
  if (rows.some((row) => row.has_hashes)) {
    const hashes = await sql.query<SuppressionFact>(
      `
        select kind, value, source, created_at as at, null as by
        from suppression
        where workspace_id = $1 and kind = 'hash' and value = any($2)
      `,
      [workspaceId, emails.map(hashOf)],
    );
    for (const row of hashes.rows) found.set(`hash:${row.value}`, row);
  }
  return found;
}

/**
 * Lead credits the workspace has used, held until the transaction ends so that two imports cannot both take the last
 * ones. Deliberate: FOR NO KEY UPDATE, so that rows that only refer to the workspace (an unsubscribe, a notice, a new
 * campaign) do not wait for a batch.
 */
export async function lockLeadCredits(
  workspaceId: WorkspaceId,
  sql: SqlClient,
): Promise<{ used: number; included: number }> {
  const { rows } = await sql.query<{
    used: number;
    plan_type: PlanType;
    lead_limit: number | null;
    email_limit: number | null;
  }>(
    `
      select w.lead_credits_used as used, p.plan_type, p.lead_limit, p.email_limit
      from workspace w
      join workspace_plan p on p.id = w.id
      where w.id = $1
      for no key update of w
    `,
    [workspaceId],
  );
  const plan = rows[0] ?? { used: 0, plan_type: 'trial', lead_limit: null, email_limit: null };
  return { used: plan.used, included: includedIn(plan).leads };
}

export async function addLeadCredits(workspaceId: WorkspaceId, sql: SqlClient, count: number): Promise<void> {
  if (count !== 0)
    await sql.query('update workspace set lead_credits_used = greatest(0, lead_credits_used + $2) where id = $1', [
      workspaceId,
      count,
    ]);
}

/** Which of these domains nobody has looked up within the last 30 days. */
export async function findUncheckedDomains(sql: SqlClient, domains: readonly string[], now: Date): Promise<string[]> {
  const { rows } = await sql.query<{ domain: string }>(
    `
      select g.domain
      from unnest($1::text[]) as g(domain)
      left join mail_domain d on d.domain = g.domain and d.checked_at > $2
      where d.domain is null
    `,
    [words(domains), new Date(now.getTime() - 30 * 86_400_000)],
  );
  return rows.map((row) => row.domain);
}
