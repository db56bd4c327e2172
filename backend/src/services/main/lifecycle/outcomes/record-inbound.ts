import type { SqlClient } from '#platform/db/database';
import type { MatchedInbound } from '#engine/inbox-sync/inbound.types';
import { createJobQueue } from '#platform/jobs/job-queue';
import { eventOf, outOfOfficeOf, type InboundContext } from './inbound';
import { settleByEvidence } from './mail-activity.store';

import { fireReplyTriggers } from '../events/fire-triggers.store';
import { sortReply } from './sort-reply.jobs';
import { holdLeads } from '../lead-state/enrolment/hold-leads';
import { beginOfReturn } from './day-of-return';
import { doNotContact, setCategory } from './set-category';
import { isLesser } from './record-sorted';
import { recordBounce } from './record-bounce';
import { recordUnsubscribe } from './record-unsubscribe';
import { load, returnToInbox, writeReply } from './record-inbound.store';
import { stopByReply } from './stop-by-reply';
import { appendEvents } from '../events/append-events';

const outOfOfficeCategory = 6;

const day = 86_400_000;

const jobs = createJobQueue();

/** What a received mail changed. */
export interface InboundEffect {
  campaignId: number;
  isStopped: boolean;
}

/**
 * Everything that follows from a received mail that belongs to an enrolment, in the caller's transaction and together with
 * the message row: counts, stops, holds, category, events. The message row is unique, so that this happens once a mail.
 * A campaign that is over still records.
 */
export async function recordInbound(sql: SqlClient, given: MatchedInbound): Promise<InboundEffect | null> {
  const context = await load(sql, given);
  if (!context) return null;
  await settleByEvidence(sql, { id: given.intentId, state: context.intent_state }, given.classification.kind);
  const effect = await recordByKind(sql, context, given);
  return { campaignId: context.campaign_id, isStopped: effect };
}

async function recordByKind(sql: SqlClient, context: InboundContext, given: MatchedInbound): Promise<boolean> {
  const { kind } = given.classification;
  if (kind === 'reply') return recordReply(sql, context, given);
  if (kind === 'out_of_office') return recordAbsence(sql, context, given);
  if (kind === 'bounce') return recordBounce(sql, context, given);
  if (kind === 'unsubscribe_request' || kind === 'complaint') return recordOptOut(sql, context, given);
  if (kind === 'auto_reply') {
    await appendEvents(sql, [eventOf(context, given, 'AUTO_REPLY', { isMachine: true })]);
    await returnToInbox(sql, given, false);
  }
  return false;
}

/** An answer written by a person. Where the campaign does not track replies it stops the lead all the same, and is not counted. */
async function recordReply(sql: SqlClient, context: InboundContext, given: MatchedInbound): Promise<boolean> {
  await countReply(sql, context, given);
  const isStopped = await stopForReply(sql, context, given);
  if (context.categorise_replies) await applyCategory(sql, context, given);
  await fireReply(sql, context, given);
  return isStopped;
}

/**
 * By a model where the workspace wants that. A wish to be left alone counts at once, whatever a model would say, and so does a calendar
 * answer, whose words are those of a program.
 */
async function applyCategory(sql: SqlClient, context: InboundContext, given: MatchedInbound): Promise<void> {
  const { category, categoryEvidence, calendar } = given.classification;
  if (context.is_sorted_by_model && category !== doNotContact && !calendar && given.ownText.trim() !== '')
    return jobs.enqueue(sql, sortReply, {
      workspaceId: context.workspace_id,
      enrolmentId: context.id,
      messageId: String(given.messageRowId),
      at: given.at.toISOString(),
      rule: { category, evidence: categoryEvidence },
      tried: 0,
    });
  if (category === null || isLesser(context.category_id, category)) return;
  // Who wants to be left alone is always known to.
  if (category !== doNotContact && !sortsInto(context, category)) return;
  await setCategory(sql, {
    enrolmentId: context.id,
    categoryId: category,
    by: 'RULE',
    at: given.at,
    evidence: categoryEvidence,
  });
}

