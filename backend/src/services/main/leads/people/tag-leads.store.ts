import type { LeadId, WorkspaceId } from '@skein/contracts/ids';
import type { SqlClient } from '#platform/db/database';

/** Adds tags to leads and takes others away; answers the leads that changed. */
export async function changeLeadTags(
  workspaceId: WorkspaceId,
  sql: SqlClient,
  leadIds: readonly LeadId[],
  change: { add: readonly number[]; remove: readonly number[] },
): Promise<Set<number>> {
  const removed = await sql.query<{ lead_id: LeadId }>(
    'delete from lead_tag where workspace_id = $1 and lead_id = any($2) and tag_id = any($3) returning lead_id',
    [workspaceId, leadIds, change.remove],
  );
  const added = await sql.query<{ lead_id: LeadId }>(
    `
      insert into lead_tag (workspace_id, lead_id, tag_id)
      select $1, l.id, g.id
      from unnest($2::int[]) as l(id), unnest($3::int[]) as g(id)
      order by l.id, g.id
      on conflict
      do nothing
      returning lead_id
    `,
    [workspaceId, leadIds, change.add],
  );
  return new Set([...removed.rows, ...added.rows].map((row) => row.lead_id));
}

/** The lead of one tag mapping; null when it does not exist. */
export async function findTagMapping(
  workspaceId: WorkspaceId,
  sql: SqlClient,
  mappingId: number,
): Promise<{ lead_id: LeadId; tag_id: number } | null> {
  return (
    (
      await sql.query<{ lead_id: LeadId; tag_id: number }>(
        'select lead_id, tag_id from lead_tag where workspace_id = $1 and id = $2',
        [workspaceId, mappingId],
      )
    ).rows[0] ?? null
  );
}
