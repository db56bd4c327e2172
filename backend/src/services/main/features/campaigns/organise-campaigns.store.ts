import type { SqlClient } from '../../../../platform/db/database';
import { invalidField } from '../../../../platform/http/skein-error';

export async function moveToFolder(workspaceId: number, sql: SqlClient, campaignIds: number[], folderId: number | null): Promise<void> {
  await sql.query('UPDATE campaign SET folder_id = $3 WHERE workspace_id = $1 AND id = ANY($2)', [workspaceId, campaignIds, folderId]);
}

/** @throws SkeinError VALIDATION when a tag is not of this workspace */
export async function linkTags(workspaceId: number, sql: SqlClient, campaignIds: number[], add: number[], remove: number[]): Promise<void> {
  const { rows } = await sql.query<{ id: number }>('SELECT id FROM tag WHERE workspace_id = $1 AND id = ANY($2)', [workspaceId, add]);
  if (rows.length !== new Set(add).size) throw invalidField('add_tag_ids', 'names a tag that is not of this workspace');
  await sql.query('DELETE FROM campaign_tag WHERE workspace_id = $1 AND campaign_id = ANY($2) AND tag_id = ANY($3)', [workspaceId, campaignIds, remove]);
  await sql.query('INSERT INTO campaign_tag (workspace_id, campaign_id, tag_id) SELECT $1, c.id, t.id FROM unnest($2::int[]) AS c(id), unnest($3::int[]) AS t(id) ON CONFLICT DO NOTHING', [workspaceId, campaignIds, add]);
}

export interface TagRow { id: number; name: string; color: string; campaign_count: number }

export async function findTags(workspaceId: number, sql: SqlClient): Promise<TagRow[]> {
  return (await sql.query<TagRow>('SELECT t.id, t.name, t.color, (SELECT count(*)::int FROM campaign_tag ct WHERE ct.tag_id = t.id) AS campaign_count FROM tag t WHERE t.workspace_id = $1 ORDER BY lower(t.name)', [workspaceId])).rows;
}

/** Inserts a tag, or changes the one with this id; null when it does not exist. A name that another tag has raises 23505. */
export async function writeTag(workspaceId: number, sql: SqlClient, tag: { id?: number; name: string; color: string }): Promise<Omit<TagRow, 'campaign_count'> | null> {
  const { rows } = tag.id
    ? await sql.query<TagRow>('UPDATE tag SET name = $3, color = $4 WHERE workspace_id = $1 AND id = $2 RETURNING id, name, color', [workspaceId, tag.id, tag.name, tag.color])
    : await sql.query<TagRow>('INSERT INTO tag (workspace_id, name, color) VALUES ($1, $2, $3) RETURNING id, name, color', [workspaceId, tag.name, tag.color]);
  return rows[0] ?? null;
}

export async function removeTag(workspaceId: number, sql: SqlClient, tagId: number): Promise<boolean> {
  return (await sql.query('DELETE FROM tag WHERE workspace_id = $1 AND id = $2', [workspaceId, tagId])).rowCount === 1;
}
