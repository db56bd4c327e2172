import type { SqlClient } from '../../../../platform/db/database';

/** Leads that are looked at for the names of custom fields; imports write the same fields for all rows, so a sample finds them. */
const sampleSize = 2_000;

export interface MergeField {
  name: string;
  is_custom: boolean;
  sample: string | null;
}

/** Custom fields that leads of the campaign have, with a value each, in the order of the alphabet; null when it has no leads. */
export async function findCustomFields(
  workspaceId: number,
  sql: SqlClient,
  campaignId: number,
): Promise<{ name: string; sample: string | null }[] | null> {
  const { rows } = await sql.query<{ name: string | null; sample: string | null; leads: number }>(
    `WITH sample AS MATERIALIZED (
       (SELECT l.custom_fields FROM enrolment e JOIN lead l ON l.id = e.lead_id WHERE e.workspace_id = $1 AND e.campaign_id = $2 ORDER BY e.id DESC LIMIT $3)
       UNION ALL (SELECT l.custom_fields FROM enrolment e JOIN lead l ON l.id = e.lead_id WHERE e.workspace_id = $1 AND e.campaign_id = $2 ORDER BY e.id LIMIT $3))
     SELECT (SELECT count(*)::int FROM sample) AS leads, f.key AS name, max(f.value) AS sample FROM (SELECT 1) one LEFT JOIN LATERAL (SELECT key, value FROM sample, jsonb_each_text(custom_fields)) f ON true GROUP BY f.key ORDER BY f.key`,
    [workspaceId, campaignId, sampleSize],
  );
  if ((rows[0]?.leads ?? 0) === 0) return null;
  return rows.flatMap((row) =>
    row.name === null ? [] : [{ name: row.name, sample: row.sample?.slice(0, 200) ?? null }],
  );
}
