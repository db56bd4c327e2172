import type { CampaignId, WorkspaceId } from '@skein/contracts/ids';
import type { LeadField, PlanType } from '@skein/contracts/constants';
import { includedIn } from '@skein/contracts/plan-limits';
import type { SqlClient } from '#platform/db/database';

/** Leads that a launch would mail. */
const open = `e.workspace_id = $1 AND e.campaign_id = $2 AND e.status IN ('STARTED', 'INPROGRESS', 'PAUSED')`;

export interface LeadCounts {
  total: number;
  suppressed: number;
  active_elsewhere: number;
  bad_encoding: number;
}

/** Counts over all leads of a campaign in one pass. */
export async function countLaunchLeads(
  workspaceId: WorkspaceId,
  sql: SqlClient,
  campaignId: CampaignId,
  clientScope: number,
): Promise<LeadCounts> {
  const { rows } = await sql.query<LeadCounts>(
    `
      select count(*)::int as total,
        count(*) filter (
          where l.is_unsubscribed
            or l.is_bounced
            or exists (
              select
              from suppression s
              where s.workspace_id = $1
                and s.client_scope in (0, $3)
                and (
                  (s.kind = 'email' and s.value = l.email)
                  or (s.kind = 'domain' and s.value = any(covering_domains(l.domain)))
                )
            )
        )::int as suppressed,
        count(*) filter (
          where exists (
            select
            from enrolment o
            join campaign c on c.id = o.campaign_id
            where o.lead_id = e.lead_id
              and o.campaign_id <> $2
              and o.status in ('STARTED', 'INPROGRESS')
              and c.status = 'ACTIVE'
          )
        )::int as active_elsewhere,
        count(*) filter (
          where concat(
            l.first_name, l.last_name, l.company_name, l.location, l.custom_fields::text
          ) like '%' || u&'\\FFFD' || '%'
        )::int as bad_encoding
      from enrolment e
      join lead l on l.id = e.lead_id
      where ${open}
    `,
    [workspaceId, campaignId, clientScope],
  );
  return rows[0] as LeadCounts;
}

const blank = (value: string) => `coalesce(btrim(${value}, E' \\t\\n\\r\\f\\u00a0\\u200b\\ufeff'), '') = ''`;

/** How many leads have no value for each field (or one with template braces in it, which would look unrendered). */
export async function countBlankFields(
  workspaceId: WorkspaceId,
  sql: SqlClient,
  campaignId: CampaignId,
  fields: readonly { name: string; system: LeadField | null; mayBeBlank: boolean }[],
): Promise<Map<string, number>> {
  if (fields.length === 0) return new Map();
  const values: unknown[] = [workspaceId, campaignId];
  const counts = fields.map((field, index) => {
    // A system field is one of a closed list, so its name may stand in the text.
    const value = field.system ? `l."${field.system}"` : `(l.custom_fields ->> $${values.push(field.name)})`;
    const braces = `coalesce(${value}, '') LIKE '%{{%' OR coalesce(${value}, '') LIKE '%{\\%%'`;
    return `count(*) filter (where ${field.mayBeBlank ? braces : `${blank(value)} OR ${braces}`})::int as "f${index}"`;
  });
  const { rows } = await sql.query<Record<string, number>>(
    `select ${counts.join(', ')} from enrolment e join lead l on l.id = e.lead_id where ${open}`,
    values,
  );
  return new Map(fields.map((field, index) => [field.name, rows[0]?.[`f${index}`] ?? 0]));
}

export interface ScannedLead {
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
}

/** The leads of a campaign after one id. */
interface LaunchLeadsPage {
  campaignId: CampaignId;
  after: number;
  limit: number;
}

