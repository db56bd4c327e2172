import type { SqlClient } from '../../../../platform/db/database';
import { deleteOpenStepTasks } from '../campaign-leads/change-leads.store';

/** An enrolment that was mailed, or is being mailed, stays: taking it out would lose what happened. */
const untouched = `e.first_sent_at IS NULL AND e.steps_sent = 0 AND e.reply_count = 0 AND NOT EXISTS (SELECT FROM intent i WHERE i.enrolment_id = e.id AND i.state IN ('SUBMITTING', 'SENT', 'IN_DOUBT'))`;
/** A lead that only this upload brought, and that nothing else holds: no campaign, no list that it came into otherwise, no mail, note or task. */
const unheld = (
  gone: string,
) => `l.upload_id = $2 AND NOT EXISTS (SELECT FROM enrolment o WHERE o.lead_id = l.id${gone}) AND NOT EXISTS (SELECT FROM message m WHERE m.workspace_id = l.workspace_id AND m.lead_id = l.id AND m.enrolment_id IS NOT NULL) AND NOT EXISTS (SELECT FROM lead_note n WHERE n.lead_id = l.id)
  AND NOT EXISTS (SELECT FROM lead_task k WHERE k.lead_id = l.id AND k.step_id IS NULL) AND NOT EXISTS (SELECT FROM lead_list_member y WHERE y.lead_id = l.id AND y.upload_id IS DISTINCT FROM $2)`;

export interface UndoEffects {
  enrolments_removed: number;
  leads_removed: number;
  kept_contacted: number;
  cancelled_emails: number;
}

/** What undoing would do now. */
export async function countUndo(workspaceId: number, sql: SqlClient, uploadId: number): Promise<UndoEffects> {
  const { rows } = await sql.query<UndoEffects>(
    `SELECT count(*) FILTER (WHERE ${untouched})::int AS enrolments_removed, count(*) FILTER (WHERE NOT (${untouched}))::int AS kept_contacted,
       (SELECT count(*)::int FROM intent i JOIN enrolment e ON e.id = i.enrolment_id WHERE e.workspace_id = $1 AND e.upload_id = $2 AND i.state = 'RESERVED') AS cancelled_emails,
       (SELECT count(*)::int FROM lead l WHERE l.workspace_id = $1 AND ${unheld(` AND NOT (o.upload_id = $2 AND o.first_sent_at IS NULL AND o.steps_sent = 0)`)}) AS leads_removed
     FROM enrolment e WHERE e.workspace_id = $1 AND e.upload_id = $2`,
    [workspaceId, uploadId],
  );
  return rows[0] as UndoEffects;
}

/** Removes the next enrolments of an upload with what was reserved for them; `isEnd` when none is left. */
export async function removeEnrolmentBatch(
  workspaceId: number,
  sql: SqlClient,
  uploadId: number,
  limit: number,
): Promise<{ removed: number; cancelled: number; isEnd: boolean }> {
  const { rows } = await sql.query<{ id: number }>(
    `SELECT e.id FROM enrolment e WHERE e.workspace_id = $1 AND e.upload_id = $2 AND ${untouched} ORDER BY e.id LIMIT $3 FOR UPDATE OF e`,
    [workspaceId, uploadId, limit],
  );
  if (rows.length === 0) return { removed: 0, cancelled: 0, isEnd: true };
  // Asked again under the locks: a mail may have begun to leave while they were waited for, and then its lead stays.
  const free = await sql.query<{ id: number }>(
    `SELECT e.id FROM enrolment e WHERE e.workspace_id = $1 AND e.upload_id = $2 AND e.id = ANY($3) AND ${untouched}`,
    [workspaceId, uploadId, rows.map((row) => row.id)],
  );
  const ids = free.rows.map((row) => row.id);
  const intents = await sql.query<{ state: string }>(
    `DELETE FROM intent WHERE workspace_id = $1 AND enrolment_id = ANY($2) AND state IN ('RESERVED', 'CANCELLED', 'SKIPPED', 'FAILED') RETURNING state`,
    [workspaceId, ids],
  );
  await sql.query(
    'UPDATE message SET enrolment_id = NULL, campaign_id = NULL WHERE workspace_id = $1 AND enrolment_id = ANY($2)',
    [workspaceId, ids],
  );
  await deleteOpenStepTasks(workspaceId, sql, ids);
  const { rowCount } = await sql.query('DELETE FROM enrolment WHERE workspace_id = $1 AND id = ANY($2)', [
    workspaceId,
    ids,
  ]);
  return {
    removed: rowCount ?? 0,
    cancelled: intents.rows.filter((row) => row.state === 'RESERVED').length,
    isEnd: false,
  };
}

/** Takes leads out of the list that this upload put into it, those that were leads before too. */
export async function removeMemberships(
  workspaceId: number,
  sql: SqlClient,
  listId: number,
  uploadId: number,
): Promise<void> {
  await sql.query('DELETE FROM lead_list_member WHERE workspace_id = $1 AND list_id = $2 AND upload_id = $3', [
    workspaceId,
    listId,
    uploadId,
  ]);
}

export async function removeLeadBatch(
  workspaceId: number,
  sql: SqlClient,
  uploadId: number,
  limit: number,
): Promise<number> {
  const { rowCount } = await sql.query(
    `DELETE FROM lead WHERE workspace_id = $1 AND id IN (SELECT l.id FROM lead l WHERE l.workspace_id = $1 AND ${unheld('')} LIMIT $3)`,
    [workspaceId, uploadId, limit],
  );
  return rowCount ?? 0;
}
