import type { CampaignId, EnrolmentId, MailboxId, WorkspaceId } from '@skein/contracts/ids';
import type { SqlClient } from '#platform/db/database';
import { holdReturnedLead } from '../lead-state/hold-returned-lead';
import { findOpenCampaign, wakeFor } from '../lead-state/wake-campaign.store';
import { withdrawEvents } from '../events/withdraw-events.store';
import { endLeads } from '../lead-state/enrolment/end-leads';
import { uncountEmail, type UnsentEmail } from '../lead-state/enrolment/places.store';
import {
  forgetEmail,
  refuseLead,
  writeReasonsOfLeads,
  writeRefused,
  writeReleased,
  writeWaitAtStep,
  type ReleasedLead,
  type WaitReason,
} from '../lead-state/enrolment/queues.store';
import { cancelReservations, writeFound, writeInFlight } from '../lead-state/enrolment/reservations.store';

/** An email that its server refused for good. */
interface RefusedEmail {
  enrolmentId: EnrolmentId;
  intentId: string;
  /** The address is refused, not the sender. */
  isRecipient: boolean;
  detail: object;
  at: Date;
}

/**
 * The lead of an email that was refused ends. One that was paused or ended meanwhile has no email any more, and is sent
 * to again when it is resumed.
 */
export async function emailRefused(
  sql: SqlClient,
  { enrolmentId, intentId, isRecipient, detail, at }: RefusedEmail,
): Promise<void> {
  await forgetEmail(sql, enrolmentId, intentId);
  if (await refuseLead(sql, enrolmentId, { isRecipient, detail, at }))
    await writeRefused(sql, enrolmentId, isRecipient);
}

/** What a round has found out about leads that it sends nothing to. */
interface RoundReasons {
  campaignId: CampaignId;
  reasons: readonly WaitReason[];
  at: Date;
}

/** Writes why leads wait. A suppression found here was added after the import: the lead ends, visibly. */
export async function noteWaiting(sql: SqlClient, { campaignId, reasons, at }: RoundReasons): Promise<void> {
  await writeReasonsOfLeads(sql, campaignId, reasons);
  const suppressed = reasons.filter((reason) => reason.code === 'LEAD_SUPPRESSED').map((reason) => reason.enrolmentId);
  await endLeads(sql, suppressed, { reason: 'SUPPRESSED', at });
}

/** An email that was counted and proves unsent, and its lead. `isFollowed`: a later one has left, so it is not made up for. */
interface EmailToUndo extends UnsentEmail {
  workspaceId: WorkspaceId;
  enrolmentId: EnrolmentId;
  messageId: string;
  isFollowed: boolean;
}

/**
 * The lead of an email that proves unsent, as if it had never been counted: what is reserved for it comes after the
 * email that is made up for, and it is in its sequence again, unless its company has answered meanwhile. The caller
 * holds the campaign, which is woken where it had ended with this email.
 */
export async function undoEmail(
  sql: SqlClient,
  { workspaceId, enrolmentId, messageId, isFollowed, ...email }: EmailToUndo,
): Promise<void> {
  if (!isFollowed) await cancelReservations(sql, [enrolmentId], 'STEP_NOT_DUE');
  await uncountEmail(sql, email);
  await withdrawEvents(sql, { workspaceId, enrolmentId, kind: 'SENT', evidence: { message_id: messageId } });
  if (email.again === null) return;
  await holdReturnedLead(sql, enrolmentId, email.at);
  const campaignId = await findOpenCampaign(sql, enrolmentId);
  if (campaignId !== null) await wakeFor(sql, campaignId, email.at, email.at);
}

/** Emails that a round has reserved, and what each was reserved with. */
interface ReservedLeads {
  written: readonly { id: string; enrolment_id: EnrolmentId }[];
  given: readonly {
    enrolment_id: EnrolmentId;
    step_id: number;
    variant_id: number;
    mailbox_id: MailboxId;
    send_at: Date;
  }[];
}

/**
 * The leads of reserved emails are in no queue. One that ended while its round planned stays as it ended: the last check refuses its email.
 */
export const emailsReserved = (sql: SqlClient, { written, given }: ReservedLeads): Promise<void> =>
  writeInFlight(
    sql,
    JSON.stringify(written.map((one) => ({ id: one.id, enrolment_id: one.enrolment_id }))),
    JSON.stringify(given),
  );

/** The email of a lead was found in Sent: it is under way until it is recorded. */
export const emailFound = (
  sql: SqlClient,
  found: { enrolmentId: EnrolmentId; intentId: string; mailboxId: MailboxId },
): Promise<void> => writeFound(sql, found);

/**
 * The lead of an email that is released returns to its queue; after a refusal that passes, or without its own server, it waits with a hold.
 */
export const emailReleased = (
  sql: SqlClient,
  released: Omit<ReleasedLead, 'hold'> & { because: string },
): Promise<void> => {
  const { because, ...lead } = released;
  return writeReleased(sql, { ...lead, hold: because === 'RETRY' || because === 'DEDICATED_SERVER' ? because : null });
};

/** Leads wait at a step that a person or LinkedIn does: out of the queues until it is done. */
export const waitManually = (
  sql: SqlClient,
  ids: readonly number[],
  step: { id: number; kind: 'MANUAL' | 'LINKEDIN' },
): Promise<void> =>
  writeWaitAtStep(sql, ids, { stepId: step.id, code: step.kind === 'MANUAL' ? 'MANUAL_STEP' : 'LINKEDIN_STEP' });
