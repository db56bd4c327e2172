import type { SqlClient } from '#platform/db/database';

export interface ShareRecord {
  id: number;
  test_id: number;
  client_id: number | null;
  client: string | null;
  created_at: Date;
  expires_at: Date;
}

const columns = 's.id, s.test_id, s.client_id, c.name as client, s.created_at, s.expires_at';
const tables = `placement_share s
      left join agency_client c on c.workspace_id = s.workspace_id and c.id = s.client_id`;

/** Links of a test that nobody has revoked, the newest first. */
export async function findShares(
  workspaceId: number,
  sql: SqlClient,
  testId: number,
  clientId: number | null,
): Promise<ShareRecord[]> {
  return (
    await sql.query<ShareRecord>(
      `
        select ${columns}
        from ${tables}
        where s.workspace_id = $1
          and s.test_id = $2
          and s.revoked_at is null
          and ($3::int is null or s.client_id = $3)
        order by s.id desc
        limit 100
      `,
      [workspaceId, testId, clientId],
    )
  ).rows;
}

/**
 * A link that still works. It is closed when it was revoked or has expired, and while its workspace is disabled; the row is gone when its
 * test was deleted (deleted-tests.store.ts) or its client (the foreign key).
 */
export async function findWorkingShare(
  workspaceId: number,
  sql: SqlClient,
  id: number,
  now: Date,
): Promise<ShareRecord | null> {
  const { rows } = await sql.query<ShareRecord>(
    `
      select ${columns}
      from ${tables}
      join workspace w on w.id = s.workspace_id and w.disabled_at is null
      where s.workspace_id = $1 and s.id = $2 and s.revoked_at is null and s.expires_at > $3
    `,
    [workspaceId, id, now],
  );
  return rows[0] ?? null;
}

export async function addShare(
  workspaceId: number,
  sql: SqlClient,
  share: { testId: number; clientId: number | null; createdBy: number; at: Date; expiresAt: Date },
): Promise<number> {
  const { rows } = await sql.query<{ id: number }>(
    `
      insert into placement_share (workspace_id, test_id, client_id, created_by, created_at, expires_at)
      values ($1, $2, $3, $4, $5, $6)
      returning id
    `,
    [workspaceId, share.testId, share.clientId, share.createdBy, share.at, share.expiresAt],
  );
  return rows[0]?.id as number;
}

/** A link of a test; a client ends its own only. */
interface RevokedShare {
  testId: number;
  id: number;
  clientId: number | null;
  at: Date;
}

/** @returns whether there was one */
export async function revokeShare(
  workspaceId: number,
  sql: SqlClient,
  { testId, id, clientId, at }: RevokedShare,
): Promise<boolean> {
  const { rowCount } = await sql.query(
    `
      update placement_share
      set revoked_at = $5
      where workspace_id = $1
        and test_id = $2
        and id = $3
        and revoked_at is null
        and ($4::int is null or client_id = $4)
    `,
    [workspaceId, testId, id, clientId, at],
  );
  return rowCount === 1;
}

/** Mailboxes of a test with their clients. */
export async function findTestMailboxes(workspaceId: number, sql: SqlClient, testId: number) {
  return (
    await sql.query<{ id: number; client_id: number | null; client: string | null }>(
      `
        select m.id, m.client_id, c.name as client
        from placement_test t
        join mailbox m on m.workspace_id = t.workspace_id and m.id = any(t.sender_ids)
        left join agency_client c on c.workspace_id = m.workspace_id and c.id = m.client_id
        where t.workspace_id = $1 and t.id = $2
        order by c.name nulls last, m.id
      `,
      [workspaceId, testId],
    )
  ).rows;
}
