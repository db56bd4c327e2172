import type { EnrolmentId, WorkspaceId } from '@skein/contracts/ids';
import type { SqlClient } from '#platform/db/database';

/** The category of a lead, held until the transaction ends. */
export async function lockCategory(
  workspaceId: WorkspaceId,
  sql: SqlClient,
  enrolmentId: EnrolmentId,
): Promise<{ category_id: number | null } | null> {
  const { rows } = await sql.query<{ category_id: number | null }>(
    'select category_id from enrolment where workspace_id = $1 and id = $2 for update',
    [workspaceId, enrolmentId],
  );
  return rows[0] ?? null;
}

/** What was found of a mail is kept with it. */
export async function addToClassification(
  workspaceId: WorkspaceId,
  sql: SqlClient,
  messageId: string,
  found: object,
): Promise<void> {
  await sql.query(
    `
      update message
      set classification = classification || $3::jsonb
      where workspace_id = $1 and id = $2
    `,
    [workspaceId, messageId, JSON.stringify(found)],
  );
}
