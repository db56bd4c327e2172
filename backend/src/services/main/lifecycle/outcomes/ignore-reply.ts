import type { EnrolmentId, WorkspaceId } from '@skein/contracts/ids';
import type { SqlClient } from '#platform/db/database';
import { withdrawEvents } from '../events/withdraw-events.store';
import { endCompanyHolds } from '../lead-state/company-hold.store';
import { holdFamily, resumeFamily } from '../lead-state/stop-family.store';
import { writeIgnored, recountReplies } from './ignore-reply.store';

/**
 * A received mail is declared to be no reply: it stays in the thread and is not counted any more. A lead that nothing but this
 * mail stopped goes on, and so do the colleagues whom nothing else holds. Doing it twice changes nothing.
 */
export async function ignoreReply(
  sql: SqlClient,
  given: { workspaceId: WorkspaceId; messageRowId: string; enrolmentId: EnrolmentId; at: Date },
): Promise<{ isResumed: boolean }> {
  const family = await holdFamily(sql, given.workspaceId, given.enrolmentId);
  if (!family) return { isResumed: false };
  const ignored = await writeIgnored(sql, given);
  if (!ignored) return { isResumed: false };
  await withdrawEvents(sql, {
    workspaceId: given.workspaceId,
    enrolmentId: given.enrolmentId,
    kind: 'REPLY',
    evidence: { message: given.messageRowId },
  });
  await recountReplies(sql, given, ignored.intent_id);
  await endCompanyHolds(sql, given);
  const resumed = await resumeFamily(sql, family, given.at);
  return { isResumed: resumed.includes(given.enrolmentId) };
}
