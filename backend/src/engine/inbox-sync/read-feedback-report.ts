import type { DeliveryReport } from './delivery-report';
import { addressesIn, originalMailOf } from './original-mail';
import { readHeaderBlock, textOfPart } from './parse-mail';
import { evidence, headerOf, type Evidence, type ParsedMail } from './parsed-mail';
import { comparable } from './phrase-finder';
import { REPORT_SUBJECT } from './phrases/bounce-phrases';

export interface FeedbackReport {
  /** `abuse` and its like: somebody pressed "this is spam". `other`: nobody complained (not spam, an authentication report). */
  kind: 'complaint' | 'opt_out' | 'other';
  report: DeliveryReport | null;
  evidence: Evidence[];
}

/** Who sends reports that are not in the form of RFC 5965. */
const REPORTER =
  /^(?:fbl|feedback|feedback-?loop|arf|complaints?|scomp|staff|abuse|abuse-?reports?|spam|spam-?reports?|report|reports|jmrp?|snds|postmaster|cert|trust|security|phishing)(?:[-+=_.@]|$)|@(?:[a-z0-9-]{1,60}\.)?reports\.spamcop\.net$|@(?:[a-z0-9-]{1,60}\.)?(?:abusix|cleantalk|clean-mx|signal-spam)\./;
const COMPLAINT_SUBJECT =
  /complaint|abuse report|spam report|reported as spam|marked as spam|junk (?:mail )?report|report(?:ed)? (?:of )?(?:spam|abuse|junk)|feedback report|email feedback|\[spamcop|unsolicited|missbrauch|beschwerde|plainte|signalement|queja|reclamo|segnalazione|denúncia|reclamação|klacht|anmälan|жалоба|投诉|垃圾邮件举报|迷惑メール報告|스팸 신고/i;

/** RFC 5965 and the forms before it: a complaint of a recipient, or a wish to be left out, that a mail provider hands on. */
export function readFeedbackReport(mail: ParsedMail): FeedbackReport | null {
  const part = mail.parts.find(({ contentType }) => contentType === 'message/feedback-report');
  const isReport = /report-type\s*=\s*"?feedback-report/i.test(headerOf(mail, 'content-type'));
  if (!part && !isReport) return readOlderForm(mail);
  const fields = part ? readHeaderBlock(textOfPart(part)) : new Map<string, string[]>();
  const type = fields.get('feedback-type')?.[0]?.toLowerCase().trim() ?? 'abuse';
  const found = [evidence('feedback report', `Feedback-Type: ${type}`)];
  // "dmarc" and "auth-failure" (RFC 6591) speak of authentication; nobody complained.
  if (/^(?:not-spam|auth-failure|dmarc|dkim)/.test(type)) return { kind: 'other', report: null, evidence: found };
  const named = [
    'original-rcpt-to',
    'removal-recipient',
    'x-original-rcpt-to',
    'original-recipient',
    'final-recipient',
  ].flatMap((name) => (fields.get(name) ?? []).flatMap(addressesIn));
  return {
    kind: type.startsWith('opt-out') ? 'opt_out' : 'complaint',
    report: reportOf(
      mail,
      named,
      fields.get('reporting-mta')?.[0] ?? null,
      fields.get('original-envelope-id')?.[0] ?? null,
    ),
    evidence: found,
  };
}

/** Microsoft's programme, SpamCop, X-ARF and others attach the mail that was complained about, without a part that says so. */
function readOlderForm(mail: ParsedMail): FeedbackReport | null {
  const attached = mail.parts.find(
    ({ contentType }) => contentType === 'message/rfc822' || contentType === 'text/rfc822-headers',
  );
  const headers = attached ? readHeaderBlock(textOfPart(attached, 100_000)) : new Map<string, string[]>();
  const microsoft = headerOf(mail, 'x-hmxmroriginalrecipient') || headers.get('x-hmxmroriginalrecipient')?.[0];
  if (attached && microsoft)
    return {
      kind: 'complaint',
      report: reportOf(mail, addressesIn(microsoft), null, null),
      evidence: [evidence('feedback report', `X-HmXmrOriginalRecipient: ${microsoft}`)],
    };
  const xarf = ['x-xarf', 'x-arf', 'x-spamcop-sourceip'].find((name) => mail.headers.has(name));
  if (xarf)
    return {
      kind: 'complaint',
      report: reportOf(mail, [], null, null),
      evidence: [evidence('feedback report', `${xarf}: ${headerOf(mail, xarf)}`)],
    };
  const sender = mail.from?.address ?? '';
  if (
    attached &&
    REPORTER.test(sender) &&
    COMPLAINT_SUBJECT.test(mail.subject) &&
    !REPORT_SUBJECT.first(comparable(mail.subject, 500))
  )
    return {
      kind: 'complaint',
      report: reportOf(mail, [], null, null),
      evidence: [evidence('feedback report', `${sender}: ${mail.subject}`)],
    };
  return null;
}

/** The report as matching needs it: the mail that was complained about and whom it went to. That mail was delivered. */
function reportOf(
  mail: ParsedMail,
  named: string[],
  reportingMta: string | null,
  envelopeId: string | null,
): DeliveryReport {
  const original = originalMailOf(mail);
  const address = named[0] ?? original.recipients[0] ?? null;
  return {
    source: 'standard',
    reportingMta,
    envelopeId,
    originalMessageIds: original.messageIds,
    originalSubject: original.subject,
    recipients: [
      {
        address,
        originalAddress: null,
        action: 'delivered',
        status: null,
        diagnostic: '',
        remoteMta: null,
        class: 'unknown',
        reason: 'complaint',
        sender: null,
      },
    ],
  };
}
