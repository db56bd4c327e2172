import { categoriseReply } from '#engine/inbox-sync/categorise-reply';
import { findUnsubscribeRequest } from '#engine/inbox-sync/find-unsubscribe-request';
import { isFreeMailDomain } from '#engine/inbox-sync/free-mail-domains';
import type { SqlClient } from '#platform/db/database';
import { appendEvents } from '../events/append-events';
import { fireReplyTriggers } from '../events/fire-triggers.store';
import { holdCompany } from '../lead-state/company-hold.store';
import { stopEnrolment } from '../lead-state/enrolment/end-leads';
import { stopFamily } from '../lead-state/stop-family.store';
import { lockReplied, noteReply, type LinkedInReplyContext } from './record-linkedin-reply.store';
import { isLesser } from './record-sorted';
import { doNotContact, setCategory } from './set-category';

/** What a lead wrote on LinkedIn; `messageId` is the row of the message, which is unique, so that this happens once for each. */
interface LinkedInReply {
  workspaceId: number;
  enrolmentId: number;
  messageId: number;
  text: string;
  at: Date;
}

/**
 * Everything that follows when a lead writes on LinkedIn, in the caller's transaction: what follows from a reply by email, by the same rules of the campaign (counts, stops,
 * category, subsequences). Wanting to be left alone there is a wish for every channel.
 * @returns the campaign, and whether the lead is stopped; null where it is gone
 */
export async function recordLinkedInReply(
  sql: SqlClient,
  given: LinkedInReply,
): Promise<{ campaignId: number; isStopped: boolean } | null> {
  const context = await lockReplied(given.workspaceId, sql, given.enrolmentId);
  if (!context) return null;
  const message = `linkedin:${given.messageId}`;
  await noteReply(given.workspaceId, sql, { ...given, isCounted: context.track_replies });
  if (context.track_replies)
    await appendEvents(sql, [
      {
        workspaceId: given.workspaceId,
        kind: 'REPLY',
        at: given.at,
        campaignId: context.campaign_id,
        enrolmentId: context.id,
        leadId: context.lead_id,
        stepId: context.step_id,
        clientId: context.client_id,
        isFirst: context.reply_count === 0,
        evidence: { message, channel: 'LINKEDIN', kind: 'reply' },
      },
    ]);
  const isStopped = await stop(sql, context, given, message);
  await categorise(sql, context, given);
  await fireReplyTriggers(sql, {
    workspaceId: given.workspaceId,
    campaignId: context.campaign_id,
    enrolmentId: context.id,
    stepId: context.step_id,
    messageRowId: null,
    at: given.at,
    ownText: given.text,
  });
  return { campaignId: context.campaign_id, isStopped };
}

/** As a reply by email does: the lead stops unless the campaign says that nothing stops it. */
async function stop(
  sql: SqlClient,
  context: LinkedInReplyContext,
  given: LinkedInReply,
  message: string,
): Promise<boolean> {
  const place = { workspaceId: given.workspaceId, campaignId: context.campaign_id, enrolmentId: context.id };
  await stopFamily(sql, { ...place, leadId: context.lead_id, at: given.at, messageRowId: message });
  if (context.stop_on === 'NEVER') return false;
  const isStopped = await stopEnrolment(sql, {
    enrolmentId: context.id,
    reason: 'REPLIED',
    at: given.at,
    detail: { message, channel: 'LINKEDIN' },
  });
  if (context.pause_company_on_reply && !isFreeMailDomain(context.domain))
    await holdCompany(sql, { ...place, domain: context.domain, messageRowId: message, at: given.at });
  return isStopped;
}

/** By rules alone. Who wants to be left alone is always heard. */
async function categorise(sql: SqlClient, context: LinkedInReplyContext, given: LinkedInReply): Promise<void> {
  const request = findUnsubscribeRequest({ subject: '', to: [], text: given.text }, given.text);
  const found = categoriseReply(given.text);
  const decided = found.isDecided ? found.category : null;
  const category = request ? doNotContact : decided;
  if (category === null || (category !== doNotContact && isLesser(context.category_id, category))) return;
  const only = context.only_categories;
  const isWanted = context.categorise_replies && (only.length === 0 || only.includes(category));
  if (category !== doNotContact && !isWanted) return;
  if (category === doNotContact && !request && !context.categorise_replies) return;
  await setCategory(sql, {
    enrolmentId: context.id,
    categoryId: category,
    by: 'RULE',
    at: given.at,
    evidence: request ? [request] : found.evidence,
  });
}
