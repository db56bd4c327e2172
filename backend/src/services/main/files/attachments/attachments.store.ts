import type { WorkspaceId } from '@skein/contracts/ids';
import { Conditions } from '#platform/db/conditions';
import type { SqlClient } from '#platform/db/database';
import { addScope, type CampaignScope } from '#access/access.api';

/**
 * Those of these files that somebody may use who sees a part of the workspace only: files that a campaign of theirs
 * names, now or in an earlier version, and files that were uploaded for one.
 */
export async function findReachableFiles(
  workspaceId: WorkspaceId,
  sql: SqlClient,
  scope: CampaignScope,
  storageKeys: readonly string[],
): Promise<Set<string>> {
  const where = new Conditions(workspaceId, storageKeys);
  addScope(where, scope);
  const { rows } = await sql.query<{ storage_key: string }>(
    `
      with visible as (
        select c.id
        from campaign c
        where c.workspace_id = $1
          and ${where.sql}
      )
      select k.storage_key
      from unnest($2::text[]) k(storage_key)
      where exists (
          select
          from signed_file f
          join visible c on c.id = f.campaign_id
          where f.workspace_id = $1
            and f.storage_key = k.storage_key
        )
        or exists (
          select
          from visible c
          join sequence_step s on s.campaign_id = c.id
          join step_variant v on v.step_id = s.id
          where v.attachments @> jsonb_build_array(jsonb_build_object('storage_key', k.storage_key))
        )
        or exists (
          select
          from visible c
          join sequence_version o on o.campaign_id = c.id
          where o.workspace_id = $1
            and strpos(o.content::text, k.storage_key) > 0
        )
    `,
    where.values,
  );
  return new Set(rows.map((row) => row.storage_key));
}
