import type { SqlClient } from '../../../../platform/db/database';

export interface DraftRecord {
  content: Record<string, unknown>;
  updated_at: Date;
}

export async function findDraft(
  workspaceId: number,
  sql: SqlClient,
  enrolmentId: number,
  userId: number,
): Promise<DraftRecord | null> {
  return (
    (
      await sql.query<DraftRecord>(
        'SELECT content, updated_at FROM reply_draft WHERE workspace_id = $1 AND enrolment_id = $2 AND user_id = $3',
        [workspaceId, enrolmentId, userId],
      )
    ).rows[0] ?? null
  );
}

/** @param at campaign time */
export async function writeDraft(
  workspaceId: number,
  sql: SqlClient,
  enrolmentId: number,
  userId: number,
  content: unknown,
  at: Date,
): Promise<void> {
  await sql.query(
    `INSERT INTO reply_draft (workspace_id, enrolment_id, user_id, content, updated_at) VALUES ($1, $2, $3, $4, $5) ON CONFLICT (enrolment_id, user_id) DO UPDATE SET content = excluded.content, updated_at = excluded.updated_at`,
    [workspaceId, enrolmentId, userId, JSON.stringify(content), at],
  );
}

export async function removeDraft(
  workspaceId: number,
  sql: SqlClient,
  enrolmentId: number,
  userId: number,
): Promise<void> {
  await sql.query('DELETE FROM reply_draft WHERE workspace_id = $1 AND enrolment_id = $2 AND user_id = $3', [
    workspaceId,
    enrolmentId,
    userId,
  ]);
}
