import type { PortType } from '@skein/contracts/constants';
import type { SqlClient } from '#platform/db/database';

interface Server {
  host: string;
  port: number;
  portType: PortType;
}

/**
 * A mailbox of the pool. Whoever runs an installation registers mailboxes here that take and answer warmup mails; the sandbox registers
 * loopback mailboxes of its own and says so.
 */
export interface PoolMember {
  email: string;
  name: string;
  pool: string;
  is_sandbox: boolean;
  servers: { smtp: Server; imap: Server };
  sealed_password: Buffer;
}

/** What the sealed password of a member is bound to. */
export const poolSecretContext = (email: string): string => `warmup-pool:${email}`;

/** Registers members of a pool, or gives them these servers; whoever of the pool is not named is put to rest. System role only. */
export async function registerPool(sql: SqlClient, pool: string, members: readonly PoolMember[]): Promise<void> {
  for (const member of members) await addPoolMember(sql, { ...member, pool });
  await sql.query('update warmup_pool_member set is_active = false where pool = $1 and email <> all($2::text[])', [
    pool,
    members.map(({ email }) => email),
  ]);
}

/** A member as operators see it: never its password. */
export interface PoolRow extends Pick<PoolMember, 'email' | 'name' | 'pool' | 'is_sandbox' | 'servers'> {
  is_active: boolean;
}
const columns = 'email, name, pool, is_sandbox, servers, is_active';

/**
 * What an address is besides: a mailbox that sends for a workspace, or a seed of placement tests, confirmed where a
 * workspace connected it; null for neither. System role only.
 */
export async function otherUseOf(sql: SqlClient, email: string): Promise<'sender' | 'seed' | null> {
  const { rows } = await sql.query<{ use: 'sender' | 'seed' | null }>(
    `
      select
        case
          when exists (select from mailbox where lower(from_email) = $1 and deleted_at is null) then 'sender'
          when exists (
            select
            from placement_seed
            where email = $1 and deleted_at is null and (owner_workspace_id is null or proved_at is not null)
          ) then 'seed'
          end as use
    `,
    [email],
  );
  return rows[0]?.use ?? null;
}

/** Adds a member of the operator, or gives it other servers, and leaves everybody else as they are. System role only. */
export async function addPoolMember(sql: SqlClient, member: PoolMember): Promise<void> {
  await sql.query(
    `
      insert into warmup_pool_member (email, name, pool, is_sandbox, servers, sealed_password)
      values ($1, $2, $3, $4, $5, $6)
      on conflict (email)
      do update set name = excluded.name, pool = excluded.pool, is_sandbox = excluded.is_sandbox,
        servers = excluded.servers, sealed_password = excluded.sealed_password, is_active = true
    `,
    [member.email, member.name, member.pool, member.is_sandbox, JSON.stringify(member.servers), member.sealed_password],
  );
}

export const listPoolMembers = async (sql: SqlClient): Promise<PoolRow[]> =>
  (await sql.query<PoolRow>(`select ${columns} from warmup_pool_member order by pool, email`)).rows;

/** Puts a member to rest. @returns whether there is one. System role only. */
export async function restPoolMember(sql: SqlClient, email: string): Promise<boolean> {
  const { rowCount } = await sql.query('update warmup_pool_member set is_active = false where email = $1', [email]);
  return rowCount === 1;
}

/** Deletes a member with its password. @returns whether there was one. System role only. */
export async function deletePoolMember(sql: SqlClient, email: string): Promise<boolean> {
  const { rowCount } = await sql.query('delete from warmup_pool_member where email = $1', [email]);
  return rowCount === 1;
}

/** Emails to a member that are still to be sent are cancelled. System role only. */
export const cancelPlannedTo = (sql: SqlClient, email: string) =>
  sql.query(
    `
      update warmup_mail
      set state = 'CANCELLED', failure_text = 'The pool has lost this mailbox.'
      where to_email = $1 and to_mailbox_id is null and not is_shared and state = 'PLANNED'
    `,
    [email],
  );

/** A member that is gone can no longer be looked into: where its emails landed stays unknown. System role only. */
export const stopLookingAt = (sql: SqlClient, email: string) =>
  sql.query(
    'update warmup_mail set look_at = null where to_email = $1 and to_mailbox_id is null and not is_shared and look_at is not null',
    [email],
  );

/** How many members may be written to, and of which pool. System role only. */
export async function countPool(
  sql: SqlClient,
): Promise<{ mailboxes: number; name: string | null; is_sandbox: boolean }> {
  const {
    rows: [row],
  } = await sql.query<{ mailboxes: number; name: string | null; is_sandbox: boolean }>(
    `
      select count(*)::int as mailboxes, min(pool) as name, coalesce(bool_or(is_sandbox), false) as is_sandbox
      from warmup_pool_member
      where is_active
    `,
  );
  return row as { mailboxes: number; name: string | null; is_sandbox: boolean };
}

/** Members that a mailbox may write to on one day, at most 60; which ones changes with `seed`. System role only. */
export async function findPoolPartners(sql: SqlClient, seed: string): Promise<{ email: string; name: string }[]> {
  return (
    await sql.query<{ email: string; name: string }>(
      `
        select email, name
        from warmup_pool_member
        where is_active
        order by md5(email || $1), email
        limit 60
      `,
      [seed],
    )
  ).rows;
}

export async function findPoolMember(sql: SqlClient, email: string): Promise<PoolMember | null> {
  return (
    (
      await sql.query<PoolMember>(
        'select email, name, pool, is_sandbox, servers, sealed_password from warmup_pool_member where email = $1',
        [email],
      )
    ).rows[0] ?? null
  );
}
