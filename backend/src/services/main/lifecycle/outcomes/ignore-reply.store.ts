import type { SqlClient } from '#platform/db/database';
import { withdrawEvents } from '../events/events.api';
import { endCompanyHolds, holdFamily, resumeFamily } from '../lead-state/lead-state.api';

/**
 * A received mail is declared to be no reply: it stays in the thread and is not counted any more. A lead that nothing but this
 * mail stopped goes on, and so do the colleagues whom nothing else holds. Doing it twice changes nothing.
 */
export async function ignoreReply(
  sql: SqlClient,
  given: { workspaceId: number; messageRowId: string; enrolmentId: number; at: Date },
): Promise<{ isResumed: boolean }> {
  const family = await holdFamily(sql, given.workspaceId, given.enrolmentId);
  if (!family) return { isResumed: false };
  const {
    rows: [ignored],
  } = await sql.query<{ kind: string; intent_id: string | null }>(
    `
      update message
      set is_ignored = true
      where workspace_id = $1 and id = $2 and enrolment_id = $3 and direction = 'in' and not is_ignored
      returning kind, intent_id
    `,
    [given.workspaceId, given.messageRowId, given.enrolmentId],
  );
  if (!ignored) return { isResumed: false };
  await withdrawEvents(sql, {
    workspaceId: given.workspaceId,
    enrolmentId: given.enrolmentId,
    kind: 'REPLY',
    evidence: { message: given.messageRowId },
  });
  // The first of the replies that are left is the first one now.
  const {
    rows: [left],
  } = await sql.query<{ count: number; first: Date | null; last: Date | null }>(
    `
      select count(*)::int as count, min(at) as first, max(at) as last
      from event
      where workspace_id = $1 and enrolment_id = $2 and kind = 'REPLY'
    `,
    [given.workspaceId, given.enrolmentId],
  );
  await sql.query(
    `
      update enrolment
      set reply_count = $3, first_reply_at = $4, last_reply_at = $5, updated_at = now()
      where workspace_id = $1 and id = $2
    `,
    [given.workspaceId, given.enrolmentId, left?.count ?? 0, left?.first ?? null, left?.last ?? null],
  );
  if (ignored.intent_id !== null)
    await sql.query(
      `
        update intent
        set reply_at = (
          select min(at)
          from event
          where workspace_id = $1 and enrolment_id = $2 and kind = 'REPLY' and intent_id = $3
        )
        where id = $3
      `,
      [given.workspaceId, given.enrolmentId, ignored.intent_id],
    );
  await endCompanyHolds(sql, given);
  const resumed = await resumeFamily(sql, family, given.at);
  return { isResumed: resumed.includes(given.enrolmentId) };
}
