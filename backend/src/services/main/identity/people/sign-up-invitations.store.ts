import type { Database, SqlClient } from '#platform/db/database';

export interface SignUpInvitation {
  id: number;
  email: string;
  invited_by: string;
  created_at: Date;
  expires_at: Date;
}

/** Invites an address, or renews its invitation: a link that was mailed before stops working. */
export async function keepSignUpInvitation(
  sql: SqlClient,
  given: { email: string; invitedBy: string; at: Date; expiresAt: Date },
): Promise<SignUpInvitation> {
  const { rows } = await sql.query<SignUpInvitation>(
    `
      insert into sign_up_invitation (email, invited_by, created_at, expires_at)
      values ($1, $2, $3, $4)
      on conflict (email)
      do update
      set invited_by = excluded.invited_by, expires_at = excluded.expires_at, token_hash = null
      returning id, email, invited_by, created_at, expires_at
    `,
    [given.email, given.invitedBy, given.at, given.expiresAt],
  );
  return rows[0] as SignUpInvitation;
}

export async function findSignUpInvitations(sql: SqlClient): Promise<SignUpInvitation[]> {
  const { rows } = await sql.query<SignUpInvitation>(
    `
      select id, email, invited_by, created_at, expires_at
      from sign_up_invitation
      order by id desc
      limit 1000
    `,
  );
  return rows;
}

/** @returns the address that was invited; null when there is no such invitation */
export async function deleteSignUpInvitation(sql: SqlClient, invitationId: number): Promise<string | null> {
  const { rows } = await sql.query<{ email: string }>('delete from sign_up_invitation where id = $1 returning email', [
    invitationId,
  ]);
  return rows[0]?.email ?? null;
}

/** @returns the address; null when the invitation was withdrawn or accepted meanwhile */
export const keepSignUpLink = (db: Database, invitationId: number, tokenHash: string): Promise<string | null> =>
  db.systemSql(async (sql) => {
    const { rows } = await sql.query<{ email: string }>(
      'update sign_up_invitation set token_hash = $2 where id = $1 returning email',
      [invitationId, tokenHash],
    );
    return rows[0]?.email ?? null;
  });

/** The invitation behind a link, also when it has expired; null when it was accepted, renewed or withdrawn. */
export const findSignUpLink = (
  db: Database,
  tokenHash: string,
): Promise<Pick<SignUpInvitation, 'email' | 'invited_by' | 'expires_at'> | null> =>
  db.systemSql(async (sql) => {
    const { rows } = await sql.query<SignUpInvitation>(
      `
        select email, invited_by, expires_at
        from sign_up_invitation
        where token_hash = $1
      `,
      [tokenHash],
    );
    return rows[0] ?? null;
  });

/** For the nightly job. */
export const removeOldSignUpInvitations = (db: Database, before: Date): Promise<unknown> =>
  db.systemSql((sql) => sql.query('delete from sign_up_invitation where expires_at < $1', [before]));
