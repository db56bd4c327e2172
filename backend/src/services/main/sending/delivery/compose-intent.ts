import { composeMail, type ComposedMail } from '@skein/template/compose';
import type { MissingValue } from '@skein/template';
import { isAllowedMissing } from '#engine/sending/allowed-missing';
import { writesPlainText } from '#engine/sending/writes-plain-text';
import { trackingUrls } from '#platform/tracking/tracking-token';
import { leadFields, parsedVariant } from './missing-fields';
import type { SendJob } from './send-job.store';
import type { RenderedMail } from './submit.store';

/** Data that the mail needs is missing; it does not leave (Invariant 6, nothing unresolved). */
export class MissingDataError extends Error {
  constructor(readonly missing: readonly MissingValue[]) {
    super(`Missing: ${missing.map((value) => value.name).join(', ')}`);
    this.name = 'MissingDataError';
  }
}

export interface ComposedIntent extends RenderedMail {
  headers: { name: string; value: string }[];
}

/**
 * Makes the mail of an intent. Replies, forwards and tests carry their content already; a campaign mail is made here from its
 * variant and the lead, by the same function as the preview. An email of a placement test is a campaign mail as well: only its links are
 * marked as a test's, so that nothing is counted or stopped because of them.
 * @param now campaign time in milliseconds
 * @throws MissingDataError
 */
export function composeIntent(
  job: SendJob,
  settings: { trackingKey: Uint8Array; trackingBase: string; now: number; isPlacementTest?: boolean },
): ComposedIntent {
  const { intent, campaign, enrolment, lead, variant, mailbox } = job;
  if (intent.kind !== 'CAMPAIGN') {
    return {
      subject: intent.subject ?? '',
      html: intent.body_html,
      text: intent.body_text ?? '',
      inReplyTo: intent.in_reply_to,
      references: intent.references,
      links: [],
      spinChoice: 0,
      headers: [],
    };
  }
  if (!campaign || !enrolment || !lead || !variant)
    throw new Error(`Intent ${intent.id} has lost its campaign, lead or variant`);
  const base = mailbox.custom_tracking_domain ? `https://${mailbox.custom_tracking_domain}` : settings.trackingBase;
  const urls = trackingUrls(settings.trackingKey, base, BigInt(intent.id), settings.isPlacementTest);
  const trees = parsedVariant(variant);
  const isPlain = writesPlainText(campaign);
  const startsThread =
    intent.reallocated_from !== null || enrolment.thread_subject === null || enrolment.thread_references.length === 0;
  const composed: ComposedMail = composeMail({
    subject: trees.subject,
    body: trees.body,
    fields: leadFields(lead),
    sender: { name: mailbox.from_name, email: mailbox.from_email, signatureHtml: mailbox.signature },
    seed: {
      campaignId: campaign.id,
      leadId: enrolment.lead_id,
      stepNumber: intent.seq_number ?? 1,
      position: enrolment.spin_index,
    },
    mode: campaign.spintax_mode === 'INCREMENTAL' ? 'incremental' : 'random',
    clock: { now: settings.now, zone: campaign.time_zone },
    thread: startsThread
      ? null
      : { firstSubject: enrolment.thread_subject as string, messageIds: enrolment.thread_references },
    unsubscribe: {
      text: campaign.unsubscribe_text ?? '',
      url: urls.unsubscribe,
      addHeader: campaign.add_unsubscribe_header,
    },
    tracking: {
      trackLink: campaign.track_clicks ? (_url: string, index: number) => urls.click(index) : null,
      openPixelUrl: campaign.track_opens ? urls.open : null,
    },
    plainTextOnly: isPlain,
  });
  const missing = composed.missing.filter((value) => !isAllowedMissing(value, campaign.allow_missing_fields));
  if (missing.length > 0) throw new MissingDataError(missing);
  // A follow-up that had to begin a new thread (another mailbox) says again what it is about.
  const subject = composed.subject.trim() === '' && startsThread ? (enrolment.thread_subject ?? '') : composed.subject;
  if (subject.trim() === '') throw new MissingDataError([{ name: 'subject', reason: 'absent' }]);
  const isReply = composed.isThreadReply;
  return {
    subject,
    html: composed.html,
    text: composed.text,
    inReplyTo: isReply ? (enrolment.last_message_id ?? null) : null,
    references: isReply ? enrolment.thread_references : [],
    links: composed.links.map((link) => link.url),
    spinChoice: enrolment.spin_index,
    headers: composed.headers,
  };
}