/** Whether the campaign sorts replies into this category. */
const sortsInto = ({ only_categories: only }: InboundContext, category: number): boolean =>
  only.length === 0 || only.includes(category);

async function countReply(sql: SqlClient, context: InboundContext, given: MatchedInbound): Promise<void> {
  await returnToInbox(sql, given, true);
  if (!context.track_replies) return;
  await writeReply(sql, given);
  await appendEvents(sql, [eventOf(context, given, 'REPLY', { isFirst: context.reply_count === 0 })]);
}

const stopForReply = (sql: SqlClient, context: InboundContext, given: MatchedInbound): Promise<boolean> =>
  stopByReply(sql, context, {
    messageRowId: given.messageRowId,
    at: given.at,
    detail: { message: given.messageRowId, match: given.match },
  });

/** Subsequences that a reply sets off begin after it has stopped what it stops. */
const fireReply = (sql: SqlClient, context: InboundContext, given: MatchedInbound) =>
  fireReplyTriggers(sql, {
    workspaceId: context.workspace_id,
    campaignId: context.campaign_id,
    enrolmentId: context.id,
    stepId: context.step_id,
    messageRowId: given.messageRowId,
    at: given.at,
    ownText: given.ownText,
  });

/** Somebody is away: no reply by default; the sequence waits for the day of return (docs/domain.md, Statuses). */
async function recordAbsence(sql: SqlClient, context: InboundContext, given: MatchedInbound): Promise<boolean> {
  const settings = outOfOfficeOf(context);
  await appendEvents(sql, [eventOf(context, given, 'AUTO_REPLY', { isMachine: true })]);
  const isSorted = context.categorise_replies && sortsInto(context, outOfOfficeCategory);
  if (isSorted || settings.autoCategorizeOOO) await categoriseAbsence(sql, context, given);
  if (!settings.ignoreOOOasReply) {
    await countReply(sql, context, given);
    const isStopped = await stopForReply(sql, context, given);
    await fireReply(sql, context, given);
    return isStopped;
  }
  await returnToInbox(sql, given, false);
  if (settings.autoReactivateOOO) await holdUntilReturn(sql, context, given, settings.reactivateOOOwithDelay);
  return false;
}

/** A category that came from a real answer says more than an absence. */
async function categoriseAbsence(sql: SqlClient, context: InboundContext, given: MatchedInbound): Promise<void> {
  if (context.category_id !== null && context.category_id !== outOfOfficeCategory) return;
  await setCategory(sql, {
    enrolmentId: context.id,
    categoryId: outOfOfficeCategory,
    by: 'RULE',
    at: given.at,
    evidence: given.classification.evidence,
  });
}

/** A lead that an answer of its company holds waits for a person, not for its own return. */
async function holdUntilReturn(
  sql: SqlClient,
  context: InboundContext,
  given: MatchedInbound,
  delayDays: number | null,
): Promise<void> {
  const { returnDay, returnText } = given.classification;
  const returnAt = returnDay ? await beginOfReturn(sql, context, returnDay) : null;
  const until =
    returnAt && returnAt > given.at
      ? returnAt
      : delayDays === null
        ? null
        : new Date(given.at.getTime() + delayDays * day);
  await holdLeads(sql, [context.id], {
    kind: 'OUT_OF_OFFICE',
    until,
    detail: { away_until: until, words: returnText, message: given.messageRowId },
    at: given.at,
  });
}

/** "Take me off this list", a complaint, or a mail program's own unsubscribe mail. */
async function recordOptOut(sql: SqlClient, context: InboundContext, given: MatchedInbound): Promise<boolean> {
  const isByPerson = given.classification.kind === 'unsubscribe_request' && !given.classification.isByMachine;
  if (isByPerson) await countReply(sql, context, given);
  else await returnToInbox(sql, given, false);
  await recordUnsubscribe(sql, {
    intentId: BigInt(given.intentId),
    at: given.at,
    evidence: { by: given.classification.kind, message: given.messageRowId, rules: given.classification.evidence },
  });
  await setCategory(sql, {
    enrolmentId: context.id,
    categoryId: doNotContact,
    by: 'RULE',
    at: given.at,
    evidence: given.classification.evidence,
  });
  return true;
}
