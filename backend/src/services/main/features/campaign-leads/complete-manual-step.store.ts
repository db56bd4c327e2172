import type { SqlClient } from '../../../../platform/db/database';

/** Puts a lead behind a step that a person did; without a next step it is done. Its open task is done as well. */
export async function passManualStep(workspaceId: number, sql: SqlClient, pass: { enrolmentId: number; seqNumber: number; nextStepId: number | null; nextNumber: number; dueAt: Date | null; at: Date }): Promise<void> {
  await sql.query(
    `UPDATE enrolment SET status = CASE WHEN $4::int IS NULL THEN 'COMPLETED' WHEN status = 'STARTED' AND first_sent_at IS NULL THEN 'STARTED' ELSE 'INPROGRESS' END, last_seq_number = $3, next_step_id = $4, next_seq_number = $5, next_due_at = $6, next_eligible_at = $6,
       ended_at = CASE WHEN $4::int IS NULL THEN $7::timestamptz END, is_parked = false, constraint_code = NULL, updated_at = $7 WHERE workspace_id = $1 AND id = $2`,
    [workspaceId, pass.enrolmentId, pass.seqNumber, pass.nextStepId, pass.nextNumber, pass.dueAt, pass.at]);
  await sql.query(`UPDATE lead_task SET status = 'COMPLETED', completed_at = $3 WHERE workspace_id = $1 AND enrolment_id = $2 AND status = 'CREATED' AND step_id IS NOT NULL`, [workspaceId, pass.enrolmentId, pass.at]);
}
