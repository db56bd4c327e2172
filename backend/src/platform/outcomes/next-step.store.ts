import type { SqlClient } from '../db/database';

/**
 * Holds a campaign's sequence as it is until the transaction ends: an edit waits for it, or is waited for. For whoever puts a lead before a step
 * without the campaign's lock; what is read of the steps is read in a later statement.
 */
export async function holdSequence(workspaceId: number, sql: SqlClient, campaignId: number): Promise<void> {
  await sql.query('select from sequence_step where workspace_id = $1 and campaign_id = $2 and not is_deleted order by id for share', [workspaceId, campaignId]);
}

/** The same for the campaign that a lead is in. */
export async function holdSequenceOf(sql: SqlClient, enrolmentId: number): Promise<void> {
  await sql.query('select from sequence_step where campaign_id = (select campaign_id from enrolment where id = $1) and not is_deleted order by id for share', [enrolmentId]);
}

/**
 * SQL: where a lead goes on, `id` and `seq_number` of the first step behind the last one that it is past; no row when none is left. Not where it
 * stood: while it was stopped, an edit moved the others only.
 * @param enrolment the alias of the lead's row
 */
export const nextStepOf = (enrolment: string): string =>
  `select s.id, s.seq_number from sequence_step s where s.campaign_id = ${enrolment}.campaign_id and not s.is_deleted and s.seq_number > ${enrolment}.last_seq_number order by s.seq_number limit 1`;
