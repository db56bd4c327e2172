import type { SqlClient } from '#platform/db/database';

/** A conversation's state, as far as an action changes it. */
export interface StateRecord {
  id: number;
  is_read: boolean;
  is_important: boolean;
  is_archived: boolean;
  snoozed_until: Date | null;
  assigned_user_id: number | null;
  category_id: number | null;
  category_by: string | null;
  status: string;
  hold_kind: string | null;
}

export async function findStates(
  workspaceId: number,
  sql: SqlClient,
  enrolmentIds: readonly number[],
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
