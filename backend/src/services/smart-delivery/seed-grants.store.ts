import type { SqlClient } from '#platform/db/database';

/** The sealed grant of a seed, held until the transaction ends so that one process renews it at a time; null once it is deleted. System role only. */
export async function lockGrant(sql: SqlClient, id: number): Promise<Buffer | null> {
  const { rows } = await sql.query<{ sealed_password: Buffer }>(
    `
      select sealed_password
      from placement_seed
      where id = $1 and auth_method = 'XOAUTH2' and deleted_at is null
      for no key update
    `,
    [id],
  );
  return rows[0]?.sealed_password ?? null;
}

/** The refresh token that its provider gave in place of the one before. System role only. */
export const replaceGrant = (sql: SqlClient, id: number, sealed: Buffer) =>
  sql.query('update placement_seed set sealed_password = $2 where id = $1', [id, sealed]);
