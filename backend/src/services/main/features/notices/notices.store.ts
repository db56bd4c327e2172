import type { NoticeKindName } from '@skein/contracts/notice-kinds';
import type { Database, SqlClient } from '../../../../platform/db/database';

export interface NoticeRecord {
  id: number;
  kind: NoticeKindName;
  facts: Record<string, unknown>;
  at: Date;
  is_read: boolean;
}
export interface Reader {
  userId: number;
  clientId: number | null;
  kinds: readonly string[];
  memberId: number | null;
}

/** Notices are kept for 90 days. */
const days = 90;
// What a limited member does not see is not told either: campaigns and imports of others, mailboxes of others.
const mine = `n.workspace_id = $1 AND ($2::int IS NULL OR n.client_id = $2) AND n.kind = ANY($3::text[]) AND n.at > now() - interval '${days} days'
  AND ($5::int IS NULL OR n.facts ->> 'campaign_id' IS NULL OR (n.facts ->> 'campaign_id')::int IN (SELECT member_campaigns($5)))
  AND ($5::int IS NULL OR n.facts ->> 'mailbox_id' IS NULL OR (n.facts ->> 'mailbox_id')::int IN (SELECT member_mailboxes($5)))`;

/** Notices for one person, newest first. */
export async function findNotices(
  workspaceId: number,
  sql: SqlClient,
  reader: Reader,
  page: { before: number | null; limit: number },
): Promise<NoticeRecord[]> {
  return (
    await sql.query<NoticeRecord>(
      `SELECT n.id, n.kind, n.facts, n.at, r.notice_id IS NOT NULL AS is_read FROM notice n LEFT JOIN notice_read r ON r.notice_id = n.id AND r.user_id = $4
     WHERE ${mine} AND ($6::int IS NULL OR n.id < $6) ORDER BY n.id DESC LIMIT $7`,
      [workspaceId, reader.clientId, reader.kinds, reader.userId, reader.memberId, page.before, page.limit],
    )
  ).rows;
}

/** How many of them the person has not read; counted up to 100. */
export async function countUnread(workspaceId: number, sql: SqlClient, reader: Reader): Promise<number> {
  const { rows } = await sql.query<{ count: number }>(
    `SELECT count(*)::int AS count FROM (SELECT 1 FROM notice n WHERE ${mine} AND NOT EXISTS (SELECT FROM notice_read r WHERE r.notice_id = n.id AND r.user_id = $4) LIMIT 100) u`,
    [workspaceId, reader.clientId, reader.kinds, reader.userId, reader.memberId],
  );
  return rows[0]?.count ?? 0;
}

/** Marks as read, for this person only. */
export async function markRead(
  workspaceId: number,
  sql: SqlClient,
  reader: Reader,
  which: { upTo: number | null; ids: readonly number[] },
): Promise<void> {
  await sql.query(
    `INSERT INTO notice_read (workspace_id, user_id, notice_id) SELECT $1, $4, n.id FROM notice n WHERE ${mine} AND (n.id <= $6 OR n.id = ANY($7::int[])) ON CONFLICT DO NOTHING`,
    [workspaceId, reader.clientId, reader.kinds, reader.userId, reader.memberId, which.upTo, which.ids],
  );
}

export interface ChoiceRecord {
  kind: string;
  in_app: boolean;
  by_mail: boolean;
}

export const findChoices = async (workspaceId: number, sql: SqlClient, userId: number): Promise<ChoiceRecord[]> =>
  (
    await sql.query<ChoiceRecord>(
      'SELECT kind, in_app, by_mail FROM notice_choice WHERE workspace_id = $1 AND user_id = $2',
      [workspaceId, userId],
    )
  ).rows;

export async function writeChoices(
  workspaceId: number,
  sql: SqlClient,
  userId: number,
  choices: readonly ChoiceRecord[],
): Promise<void> {
  await sql.query(
    `INSERT INTO notice_choice (workspace_id, user_id, kind, in_app, by_mail) SELECT $1, $2, g.* FROM unnest($3::text[], $4::boolean[], $5::boolean[]) AS g
     ON CONFLICT (user_id, kind) DO UPDATE SET in_app = excluded.in_app, by_mail = excluded.by_mail`,
    [
      workspaceId,
      userId,
      choices.map((each) => each.kind),
      choices.map((each) => each.in_app),
      choices.map((each) => each.by_mail),
    ],
  );
}

