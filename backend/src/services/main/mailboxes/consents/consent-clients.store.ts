import type { WorkspaceId } from '@skein/contracts/ids';
import type { Database } from '#platform/db/database';

export interface ConsentClientRow {
  provider: string;
  client_id: string;
  secret_sealed: Buffer;
  updated_at: Date;
}

export const findConsentClients = (db: Database, workspaceId: WorkspaceId): Promise<ConsentClientRow[]> =>
  db.tenantSql(
    workspaceId,
    async (sql) =>
      (
        await sql.query<ConsentClientRow>(
          `
            select provider, client_id, secret_sealed, updated_at
            from mailbox_consent_client
            where workspace_id = $1
          `,
          [workspaceId],
        )
      ).rows,
  );

export const saveConsentClientRow = (
  db: Database,
  workspaceId: WorkspaceId,
  given: { provider: string; clientId: string; sealed: Uint8Array; at: Date },
): Promise<void> =>
  db.tenantSql(workspaceId, async (sql) => {
    await sql.query(
      `
        insert into mailbox_consent_client (workspace_id, provider, client_id, secret_sealed, updated_at)
        values ($1, $2, $3, $4, $5)
        on conflict (workspace_id, provider)
        do update set client_id = excluded.client_id, secret_sealed = excluded.secret_sealed, updated_at = excluded.updated_at
      `,
      [workspaceId, given.provider, given.clientId, Buffer.from(given.sealed), given.at],
    );
  });

/** @returns mailboxes whose consent was given to that kind of client and is tried again soon */
export const removeConsentClientRow = (db: Database, workspaceId: WorkspaceId, provider: string): Promise<number> =>
  db.tenantSql(workspaceId, async (sql) => {
    const removed = await sql.query(
      'delete from mailbox_consent_client where workspace_id = $1 and provider = $2 returning 1',
      [workspaceId, provider],
    );
    if (removed.rows.length === 0) return 0;
    const { rows } = await sql.query<{ count: number }>(
      `
        select count(*)::int as count
        from mailbox
        where workspace_id = $1 and type = $2 and auth_method = 'XOAUTH2' and deleted_at is null
      `,
      [workspaceId, provider],
    );
    return rows[0]?.count ?? 0;
  });
