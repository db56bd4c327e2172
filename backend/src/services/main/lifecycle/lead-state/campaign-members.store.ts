import type { SqlClient } from '#platform/db/database';

export async function isCampaignMailbox(
  workspaceId: number,
  sql: SqlClient,
  campaignId: number,
  mailboxId: number,
): Promise<boolean> {
  return (
    (
      await sql.query(
        `
          select
          from campaign_mailbox cm
          join mailbox m on m.id = cm.mailbox_id and m.deleted_at is null
          where cm.workspace_id = $1 and cm.campaign_id = $2 and cm.mailbox_id = $3
        `,
        [workspaceId, campaignId, mailboxId],
      )
    ).rowCount === 1
  );
}
