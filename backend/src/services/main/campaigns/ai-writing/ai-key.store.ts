import type { UserId, WorkspaceId } from '@skein/contracts/ids';
import type { SqlClient } from '#platform/db/database';

export interface AiKeyRecord {
  base_url: string;
  key_sealed: Buffer;
  key_last_four: string;
  default_model: string;
  is_sandbox: boolean;
  updated_at: Date;
}

/** The key of one person. */
export async function findAiKey(workspaceId: WorkspaceId, sql: SqlClient, userId: UserId): Promise<AiKeyRecord | null> {
  return (
    (
      await sql.query<AiKeyRecord>(
        `
          select base_url, key_sealed, key_last_four, default_model, is_sandbox, updated_at
          from ai_key
          where workspace_id = $1 and user_id = $2
        `,
        [workspaceId, userId],
      )
    ).rows[0] ?? null
  );
}

export async function saveKey(
  workspaceId: WorkspaceId,
  sql: SqlClient,
  userId: UserId,
  key: Omit<AiKeyRecord, 'updated_at'> & { at: Date },
): Promise<void> {
  await sql.query(
    `
      insert into ai_key (
        workspace_id, user_id, base_url, key_sealed, key_last_four, default_model, is_sandbox, updated_at
      )
      values ($1, $2, $3, $4, $5, $6, $7, $8)
      on conflict (workspace_id, user_id)
      do update set base_url = excluded.base_url, key_sealed = excluded.key_sealed,
        key_last_four = excluded.key_last_four, default_model = excluded.default_model,
        is_sandbox = excluded.is_sandbox, updated_at = excluded.updated_at
    `,
    [workspaceId, userId, key.base_url, key.key_sealed, key.key_last_four, key.default_model, key.is_sandbox, key.at],
  );
}

export async function removeAiKey(workspaceId: WorkspaceId, sql: SqlClient, userId: UserId): Promise<void> {
  await sql.query('delete from ai_key where workspace_id = $1 and user_id = $2', [workspaceId, userId]);
}
