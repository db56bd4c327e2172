import type { CampaignId, WorkspaceId } from '@skein/contracts/ids';
import type { SqlClient } from '#platform/db/database';
import type { Scope } from './tests.store';

type LeadProvider = 'GMAIL' | 'OUTLOOK' | 'OTHER';

const kind = (column: string) =>
  `case when ${column} in ('GMAIL', 'OUTLOOK') then ${column} else 'OTHER' end as provider`;

/** Leads by provider: of one campaign, or of all that somebody may see. */
export async function countLeadProviders(
  workspaceId: WorkspaceId,
  sql: SqlClient,
  scope: Scope,
  campaignId: CampaignId | null,
): Promise<{ provider: LeadProvider; leads: number }[]> {
  const isAll = campaignId === null && scope.clientId === null && scope.memberId === null;
  const { rows } = await sql.query<{ provider: LeadProvider; leads: number }>(
    isAll
      ? `select ${kind('provider')}, count(*)::int as leads from lead where workspace_id = $1 group by 1`
      : `
          select ${kind('e.provider')}, count(distinct e.lead_id)::int as leads
          from enrolment e
          join campaign c on c.workspace_id = e.workspace_id and c.id = e.campaign_id
          where e.workspace_id = $1
            and ($2::int is null or c.id = $2)
            and ($3::int is null or c.client_id = $3)
            and ($4::int is null or c.id in (select member_campaigns($4)))
          group by 1
        `,
    isAll ? [workspaceId] : [workspaceId, campaignId, scope.clientId, scope.memberId],
  );
  return rows;
}

/** Of these seeds, which provider of leads each stands for. System role only. */
export async function findSeedProviders(
  sql: SqlClient,
  ids: readonly number[],
): Promise<{ id: number; provider: LeadProvider }[]> {
  const { rows } = await sql.query<{ id: number; provider: LeadProvider }>(
    `
      select id,
        case
          when provider ~* 'gmail|google' then 'GMAIL'
          when provider ~* 'outlook|microsoft|hotmail' then 'OUTLOOK'
          else 'OTHER'
        end as provider
      from placement_seed
      where id = any($1::int[])
      order by region, provider, id
    `,
    [ids],
  );
  return rows;
}
