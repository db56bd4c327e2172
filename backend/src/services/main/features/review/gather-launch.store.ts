import type { LeadField } from '@skein/contracts/constants';
import type { SqlClient } from '../../../../platform/db/database';

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
  workspaceId: number,
  sql: SqlClient,
  campaignId: number,
  clientScope: number,
): Promise<LeadCounts> {
  const { rows } = await sql.query<LeadCounts>(
    `SELECT count(*)::int AS total,
       count(*) FILTER (WHERE l.is_unsubscribed OR l.is_bounced OR EXISTS (SELECT FROM suppression s WHERE s.workspace_id = $1 AND s.client_scope IN (0, $3) AND ((s.kind = 'email' AND s.value = l.email) OR (s.kind = 'domain' AND s.value = l.domain))))::int AS suppressed,
       count(*) FILTER (WHERE EXISTS (SELECT FROM enrolment o JOIN campaign c ON c.id = o.campaign_id WHERE o.lead_id = e.lead_id AND o.campaign_id <> $2 AND o.status IN ('STARTED', 'INPROGRESS') AND c.status = 'ACTIVE'))::int AS active_elsewhere,
       count(*) FILTER (WHERE concat(l.first_name, l.last_name, l.company_name, l.location, l.custom_fields::text) LIKE '%' || U&'\\FFFD' || '%')::int AS bad_encoding
     FROM enrolment e JOIN lead l ON l.id = e.lead_id WHERE ${open}`,
    [workspaceId, campaignId, clientScope],
  );
  return rows[0] as LeadCounts;
}

const blank = (value: string) => `coalesce(btrim(${value}, E' \\t\\n\\r\\f\\u00a0\\u200b\\ufeff'), '') = ''`;

/** How many leads have no value for each field (or one with template braces in it, which would look unrendered). */
export async function countBlankFields(
  workspaceId: number,
  sql: SqlClient,
  campaignId: number,
  fields: readonly { name: string; system: LeadField | null; mayBeBlank: boolean }[],
): Promise<Map<string, number>> {
  if (fields.length === 0) return new Map();
  const values: unknown[] = [workspaceId, campaignId];
  const counts = fields.map((field, index) => {
    // A system field is one of a closed list, so its name may stand in the text.
    const value = field.system ? `l."${field.system}"` : `(l.custom_fields ->> $${values.push(field.name)})`;
    const braces = `coalesce(${value}, '') LIKE '%{{%' OR coalesce(${value}, '') LIKE '%{\\%%'`;
    return `count(*) FILTER (WHERE ${field.mayBeBlank ? braces : `${blank(value)} OR ${braces}`})::int AS "f${index}"`;
  });
  const { rows } = await sql.query<Record<string, number>>(
    `SELECT ${counts.join(', ')} FROM enrolment e JOIN lead l ON l.id = e.lead_id WHERE ${open}`,
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

/** The next leads in the order of enrolments, for templates whose conditions only rendering can judge. */
export async function findLaunchLeads(
  workspaceId: number,
  sql: SqlClient,
  campaignId: number,
  after: number,
  limit: number,
): Promise<ScannedLead[]> {
  const { rows } = await sql.query<ScannedLead>(
    `SELECT e.id, l.email, l.first_name, l.last_name, l.phone_number, l.company_name, l.website, l.location, l.linkedin_profile, l.company_url, l.custom_fields FROM enrolment e JOIN lead l ON l.id = e.lead_id WHERE ${open} AND e.id > $3 ORDER BY e.id LIMIT $4`,
    [workspaceId, campaignId, after, limit],
  );
  return rows;
}

/** DNS findings of the domains that a campaign sends from, as they were last looked up. */
export async function findDomainChecks(
  workspaceId: number,
  sql: SqlClient,
  campaignId: number,
): Promise<{ domain: string; dns_check: Record<string, { verdict?: string; record?: string | null } | string> }[]> {
  const { rows } = await sql.query<{
    domain: string;
    dns_check: Record<string, { verdict?: string; record?: string | null } | string>;
  }>(
    `SELECT DISTINCT ON (split_part(m.from_email, '@', 2)) split_part(m.from_email, '@', 2) AS domain, m.dns_check FROM campaign_mailbox cm JOIN mailbox m ON m.id = cm.mailbox_id WHERE cm.workspace_id = $1 AND cm.campaign_id = $2 AND m.deleted_at IS NULL
     ORDER BY split_part(m.from_email, '@', 2), m.dns_checked_at DESC NULLS LAST`,
    [workspaceId, campaignId],
  );
  return rows;
}

/** E-mails that the plan has counted. */
export async function findEmailCredits(
  workspaceId: number,
  sql: SqlClient,
): Promise<{ used: number; plan_type: string }> {
  const { rows } = await sql.query<{ used: number; plan_type: string }>(
    'SELECT email_credits_used AS used, plan_type FROM workspace WHERE id = $1',
    [workspaceId],
  );
  return rows[0] ?? { used: 0, plan_type: 'trial' };
}
