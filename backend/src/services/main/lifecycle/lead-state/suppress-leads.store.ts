import type { LeadId, WorkspaceId } from '@skein/contracts/ids';
import type { SqlClient } from '#platform/db/database';

/** Which of these leads must not be mailed: resuming them would change nothing. */
export async function findSuppressedLeads(
  workspaceId: WorkspaceId,
  sql: SqlClient,
  leadIds: readonly LeadId[],
  clientScope: number,
): Promise<Set<number>> {
  const { rows } = await sql.query<{ id: number }>(
    `
      select l.id
      from lead l
      where l.workspace_id = $1
        and l.id = any($2)
        and (
          l.is_unsubscribed
            or l.is_bounced
            or exists (
              select
              from suppression s
              where s.workspace_id = $1
                and s.client_scope in (0, $3)
                and (
                  (s.kind = 'email' and s.value = l.email)
                  or (s.kind = 'domain' and s.value = any(covering_domains(l.domain)))
                )
            )
        )
    `,
    [workspaceId, leadIds, clientScope],
  );
  return new Set(rows.map((row) => row.id));
}

/** Marks leads as unsubscribed from everything. */
export async function writeUnsubscribed(
  workspaceId: WorkspaceId,
  sql: SqlClient,
  leadIds: readonly LeadId[],
  at: Date,
): Promise<void> {
  await sql.query(
    `
      update lead
      set is_unsubscribed = true, unsubscribed_at = coalesce(unsubscribed_at, $3), updated_at = $3
      where workspace_id = $1 and id = any($2)
    `,
    [workspaceId, leadIds, at],
  );
}

/** The addresses of leads, each once. */
export async function findAddressesOf(
  workspaceId: WorkspaceId,
  sql: SqlClient,
  leadIds: readonly LeadId[],
): Promise<string[]> {
  const { rows } = await sql.query<{ email: string }>(
    'select distinct email from lead where workspace_id = $1 and id = any($2) order by email',
    [workspaceId, leadIds],
  );
  return rows.map((row) => row.email);
}
