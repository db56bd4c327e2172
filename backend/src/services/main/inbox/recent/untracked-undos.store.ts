import type { EnrolmentId, LeadId, WorkspaceId } from '@skein/contracts/ids';
import type { SqlClient } from '#platform/db/database';
import type { RecordChange } from './record-changes.store';

/** Conversations of a lead, newest first. */
export async function findLeadConversations(
  workspaceId: WorkspaceId,
  sql: SqlClient,
  leadId: LeadId,
): Promise<EnrolmentId[]> {
  const { rows } = await sql.query<{ id: EnrolmentId }>(
    'select id from enrolment where workspace_id = $1 and lead_id = $2 order by id desc limit 100',
    [workspaceId, leadId],
  );
  return rows.map(({ id }) => id);
}

/** Learns an address again as it was, unless it was learned meanwhile. @returns whether it is known again */
export async function restoreAddress(
  workspaceId: WorkspaceId,
  sql: SqlClient,
  { enrolment_id: enrolmentId, before }: Pick<RecordChange, 'enrolment_id' | 'before'>,
): Promise<boolean> {
  const { rowCount } = await sql.query(
    `
      insert into lead_alias (workspace_id, id, lead_id, email, evidence, created_at)
      select $1, $3, e.lead_id, $4, $5, $6
      from enrolment e
      where e.workspace_id = $1
        and e.id = $2
        and not exists (select from lead_alias a where a.workspace_id = $1 and a.email = $4 and a.created_at > $7)
      on conflict
      do nothing
    `,
    [
      ...[workspaceId, enrolmentId, before['alias_id'], before['email'], before['evidence']],
      ...[before['learned_at'], before['forgotten_at']],
    ],
  );
  return rowCount === 1;
}

/** Opens untracked replies again that are still ignored. */
export async function openReplies(workspaceId: WorkspaceId, sql: SqlClient, ids: readonly string[]): Promise<void> {
  await sql.query(
    `
      update message
      set untracked_state = 'OPEN'
      where workspace_id = $1 and id = any($2::bigint[]) and untracked_state = 'IGNORED'
    `,
    [workspaceId, ids],
  );
}