/** The next leads in the order of enrolments, for templates whose conditions only rendering can judge. */
export async function findLaunchLeads(
  workspaceId: WorkspaceId,
  sql: SqlClient,
  { campaignId, after, limit }: LaunchLeadsPage,
): Promise<ScannedLead[]> {
  const { rows } = await sql.query<ScannedLead>(
    `
      select e.id, l.email, l.first_name, l.last_name, l.phone_number, l.company_name, l.website, l.location,
        l.linkedin_profile, l.company_url, l.custom_fields
      from enrolment e
      join lead l on l.id = e.lead_id
      where ${open} and e.id > $3
      order by e.id
      limit $4
    `,
    [workspaceId, campaignId, after, limit],
  );
  return rows;
}

/** DNS findings of the domains that a campaign sends from, as they were last looked up. */
export async function findDomainChecks(
  workspaceId: WorkspaceId,
  sql: SqlClient,
  campaignId: CampaignId,
): Promise<{ domain: string; dns_check: Record<string, { verdict?: string; record?: string | null } | string> }[]> {
  const { rows } = await sql.query<{
    domain: string;
    dns_check: Record<string, { verdict?: string; record?: string | null } | string>;
  }>(
    `
      select distinct on (split_part(m.from_email, '@', 2)) split_part(m.from_email, '@', 2) as domain,
        m.dns_check
      from campaign_mailbox cm
      join mailbox m on m.id = cm.mailbox_id
      where cm.workspace_id = $1 and cm.campaign_id = $2 and m.deleted_at is null
      order by split_part(m.from_email, '@', 2), m.dns_checked_at desc nulls last
    `,
    [workspaceId, campaignId],
  );
  return rows;
}

/** Emails that the plan has left this month; negative when more were sent. */
export async function countEmailCreditsLeft(workspaceId: WorkspaceId, sql: SqlClient): Promise<number> {
  const { rows } = await sql.query<{
    used: number;
    plan_type: PlanType;
    lead_limit: number | null;
    email_limit: number | null;
  }>('select email_credits_used as used, plan_type, lead_limit, email_limit from workspace_plan where id = $1', [
    workspaceId,
  ]);
  const plan = rows[0] ?? { used: 0, plan_type: 'trial', lead_limit: null, email_limit: null };
  return includedIn(plan).emails - plan.used;
}

/** Where emails of the campaign's mailboxes lay in the newest finished run of a placement test of each; null without one. */
export async function findPlacement(
  workspaceId: WorkspaceId,
  sql: SqlClient,
  campaignId: CampaignId,
): Promise<{ known: number; good: number } | null> {
  const { rows } = await sql.query<{ known: number; good: number }>(
    `
      with newest as (
        select p.mailbox_id, max(p.run_id) as run_id
        from placement_mail p
        join placement_run r on r.workspace_id = p.workspace_id and r.id = p.run_id
        join campaign_mailbox c on c.workspace_id = p.workspace_id and c.mailbox_id = p.mailbox_id
        where p.workspace_id = $1 and c.campaign_id = $2 and r.settled_at is not null
        group by p.mailbox_id
      )
      select count(*)::int as known, count(*) filter (where p.landed in ('INBOX', 'TAB'))::int as good
      from newest n
      join placement_mail p on p.workspace_id = $1 and p.run_id = n.run_id and p.mailbox_id = n.mailbox_id
      where p.kind = 'REAL' and (p.landed is not null or p.state = 'FAILED')
    `,
    [workspaceId, campaignId],
  );
  const found = rows[0];
  return found && found.known > 0 ? found : null;
}

/** What the workspace asks of young mailboxes; WARN at 14 days where it never chose (docs/domain.md, Lists and limits). */
export async function findWarmupAge(
  workspaceId: WorkspaceId,
  sql: SqlClient,
): Promise<{ gate: 'OFF' | 'WARN' | 'HOLD'; days: number }> {
  const { rows } = await sql.query<{ gate: 'OFF' | 'WARN' | 'HOLD'; days: number }>(
    'select age_gate as gate, age_days as days from warmup_policy where workspace_id = $1',
    [workspaceId],
  );
  return rows[0] ?? { gate: 'WARN', days: 14 };
}
