import type { LeadId, WorkspaceId } from '@skein/contracts/ids';
import type { SqlClient } from '#platform/db/database';

export interface EnrichedLead {
  id: number;
  email: string;
  first_name: string | null;
  last_name: string | null;
  website: string | null;
  company_url: string | null;
  linkedin_profile: string | null;
}

const wanted = {
  VERIFY: 'true',
  FIND: `coalesce(l.first_name, '') <> '' and coalesce(l.last_name, '') <> ''
    and coalesce(l.company_url, l.website, l.domain, '') <> '' and (l.is_bounced or l.verification = 'INVALID')`,
  TITLE: `coalesce(l.linkedin_profile, '') <> '' and coalesce(l.custom_fields ->> 'jobtitle', '') = ''`,
} as const;

/** The leads of a list that a job still has to do, after one id. */
interface LeadsToEnrichPage {
  listId: number;
  job: keyof typeof wanted;
  after: number;
  limit: number;
}

/** Leads of a list that a job has something to do for, after the last one that was asked. */
export async function findLeadsToEnrich(
  workspaceId: WorkspaceId,
  sql: SqlClient,
  { listId, job, after, limit }: LeadsToEnrichPage,
): Promise<EnrichedLead[]> {
  return (
    await sql.query<EnrichedLead>(
      `
        select l.id, l.email, l.first_name, l.last_name, l.website, l.company_url, l.linkedin_profile
        from lead_list_member m
        join lead l on l.workspace_id = m.workspace_id and l.id = m.lead_id
        where m.workspace_id = $1 and m.list_id = $2 and l.id > $3 and ${wanted[job]}
        order by l.id
        limit $4
      `,
      [workspaceId, listId, after, limit],
    )
  ).rows;
}

export async function countLeadsToEnrich(
  workspaceId: WorkspaceId,
  sql: SqlClient,
  listId: number,
  job: keyof typeof wanted,
): Promise<number> {
  return (
    (
      await sql.query<{ count: number }>(
        `
          select count(*)::int as count
          from lead_list_member m
          join lead l on l.workspace_id = m.workspace_id and l.id = m.lead_id
          where m.workspace_id = $1 and m.list_id = $2 and ${wanted[job]}
        `,
        [workspaceId, listId],
      )
    ).rows[0]?.count ?? 0
  );
}

/** What the source says of a lead's address. */
interface VerifiedLead {
  leadId: LeadId;
  result: string;
  at: Date;
}

/** What a verification said of the address. */
export async function writeVerified(
  workspaceId: WorkspaceId,
  sql: SqlClient,
  { leadId, result, at }: VerifiedLead,
): Promise<void> {
  await sql.query('update lead set verification = $3, verified_at = $4 where workspace_id = $1 and id = $2', [
    workspaceId,
    leadId,
    result,
    at,
  ]);
}
