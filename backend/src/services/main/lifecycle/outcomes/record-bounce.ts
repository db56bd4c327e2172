import type { WorkspaceId } from '@skein/contracts/ids';
import type { SqlClient } from '#platform/db/database';

import type { InboundClassification, MatchedInbound } from '#engine/inbox-sync/inbound.types';
import { eventOf, type InboundContext } from './inbound';
import { fullMailboxDays } from '#engine/bounces/bounce-rules';
import { recordSenderReport } from './record-sender-report.store';
import { stopEnrolment } from '../lead-state/enrolment/end-leads';
import { holdLeads } from '../lead-state/enrolment/hold-leads';
import { blockAddress } from '../lead-state/shared-entries';
import { setCategory } from './set-category';
import {
  writeBouncedEmail,
  writeSenderBounced,
  writeBounced,
  writeEnrolmentOfBounce,
  writeOldBounce,
  lockDeadLead,
} from './record-bounce.store';
import { appendEvents } from '../events/append-events';

/** The system's category for mails that were refused because of the sender. */
const senderBounceCategory = 9;

/**
 * A delivery report. A dead address is blocked everywhere and suppressed, and ends the lead whose address it still is;
 * a refusal that is about us stops this enrolment without burning the lead, but where the sender's own provider did not
 * send, its mailbox rests; a full mailbox waits for some days; delayed and relayed mails are kept with the message and
 * change nothing.
 * @returns whether the enrolment ended
 */
export async function recordBounce(sql: SqlClient, context: InboundContext, given: MatchedInbound): Promise<boolean> {
  const { bounce, sender } = given.classification;
  if (bounce === 'soft') await holdAfterSoftBounce(sql, context, given);
  if (bounce !== 'hard' && bounce !== 'sender_block') return false;
  if (bounce === 'sender_block' && sender) {
    await recordSenderReport(sql, given, sender);
    return false;
  }
  // A report about somebody in copy says nothing about the lead.
  const copies = new Set([...context.intent_cc, ...context.intent_bcc].map((address) => address.toLowerCase()));
  const failed = given.classification.failedAddresses;
  const wroteTo = context.intent_to.toLowerCase();
  if (failed.length > 0 && failed.every((address) => copies.has(address)) && !failed.includes(wroteTo)) return false;
  const text = given.classification.evidence.at(-1)?.text;
  if (!(await writeBouncedEmail(sql, given.intentId, text ?? null))) return false;
  const detail = { message: given.messageRowId, rules: given.classification.evidence, match: given.match };
  if (bounce === 'sender_block') {
    await writeSenderBounced(sql, context.id);
    const isStopped = await stopEnrolment(sql, { enrolmentId: context.id, reason: 'FAILED', at: given.at, detail });
    // After the stop, as what a subsequence begins because of the category is not stopped by it. A category that the
    // lead has already says more.
    if (context.category_id === null)
      await setCategory(sql, {
        enrolmentId: context.id,
        categoryId: senderBounceCategory,
        by: 'RULE',
        at: given.at,
        evidence: given.classification.evidence,
      });
    await appendEvents(sql, [eventOf(context, given, 'SENDER_BOUNCE', { isMachine: false, isFirst: true })]);
    return isStopped;
  }
  // The lead's address was corrected since, or a person answered to another one: what is dead is the address that the mail went to.
  if (wroteTo !== context.email.toLowerCase() && !failed.includes(context.email.toLowerCase())) {
    await blockDeadAddress(sql, { workspaceId: context.workspace_id, email: wroteTo, at: given.at, text, detail });
    await appendFormerBounce(sql, context, given);
    return false;
  }
  const isFirst = await writeBounced(sql, context.id);
  const isStopped = await stopEnrolment(sql, { enrolmentId: context.id, reason: 'BOUNCED', at: given.at, detail });
  await blockDeadAddress(sql, { workspaceId: context.workspace_id, email: context.email, at: given.at, text, detail });
  // After the stops: what a subsequence begins because of the bounce is not stopped by it.
  await appendEvents(sql, [eventOf(context, given, 'BOUNCE', { isFirst })]);
  return isStopped;
}

/** The lead's mailbox is full or takes nothing for now: its sequence waits for some days and then resumes by itself. */
async function holdAfterSoftBounce(sql: SqlClient, context: InboundContext, given: MatchedInbound): Promise<void> {
  const until = new Date(given.at.getTime() + fullMailboxDays * 86_400_000);
  await holdLeads(sql, [context.id], { kind: 'SOFT_BOUNCE', until, at: given.at });
}

/**
 * The bounce of an address that is not the lead's any more: counted and told like any other, and shown with the lead.
 * It says nothing of the lead, so it sets nothing off: events without an enrolment begin no subsequence, and it is
 * given its enrolment afterwards.
 */
async function appendFormerBounce(sql: SqlClient, context: InboundContext, given: MatchedInbound): Promise<void> {
  await appendEvents(sql, [eventOf(context, given, 'BOUNCE', { isFirst: false, enrolmentId: null })]);
  await writeEnrolmentOfBounce(sql, context, given);
}

/**
 * A hard bounce of a mail whose campaign, or whose lead in it, was deleted since: the address is dead all the same. Only what the
 * report cites counts, its Original-Envelope-Id (RFC 3461) or the returned mail's Message-ID; an address alone proves nothing here.
 */
export async function recordOldBounce(
  sql: SqlClient,
  given: {
    workspaceId: WorkspaceId;
    at: Date;
    classification: InboundClassification;
    cited: { envelopeId: string | null; messageIds: readonly string[] };
  },
): Promise<void> {
  const { workspaceId, at, classification, cited } = given;
  if (classification.kind !== 'bounce' || classification.bounce !== 'hard') return;
  const text = classification.evidence.at(-1)?.text;
  const email = await writeOldBounce(sql, {
    workspaceId,
    cited,
    failed: classification.failedAddresses.map((address) => address.toLowerCase()),
    text: text ?? null,
  });
  if (email !== null)
    await blockDeadAddress(sql, {
      workspaceId,
      email,
      at,
      text,
      detail: { rules: classification.evidence },
    });
}

/** Suppresses an address that does not exist and ends its lead, if it is one, in every campaign. */
async function blockDeadAddress(
  sql: SqlClient,
  given: { workspaceId: WorkspaceId; email: string; at: Date; text: string | undefined; detail: unknown },
): Promise<void> {
  const { workspaceId, email, at, detail } = given;
  await blockAddress(workspaceId, sql, {
    email,
    source: 'bounce',
    reason: (given.text ?? 'Hard bounce').slice(0, 300),
    at,
  });
  for (const id of await lockDeadLead(workspaceId, sql, email))
    await stopEnrolment(sql, { enrolmentId: id, reason: 'BOUNCED', at, detail });
}
