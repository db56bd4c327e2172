import type { LeadId, WorkspaceId } from '@skein/contracts/ids';
import type { SqlClient } from '#platform/db/database';
import type { MailActivity } from '#platform/tracking/visit-recorder';
import { appendEvents } from '../events/append-events';
import { endLeads, stopEnrolment } from '../lead-state/enrolment/end-leads';
import { optOut } from '../lead-state/enrolment/opt-out.store';
import { blockAddress } from '../lead-state/shared-entries';
import {
  loadAll,
  lockOpenPlaces,
  settleByEvidence,
  writeLeadUnsubscribed,
  writeUnsubscribedBy,
} from './mail-activity.store';
import { placeOf } from './mail-place';

/**
 * An unsubscribe by link, one click (RFC 8058) or mail: the address is suppressed in the whole workspace and every
 * campaign stops for it. Doing it twice changes nothing.
 */
export async function recordUnsubscribe(
  sql: SqlClient,
  activity: Omit<MailActivity, 'isMachine'>,
): Promise<{ workspaceId: WorkspaceId; email: string } | null> {
  const intent = (await loadAll(sql, [activity.intentId])).get(activity.intentId.toString());
  if (!intent) return null;
  await settleByEvidence(sql, intent, 'unsubscribe');
  const isFirst = !intent.is_unsubscribed;
  await writeUnsubscribedBy(sql, intent.id);
  if (intent.enrolment_id !== null) await optOut(sql, [intent.enrolment_id]);
  // A lead that was deleted since is remembered by its address: imported again, it is not mailed.
  if (intent.lead_id === null)
    await suppress(sql, {
      workspaceId: intent.workspace_id,
      email: intent.lead_email,
      source: 'unsubscribe',
      at: activity.at,
    });
  else
    await unsubscribeLead(sql, {
      workspaceId: intent.workspace_id,
      leadId: intent.lead_id,
      email: intent.lead_email,
      at: activity.at,
      source: 'unsubscribe',
      detail: activity.evidence,
    });
  // A lead whose last step is behind it ends by its own will all the same.
  if (intent.enrolment_id !== null)
    await stopEnrolment(sql, {
      enrolmentId: intent.enrolment_id,
      reason: 'UNSUBSCRIBED',
      at: activity.at,
      detail: activity.evidence,
    });
  if (isFirst)
    await appendEvents(sql, [
      { ...placeOf(intent, activity.at), kind: 'UNSUBSCRIBE', isFirst, evidence: activity.evidence },
    ]);
  return { workspaceId: intent.workspace_id, email: intent.lead_email };
}

const suppress = (
  sql: SqlClient,
  { workspaceId, email, source, at }: { workspaceId: WorkspaceId; email: string; source: string; at: Date },
) => blockAddress(workspaceId, sql, { email, source, reason: 'Asked not to be emailed', at });

/** Suppresses a lead in its workspace and ends it in every campaign. */
export async function unsubscribeLead(
  sql: SqlClient,
  given: { workspaceId: WorkspaceId; leadId: LeadId; email: string; at: Date; source: string; detail: unknown },
): Promise<void> {
  await writeLeadUnsubscribed(sql, given.leadId, given.at);
  await suppress(sql, given);
  await endLeads(sql, await lockOpenPlaces(sql, given.workspaceId, given.leadId), {
    reason: 'UNSUBSCRIBED',
    at: given.at,
    detail: given.detail,
  });
}
