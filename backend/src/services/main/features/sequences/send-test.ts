import { randomUUID } from 'node:crypto';
import { notFound, SkeinError } from '../../../../platform/http/skein-error';
import type { MainDeps } from '../../deps';
import type { Who } from '../campaigns/campaign-scope';
import { requireCampaign } from '../campaigns/get-campaign';
import { renderStep } from './preview-step';
import { findTestMail, insertTestMail, type TestMailRecord } from './preview.store';

export interface SendTest { seq_number: number; variant_label?: string; lead_id?: number; mailbox_id?: number; to: string }

/**
 * Sends one step as a test: an intent of the kind TEST that already carries its content, so that it leaves through the
 * same lane as every mail, without tracking, without unsubscribe link, and counted nowhere.
 */
export const sendTest = (deps: Pick<MainDeps, 'db' | 'campaignClock' | 'config'>, who: Who, campaignId: number, input: SendTest) => deps.db.tenantSql(who.workspaceId, async (sql) => {
  const campaign = await requireCampaign(sql, who, campaignId);
  const { mail, mailbox } = await renderStep(deps, sql, who, campaign, input, { withUnsubscribe: false });
  if (!mailbox) throw new SkeinError('BAD_REQUEST', 'A test needs a mailbox to leave from: choose one, or add one to the campaign.');
  if (mailbox.is_suspended) throw new SkeinError('BAD_REQUEST', `${mailbox.from_email} is suspended. Resume it, or choose another mailbox.`);
  const identity = randomUUID();
  const id = await insertTestMail(who.workspaceId, sql, {
    campaignId, seqNumber: input.seq_number, mailboxId: mailbox.id, to: input.to, subject: mail.subject || '(no subject)', html: mail.html, text: mail.text,
    messageId: `<test.${identity}@${mailbox.from_email.split('@')[1] ?? 'localhost'}>`, envelopeId: `test.${identity}`, createdBy: who.userId, at: new Date(deps.campaignClock.now()),
  });
  return toView((await findTestMail(who.workspaceId, sql, campaignId, id)) as TestMailRecord);
});

/** What became of a test mail. */
export const getTestMail = (deps: Pick<MainDeps, 'db'>, who: Who, campaignId: number, testMailId: string) => deps.db.tenantSql(who.workspaceId, async (sql) => {
  await requireCampaign(sql, who, campaignId);
  const mail = await findTestMail(who.workspaceId, sql, campaignId, testMailId);
  if (!mail) throw notFound('This test mail');
  return toView(mail);
});

const states: Record<string, 'WAITING' | 'SENDING' | 'SENT' | 'FAILED' | 'IN_DOUBT'> = { RESERVED: 'WAITING', SUBMITTING: 'SENDING', SENT: 'SENT', IN_DOUBT: 'IN_DOUBT' };

const toView = (mail: TestMailRecord) => ({ id: mail.id, state: states[mail.state] ?? ('FAILED' as const), to: mail.to_email, mailbox_email: mail.from_email, subject: mail.subject ?? '', sent_at: mail.sent_at, failure_text: mail.failure_text });
