import type { WorkspaceId } from '@skein/contracts/ids';
import type { Database } from '#platform/db/database';

export interface GetStartedFacts {
  has_mailbox: boolean;
  has_warmup: boolean;
  has_campaign: boolean;
  has_launched: boolean;
}

/** What the workspace has done of the four steps. Subsequences do not count as campaigns, nor mailboxes whose login fails. */
export async function readGetStarted(db: Database, workspaceId: WorkspaceId): Promise<GetStartedFacts> {
  return db.tenant(workspaceId, async (tx) => {
    const [facts] = await tx.$queryRaw<GetStartedFacts[]>`
      SELECT
        EXISTS (SELECT FROM mailbox WHERE workspace_id = ${workspaceId} AND deleted_at IS NULL AND is_smtp_success
          AND is_imap_success AND failing_since IS NULL) AS has_mailbox,
        EXISTS (SELECT FROM mailbox WHERE workspace_id = ${workspaceId} AND deleted_at IS NULL
          AND warmup ->> 'enabled' = 'true') AS has_warmup,
        EXISTS (SELECT FROM campaign WHERE workspace_id = ${workspaceId} AND parent_campaign_id IS NULL) AS has_campaign,
        EXISTS (SELECT FROM campaign WHERE workspace_id = ${workspaceId} AND started_at IS NOT NULL) AS has_launched`;
    return facts as GetStartedFacts;
  });
}
