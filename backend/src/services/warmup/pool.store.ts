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
  for (const member of members) {
    await sql.query(
      `
        insert into warmup_pool_member (email, name, pool, is_sandbox, servers, sealed_password)
        values ($1, $2, $3, $4, $5, $6)
        on conflict (email)
        do update set name = excluded.name, pool = excluded.pool, is_sandbox = excluded.is_sandbox,
          servers = excluded.servers, sealed_password = excluded.sealed_password, is_active = true
      `,
      [member.email, member.name, pool, member.is_sandbox, JSON.stringify(member.servers), member.sealed_password],
    );
  }
  await sql.query('update warmup_pool_member set is_active = false where pool = $1 and email <> all($2::text[])', [
    pool,
    members.map(({ email }) => email),
  ]);
}

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
