import { bounceKindOf, type BounceKind } from './bounce-kind';
import { readCalendarAnswer, type FoundCalendarAnswer } from './calendar-answer';
import type { DeliveryReport } from './delivery-report';
import type { ReportedSender } from './inbound.types';
import { hasStatusPart, parseDeliveryReport } from './parse-delivery-report';
import { evidence, headerOf, type Evidence, type ParsedMail } from './parsed-mail';
import { comparable } from './phrase-finder';
import { findMailSystem } from './find-mail-system';
import { findAutomaticReply } from './find-automatic-reply';
import { readFeedbackReport } from './read-feedback-report';
import { ownTextOf } from './strip-quote';
import { findUnsubscribeRequest } from './find-unsubscribe-request';

export type MessageKind =
  | 'reply'
  | 'auto_reply'
  | 'out_of_office'
  | 'bounce'
  | 'complaint'
  | 'unsubscribe_request'
  | 'other';

export interface Classification {
  kind: MessageKind;
  /** Set for bounces only. */
  bounce: BounceKind | null;
  /** The report behind a bounce or a complaint. */
  report: DeliveryReport | null;
  /** Set where a report comes from the sender's own provider, which did not send. */
  sender: ReportedSender | null;
  /** Set where a person answered an invitation, or sent one, from a calendar. */
  calendar: FoundCalendarAnswer | null;
  evidence: Evidence[];
}

/**
 * Says what a received mail is. The standards come first (RFC 3464 reports, RFC 5965 feedback, RFC 5546 calendars, RFC
 * 3834), then the text. When in doubt a mail is a reply: that stops the sequence, and nobody is written to who has
 * answered.
 * @param sent our email that is answered, where it is known
 */
export function classifyMessage(mail: ParsedMail, sent?: string): Classification {
  return classifyFeedback(mail) ?? classifyCalendar(mail, sent) ?? classifyReport(mail) ?? classifyWords(mail, sent);
}

function answer(
  kind: MessageKind,
  found: Evidence[],
  report: DeliveryReport | null = null,
  bounce: BounceKind | null = null,
): Classification {
  const sender = bounce === 'sender_block' ? senderOf(report) : null;
  return { kind, bounce, report, sender, calendar: null, evidence: found };
}

/** Only where nothing else was reported: a report about several recipients says of each what became of it. */
function senderOf(report: DeliveryReport | null): ReportedSender | null {
  const failed = (report?.recipients ?? []).filter(({ action }) => action === 'failed');
  const [first] = failed;
  if (!first?.sender || failed.some(({ sender }) => sender === null)) return null;
  const { cause, isSure, reason } = first.sender;
  return { cause, isSure, words: first.diagnostic || reason };
}

/** Somebody pressed "this is spam", or a feedback loop reports an opt-out. */
function classifyFeedback(mail: ParsedMail): Classification | null {
  // A server that reports a failed delivery quotes words of complaints at times; nobody complained.
  if (hasStatusPart(mail) && !mail.parts.some(({ contentType }) => contentType === 'message/feedback-report'))
    return null;
  const feedback = readFeedbackReport(mail);
  if (!feedback) return null;
  return answer(
    feedback.kind === 'opt_out' ? 'unsubscribe_request' : feedback.kind,
    feedback.evidence,
    feedback.report,
  );
}

/**
 * Somebody pressed a button of a calendar. Calendar programs send that as a machine's mail, at times in words of a refused delivery, but a
 * person answered: a reply.
 */
function classifyCalendar(mail: ParsedMail, sent?: string): Classification | null {
  const calendar = readCalendarAnswer(mail);
  // A report may return the invitation that could not be delivered, and a newsletter may bring one.
  if (!calendar || hasStatusPart(mail) || findMailSystem(mail)?.isSure) return null;
  if (isOwnMeeting(calendar) && (findBulk(mail) || isAnsweredByMachine(mail))) return null;
  const found = evidence('calendar answer', `${calendar.answer}: ${mail.subject}`);
  const typed = calendar.comment || (refuses(calendar) ? ownTextOf(mail, sent).own : '');
  const request =
    typed === '' ? null : findUnsubscribeRequest(refuses(calendar) ? mail : { ...mail, subject: '' }, typed);
  if (request) return answer('unsubscribe_request', [request, found]);
  return { ...answer('reply', [found]), calendar };
}

