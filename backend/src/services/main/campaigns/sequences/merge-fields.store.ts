import type { CampaignId, WorkspaceId } from '@skein/contracts/ids';
import type { SqlClient } from '#platform/db/database';

/** Leads that are looked at for the names of custom fields; imports write the same fields for all rows, so a sample finds them. */
const sampleSize = 2_000;

/** Custom fields that leads of the campaign have, with a value each, in the order of the alphabet; null when it has no leads. */
export async function findCustomFields(
  workspaceId: WorkspaceId,
  sql: SqlClient,
  campaignId: CampaignId,
): Promise<{ name: string; sample: string | null }[] | null> {
  const { rows } = await sql.query<{ name: string | null; sample: string | null; leads: number }>(
    `
      with sample as materialized (
        (
          select l.custom_fields
          from enrolment e
          join lead l on l.id = e.lead_id
          where e.workspace_id = $1 and e.campaign_id = $2
          order by e.id desc
          limit $3
        )
        union all (
          select l.custom_fields
          from enrolment e
          join lead l on l.id = e.lead_id
          where e.workspace_id = $1 and e.campaign_id = $2
          order by e.id
          limit $3
        )
      )
      select (select count(*)::int from sample) as leads, f.key as name, max(f.value) as sample
      from (select 1) one
      left join lateral (select key, value from sample, jsonb_each_text(custom_fields)) f on true
      group by f.key
      order by f.key
    `,
    [workspaceId, campaignId, sampleSize],
  );
  if ((rows[0]?.leads ?? 0) === 0) return null;
  return rows.flatMap((row) =>
    row.name === null ? [] : [{ name: row.name, sample: row.sample?.slice(0, 200) ?? null }],
  );
}
