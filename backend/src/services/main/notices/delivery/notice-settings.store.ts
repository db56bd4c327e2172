import type { ClientId, UserId, WorkspaceId } from '@skein/contracts/ids';
import type { Database, SqlClient } from '#platform/db/database';
import type { PushTarget } from '#platform/push/push-sender';

export interface SettingRecord {
  digest: 'off' | 'daily' | 'weekly';
  digest_hour: number;
  digest_day: number;
  quiet_on: boolean;
  quiet_from: string;
  quiet_to: string;
  reply_categories: number[];
  reply_clients: number[];
  reply_mailboxes: 'all' | 'mine';
  slack_sealed: Buffer | null;
  slack_hint: string | null;
  webhook_url: string | null;
  webhook_secret_sealed: Buffer | null;
}

const fresh: SettingRecord = {
  digest: 'off',
  digest_hour: 8,
  digest_day: 1,
  quiet_on: false,
  quiet_from: '20:00',
  quiet_to: '08:00',
  reply_categories: [],
  reply_clients: [],
  reply_mailboxes: 'all',
  slack_sealed: null,
  slack_hint: null,
  webhook_url: null,
  webhook_secret_sealed: null,
};

export async function findSetting(workspaceId: WorkspaceId, sql: SqlClient, userId: UserId): Promise<SettingRecord> {
  const { rows } = await sql.query<SettingRecord>(
    `
      select digest, digest_hour, digest_day, quiet_on, quiet_from, quiet_to, reply_categories, reply_clients,
        reply_mailboxes, slack_sealed, slack_hint, webhook_url, webhook_secret_sealed
      from notice_setting
      where workspace_id = $1 and user_id = $2
    `,
    [workspaceId, userId],
  );
  return rows[0] ?? fresh;
}

/** Whether a person belongs to a client of the workspace. */
export async function isOfClient(workspaceId: WorkspaceId, sql: SqlClient, userId: UserId): Promise<boolean> {
  const { rows } = await sql.query<{ is_of_client: boolean }>(
    'select client_id is not null as is_of_client from app_user where workspace_id = $1 and id = $2',
    [workspaceId, userId],
  );
  return rows[0]?.is_of_client ?? false;
}

/** Changes some of a person's settings; the columns are those of the record, never anybody's words. */
export async function writeSetting(
  workspaceId: WorkspaceId,
  sql: SqlClient,
  userId: UserId,
  change: Partial<SettingRecord>,
): Promise<void> {
  const given = (Object.keys(fresh) as (keyof SettingRecord)[]).filter((name) => change[name] !== undefined);
  if (given.length === 0) return;
  await sql.query(
    `
      insert into notice_setting (workspace_id, user_id, ${given.join(', ')})
      values ($1, $2, ${given.map((_, index) => `$${index + 3}`).join(', ')})
      on conflict (workspace_id, user_id)
      do update set ${given.map((name) => `${name} = excluded.${name}`).join(', ')}, updated_at = now()
    `,
    [workspaceId, userId, ...given.map((name) => change[name])],
  );
}

export interface BrowserRecord extends PushTarget {
  id: number;
  user_agent: string | null;
  created_at: Date;
}

export async function findBrowsers(workspaceId: WorkspaceId, sql: SqlClient, userId: UserId): Promise<BrowserRecord[]> {
  const { rows } = await sql.query<BrowserRecord>(
    `
      select id, endpoint, p256dh, auth, user_agent, created_at
      from push_subscription
      where workspace_id = $1 and user_id = $2
      order by id
    `,
    [workspaceId, userId],
  );
  return rows;
}

/** A browser belongs to whoever allowed it last. */
export const addBrowser = (
  db: Database,
  workspaceId: WorkspaceId,
  userId: UserId,
  browser: PushTarget & { userAgent: string; at: Date },
): Promise<void> =>
  db.systemSql(async (sql) => {
    await sql.query('delete from push_subscription where endpoint = $1', [browser.endpoint]);
    await sql.query(
      `
        insert into push_subscription (workspace_id, user_id, endpoint, p256dh, auth, user_agent, created_at)
        values ($1, $2, $3, $4, $5, $6, $7)
      `,
      [workspaceId, userId, browser.endpoint, browser.p256dh, browser.auth, browser.userAgent, browser.at],
    );
  });

/** @returns whether there was one */
export async function deleteBrowser(
  workspaceId: WorkspaceId,
  sql: SqlClient,
  userId: UserId,
  id: number,
): Promise<boolean> {
  const { rowCount } = await sql.query(
    'delete from push_subscription where workspace_id = $1 and user_id = $2 and id = $3',
    [workspaceId, userId, id],
  );
  return rowCount === 1;
}

export async function noteSent(workspaceId: WorkspaceId, sql: SqlClient, id: number, at: Date): Promise<void> {
  await sql.query('update push_subscription set last_sent_at = $3 where workspace_id = $1 and id = $2', [
    workspaceId,
    id,
    at,
  ]);
}

export async function findZone(workspaceId: WorkspaceId, sql: SqlClient, userId: UserId): Promise<string> {
  const { rows } = await sql.query<{ time_zone: string | null }>(
    'select time_zone from app_user where workspace_id = $1 and id = $2',
    [workspaceId, userId],
  );
  return rows[0]?.time_zone ?? 'UTC';
}

/** Somebody whose digest may be due. */
export interface DigestRecord {
  workspace_id: WorkspaceId;
  user_id: UserId;
  email: string;
  role: string;
  client_id: ClientId | null;
  permissions: string[] | null;
  time_zone: string | null;
  digest: 'daily' | 'weekly';
  digest_hour: number;
  digest_day: number;
  digested_at: Date | null;
}

export const findDigests = (db: Database, before: Date): Promise<DigestRecord[]> =>
  db.systemSql(async (sql) => {
    const { rows } = await sql.query<DigestRecord>(
      `
        select s.workspace_id, s.user_id, u.email, u.role, u.client_id, c.permissions, u.time_zone, s.digest,
          s.digest_hour, s.digest_day, s.digested_at
        from notice_setting s
        join app_user u on u.workspace_id = s.workspace_id and u.id = s.user_id
        join workspace w on w.id = s.workspace_id
        left join agency_client c on c.workspace_id = s.workspace_id and c.id = u.client_id
        where s.digest <> 'off'
          and u.status = 'active'
          and u.is_email_verified
          and w.disabled_at is null
          and not w.is_demo
          and (s.digested_at is null or s.digested_at < $1)
        order by s.workspace_id, s.user_id
        limit 5000
      `,
      [before],
    );
    return rows;
  });

/** The digest of a person that was last sent before a moment. */
interface DigestToClaim {
  userId: UserId;
  before: Date;
  at: Date;
}

/** Claims a person's digest, so that it is mailed once. @returns since when its notices count; null when another process was quicker */
export async function claimDigest(
  workspaceId: WorkspaceId,
  sql: SqlClient,
  { userId, before, at }: DigestToClaim,
): Promise<boolean> {
  const { rowCount } = await sql.query(
    `
      update notice_setting
      set digested_at = $4
      where workspace_id = $1 and user_id = $2 and (digested_at is null or digested_at < $3)
    `,
    [workspaceId, userId, before, at],
  );
  return rowCount === 1;
}
