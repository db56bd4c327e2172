import { classifyRefusal, readSmtpReply } from './bounce-class';
import type { DeliveryAction, ReportedRecipient } from './delivery-report';
import { headerOf, type ParsedMail } from './parsed-mail';
import { findMailSystem, isDaemonAddress } from './find-mail-system';
import { originalMailOf } from './original-mail';
import { textOfPart } from './parse-mail';
import { comparable } from './phrase-finder';
import { DELAY_TEXT, FAILURE_TEXT, REPORT_SUBJECT, RETURNED_COPY, UNDELIVERED } from './phrases/bounce-phrases';

const READ_LIMIT = 16_384;
const ANSWER_OR_FORWARD =
  /^\s*(?:re|aw|sv|vs|antw|odp|ynt|rif|res|fwd?|wg|tr|rv|i|enc|doorst|vb|回复|答复|回覆|转发|轉寄)\s?(?:\[\d+\])?[:：]/i;

export interface ReportText {
  recipients: ReportedRecipient[];
  /** The copy of the returned mail, when the text has one. */
  returned: string;
}

/** What in an email speaks for a report, and what against it. */
interface ReportSigns {
  system: ReturnType<typeof findMailSystem>;
  isAnswer: boolean;
  isReportSubject: boolean;
  isSubject: boolean;
  saysFailure: boolean;
  isFailure: boolean;
  delaysInText: boolean;
  delaysInSubject: boolean;
  hasCode: boolean;
  hasReason: boolean;
  hasCopy: boolean;
  hasAddress: boolean;
}

/**
 * Reads a report that has no machine-readable part. Independent things must come together: a machine's sender, a failing or
 * delaying sentence or subject, a reason, the returned mail. A person who forwards or quotes a report has no machine's sender.
 */
export function readReportText(mail: ParsedMail): ReportText | null {
  const system = findMailSystem(mail);
  const isAnswer = ANSWER_OR_FORWARD.test(mail.subject);
  const subject = comparable(mail.subject, 500);
  const reportSubject = REPORT_SUBJECT.first(subject);
  if (!system && (isAnswer || !mayComeFromGateway(mail, subject, reportSubject?.index ?? null))) return null;
  const { own, returned } = splitReturned(reportTextOf(mail));
  const text = comparable(own, READ_LIMIT);
  const reply = readSmtpReply(reasonOf(own));
  const refusal = classifyRefusal({ ...reply, text: own.slice(0, 4_000) }, 'report');
  const addresses = failedAddresses(mail, own, returned);
  const saysFailure = FAILURE_TEXT.first(text) !== null;
  const signs: ReportSigns = {
    system,
    isAnswer,
    isReportSubject: reportSubject !== null,
    isSubject: reportSubject !== null || UNDELIVERED.first(subject) !== null,
    saysFailure,
    isFailure: saysFailure || ((system?.isSure || reportSubject !== null) && UNDELIVERED.first(text) !== null),
    delaysInText: DELAY_TEXT.first(text) !== null,
    delaysInSubject: DELAY_TEXT.first(subject) !== null,
    hasCode: reply.status !== null || reply.code !== null,
    hasReason: ['recipient_invalid', 'mailbox_full', 'sender_state'].includes(refusal.class),
    hasCopy: returned !== '' || mail.parts.some(({ contentType }) => COPY_TYPES.has(contentType)),
    hasAddress: addresses.length > 0,
  };
  if (system?.text !== 'X-Failed-Recipients' && !isReport(mail, signs)) return null;
  const whole: Reason = { reply, refusal };
  const action = actionOf(signs, whole, { text, subject });
  const reasons = reasonsOf(own, addresses, whole);
  const recipients = (addresses.length > 0 ? addresses : [null]).map((address, place): ReportedRecipient => {
    const { reply: used, refusal: result } = reasons[place] ?? whole;
    return {
      address,
      originalAddress: null,
      action,
      status: used.status,
      diagnostic: used.text.trim().slice(0, 1_000),
      remoteMta: null,
      class: result.class,
      reason: result.reason,
      sender: result.sender,
    };
  });
  return { recipients, returned };
}

const COPY_TYPES: ReadonlySet<string> = new Set(['message/rfc822', 'text/rfc822-headers']);

/**
 * Whether an email of an unknown sender is looked at further: its subject is a report's, or it answers nothing and has a
 * refusal on a line of its own.
 */
const mayComeFromGateway = (mail: ParsedMail, subject: string, reportAt: number | null): boolean =>
  (reportAt !== null && reportAt <= 12) ||
  UNDELIVERED.first(subject) !== null ||
  (mail.inReplyTo.length + mail.references.length === 0 && REASON_LINE.test(mail.text.slice(0, READ_LIMIT)));

