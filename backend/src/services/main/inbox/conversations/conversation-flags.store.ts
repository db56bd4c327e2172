import type { EnrolmentId, WorkspaceId } from '@skein/contracts/ids';
import type { SqlClient } from '#platform/db/database';

/** What people note on conversations beside their state, by the column of `enrolment`. */
export interface ConversationFlags {
  is_read: boolean;
  is_important: boolean;
  is_archived: boolean;
  snoozed_until: Date | null;
  assigned_user_id: number | null;
}

/** The conversations that a person changes. */
interface ChosenConversations {
  workspaceId: WorkspaceId;
  ids: readonly number[];
}

/** Sets one flag. @returns how many conversations had another value */
export async function writeFlag<Flag extends keyof ConversationFlags>(
  sql: SqlClient,
  { workspaceId, ids }: ChosenConversations,
  flag: Flag,
  value: ConversationFlags[Flag],
): Promise<number> {
  const { rowCount } = await sql.query(
    `
      update enrolment
      set ${flag} = $3, updated_at = now()
      where workspace_id = $1 and id = any($2) and ${flag} is distinct from $3
    `,
    [workspaceId, ids, value],
  );
  return rowCount ?? 0;
}

/** Marks every message that came in as read or unread. */
export async function markMessages(
  sql: SqlClient,
  { workspaceId, ids }: ChosenConversations,
  isRead: boolean,
): Promise<void> {
  await sql.query(
    `
      update message
      set is_read = $3
      where workspace_id = $1 and enrolment_id = any($2) and direction = 'in' and is_read <> $3
    `,
    [workspaceId, ids, isRead],
  );
}

/** An answer reads its conversation, and puts it to sleep where `snoozedUntil` is given; null wakes it. */
export async function markAnswered(
  sql: SqlClient,
  { workspaceId, enrolmentId }: { workspaceId: WorkspaceId; enrolmentId: EnrolmentId },
  snoozedUntil?: Date | null,
): Promise<void> {
  await sql.query(
    `
      update enrolment
      set is_read = true, snoozed_until = case when $3 then $4 else snoozed_until end, updated_at = now()
      where workspace_id = $1 and id = $2
    `,
    [workspaceId, enrolmentId, snoozedUntil !== undefined, snoozedUntil ?? null],
  );
}

/** Whether a workspace made this category itself. */
export async function hasCategory(sql: SqlClient, workspaceId: WorkspaceId, categoryId: number): Promise<boolean> {
  const { rowCount } = await sql.query('select 1 from lead_category where workspace_id = $1 and id = $2', [
    workspaceId,
    categoryId,
  ]);
  return (rowCount ?? 0) > 0;
}

/** The names of a workspace's own categories by id. */
export async function findCategoryNames(sql: SqlClient, workspaceId: WorkspaceId): Promise<Map<number, string>> {
  const { rows } = await sql.query<{ id: number; name: string }>(
    'select id, name from lead_category where workspace_id = $1',
    [workspaceId],
  );
  return new Map(rows.map((row) => [row.id, row.name]));
}

/** The number of the last step that a lead had; 0 before the first. */
export async function findLastStep(
  sql: SqlClient,
  workspaceId: WorkspaceId,
  enrolmentId: EnrolmentId,
): Promise<number> {
  const {
    rows: [place],
  } = await sql.query<{ last_seq_number: number }>(
    'select last_seq_number from enrolment where workspace_id = $1 and id = $2',
    [workspaceId, enrolmentId],
  );
  return place?.last_seq_number ?? 0;
}
