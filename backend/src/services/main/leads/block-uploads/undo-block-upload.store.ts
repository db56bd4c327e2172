import type { WorkspaceId } from '@skein/contracts/ids';
import type { SqlClient } from '#platform/db/database';

/**
 * The next upload that found an entry of this one (`s`) on the list already, in the same scope: the entry is its own when this one goes.
 */
const heir = `
  (
    select min(r.upload_id)
    from block_upload_row r
    join block_upload o on o.workspace_id = r.workspace_id and o.id = r.upload_id
    join bulk_run b on b.workspace_id = o.workspace_id and b.id = o.run_id
    where r.workspace_id = s.workspace_id
      and r.value = s.value
      and r.outcome = 'ALREADY_THERE'
      and r.upload_id <> $2
      and o.client_scope = s.client_scope
      and b.status not in ('UNDOING', 'UNDONE')
  )
`;

/** What undoing would take off the list now, and what would go over to another upload. */
export async function countUndoneEntries(
  workspaceId: WorkspaceId,
  sql: SqlClient,
  uploadId: number,
): Promise<{ removed: number; handedOver: number }> {
  // From the rows of the other uploads, which are few beside the entries of a large file.
  const { rows } = await sql.query<{ all: number; heirs: number }>(
    `
      select (
          select count(*)::int from suppression s where s.workspace_id = $1 and s.upload_id = $2
        ) as "all",
        (
          select count(distinct s.id)::int
          from block_upload o
          join bulk_run b on b.workspace_id = o.workspace_id
            and b.id = o.run_id
            and b.status not in ('UNDOING', 'UNDONE')
          join block_upload_row r on r.workspace_id = o.workspace_id
            and r.upload_id = o.id
            and r.outcome = 'ALREADY_THERE'
          join suppression s on s.workspace_id = r.workspace_id
            and s.kind = case when strpos(r.value, '@') > 0 then 'email' else 'domain' end
            and s.value = r.value
            and s.client_scope = o.client_scope
            and s.upload_id = $2
          where o.workspace_id = $1 and o.id <> $2
        ) as heirs
    `,
    [workspaceId, uploadId],
  );
  const { all, heirs } = rows[0] as { all: number; heirs: number };
  return { removed: all - heirs, handedOver: heirs };
}

/** Takes the next entries of an upload off the list and counts them; false when none is left. */
export async function removeUploadEntries(
  workspaceId: WorkspaceId,
  sql: SqlClient,
  uploadId: number,
  limit: number,
): Promise<boolean> {
  const { rows } = await sql.query<{ id: number; heir: number | null }>(
    `
      select s.id, ${heir} as heir
      from suppression s
      where s.workspace_id = $1 and s.upload_id = $2
      order by s.id
      limit $3
      for update of s
    `,
    [workspaceId, uploadId, limit],
  );
  const handed = rows.filter((row) => row.heir !== null);
  if (handed.length > 0)
    await sql.query(
      `
        update suppression s
        set upload_id = g.heir
        from unnest($2::int[], $3::int[]) as g(id, heir)
        where s.workspace_id = $1 and s.id = g.id
      `,
      [workspaceId, handed.map((row) => row.id), handed.map((row) => row.heir)],
    );
  const gone = rows.filter((row) => row.heir === null).map((row) => row.id);
  if (gone.length > 0)
    await sql.query('delete from suppression where workspace_id = $1 and id = any($2)', [workspaceId, gone]);
  await sql.query(
    `
      update block_upload
      set entries_removed = entries_removed + $3, entries_handed_over = entries_handed_over + $4
      where workspace_id = $1 and id = $2
    `,
    [workspaceId, uploadId, gone.length, handed.length],
  );
  return rows.length === limit;
}
