import type { EnrolmentId, WorkspaceId } from '@skein/contracts/ids';
import type { SqlClient } from '#platform/db/database';

/** The entry that the address of each lead has on a block list, by lead; 0 is the list of the whole workspace. */
export async function findBlockIds(
  workspaceId: WorkspaceId,
  sql: SqlClient,
  enrolmentIds: readonly EnrolmentId[],
  clientScope: number,
): Promise<Map<number, number>> {
  const { rows } = await sql.query<{ enrolment_id: EnrolmentId; id: number }>(
    `
      select e.id as enrolment_id, s.id
      from enrolment e
      join lead l on l.workspace_id = e.workspace_id and l.id = e.lead_id
      join suppression s on s.workspace_id = e.workspace_id
        and s.kind = 'email'
        and s.value = l.email
        and s.client_scope = $3
      where e.workspace_id = $1 and e.id = any($2)
    `,
    [workspaceId, enrolmentIds, clientScope],
  );
  return new Map(rows.map((row) => [row.enrolment_id, row.id]));
}
