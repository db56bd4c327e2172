import type { CampaignId, EnrolmentId, WorkspaceId } from '@skein/contracts/ids';
import { categoriseReply } from '#engine/inbox-sync/categorise-reply';
import { findUnsubscribeRequest } from '#engine/inbox-sync/find-unsubscribe-request';
import type { Evidence } from '#engine/inbox-sync/parsed-mail';
import type { SqlClient } from '#platform/db/database';
import { appendEvents } from '../events/append-events';
import { fireReplyTriggers } from '../events/fire-triggers.store';
import type { NewEvent } from '../events/new-event';
import { stopEnrolment } from '../lead-state/enrolment/end-leads';
import { optOut } from '../lead-state/enrolment/opt-out.store';
import { lockReplied, noteReply, type LinkedInReplyContext } from './record-linkedin-reply.store';
import { isLesser } from './record-sorted';
import { unsubscribeLead } from './record-unsubscribe';
import { doNotContact, markDoNotContact, setCategory } from './set-category';
import { stopByReply } from './stop-by-reply';

/** What a lead wrote on LinkedIn; `messageId` is the row of the message, which is unique, so that this happens once for each. */
interface LinkedInReply {
  workspaceId: WorkspaceId;
  enrolmentId: EnrolmentId;
  messageId: number;
  text: string;
  at: Date;
  /**
   * Written before anybody read this account: the lead stops, and nothing else follows. It is no reply in the figures,
   * and nobody outside is told of it.
   */
  isOld: boolean;
}

/**
 * Everything that follows when a lead writes on LinkedIn, in the caller's transaction: what follows from a reply by
 * email, by the same rules of the campaign (counts, stops, category, subsequences). Wanting to be left alone there is a
 * wish for every channel.
 * @returns the campaign, and whether the lead is stopped; null where it is gone
 */
export async function recordLinkedInReply(
  sql: SqlClient,
  given: LinkedInReply,
): Promise<{ campaignId: CampaignId; isStopped: boolean } | null> {
  const context = await lockReplied(given.workspaceId, sql, given.enrolmentId);
  if (!context) return null;
  const message = `linkedin:${given.messageId}`;
  const isCounted = context.track_replies && !given.isOld;
  await noteReply(given.workspaceId, sql, { ...given, isCounted });
  if (isCounted)
    await appendEvents(sql, [
      {
        ...eventOf(context, given, 'REPLY'),
        isFirst: context.reply_count === 0,
        evidence: { message, channel: 'LINKEDIN', kind: 'reply' },
      },
    ]);
  const request = findUnsubscribeRequest({ subject: '', to: [], text: given.text }, given.text);
  if (request) {
    await leaveAlone(sql, context, given, { message, request });
    return { campaignId: context.campaign_id, isStopped: true };
  }
  const isStopped = await stopByReply(sql, context, {
    messageRowId: message,
    at: given.at,
    detail: { message, channel: 'LINKEDIN' },
  });
  await categorise(sql, context, given);
  if (!given.isOld)
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

const eventOf = (context: LinkedInReplyContext, given: LinkedInReply, kind: NewEvent['kind']): NewEvent => ({
  workspaceId: given.workspaceId,
  kind,
  at: given.at,
  campaignId: context.campaign_id,
  enrolmentId: context.id,
  leadId: context.lead_id,
  stepId: context.step_id,
  clientId: context.client_id,
});

/** As a request by email: the lead is unsubscribed and ends everywhere, whatever the campaign and its category say. */
async function leaveAlone(
  sql: SqlClient,
  context: LinkedInReplyContext,
  given: LinkedInReply,
  { message, request }: { message: string; request: Evidence },
): Promise<void> {
  const evidence = { by: 'unsubscribe_request', message, channel: 'LINKEDIN', rules: [request] };
  await optOut(sql, [context.id]);
  await unsubscribeLead(sql, {
    workspaceId: given.workspaceId,
    leadId: context.lead_id,
    email: context.email,
    at: given.at,
    source: 'unsubscribe',
    detail: evidence,
  });
  // A lead whose last step is behind it ends by its own will all the same.
  await stopEnrolment(sql, { enrolmentId: context.id, reason: 'UNSUBSCRIBED', at: given.at, detail: evidence });
  if (given.isOld) return;
  if (!context.is_unsubscribed)
    await appendEvents(sql, [{ ...eventOf(context, given, 'UNSUBSCRIBE'), isFirst: true, evidence }]);
  await setCategory(sql, {
    enrolmentId: context.id,
    categoryId: doNotContact,
    by: 'RULE',
    at: given.at,
    evidence: [request],
  });
}

/** By rules alone. Who wants to be left alone is heard whatever categories the campaign sorts into. */
async function categorise(sql: SqlClient, context: LinkedInReplyContext, given: LinkedInReply): Promise<void> {
  const { category, evidence } = categoriseReply(given.text);
  if (category === null || isLesser(context.category_id, category)) return;
  const refuses = category === doNotContact;
  const only = context.only_categories;
  if (!context.categorise_replies || (!refuses && only.length > 0 && !only.includes(category))) return;
  if (!given.isOld)
    await setCategory(sql, { enrolmentId: context.id, categoryId: category, by: 'RULE', at: given.at, evidence });
  else if (refuses)
    await markDoNotContact(given.workspaceId, sql, {
      leadIds: [context.lead_id],
      by: { userId: null, clientId: null },
      author: 'RULE',
      at: given.at,
      evidence,
    });
}
