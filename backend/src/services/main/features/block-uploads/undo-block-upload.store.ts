import type { SqlClient } from '../../../../platform/db/database';

/** The next upload that found an entry of this one (`s`) on the list already, in the same scope: the entry is its own when this one goes. */
const heir = `(SELECT min(r.upload_id) FROM block_upload_row r JOIN block_upload o ON o.workspace_id = r.workspace_id AND o.id = r.upload_id
  WHERE r.workspace_id = s.workspace_id AND r.value = s.value AND r.outcome = 'ALREADY_THERE' AND r.upload_id <> $2 AND o.client_scope = s.client_scope AND o.status NOT IN ('UNDOING', 'UNDONE'))`;

/** What undoing would take off the list now, and what would go over to another upload. */
export async function countUndoneEntries(
  workspaceId: number,
  sql: SqlClient,
  uploadId: number,
): Promise<{ removed: number; handedOver: number }> {
  // From the rows of the other uploads, which are few beside the entries of a large file.
  const { rows } = await sql.query<{ all: number; heirs: number }>(
    `SELECT (SELECT count(*)::int FROM suppression s WHERE s.workspace_id = $1 AND s.upload_id = $2) AS "all",
       (SELECT count(DISTINCT s.id)::int FROM block_upload o JOIN block_upload_row r ON r.workspace_id = o.workspace_id AND r.upload_id = o.id AND r.outcome = 'ALREADY_THERE'
         JOIN suppression s ON s.workspace_id = r.workspace_id AND s.kind = CASE WHEN strpos(r.value, '@') > 0 THEN 'email' ELSE 'domain' END AND s.value = r.value AND s.client_scope = o.client_scope AND s.upload_id = $2
         WHERE o.workspace_id = $1 AND o.id <> $2 AND o.status NOT IN ('UNDOING', 'UNDONE')) AS heirs`,
    [workspaceId, uploadId],
  );
  const { all, heirs } = rows[0] as { all: number; heirs: number };
  return { removed: all - heirs, handedOver: heirs };
}

/** Takes the next entries of an upload off the list and counts them; false when none is left, or when somebody else goes on. */
export async function removeUploadEntries(
  workspaceId: number,
  sql: SqlClient,
  upload: { id: number; run: number },
  limit: number,
): Promise<boolean> {
  const { rows } = await sql.query<{ id: number; heir: number | null }>(
    `SELECT s.id, ${heir} AS heir FROM suppression s WHERE s.workspace_id = $1 AND s.upload_id = $2 ORDER BY s.id LIMIT $3 FOR UPDATE OF s`,
    [workspaceId, upload.id, limit],
  );
  const handed = rows.filter((row) => row.heir !== null);
  if (handed.length > 0)
    await sql.query(
      'UPDATE suppression s SET upload_id = g.heir FROM unnest($2::int[], $3::int[]) AS g(id, heir) WHERE s.workspace_id = $1 AND s.id = g.id',
      [workspaceId, handed.map((row) => row.id), handed.map((row) => row.heir)],
    );
  const gone = rows.filter((row) => row.heir === null).map((row) => row.id);
  if (gone.length > 0)
    await sql.query('DELETE FROM suppression WHERE workspace_id = $1 AND id = ANY($2)', [workspaceId, gone]);
  const { rowCount } = await sql.query(
    `UPDATE block_upload SET entries_removed = entries_removed + $4, entries_handed_over = entries_handed_over + $5 WHERE workspace_id = $1 AND id = $2 AND run = $3 AND status = 'UNDOING'`,
    [workspaceId, upload.id, upload.run, gone.length, handed.length],
  );
  // Somebody else goes on with it: what this one did must not be committed.
  if (rowCount !== 1) throw new Error('This undo was taken over.');
  return rows.length === limit;
}