function isReport(mail: ParsedMail, signs: ReportSigns): boolean {
  const { system, isSubject, isFailure, delaysInText, delaysInSubject, hasCode, hasReason, hasCopy } = signs;
  const isDelay = delaysInText || delaysInSubject;
  // Exim marks its reports as replies; anything else so marked is a responder.
  const isAutomaticReply = /auto-replied/i.test(headerOf(mail, 'auto-submitted'));
  if (isAutomaticReply && !(system?.isSure && (isSubject || isDelay))) return false;
  if (system?.isSure) {
    // A vacation responder sends with an empty return path too: the text must then speak of a failure in so many words.
    const count = [isSubject, isFailure, delaysInText, delaysInSubject, hasCode, hasReason, hasCopy].filter(
      Boolean,
    ).length;
    return ((isSubject || isFailure || isDelay || hasReason) && count >= 2) || isNamed(signs);
  }
  if (system)
    return (
      (isFailure && (isSubject || hasCode)) ||
      (isSubject && hasCopy && (hasCode || hasReason)) ||
      (isNamed(signs) && hasReason && (hasCode || isSubject || isFailure))
    );
  return (
    (isFailure || hasReason) && (hasCode || hasReason) && (hasCopy || (signs.hasAddress && mail.inReplyTo.length === 0))
  );
}

/** The postmaster is a person sometimes: one sign is enough only beside somebody's address, and not in an answer. */
function isNamed({ system, ...signs }: ReportSigns): boolean {
  const isRobot = system?.isSure === true && !/post-?master/i.test(system.text);
  const { isFailure, hasReason, hasCode, hasCopy, isReportSubject, saysFailure } = signs;
  return (
    (!signs.isAnswer || isRobot) &&
    (signs.hasAddress || (isRobot && hasReason)) &&
    (hasReason || hasCode || hasCopy || isReportSubject || saysFailure || (isRobot && isFailure))
  );
}

const FINAL =
  /permanent|giving up|given up|gave up|undeliverable|final|will not be (?:retried|attempted)|no further attempts|endgültig|définitiv|definitiv|окончательн/;

function actionOf(
  { delaysInText, delaysInSubject, hasCode }: ReportSigns,
  { reply, refusal }: Reason,
  { text, subject }: { text: string; subject: string },
): DeliveryAction {
  const isRefused =
    reply.status?.startsWith('5') ||
    (reply.status === null && (reply.code ?? 0) >= 500) ||
    refusal.class === 'recipient_invalid' ||
    refusal.class === 'sender_state' ||
    (refusal.class === 'mailbox_full' && !hasCode);
  const saysGoingOn = /do not need|no action|warning message only/.test(text);
  const isDelay = delaysInText || delaysInSubject;
  return isDelay && (saysGoingOn || (!FINAL.test(`${text} ${subject}`) && !isRefused)) ? 'delayed' : 'failed';
}

interface Reason {
  reply: ReturnType<typeof readSmtpReply>;
  refusal: ReturnType<typeof classifyRefusal>;
}

/**
 * Why each address was refused: by its own reason, which among several may be in words only, else by that of the whole report. Where
 * others have reasons that differ, nobody can say which of them an address without one shares.
 */
function reasonsOf(own: string, addresses: readonly string[], whole: Reason): Reason[] {
  const isAlone = addresses.length === 1;
  const found = addresses.map((address): Reason | null => {
    const words = reasonBeside(own, address);
    const reply = words === null || words.trim() === '' ? null : readSmtpReply(words);
    if (reply === null || (isAlone && reply.code === null && reply.status === null)) return null;
    const refusal = classifyRefusal(reply, 'report');
    return reply.code !== null || reply.status !== null || refusal.class !== 'unknown' ? { reply, refusal } : null;
  });
  const classes = new Set(found.flatMap((one) => one?.refusal.class ?? []));
  const shared: Reason =
    classes.size < 2 ? whole : { ...whole, refusal: { class: 'unknown', reason: whole.refusal.reason, sender: null } };
  return found.map((one) => one ?? shared);
}

/** The report's words; some gateways send them as an attached text. */
function reportTextOf(mail: ParsedMail): string {
  const attached =
    mail.text.trim().length < 20 ? mail.parts.find(({ contentType }) => contentType === 'text/plain') : undefined;
  return attached ? textOfPart(attached, 50_000) : mail.text;
}

function splitReturned(text: string): { own: string; returned: string } {
  const head = text.slice(0, 100_000);
  const match = RETURNED_COPY.exec(head);
  if (!match || match.index < 40) return { own: head, returned: '' };
  const rest = head.slice(match.index);
  const from = rest.search(
    /^[ \t>]*(?:received|return-path|from|date|message-id|subject|to|dkim-signature|mime-version|x-[a-z-]+):/im,
  );
  const before = head.slice(0, match.index);
  // A few servers put the copy first and the reason behind it.
  if (
    !/\b[45]\d\d\b|[45]\.\d\.\d/.test(before) &&
    FAILURE_TEXT.first(comparable(before)) === null &&
    REASON_LINE.test(rest)
  )
    return { own: head, returned: headersFrom(rest, from) };
  return { own: before, returned: headersFrom(rest, from) };
}

