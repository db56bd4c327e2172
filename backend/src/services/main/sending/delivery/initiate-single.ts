import { randomUUID } from 'node:crypto';
import { looksLikeHtml } from '@skein/template';
import { htmlToPlainText } from '@skein/template/plain-text';
import { constraintOf, type ConstraintCode } from '#engine/sending/constraints';
import { messageIdentity } from '#engine/sending/message-identity';
import { restsAt } from '#engine/sending/mailbox-lane';
import { singleSlot, singleWaits } from '#engine/sending/single-slot';
import { derivePurposeKey } from '#platform/crypto/master-key';
import type { SqlClient } from '#platform/db/database';
import { invalidField, notFound, SkeinError } from '#platform/http/skein-error';
import type { MainDeps } from '#main/deps';
import { scopeOf, type Who } from '#access/access.api';
import { isOnBlockList } from '#leads/leads.api';
import { creditsLeft, holdCredits } from './load-campaign.store';
import type { SendJob } from './send-job.store';
import {
  findCredits,
  findSingle,
  findSingleSender,
  holdMailbox,
  insertSingle,
  isLeadClosed,
  type SingleRecord,
} from './single-emails.store';
import { findSingleMailbox, wordsOf, type SingleMailboxFacts } from './single-slot.store';

type SingleDeps = Pick<MainDeps, 'db' | 'campaignClock' | 'masterKey'>;

export interface SingleEmail {
  from: { id: number } | { email: string };
  to: string;
  fromName?: string;
  replyTo?: string;
  subject: string;
  /** HTML, or text when it holds no tag. */
  body: string;
  attachments: SendJob['intent']['attachments'];
}

/** An email that may not be sent now, with the code of the rule that forbids it: one of the engine's list. */
export class SendingRefused extends SkeinError {
  constructor(
    readonly rule: ConstraintCode,
    field: string,
  ) {
    const { text, remedy } = constraintOf(rule);
    super('ILLEGAL_TRANSITION', `${text} ${remedy}`, [{ field, message: text }]);
  }
}

/**
 * Reserves one email that belongs to no campaign. It leaves through the lane of its mailbox, which has the same limits
 * for it as for emails of campaigns, at the next free moment; the last check before it is sent asks every rule again. A
 * lead's answer to it is an untracked reply, unless they are in a campaign.
 * @throws SkeinError NOT_FOUND without such a mailbox, VALIDATION; SendingRefused by the rule that forbids it
 */
export async function initiateSingle(
  deps: SingleDeps,
  who: Who,
  mail: SingleEmail,
): Promise<{ statsId: string; messageId: string; sendAt: Date }> {
  refuseVariables(mail);
  return deps.db.tenantSql(who.workspaceId, async (sql) => {
    const sender = await findSingleSender(who.workspaceId, sql, mail.from, scopeOf(who));
    if (!sender) throw notFound('This mailbox', 'mailbox');
    await refuseAddress(deps, sql, who, { email: mail.to, clientScope: sender.client_id ?? 0 });
    const credits = await findCredits(who.workspaceId, sql, sender.client_id);
    await holdCredits(sql, credits);
    if ((await creditsLeft(sql, credits)) <= 0) throw new SendingRefused('CREDITS', 'to');
    await holdMailbox(who.workspaceId, sql, sender.id);
    const now = deps.campaignClock.now();
    const mailbox = await findSingleMailbox(sql, sender.id, null, now);
    if (!mailbox) throw notFound('This mailbox', 'mailbox');
    refuseMailbox(mailbox, now);
    const sendAt = singleSlot(mailbox, now, now + singleWaits);
    if (sendAt === null) throw new SendingRefused('MAILBOX_DAILY_CAP', 'fromEmailId');
    const statsId = randomUUID();
    const identity = messageIdentity(
      derivePurposeKey(deps.masterKey, 'message-identity'),
      { enrolmentId: 'none', stepId: `single:${statsId}` },
      sender.from_email.split('@')[1] ?? 'localhost',
    );
    const isHtml = looksLikeHtml(mail.body);
    await insertSingle(who.workspaceId, sql, {
      ...identity,
      statsId,
      mailboxId: sender.id,
      askedAt: new Date(now),
      sendAt: new Date(sendAt),
      toEmail: mail.to,
      fromName: mail.fromName ?? null,
      replyTo: mail.replyTo ?? null,
      subject: mail.subject,
      html: isHtml ? mail.body : null,
      text: isHtml ? htmlToPlainText(mail.body, Infinity) : mail.body,
      attachments: mail.attachments,
      createdBy: who.userId,
    });
    return { statsId, messageId: identity.messageId, sendAt: new Date(sendAt) };
  });
}

/** What became of an email, or what holds it back. @throws SkeinError NOT_FOUND */
export async function getSingle(
  deps: Pick<MainDeps, 'db'>,
  who: Who,
  statsId: string,
): Promise<SingleRecord & { reason: string | null; code: string | null }> {
  const record = await deps.db.tenantSql(who.workspaceId, (sql) =>
    findSingle(who.workspaceId, sql, statsId, scopeOf(who)),
  );
  if (!record) throw notFound('This email');
  const { state, failure_text: held } = record;
  if (held === null || state === 'SENT' || state === 'IN_DOUBT') return { ...record, reason: null, code: null };
  return state === 'RESERVED'
    ? { ...record, reason: wordsOf(held), code: held }
    : { ...record, reason: held, code: null };
}

/** There is no lead whose data could fill a variable (Invariant 6, nothing unresolved). @throws SkeinError VALIDATION */
function refuseVariables(mail: Pick<SingleEmail, 'subject' | 'body'>): void {
  for (const field of ['subject', 'body'] as const) {
    const variable = /\{\{[^{}]{0,100}\}\}/.exec(mail[field])?.[0];
    if (variable) throw invalidField(field, `has a variable that nothing fills: ${variable}`);
  }
}

/** The address of an email, within one client's suppressions. */
interface Recipient {
  email: string;
  clientScope: number;
}

/** An address on the block list, one that was erased, and a lead that asked to be left alone or does not exist. @throws SendingRefused */
async function refuseAddress(
  deps: Pick<MainDeps, 'masterKey'>,
  sql: SqlClient,
  who: Who,
  { email, clientScope }: Recipient,
): Promise<void> {
  const isListed = await isOnBlockList(deps, sql, who.workspaceId, { email, clientScope });
  if (isListed || (await isLeadClosed(who.workspaceId, sql, email))) throw new SendingRefused('LEAD_SUPPRESSED', 'to');
}

/** @throws SendingRefused when a person has to do something about the mailbox, or it rests */
function refuseMailbox(mailbox: SingleMailboxFacts, now: number): void {
  const refuse = (rule: ConstraintCode) => {
    throw new SendingRefused(rule, 'fromEmailId');
  };
  if (mailbox.isSuspended) refuse('MAILBOX_SUSPENDED');
  if (mailbox.isFailing) refuse('MAILBOX_FAILING');
  if (mailbox.isYoung) refuse('MAILBOX_WARMING');
  if ((mailbox.restingUntil ?? now) > now) refuse('MAILBOX_RESTING');
  if (restsAt(mailbox, now))
    refuse(mailbox.bounceHold?.scope === 'PROVIDER' ? 'MAILBOX_PROVIDER_REST' : 'MAILBOX_BOUNCE_REST');
}
