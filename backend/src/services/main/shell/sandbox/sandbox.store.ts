import type { CampaignId, WorkspaceId } from '@skein/contracts/ids';
import { Conditions } from '#platform/db/conditions';
import type { Database } from '#platform/db/database';
import type { Live } from '#platform/live/live';
import { addMailboxScope, type CampaignScope } from '#access/access.api';

/** Addresses of the mailboxes that somebody sees, deleted ones too: what they sent stays in the record. */
export function listSenders(db: Database, workspaceId: WorkspaceId, scope: CampaignScope): Promise<string[]> {
  const where = new Conditions().add('m.workspace_id = ?', workspaceId);
  addMailboxScope(where, scope);
  return db.tenantSql(workspaceId, async (sql) =>
    (
      await sql.query<{ from_email: string }>(
        `
          select distinct m.from_email
          from mailbox m
          where ${where.sql}
        `,
        where.values,
      )
    ).rows.map((row) => row.from_email),
  );
}

/**
 * Which of these mailboxes hold somebody's mail: a workspace has connected them, by whichever address it sends from, or another than
 * this one had before.
 */
export const listTaken = (db: Database, workspaceId: WorkspaceId, emails: readonly string[]): Promise<string[]> =>
  db.systemSql(async (sql) =>
    (
      await sql.query<{ email: string }>(
        `
          select g.email
          from unnest($2::text[]) as g(email)
          where exists (
            select
            from mailbox m
            where g.email in (m.from_email, lower(m.smtp_username), lower(m.imap_username))
              and (m.deleted_at is null or m.workspace_id <> $1)
          )
        `,
        [workspaceId, emails],
      )
    ).rows.map((row) => row.email),
  );

/** Everything that a campaign sent or tried to send, by Message-ID, with the campaign time of the last check before it left. */
export const listCheckTimes = (
  db: Database,
  workspaceId: WorkspaceId,
  campaignId: CampaignId,
): Promise<Map<string, Date>> =>
  db.tenant(workspaceId, async (tx) => {
    const rows = await tx.intent.findMany({
      where: { workspace_id: workspaceId, campaign_id: campaignId },
      select: { message_id: true, send_at: true },
    });
    return new Map(rows.flatMap((row) => (row.message_id === null ? [] : [[row.message_id, row.send_at]])));
  });

/**
 * Of these Message-IDs those that a person sent: replies and forwards from the inbox, tests, and what a mailbox's owner
 * wrote with another mail program.
 */
export async function findOwnMails(
  db: Database,
  workspaceId: WorkspaceId,
  messageIds: readonly string[],
): Promise<Set<string>> {
  const rows = await db.tenantSql(workspaceId, (sql) =>
    sql.query<{ message_id: string }>(
      `
        select message_id
        from intent
        where workspace_id = $1 and message_id = any($2) and kind <> 'CAMPAIGN'
        union
        select m.message_id
        from message m
        where m.workspace_id = $1
          and m.message_id = any($2)
          and m.direction = 'out'
          and m.kind = 'outside'
          and not exists (
            select
            from intent i
            where i.workspace_id = $1 and i.message_id = m.message_id
          )
      `,
      [workspaceId, messageIds],
    ),
  );
  return new Set(rows.rows.map((row) => row.message_id));
}

/** Browsers of the workspace read campaign time again. */
export const tellTimeChanged = (db: Database, workspaceId: WorkspaceId, live: Live): Promise<void> =>
  db.tenant(workspaceId, (tx) => live.publish(tx, workspaceId, ['time']));

/** Whether the workspace's past is still being made: the engine of the present waits for it. */
export const isInItsPast = (db: Database, workspaceId: WorkspaceId): Promise<boolean> =>
  db.tenant(
    workspaceId,
    async (tx) => (await tx.workspace.count({ where: { id: workspaceId, history_until: { not: null } } })) > 0,
  );
