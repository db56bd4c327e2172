import type { SqlClient } from '../../../../platform/db/database';

export interface AiKeyRecord {
  base_url: string;
  key_sealed: Buffer;
  key_last_four: string;
  default_model: string;
  is_sandbox: boolean;
  updated_at: Date;
}

/** The key of one person. */
export async function findAiKey(workspaceId: number, sql: SqlClient, userId: number): Promise<AiKeyRecord | null> {
  return (
    (
      await sql.query<AiKeyRecord>(
        'SELECT base_url, key_sealed, key_last_four, default_model, is_sandbox, updated_at FROM ai_key WHERE workspace_id = $1 AND user_id = $2',
        [workspaceId, userId],
      )
    ).rows[0] ?? null
  );
}

export async function saveKey(
  workspaceId: number,
  sql: SqlClient,
  userId: number,
  key: Omit<AiKeyRecord, 'updated_at'> & { at: Date },
): Promise<void> {
  await sql.query(
    `INSERT INTO ai_key (workspace_id, user_id, base_url, key_sealed, key_last_four, default_model, is_sandbox, updated_at) VALUES ($1, $2, $3, $4, $5, $6, $7, $8)
     ON CONFLICT (workspace_id, user_id) DO UPDATE SET base_url = excluded.base_url, key_sealed = excluded.key_sealed, key_last_four = excluded.key_last_four, default_model = excluded.default_model, is_sandbox = excluded.is_sandbox, updated_at = excluded.updated_at`,
    [workspaceId, userId, key.base_url, key.key_sealed, key.key_last_four, key.default_model, key.is_sandbox, key.at],
  );
}

export async function removeAiKey(workspaceId: number, sql: SqlClient, userId: number): Promise<void> {
  await sql.query('DELETE FROM ai_key WHERE workspace_id = $1 AND user_id = $2', [workspaceId, userId]);
}
