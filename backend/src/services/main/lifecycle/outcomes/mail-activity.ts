import type { LeadId, WorkspaceId } from '@skein/contracts/ids';
import type { SqlClient } from '#platform/db/database';
import type { MailActivity, MailVisit, RecordedVisit } from '#platform/tracking/visit-recorder';

import { endLeads, stopEnrolment } from '../lead-state/enrolment/end-leads';
import { optOut } from '../lead-state/enrolment/opt-out.store';
import { blockAddress } from '../lead-state/shared-entries';
import {
  type TrackedIntent,
  loadAll,
  settleByEvidence,
  writeVisits,
  writeUnsubscribedBy,
  writeLeadUnsubscribed,
  lockOpenPlaces,
} from './mail-activity.store';
import { appendEvents } from '../events/append-events';

const load = async (sql: SqlClient, intentId: bigint): Promise<TrackedIntent | null> =>
  (await loadAll(sql, [intentId])).get(intentId.toString()) ?? null;

const about = (intent: TrackedIntent, activity: { at: Date }) => ({
  workspaceId: intent.workspace_id,
  at: activity.at,
  sentAt: intent.sent_at,
  campaignId: intent.campaign_id,
  enrolmentId: intent.enrolment_id,
  leadId: intent.lead_id,
  mailboxId: intent.mailbox_id,
  intentId: BigInt(intent.id),
  stepId: intent.step_id,
  variantId: intent.variant_id,
  clientId: intent.client_id,
});

/**
 * Opens and clicks: counted, and apart when a machine caused them, each with its event; a person's stops the lead where
 * the campaign says so.
 * @returns one answer a visit, in their order; null for a mail that was not sent or a link that it does not have
 */
export async function recordVisits(sql: SqlClient, visits: readonly MailVisit[]): Promise<(RecordedVisit | null)[]> {
  const intents = await loadAll(
    sql,
    visits.map((visit) => visit.intentId),
  );
  const found = visits.map((visit) => {
    const intent = intents.get(visit.intentId.toString());
    const url = visit.linkIndex === null ? null : intent?.links[visit.linkIndex];
    if (!intent || url === undefined) return null;
    const { isMachine, rule } = visit.judge(visit.at.getTime() - (intent.sent_at ?? intent.send_at).getTime());
    return {
      visit,
      intent,
      url,
      isMachine,
      evidence: rule === null ? visit.evidence : { ...visit.evidence, machine_rule: rule },
    };
  });
  const counted = found.filter((one) => one !== null);
  if (counted.length === 0) return visits.map(() => null);
  for (const { intent, visit } of counted) {
    await settleByEvidence(sql, intent, visit.linkIndex === null ? 'open' : 'click');
    if (intent.state === 'IN_DOUBT') intent.state = 'SENT';
  }
  await writeVisits(
    sql,
    counted.map(({ visit, intent, isMachine }) => ({
      intent_id: intent.id,
      enrolment_id: intent.enrolment_id,
      is_click: visit.linkIndex !== null,
      is_machine: isMachine,
      at: visit.at,
    })),
  );
  const known = new Set<string>();
  await appendEvents(
    sql,
    counted.map(({ visit, intent, url, isMachine, evidence }) => {
      const isClick = visit.linkIndex !== null;
      const key = `${isClick} ${intent.enrolment_id ?? `mail ${intent.id}`}`;
      const isFirst =
        !isMachine && (isClick ? intent.enrolment_clicks : intent.enrolment_opens) === 0 && !known.has(key);
      if (isFirst) known.add(key);
      return {
        ...about(intent, visit),
        kind: isClick ? ('CLICK' as const) : ('OPEN' as const),
        isMachine,
        isFirst,
        evidence: isClick ? { ...evidence, url } : evidence,
      };
    }),
  );
  for (const { visit, intent, url, isMachine } of counted) {
    if (isMachine || intent.enrolment_id === null) continue;
    if (visit.linkIndex === null && intent.stop_on === 'OPEN_AN_EMAIL')
      await stopEnrolment(sql, {
        enrolmentId: intent.enrolment_id,
        reason: 'OPENED',
        at: visit.at,
        detail: visit.evidence,
      });
    if (visit.linkIndex !== null && intent.stop_on === 'CLICK_ON_A_LINK')
      await stopEnrolment(sql, {
        enrolmentId: intent.enrolment_id,
        reason: 'CLICKED',
        at: visit.at,
        detail: { ...visit.evidence, url },
      });
  }
  return found.map((one) => (one ? { workspaceId: one.intent.workspace_id, url: one.url } : null));
}

const judged = ({ isMachine, ...activity }: MailActivity) => ({
  ...activity,
  judge: () => ({ isMachine, rule: null }),
});

/** One open. @returns the workspace, or null for a mail that was not sent */
export const recordOpen = async (sql: SqlClient, activity: MailActivity): Promise<number | null> =>
  (await recordVisits(sql, [{ ...judged(activity), linkIndex: null }]))[0]?.workspaceId ?? null;

/** One click. @returns null for a mail that was not sent or a link that it does not have */
export async function recordClick(
  sql: SqlClient,
  activity: MailActivity & { linkIndex: number },
): Promise<{ workspaceId: WorkspaceId; url: string } | null> {
  const [found] = await recordVisits(sql, [{ ...judged(activity), linkIndex: activity.linkIndex }]);
  return found && found.url !== null ? { workspaceId: found.workspaceId, url: found.url } : null;
}

/**
 * An unsubscribe by link, one click (RFC 8058) or mail: the address is suppressed in the whole workspace and every
 * campaign stops for it. Doing it twice changes nothing.
 */
export async function recordUnsubscribe(
  sql: SqlClient,
  activity: Omit<MailActivity, 'isMachine'>,
): Promise<{ workspaceId: WorkspaceId; email: string } | null> {
  const intent = await load(sql, activity.intentId);
  if (!intent) return null;
  await settleByEvidence(sql, intent, 'unsubscribe');
  const isFirst = !intent.is_unsubscribed;
  await writeUnsubscribedBy(sql, intent.id);
  if (intent.enrolment_id !== null) await optOut(sql, [intent.enrolment_id]);
  // A lead that was deleted since is remembered by its address: imported again, it is not mailed.
  if (intent.lead_id === null)
    await suppress(sql, { workspaceId: intent.workspace_id, email: intent.lead_email, source: 'unsubscribe' });
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
      { ...about(intent, activity), kind: 'UNSUBSCRIBE', isFirst, evidence: activity.evidence },
    ]);
  return { workspaceId: intent.workspace_id, email: intent.lead_email };
}

const suppress = (
  sql: SqlClient,
  { workspaceId, email, source }: { workspaceId: WorkspaceId; email: string; source: string },
) => blockAddress(workspaceId, sql, { email, source, reason: 'Asked not to be emailed' });

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
