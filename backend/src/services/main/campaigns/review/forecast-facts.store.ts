import type { CampaignId, MailboxId, WorkspaceId } from '@skein/contracts/ids';
import type { Database, SqlClient } from '#platform/db/database';

/** Whether an operator has to confirm this instance before anything leaves. */
export async function readSendingHeld(db: Pick<Database, 'systemSql'>): Promise<boolean> {
  return db.systemSql(
    async (sql) =>
      (await sql.query<{ held: boolean }>('select sending_paused_at is not null as held from instance where id = 1'))
        .rows[0]?.held ?? false,
  );
}

export interface PastRates {
  reply_rate: number;
  bounce_rate: number;
  unsubscribe_rate: number;
}

/** Rates per e-mail of the workspace's last 12 other campaigns that contacted at least 50 leads. */
export async function findPastRates(
  workspaceId: WorkspaceId,
  sql: SqlClient,
  campaignId: CampaignId,
): Promise<PastRates[]> {
  const { rows } = await sql.query<PastRates>(
    `
      select r.replied::float8 / r.contacted as reply_rate, r.bounced::float8 / r.sent as bounce_rate,
        r.unsubscribed::float8 / r.sent as unsubscribe_rate
      from (
        select dimension_id, coalesce(sum(first_count) filter (where kind = 'SENT'), 0) as contacted,
          coalesce(sum(count) filter (where kind = 'SENT'), 0) as sent,
          coalesce(sum(first_count) filter (where kind = 'REPLY'), 0) as replied,
          coalesce(sum(count) filter (where kind = 'BOUNCE'), 0) as bounced,
          coalesce(sum(count) filter (where kind = 'UNSUBSCRIBE'), 0) as unsubscribed
        from event_rollup
        where workspace_id = $1 and dimension = 'campaign' and axis = 'event_day' and dimension_id <> $2
        group by 1
      ) r
      where r.contacted >= 50 and r.sent > 0
      order by r.dimension_id desc
      limit 12
    `,
    [workspaceId, campaignId],
  );
  return rows;
}

/** Addresses of mailboxes, by id. */
export async function findMailboxEmails(
  workspaceId: WorkspaceId,
  sql: SqlClient,
  mailboxIds: readonly MailboxId[],
): Promise<Map<number, string>> {
  return new Map(
    (
      await sql.query<{ id: number; from_email: string }>(
        'select id, from_email from mailbox where workspace_id = $1 and id = any($2)',
        [workspaceId, mailboxIds],
      )
    ).rows.map((row) => [row.id, row.from_email]),
  );
}
