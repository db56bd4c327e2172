import type { UserId, WorkspaceId } from '@skein/contracts/ids';
import type { Database, SqlClient } from '#platform/db/database';

export type AddressLink = 'address-old' | 'address-new';
/** How long both links work. */
const hoursToConfirm = 24;

export interface AddressChange {
  new_email: string;
  is_old_confirmed: boolean;
  is_new_confirmed: boolean;
  expires_at: Date;
}

/**
 * Begins a change: an earlier one of the person is over. The links themselves are made by the mail's job; until then
 * nothing matches `unusable`.
 */
export async function beginChange(
  workspaceId: WorkspaceId,
  sql: SqlClient,
  userId: UserId,
  change: { email: string; unusable: Record<AddressLink, string>; at: Date },
): Promise<void> {
  await removeChange(workspaceId, sql, userId);
  await sql.query(
    `
      insert into email_token (workspace_id, user_id, kind, new_email, token_hash, created_at, expires_at)
      select $1, $2, kind, $3, hash, $6, $6::timestamptz + make_interval(hours => $7)
      from unnest($4::text[], $5::text[]) as g(kind, hash)
    `,
    [
      workspaceId,
      userId,
      change.email,
      Object.keys(change.unusable),
      Object.values(change.unusable),
      change.at,
      hoursToConfirm,
    ],
  );
}

export async function removeChange(workspaceId: WorkspaceId, sql: SqlClient, userId: UserId): Promise<void> {
  await sql.query(
    `delete from email_token where workspace_id = $1 and user_id = $2 and kind in ('address-old', 'address-new')`,
    [workspaceId, userId],
  );
}

export async function findChange(
  workspaceId: WorkspaceId,
  sql: SqlClient,
  userId: UserId,
  now: Date,
): Promise<AddressChange | null> {
  const { rows } = await sql.query<AddressChange>(
    `
      select min(new_email) as new_email, bool_or(kind = 'address-old' and used_at is not null) as is_old_confirmed,
        bool_or(kind = 'address-new' and used_at is not null) as is_new_confirmed, min(expires_at) as expires_at
      from email_token
      where workspace_id = $1 and user_id = $2 and kind in ('address-old', 'address-new') and expires_at > $3
      having count(*) = 2
    `,
    [workspaceId, userId, now],
  );
  return rows[0] ?? null;
}

/**
 * Gives a link that was not opened yet its token; one that was mailed before stops working.
 * @returns the new address; null when there is nothing to mail
 */
export async function renewLink(
  workspaceId: WorkspaceId,
  sql: SqlClient,
  userId: UserId,
  link: { kind: AddressLink; hash: string; now: Date },
): Promise<string | null> {
  const { rows } = await sql.query<{ new_email: string }>(
    `
      update email_token
      set token_hash = $4
      where workspace_id = $1 and user_id = $2 and kind = $3 and used_at is null and expires_at > $5
      returning new_email
    `,
    [workspaceId, userId, link.kind, link.hash, link.now],
  );
  return rows[0]?.new_email ?? null;
}

export const isAddressTaken = async (sql: SqlClient, email: string): Promise<boolean> =>
  (await sql.query('select from app_user where email = $1', [email])).rowCount !== 0;

export interface OpenedLink {
  workspace_id: WorkspaceId;
  user_id: UserId;
  kind: AddressLink;
  new_email: string;
  old_email: string;
  is_other_used: boolean;
}

/**
 * Opens a link, under a lock of both of its change, so that of two opened at the same moment the second sees the first.
 * One that was opened before is answered again: somebody who clicks twice has done nothing wrong.
 */
export async function openLink(sql: SqlClient, hash: string, now: Date): Promise<OpenedLink | null> {
  const { rows } = await sql.query<OpenedLink & { id: number }>(
    `
      select t.id, t.workspace_id, t.user_id, t.kind, t.new_email, u.email as old_email
      from email_token t
      join app_user u on u.id = t.user_id and u.status = 'active'
      where t.token_hash = $1 and t.kind in ('address-old', 'address-new') and t.expires_at > $2
    `,
    [hash, now],
  );
  const link = rows[0];
  if (!link) return null;
  const { rows: both } = await sql.query<{ id: number; used_at: Date | null }>(
    `
      select id, used_at
      from email_token
      where workspace_id = $1 and user_id = $2 and kind in ('address-old', 'address-new')
      order by id
      for update
    `,
    [link.workspace_id, link.user_id],
  );
  if (!both.some((token) => token.id === link.id)) return null;
  await sql.query('update email_token set used_at = coalesce(used_at, $2) where id = $1', [link.id, now]);
  return { ...link, is_other_used: both.some((token) => token.id !== link.id && token.used_at !== null) };
}

/** Gives the person the new address; every link that was mailed to the old one stops working. False when somebody has it by now. */
export async function changeAddress(sql: SqlClient, link: OpenedLink): Promise<boolean> {
  // As a sign-up with the same address at the same moment does.
  await sql.query('select pg_advisory_xact_lock(hashtext($1))', [`sign-up ${link.new_email}`]);
  if (await isAddressTaken(sql, link.new_email)) return false;
  await sql.query('update app_user set email = $3, is_email_verified = true where workspace_id = $1 and id = $2', [
    link.workspace_id,
    link.user_id,
    link.new_email,
  ]);
  await sql.query('delete from email_token where workspace_id = $1 and user_id = $2', [
    link.workspace_id,
    link.user_id,
  ]);
  return true;
}

/** The person with this address, as an email needs them. */
export const findName = (db: Database, workspaceId: WorkspaceId, userId: UserId) =>
  db.tenantSql(workspaceId, async (sql) => {
    const { rows } = await sql.query<{ name: string | null; email: string; is_client: boolean }>(
      `select name, email, client_id is not null as is_client from app_user where workspace_id = $1 and id = $2 and status = 'active'`,
      [workspaceId, userId],
    );
    return rows[0] ?? null;
  });
