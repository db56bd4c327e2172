import type { EnrolmentId, UserId, WorkspaceId } from '@skein/contracts/ids';
import type { SqlClient } from '#platform/db/database';

export interface DraftRecord {
  content: Record<string, unknown>;
  updated_at: Date;
}

export async function findDraft(
  workspaceId: WorkspaceId,
  sql: SqlClient,
  enrolmentId: EnrolmentId,
  userId: UserId,
): Promise<DraftRecord | null> {
  return (
    (
      await sql.query<DraftRecord>(
        `
          select content, updated_at
          from reply_draft
          where workspace_id = $1 and enrolment_id = $2 and user_id = $3
        `,
        [workspaceId, enrolmentId, userId],
      )
    ).rows[0] ?? null
  );
}

/** What a person has written of a reply. */
interface DraftContent {
  enrolmentId: EnrolmentId;
  userId: UserId;
  content: unknown;
  at: Date;
}

/** @param at campaign time */
export async function writeDraft(
  workspaceId: WorkspaceId,
  sql: SqlClient,
  { enrolmentId, userId, content, at }: DraftContent,
): Promise<void> {
  await sql.query(
    `
      insert into reply_draft (workspace_id, enrolment_id, user_id, content, updated_at)
      values ($1, $2, $3, $4, $5)
      on conflict (enrolment_id, user_id)
      do update set content = excluded.content, updated_at = excluded.updated_at
    `,
    [workspaceId, enrolmentId, userId, JSON.stringify(content), at],
  );
}

export async function removeDraft(
  workspaceId: WorkspaceId,
  sql: SqlClient,
  enrolmentId: EnrolmentId,
  userId: UserId,
): Promise<void> {
  await sql.query('delete from reply_draft where workspace_id = $1 and enrolment_id = $2 and user_id = $3', [
    workspaceId,
    enrolmentId,
    userId,
  ]);
}
