import type { ClientId, WorkspaceId } from '@skein/contracts/ids';
import type { SqlClient } from '#platform/db/database';

/** The client that the subsequences of a campaign belong to. */
interface SubsequenceOwner {
  parentId: number;
  clientId: ClientId | null;
  at: Date;
}

/**
 * Subsequences are whose their parent is: whoever gives one campaign to another client does not leave its leads with
 * the one before. Answers those that changed hands.
 */
export async function giveSubsequences(
  workspaceId: WorkspaceId,
  sql: SqlClient,
  { parentId, clientId, at }: SubsequenceOwner,
): Promise<{ id: number; from: number | null }[]> {
  const { rows } = await sql.query<{ id: number; from: number | null }>(
    `
      update campaign c
      set client_id = $3, updated_at = $4
      from (
        select id, client_id
        from campaign
        where workspace_id = $1 and parent_campaign_id = $2 and client_id is distinct from $3::int
        order by id
        for no key update
      ) o
      where c.workspace_id = $1 and c.id = o.id
      returning c.id, o.client_id as from
    `,
    [workspaceId, parentId, clientId, at],
  );
  return rows;
}