/** A newsletter brings invitations, and a program that tells of an absence its own entry in the calendar. */
const isOwnMeeting = ({ answer: given }: FoundCalendarAnswer): boolean => given === 'invited' || given === 'cancelled';
const isAnsweredByMachine = (mail: ParsedMail): boolean => /^\s*auto-replied\b/i.test(headerOf(mail, 'auto-submitted'));

/** Of whoever comes to a meeting only what they typed can ask for a removal: the small print of a calendar program does not. */
const refuses = ({ answer: given }: FoundCalendarAnswer): boolean => given === 'declined' || given === 'cancelled';

function classifyReport(mail: ParsedMail): Classification | null {
  const contentType = headerOf(mail, 'content-type');
  if (
    /report-type\s*=\s*"?disposition-notification/i.test(contentType) ||
    mail.parts.some((part) => part.contentType === 'message/disposition-notification')
  ) {
    return answer('other', [evidence('read receipt', contentType)]);
  }
  // A person who forwards a report attaches it: the mail around it is then no report.
  const isForwarded =
    hasStatusPart(mail) &&
    !findMailSystem(mail)?.isSure &&
    !/multipart\/report/i.test(contentType) &&
    /^(?:fwd?|wg|tr|rv|i|enc|doorst|vs|vb|re|aw|sv)\s?:/i.test(mail.subject);
  if (isForwarded) return null;
  const report = parseDeliveryReport(mail);
  if (!report) return null;
  const kinds = report.recipients.map(bounceKindOf);
  // Several recipients: the worst that surely concerns an address wins, then what is about us.
  const bounce =
    (['hard', 'sender_block', 'soft', 'delayed', 'relayed'] as const).find((kind) => kinds.includes(kind)) ?? 'soft';
  const decisive = report.recipients[kinds.indexOf(bounce)] ?? report.recipients[0];
  const found = [
    evidence(report.source === 'standard' ? 'delivery report (RFC 3464)' : 'delivery report in words', mail.subject),
  ];
  if (decisive)
    found.push(
      evidence(
        'action and reason',
        [decisive.action, decisive.status, decisive.class, decisive.reason].filter(Boolean).join(', '),
      ),
    );
  if (decisive?.diagnostic) found.push(evidence("the server's words", decisive.diagnostic));
  return answer('bounce', found, report, bounce);
}

const MAILER_DAEMON = /^mail(?:er)?[-._ ]?daemon(?:@|$)/;

function classifyWords(mail: ParsedMail, sent?: string): Classification {
  const own = ownTextOf(mail, sent).own;
  const automatic = findAutomaticReply(mail, own);
  const unsubscribe = findUnsubscribeRequest(mail, own);
  if (unsubscribe && (!automatic || !automatic.isCertain)) return answer('unsubscribe_request', [unsubscribe]);
  // What a mail server says is never somebody's responder.
  if (MAILER_DAEMON.test(mail.from?.address ?? ''))
    return answer('other', [evidence('written by a mail server', mail.from!.address)]);
  if (automatic) return answer(automatic.kind, automatic.evidence);
  const bulk = findBulk(mail);
  if (bulk) return answer('other', [bulk]);
  const reply = mail.inReplyTo[0] ?? mail.references.at(-1);
  return answer('reply', [
    evidence('written by a person', reply ? `In-Reply-To: ${reply}` : comparable(own, 120) || mail.subject),
  ]);
}

/** Newsletters and list mail, which answer nobody. */
function findBulk(mail: ParsedMail): Evidence | null {
  if (mail.inReplyTo.length > 0 || mail.references.length > 0) return null;
  if (/^(?:re|aw|sv|vs|antw|odp|ynt|回复|答复)\s?:/i.test(mail.subject)) return null;
  for (const name of ['list-unsubscribe', 'list-id', 'feedback-id', 'x-campaign', 'x-mailgun-sid', 'x-sg-eid']) {
    if (headerOf(mail, name)) return evidence('list mail', `${name}: ${headerOf(mail, name)}`);
  }
  const precedence = headerOf(mail, 'precedence').trim().toLowerCase();
  return /^(?:bulk|list|junk)$/.test(precedence) ? evidence('bulk mail', `Precedence: ${precedence}`) : null;
}
