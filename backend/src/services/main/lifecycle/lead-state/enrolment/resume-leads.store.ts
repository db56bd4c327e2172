import type { ClientId, EnrolmentId, LeadId, WorkspaceId } from '@skein/contracts/ids';
import type { SqlClient } from '#platform/db/database';
import { nextStepOf } from '../next-step.store';

export interface ResumePlace {
  id: number;
  step_id: number | null;
  seq_number: number | null;
  stood_at: number | null;
  last_at: Date | null;
}

/** Where leads go on: the first step behind the last one that each is past. */
export async function findResumePlaces(sql: SqlClient, ids: readonly number[]): Promise<ResumePlace[]> {
  const { rows } = await sql.query<ResumePlace>(
    `
      select o.id, n.id as step_id, n.seq_number, o.next_step_id as stood_at,
        greatest(o.last_sent_at, o.last_step_at) as last_at
      from enrolment o
      left join lateral (${nextStepOf('o')}) n on true
      where o.id = any($1)
    `,
    [ids],
  );
  return rows;
}

/** Whose a lead is that may be resumed, locked before it is looked at: a push that is being made holds it too. */
export async function lockToResume(
  sql: SqlClient,
  enrolmentId: EnrolmentId,
): Promise<{ workspace_id: WorkspaceId; lead_id: LeadId; client_id: ClientId | null } | null> {
  await sql.query('select from enrolment where id = $1 for update', [enrolmentId]);
  const { rows } = await sql.query<{ workspace_id: WorkspaceId; lead_id: LeadId; client_id: ClientId | null }>(
    `
      select e.workspace_id, e.lead_id, c.client_id
      from enrolment e
      join campaign c on c.id = e.campaign_id
      where e.id = $1 and e.status in ('STARTED', 'INPROGRESS', 'PAUSED', 'STOPPED')
    `,
    [enrolmentId],
  );
  return rows[0] ?? null;
}

/** Which of these enrolments were pushed into a subsequence that still writes to the lead. */
export async function findInSubsequence(
  workspaceId: WorkspaceId,
  sql: SqlClient,
  ids: readonly number[],
): Promise<Set<number>> {
  const { rows } = await sql.query<{ id: number }>(
    `
      select distinct parent_enrolment_id as id
      from enrolment
      where workspace_id = $1
        and parent_enrolment_id = any($2)
        and status in ('STARTED', 'INPROGRESS', 'PAUSED')
    `,
    [workspaceId, ids],
  );
  return new Set(rows.map((row) => row.id));
}
