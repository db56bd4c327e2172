import type { SqlClient } from '../../../../../platform/db/database';

/** Enrolments and the mailbox that sends to them from now on. */
interface SenderChange {
  ids: readonly number[];
  mailboxId: number;
  at: Date;
}

/** Moves leads to a mailbox; what they send next begins a thread of its own, under the subject of the first. */
export async function writeMailbox(
  workspaceId: number,
  sql: SqlClient,
  { ids, mailboxId, at }: SenderChange,
): Promise<number[]> {
  const { rows } = await sql.query<{ id: number }>(
    `
      update enrolment
      set mailbox_id = $3, last_message_id = null, thread_references = '{}', is_parked = false,
        constraint_code = null, updated_at = $4
      where workspace_id = $1 and id = any($2) and mailbox_id is distinct from $3::int
      returning id
    `,
    [workspaceId, ids, mailboxId, at],
  );
  return rows.map((row) => row.id);
}

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