export interface UnmailedNotice {
  id: number;
  workspace_id: number;
  client_id: number | null;
  kind: NoticeKindName;
  facts: Record<string, unknown>;
  is_demo: boolean;
}

/** Takes notices that nobody was mailed about yet, of all workspaces, and marks them in the given transaction. */
export async function takeUnmailed(sql: SqlClient, at: Date): Promise<UnmailedNotice[]> {
  return (
    await sql.query<UnmailedNotice>(
      `WITH due AS (SELECT id FROM notice WHERE mailed_at IS NULL ORDER BY id LIMIT 200 FOR UPDATE SKIP LOCKED)
     UPDATE notice n SET mailed_at = $1 FROM due, workspace w WHERE n.id = due.id AND w.id = n.workspace_id
     RETURNING n.id, n.workspace_id, n.client_id, n.kind, n.facts, w.is_demo`,
      [at],
    )
  ).rows;
}

export interface Recipient {
  id: number;
  email: string;
  name: string | null;
  role: string;
  client_id: number | null;
  permissions: string[] | null;
  in_app: boolean | null;
  by_mail: boolean | null;
}

/** People of a workspace who may be told, with their choice for one kind; of a client only where the notice is about it. */
export async function findRecipients(
  workspaceId: number,
  sql: SqlClient,
  notice: Pick<UnmailedNotice, 'kind' | 'client_id' | 'facts'>,
): Promise<Recipient[]> {
  return (
    await sql.query<Recipient>(
      `SELECT u.id, u.email, u.name, u.role, u.client_id, c.permissions, k.in_app, k.by_mail FROM app_user u
     LEFT JOIN agency_client c ON c.id = u.client_id AND c.workspace_id = $1 LEFT JOIN notice_choice k ON k.user_id = u.id AND k.kind = $2
     WHERE u.workspace_id = $1 AND u.status = 'active' AND u.is_email_verified AND (u.client_id IS NULL OR u.client_id = $3)
       AND (u.role <> 'LIMITED_FULL_MEMBER_ACCESS' OR u.client_id IS NOT NULL OR (($4::int IS NULL OR $4 IN (SELECT member_campaigns(u.id))) AND ($5::int IS NULL OR $5 IN (SELECT member_mailboxes(u.id)))))
     ORDER BY u.id`,
      [
        workspaceId,
        notice.kind,
        notice.client_id,
        notice.facts['campaign_id'] ?? null,
        notice.facts['mailbox_id'] ?? null,
      ],
    )
  ).rows;
}

/** Writes one notice unless its cause was told already. */
export async function writeNotice(
  workspaceId: number,
  sql: SqlClient,
  notice: { kind: NoticeKindName; facts: object; key: string },
): Promise<void> {
  await sql.query('SELECT write_notice($1, NULL, $2, $3, $4)', [
    workspaceId,
    notice.kind,
    JSON.stringify(notice.facts),
    notice.key,
  ]);
}

export interface PlanFacts {
  id: number;
  plan_type: string;
  is_subscribed: boolean;
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
          'SELECT id, plan_type, is_subscribed, trial_end_at, subscription_end_at, lead_credits_used, email_credits_used, email_period_start FROM workspace WHERE id > $1 ORDER BY id LIMIT 500',
          [after],
        )
      ).rows,
  );

/** Begins a new month of emails for every workspace whose month is over. */
export const renewEmails = (db: Database, now: Date): Promise<void> =>
  db.systemSql(async (sql) => {
    await sql.query(
      `UPDATE workspace SET email_credits_used = 0, email_period_start = email_period_start + make_interval(months => (extract(year FROM age($1, email_period_start)) * 12 + extract(month FROM age($1, email_period_start)))::int)
     WHERE id IN (SELECT id FROM workspace WHERE email_period_start + interval '1 month' <= $1 ORDER BY id FOR UPDATE)`,
      [now],
    );
  });

export const removeOldNotices = (db: Database): Promise<void> =>
  db.systemSql(async (sql) => {
    await sql.query(`DELETE FROM notice WHERE at < now() - interval '${days} days'`);
  });
