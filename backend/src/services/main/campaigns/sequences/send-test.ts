import type { CampaignId, LeadId, MailboxId } from '@skein/contracts/ids';
import { randomUUID } from 'node:crypto';
import { createAttemptLimit } from '#platform/auth/attempt-limit';
import { notFound, SkeinError } from '#platform/http/skein-error';
import type { SqlClient } from '#platform/db/database';
import type { MainDeps } from '#main/deps';
import { requireCampaign, type Who } from '#access/access.api';
import { renderStep, type RenderedStep } from './preview-step';
import { findTestMail, insertTestMail, type TestMailRecord } from './preview.store';

/** Test mails of one person in an hour, and of a workspace in a day (real time). */
const TESTS_AN_HOUR = 30;
const TESTS_A_DAY = 200;

export interface SendTest {
  seq_number: number;
  variant_label?: string;
  lead_id?: LeadId;
  mailbox_id?: MailboxId;
  to: string;
}

/**
 * Sends one step as a test, at most 30 an hour for a person and 200 a day for a workspace: an intent of the kind TEST
 * that already carries its content, so that it leaves through the same lane as every mail, with the step's files,
 * without tracking, without unsubscribe link, and counted nowhere.
 */
export async function sendTest(
  deps: Pick<MainDeps, 'db' | 'campaignClock' | 'config' | 'heavyWork'>,
  who: Who,
  campaignId: CampaignId,
  input: SendTest,
) {
  // Tests go to any address and count against no cap: a few an hour are for looking at a mail, more are for sending it.
  await createAttemptLimit(deps.db, 'test-mail', TESTS_AN_HOUR, 60 * 60).countOrRefuse(
    `${who.workspaceId} ${who.userId}`,
  );
  await createAttemptLimit(deps.db, 'test-mail-workspace', TESTS_A_DAY, 24 * 60 * 60).countOrRefuse(
    String(who.workspaceId),
  );
  const rendered = await renderStep(deps, who, { campaignId, request: input, options: { withUnsubscribe: false } });
  return deps.db.tenantSql(who.workspaceId, (sql) => queueTest(deps, sql, who, { campaignId, input, rendered }));
}

/** A test email of a step, as it was rendered. */
interface TestEmail {
  campaignId: CampaignId;
  input: SendTest;
  rendered: RenderedStep;
}

async function queueTest(
  deps: Pick<MainDeps, 'campaignClock'>,
  sql: SqlClient,
  who: Who,
  { campaignId, input, rendered: { mail, mailbox, attachments } }: TestEmail,
) {
  if (!mailbox)
    throw new SkeinError(
      'BAD_REQUEST',
      'A test needs a mailbox to leave from: choose one, or add one to the campaign.',
    );
  if (mailbox.is_suspended)
    throw new SkeinError('BAD_REQUEST', `${mailbox.from_email} is suspended. Resume it, or choose another mailbox.`);
  const identity = randomUUID();
  const id = await insertTestMail(who.workspaceId, sql, {
    campaignId,
    seqNumber: input.seq_number,
    mailboxId: mailbox.id,
    to: input.to,
    subject: mail.subject || '(no subject)',
    html: mail.html,
    text: mail.text,
    messageId: `<test.${identity}@${mailbox.from_email.split('@')[1] ?? 'localhost'}>`,
    envelopeId: `test.${identity}`,
    attachments,
    createdBy: who.userId,
    at: new Date(deps.campaignClock.now()),
  });
  return toView((await findTestMail(who.workspaceId, sql, campaignId, id)) as TestMailRecord);
}

/** What became of a test mail. */
export const getTestMail = (deps: Pick<MainDeps, 'db'>, who: Who, campaignId: CampaignId, testMailId: string) =>
  deps.db.tenantSql(who.workspaceId, async (sql) => {
    await requireCampaign(sql, who, campaignId);
    const mail = await findTestMail(who.workspaceId, sql, campaignId, testMailId);
    if (!mail) throw notFound('This test email');
    return toView(mail);
  });

const states: Record<string, 'WAITING' | 'SENDING' | 'SENT' | 'FAILED' | 'IN_DOUBT'> = {
  RESERVED: 'WAITING',
  SUBMITTING: 'SENDING',
  SENT: 'SENT',
  IN_DOUBT: 'IN_DOUBT',
};

const toView = (mail: TestMailRecord) => ({
  id: mail.id,
  state: states[mail.state] ?? ('FAILED' as const),
  to: mail.to_email,
  mailbox_email: mail.from_email,
  subject: mail.subject ?? '',
  sent_at: mail.sent_at,
  failure_text: mail.failure_text,
});
