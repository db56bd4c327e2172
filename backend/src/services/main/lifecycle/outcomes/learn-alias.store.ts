import type { LeadId, WorkspaceId } from '@skein/contracts/ids';
import type { SqlClient } from '#platform/db/database';

export async function insertAlias(
  sql: SqlClient,
  given: { workspaceId: WorkspaceId; leadId: LeadId; email: string; evidence: string },
): Promise<void> {
  await sql.query(
    `
      insert into lead_alias (workspace_id, lead_id, email, evidence)
      values ($1, $2, $3, $4)
      on conflict (workspace_id, email, lead_id)
      do nothing
    `,
    [given.workspaceId, given.leadId, given.email, given.evidence],
  );
}
