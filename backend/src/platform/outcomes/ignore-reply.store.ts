import type { SqlClient } from '../db/database';
import { withdrawEvents } from '../events/withdraw-events';
import { resumeEnrolment } from './resume-enrolment.store';
import { resumeFamily } from './stop-family.store';

/**
 * A received mail is declared to be no reply: it stays in the thread and is not counted any more. A lead that nothing but this
 * mail stopped goes on. Doing it twice changes nothing.
 */
export async function ignoreReply(sql: SqlClient, given: { workspaceId: number; messageRowId: string; enrolmentId: number; at: Date }): Promise<{ isResumed: boolean }> {
  const { rows: [enrolment] } = await sql.query<{ lead_id: number }>('select lead_id from enrolment where workspace_id = $1 and id = $2 for update', [given.workspaceId, given.enrolmentId]);
  const { rows: [ignored] } = await sql.query<{ kind: string; intent_id: string | null }>(`update message set is_ignored = true where workspace_id = $1 and id = $2 and enrolment_id = $3 and direction = 'in' and not is_ignored returning kind, intent_id`, [given.workspaceId, given.messageRowId, given.enrolmentId]);
  if (!ignored || !enrolment) return { isResumed: false };
  await withdrawEvents(sql, { workspaceId: given.workspaceId, enrolmentId: given.enrolmentId, kind: 'REPLY', evidence: { message: given.messageRowId } });
  // The first of the replies that are left is the first one now.
  const { rows: [left] } = await sql.query<{ count: number; first: Date | null; last: Date | null }>(
    `select count(*)::int as count, min(at) as first, max(at) as last from event where workspace_id = $1 and enrolment_id = $2 and kind = 'REPLY'`, [given.workspaceId, given.enrolmentId]);
  await sql.query('update enrolment set reply_count = $3, first_reply_at = $4, last_reply_at = $5, updated_at = now() where workspace_id = $1 and id = $2', [given.workspaceId, given.enrolmentId, left?.count ?? 0, left?.first ?? null, left?.last ?? null]);
  if (ignored.intent_id !== null) await sql.query(`update intent set reply_at = (select min(at) from event where workspace_id = $1 and enrolment_id = $2 and kind = 'REPLY' and intent_id = $3) where id = $3`, [given.workspaceId, given.enrolmentId, ignored.intent_id]);
  await resumeFamily(sql, { workspaceId: given.workspaceId, messageRowId: given.messageRowId, leadId: enrolment.lead_id, at: given.at });
  // A lead that is in a subsequence by now goes on there.
  const { rowCount: stoppedByIt } = await sql.query(`select 1 from enrolment where workspace_id = $1 and id = $2 and status = 'STOPPED' and reason = 'REPLIED' and reply_count = 0
       and not exists (select from enrolment o where o.parent_enrolment_id = enrolment.id and o.status in ('STARTED', 'INPROGRESS', 'PAUSED'))`, [given.workspaceId, given.enrolmentId]);
  return { isResumed: stoppedByIt === 1 && (await resumeEnrolment(sql, { enrolmentId: given.enrolmentId, at: given.at, notBefore: given.at })) };
}