/** A server's refusal on a line of its own. */
const REASON_LINE =
  /^[ \t]{0,20}(?:smtp;? ?)?(?:[45]\d\d[ -]#?[45]\.\d{1,3}\.\d{1,3}|(?:421|45[0-9]|50[0-4]|521|53[0458]|541|55[0-9]|571)(?:-| ["'<([]| (?!(?:people|persons|employees|users|customers|clients|companies|staff|members|leads|contacts|euros?|dollars?|pounds|hours|days|minutes|units|seats|of|and|in|to|at|per|a|is|are)\b)[a-z]))/im;

function headersFrom(rest: string, from: number): string {
  return from < 0 ? '' : rest.slice(from).replace(/^[ \t>]+(?=[A-Za-z-]{2,40}:)/gm, '');
}

/** The lines that carry a refusal, else all of the text. */
function reasonOf(own: string): string {
  const lines = own.slice(0, READ_LIMIT).split('\n');
  const at = lines.findIndex(
    (line) =>
      /(?<![\d.])[45]\d\d[ -](?!\d{2}:)|#?(?<![\d.])[45]\.\d{1,3}\.\d{1,3}(?![\d.])/.test(line) &&
      !/^\s*(?:message-id|date|received)/i.test(line),
  );
  return at < 0 ? own : lines.slice(at, at + 4).join(' ');
}

/**
 * The words that belong to an address: a reason that introduces the addresses below it ("550 user unknown:"), else what stands behind it.
 * In a report about several recipients another's reason must not be taken for this one's.
 */
export function reasonBeside(own: string, address: string): string | null {
  // In the text itself: places in a lower-cased copy differ behind a dotted capital I.
  const at = own.search(new RegExp(`(?<![\\w.+-])${address.replace(/[^\w@-]/g, '\\$&')}`, 'i'));
  if (at < 0) return null;
  const introduced = reasonAbove(own.slice(Math.max(0, at - 1_200), at));
  if (introduced !== null) return introduced;
  const behind = own
    .slice(at + address.length, at + address.length + 600)
    .split(
      /\n[ \t]*\n[ \t]*\n|\n[ \t]*\n(?=[ \t]*<?[^\s<>@]{1,100}@)|\n(?=[^\n]{1,300}:[ \t]*\n[ \t]*<?[^\s<>@]{1,100}@)/,
      1,
    )[0]!;
  // Behind words on the address's own line, the next address begins the reason of another.
  return /\p{L}/u.test(behind.split('\n', 1)[0]!) ? behind.split(/\n(?=[ \t]*<?[^\s<>@]{1,100}@)/, 1)[0]! : behind;
}

/** The nearest line above that ends with a colon, where only addresses stand between, and it says why. */
function reasonAbove(before: string): string | null {
  const lines = before.split('\n').slice(0, -1).reverse();
  const line = lines.find(
    (one) => one.trim() !== '' && !/^[ \t<]*[^\s<>@]{1,100}@[^\s<>@]{1,200}[>,;]?[ \t]*$/.test(one),
  );
  if (!line || !/:[ \t]*$/.test(line)) return null;
  const reply = readSmtpReply(line);
  return reply.code !== null || reply.status !== null ? line : null;
}

const ADDRESS = /[a-z0-9!#$%&'*+/=?^_{|}~.-]{1,100}@[a-z0-9](?:[a-z0-9-]{0,62}\.){1,8}[a-z]{2,24}/gi;

/** The addresses a report speaks of, without the reporter's own, ours and the postmasters'. */
function failedAddresses(mail: ParsedMail, own: string, returned: string): string[] {
  const listed = headerOf(mail, 'x-failed-recipients').match(ADDRESS);
  if (listed) return [...new Set(listed.map((address) => address.toLowerCase()))].slice(0, 100);
  const ignored = new Set([...mail.to, ...mail.cc, ...(mail.from ? [mail.from] : [])].map(({ address }) => address));
  const found = new Set<string>();
  for (const match of own.slice(0, READ_LIMIT).matchAll(ADDRESS)) {
    const address = match[0].toLowerCase().replace(/^[.']+|(?<![.'])[.']+$/g, '');
    const before = own.slice(Math.max(0, match.index - 25), match.index).toLowerCase();
    if (
      ignored.has(address) ||
      isDaemonAddress(address) ||
      /message-?id:?\s*<?$|from:?\s*<?$|contact |help|support/.test(before)
    )
      continue;
    found.add(address);
    if (found.size >= 20) break;
  }
  if (found.size > 0) return [...found];
  // A report that names nobody: the returned mail tells whom it went to.
  return originalMailOf(mail, returned)
    .recipients.filter((address) => !ignored.has(address))
    .slice(0, 1);
}
