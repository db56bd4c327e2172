import type { SqlClient } from '../../../../platform/db/database';
import { invalidField } from '../../../../platform/http/skein-error';
import { scopeOf, type Who } from './campaign-scope';

/** Whether a tag (`t`) stands on something of the client's own (a placeholder; null: everybody else, who sees all): the others may be named after whom it must not know. */
export const isSeenBy = (
  client: string,
) => `(${client}::int IS NULL OR EXISTS (SELECT FROM campaign_tag x JOIN campaign c ON c.id = x.campaign_id AND c.workspace_id = x.workspace_id WHERE x.workspace_id = t.workspace_id AND x.tag_id = t.id AND c.client_id = ${client})
  OR EXISTS (SELECT FROM mailbox_tag x JOIN mailbox m ON m.id = x.mailbox_id AND m.workspace_id = x.workspace_id WHERE x.workspace_id = t.workspace_id AND x.tag_id = t.id AND m.client_id = ${client})
  OR EXISTS (SELECT FROM lead_tag x JOIN enrolment e ON e.lead_id = x.lead_id AND e.workspace_id = x.workspace_id JOIN campaign c ON c.id = e.campaign_id AND c.workspace_id = e.workspace_id WHERE x.workspace_id = t.workspace_id AND x.tag_id = t.id AND c.client_id = ${client})
  OR EXISTS (SELECT FROM lead_list_tag x JOIN lead_list l ON l.id = x.list_id AND l.workspace_id = x.workspace_id WHERE x.workspace_id = t.workspace_id AND x.tag_id = t.id AND l.client_id = ${client}))`;

/** Whatever is to bear tags: they have to be the workspace's, and in sight of the client who asks. @throws SkeinError VALIDATION that names the field */
export async function requireTags(sql: SqlClient, who: Who, ids: readonly number[], field = 'tag_ids'): Promise<void> {
  if (ids.length === 0) return;
  const { rowCount } = await sql.query(
    `SELECT FROM tag t WHERE t.workspace_id = $1 AND t.id = ANY($3) AND ${isSeenBy('$2')}`,
    [who.workspaceId, scopeOf(who).clientId, ids],
  );
  if (rowCount !== new Set(ids).size) throw invalidField(field, 'names a tag that is not of this workspace');
}

export interface TagRow {
  id: number;
  name: string;
  color: string;
  campaign_count: number;
}

export async function findTags(workspaceId: number, sql: SqlClient, clientId: number | null): Promise<TagRow[]> {
  return (
    await sql.query<TagRow>(
      `SELECT t.id, t.name, t.color, (SELECT count(*)::int FROM campaign_tag ct JOIN campaign c ON c.id = ct.campaign_id AND c.workspace_id = ct.workspace_id WHERE ct.tag_id = t.id AND ($2::int IS NULL OR c.client_id = $2)) AS campaign_count FROM tag t WHERE t.workspace_id = $1 AND ${isSeenBy('$2')} ORDER BY lower(t.name)`,
      [workspaceId, clientId],
    )
  ).rows;
}

/** Inserts a tag, or changes the one with this id; null when it does not exist. A name that another tag has raises 23505. */
export async function writeTag(
  workspaceId: number,
  sql: SqlClient,
  tag: { id?: number; name: string; color: string },
): Promise<Omit<TagRow, 'campaign_count'> | null> {
  const { rows } = tag.id
    ? await sql.query<TagRow>(
        'UPDATE tag SET name = $3, color = $4 WHERE workspace_id = $1 AND id = $2 RETURNING id, name, color',
        [workspaceId, tag.id, tag.name, tag.color],
      )
    : await sql.query<TagRow>(
        'INSERT INTO tag (workspace_id, name, color) VALUES ($1, $2, $3) RETURNING id, name, color',
        [workspaceId, tag.name, tag.color],
      );
  return rows[0] ?? null;
}

export async function removeTag(workspaceId: number, sql: SqlClient, tagId: number): Promise<boolean> {
  return (await sql.query('DELETE FROM tag WHERE workspace_id = $1 AND id = $2', [workspaceId, tagId])).rowCount === 1;
}
