import type { ClientId, UserId, WorkspaceId } from '@skein/contracts/ids';
import type { PlanType } from '@skein/contracts/constants';
import type { NoticeKindName } from '@skein/contracts/notice-kinds';
import type { Database, SqlClient } from '#platform/db/database';

export interface NoticeRecord {
  id: number;
  kind: NoticeKindName;
  facts: Record<string, unknown>;
  at: Date;
  is_read: boolean;
}
export interface Reader {
  userId: UserId;
  clientId: ClientId | null;
  kinds: readonly string[];
  memberId: number | null;
}

/** Notices are kept for 90 days. */
const days = 90;
// What a limited member does not see is not told either: campaigns and imports of others, mailboxes of others.
const mine = `
  n.workspace_id = $1
    and ($2::int is null or n.client_id = $2)
    and n.kind = any($3::text[])
    and n.at > now() - interval '${days} days'
    and (n.facts ->> 'user_id' is null or (n.facts ->> 'user_id')::int = $4)
    and (
      $5::int is null
        or n.facts ->> 'campaign_id' is null
        or (n.facts ->> 'campaign_id')::int in (select member_campaigns($5))
    )
    and (
      $5::int is null
        or n.facts ->> 'mailbox_id' is null
        or (n.facts ->> 'mailbox_id')::int in (select member_mailboxes($5))
    )
    and (n.kind <> 'reply' or wants_reply($1, $4, n.facts))
`;

/** Notices for one person, newest first. */
export async function findNotices(
  workspaceId: WorkspaceId,
  sql: SqlClient,
  reader: Reader,
  page: { before: number | null; limit: number },
): Promise<NoticeRecord[]> {
  return (
    await sql.query<NoticeRecord>(
      `
        select n.id, n.kind, n.facts, n.at, r.notice_id is not null as is_read
        from notice n
        left join notice_read r on r.notice_id = n.id and r.user_id = $4
        where ${mine} and ($6::int is null or n.id < $6)
        order by n.id desc
        limit $7
      `,
      [workspaceId, reader.clientId, reader.kinds, reader.userId, reader.memberId, page.before, page.limit],
    )
  ).rows;
}

/** How many of them the person has not read; counted up to 100. */
export async function countUnread(workspaceId: WorkspaceId, sql: SqlClient, reader: Reader): Promise<number> {
  const { rows } = await sql.query<{ count: number }>(
    `
      select count(*)::int as count
      from (
        select 1
        from notice n
        where ${mine} and not exists (select from notice_read r where r.notice_id = n.id and r.user_id = $4)
        limit 100
      ) u
    `,
    [workspaceId, reader.clientId, reader.kinds, reader.userId, reader.memberId],
  );
  return rows[0]?.count ?? 0;
}

/** Marks as read, for this person only. */
export async function markRead(
  workspaceId: WorkspaceId,
  sql: SqlClient,
  reader: Reader,
  which: { upTo: number | null; ids: readonly number[] },
): Promise<void> {
  await sql.query(
    `
      insert into notice_read (workspace_id, user_id, notice_id)
      select $1, $4, n.id
      from notice n
      where ${mine} and (n.id <= $6 or n.id = any($7::int[]))
      on conflict
      do nothing
    `,
    [workspaceId, reader.clientId, reader.kinds, reader.userId, reader.memberId, which.upTo, which.ids],
  );
}

export interface ChoiceRecord {
  kind: string;
  in_app: boolean;
  by_mail: boolean;
  by_push: boolean;
  by_slack: boolean;
  by_webhook: boolean;
}

export const findChoices = async (workspaceId: WorkspaceId, sql: SqlClient, userId: UserId): Promise<ChoiceRecord[]> =>
  (
    await sql.query<ChoiceRecord>(
      'select kind, in_app, by_mail, by_push, by_slack, by_webhook from notice_choice where workspace_id = $1 and user_id = $2',
      [workspaceId, userId],
    )
  ).rows;

export async function writeChoices(
  workspaceId: WorkspaceId,
  sql: SqlClient,
  userId: UserId,
  choices: readonly ChoiceRecord[],
): Promise<void> {
  await sql.query(
    `
      insert into notice_choice (workspace_id, user_id, kind, in_app, by_mail, by_push, by_slack, by_webhook)
      select $1, $2, g.*
      from unnest($3::text[], $4::boolean[], $5::boolean[], $6::boolean[], $7::boolean[], $8::boolean[]) as g
      on conflict (user_id, kind)
      do update set in_app = excluded.in_app, by_mail = excluded.by_mail, by_push = excluded.by_push,
        by_slack = excluded.by_slack, by_webhook = excluded.by_webhook
    `,
    [
      workspaceId,
      userId,
      choices.map((each) => each.kind),
      choices.map((each) => each.in_app),
      choices.map((each) => each.by_mail),
      choices.map((each) => each.by_push),
      choices.map((each) => each.by_slack),
      choices.map((each) => each.by_webhook),
    ],
  );
}

/** Writes one notice unless its cause was told already. */
export async function writeNotice(
  workspaceId: WorkspaceId,
  sql: SqlClient,
  notice: { kind: NoticeKindName; facts: object; key: string },
): Promise<void> {
  await sql.query('select write_notice($1, null, $2, $3, $4)', [
    workspaceId,
    notice.kind,
    JSON.stringify(notice.facts),
    notice.key,
  ]);
}

export interface PlanFacts {
  id: number;
  plan_type: PlanType;
  is_unlimited: boolean;
  lead_limit: number | null;
  email_limit: number | null;
  is_subscribed: boolean;
  /** When a payment failed that is still open. */
  payment_failed_at: Date | null;
  /** Whether another period follows the one that ends. */
  renews: boolean;
  trial_end_at: Date | null;
  subscription_end_at: Date | null;
  lead_credits_used: number;
  email_credits_used: number;
  email_period_start: Date;
}

/** Workspaces by id, some at a time, for the hourly look at plans. */
export const findPlans = (db: Database, after: number): Promise<PlanFacts[]> =>
  db.systemSql(
    async (sql) =>
      (
        await sql.query<PlanFacts>(
          `
            select p.id, p.plan_type, p.is_unlimited, p.lead_limit, p.email_limit, p.is_subscribed, p.trial_end_at,
              p.subscription_end_at, p.lead_credits_used, p.email_credits_used, p.email_period_start,
              case when b.status = 'past_due' then b.failed_at end as payment_failed_at,
              coalesce(b.status = 'active' and not b.cancel_at_period_end, false) as renews
            from workspace_plan p
            left join billing b on b.workspace_id = p.id
            where p.id > $1 and p.disabled_at is null
            order by p.id
            limit 500
          `,
          [after],
        )
      ).rows,
  );

/** Begins a new month of emails for every workspace whose month is over. */
export const renewEmails = (db: Database, now: Date): Promise<void> =>
  db.systemSql(async (sql) => {
    await sql.query(
      `
        with renewed as (
          update workspace
          set email_credits_used = 0,
            email_period_start = email_period_start + make_interval(
              months => (
                extract(year from age($1, email_period_start)) * 12 + extract(month from age($1, email_period_start))
              )::int
            )
          where id in (
            select id from workspace where email_period_start + interval '1 month' <= $1 order by id for update
          )
          returning id
        )
        update agency_client set email_credits_used = 0 where workspace_id in (select id from renewed)
      `,
      [now],
    );
  });

export const removeOldNotices = (db: Database): Promise<void> =>
  db.systemSql(async (sql) => {
    await sql.query(`delete from notice where at < now() - interval '${days} days'`);
  });
