import type { EnrolmentId, WorkspaceId } from '@skein/contracts/ids';
import type { StoredEnrolment } from '#engine/rows/central-rows';
import type { SqlClient } from '#platform/db/database';

/** A conversation's state, as far as an action changes it. */
export type StateRecord = Pick<
  StoredEnrolment,
  | 'id'
  | 'is_read'
  | 'is_important'
  | 'is_archived'
  | 'snoozed_until'
  | 'assigned_user_id'
  | 'category_id'
  | 'category_by'
  | 'status'
  | 'hold_kind'
>;

export async function findStates(
  workspaceId: WorkspaceId,
  sql: SqlClient,
  enrolmentIds: readonly EnrolmentId[],
): Promise<Map<number, StateRecord>> {
  const { rows } = await sql.query<StateRecord>(
    `
      select id, is_read, is_important, is_archived, snoozed_until, assigned_user_id, category_id,
        category_by, status, hold_kind
      from enrolment
      where workspace_id = $1 and id = any($2)
    `,
    [workspaceId, enrolmentIds],
  );
  return new Map(rows.map((row) => [row.id, row]));
}
