import type { SqlClient } from '../../../../platform/db/database';

/** Adds tags to leads and takes others away; answers the leads that changed. */
export async function changeLeadTags(
  workspaceId: number,
  sql: SqlClient,
  leadIds: readonly number[],
  change: { add: readonly number[]; remove: readonly number[] },
): Promise<Set<number>> {
  const removed = await sql.query<{ lead_id: number }>(
    'DELETE FROM lead_tag WHERE workspace_id = $1 AND lead_id = ANY($2) AND tag_id = ANY($3) RETURNING lead_id',
    [workspaceId, leadIds, change.remove],
  );
  const added = await sql.query<{ lead_id: number }>(
    'INSERT INTO lead_tag (workspace_id, lead_id, tag_id) SELECT $1, l.id, g.id FROM unnest($2::int[]) AS l(id), unnest($3::int[]) AS g(id) ORDER BY l.id, g.id ON CONFLICT DO NOTHING RETURNING lead_id',
    [workspaceId, leadIds, change.add],
  );
  return new Set([...removed.rows, ...added.rows].map((row) => row.lead_id));
}

/** The lead of one tag mapping; null when it does not exist. */
export async function findTagMapping(
  workspaceId: number,
  sql: SqlClient,
  mappingId: number,
): Promise<{ lead_id: number; tag_id: number } | null> {
  return (
    (
      await sql.query<{ lead_id: number; tag_id: number }>(
        'SELECT lead_id, tag_id FROM lead_tag WHERE workspace_id = $1 AND id = $2',
        [workspaceId, mappingId],
      )
    ).rows[0] ?? null
  );
}
