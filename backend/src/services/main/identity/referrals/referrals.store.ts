import type { WorkspaceId } from '@skein/contracts/ids';
import type { Database, SqlClient } from '#platform/db/database';

/** The workspace's own code; `fresh` becomes it where it has none yet. */
export async function giveCode(workspaceId: WorkspaceId, sql: SqlClient, fresh: string): Promise<string> {
  await sql.query('update workspace set referral_code = $2 where id = $1 and referral_code is null', [
    workspaceId,
    fresh,
  ]);
  const { rows } = await sql.query<{ referral_code: string }>('select referral_code from workspace where id = $1', [
    workspaceId,
  ]);
  return rows[0]?.referral_code ?? fresh;
}

/** Whose code it is; null when it is nobody's, or theirs who are gone. */
export const findReferrer = (db: Database, code: string): Promise<number | null> =>
  db.systemSql(async (sql) => {
    const { rows } = await sql.query<{ id: number }>(
      'select id from workspace where referral_code = $1 and disabled_at is null and deleting_at is null',
      [code],
    );
    return rows[0]?.id ?? null;
  });

export interface ReferralRecord {
  created_at: Date;
  paid_at: Date | null;
  credits: number;
}

export async function findReferrals(
  workspaceId: WorkspaceId,
  sql: SqlClient,
): Promise<{ newest: ReferralRecord[]; total: number; paid: number; credits: number }> {
  const { rows: newest } = await sql.query<ReferralRecord>(
    'select created_at, paid_at, credits from referral where workspace_id = $1 order by created_at desc, referred_id desc limit 100',
    [workspaceId],
  );
  const { rows } = await sql.query<{ total: number; paid: number; credits: number }>(
    `
      select count(*)::int as total, count(paid_at)::int as paid, coalesce(sum(credits), 0)::int as credits
      from referral
      where workspace_id = $1
    `,
    [workspaceId],
  );
  return { newest, ...(rows[0] as { total: number; paid: number; credits: number }) };
}
