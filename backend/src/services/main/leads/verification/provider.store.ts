import type { UserId, WorkspaceId } from '@skein/contracts/ids';
import type { VerificationProvider } from '@skein/contracts/main/verification-results';
import type { SqlClient } from '#platform/db/database';

export interface ProviderRecord {
  provider: Exclude<VerificationProvider, 'SKEIN'>;
  key_sealed: Buffer;
  key_last_four: string;
}

/** The service that verifies for a workspace; null when our own prober does. */
export async function findProvider(workspaceId: WorkspaceId, sql: SqlClient): Promise<ProviderRecord | null> {
  return (
    (
      await sql.query<ProviderRecord>(
        'select provider, key_sealed, key_last_four from verification_provider where workspace_id = $1',
        [workspaceId],
      )
    ).rows[0] ?? null
  );
}

export async function writeProvider(
  workspaceId: WorkspaceId,
  sql: SqlClient,
  given: { provider: string; keySealed: Buffer; lastFour: string; userId: UserId; at: Date },
): Promise<void> {
  await sql.query(
    `
      insert into verification_provider (
        workspace_id, provider, key_sealed, key_last_four, updated_by, updated_at
      )
      values ($1, $2, $3, $4, $5, $6)
      on conflict (workspace_id)
      do update set provider = excluded.provider, key_sealed = excluded.key_sealed,
        key_last_four = excluded.key_last_four, updated_by = excluded.updated_by,
        updated_at = excluded.updated_at
    `,
    [workspaceId, given.provider, given.keySealed, given.lastFour, given.userId, given.at],
  );
}

export async function removeProvider(workspaceId: WorkspaceId, sql: SqlClient): Promise<void> {
  await sql.query('delete from verification_provider where workspace_id = $1', [workspaceId]);
}
