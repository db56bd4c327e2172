import { classifyRefusal, readSmtpReply } from './bounce-class';
import type { DeliveryAction, ReportedRecipient } from './delivery-report';
import { headerOf, type ParsedMail } from './parsed-mail';
import { comparable } from './phrase-finder';
import { DELAY_TEXT, FAILURE_TEXT, REPORT_SUBJECT, RETURNED_COPY } from './phrases/bounce-phrases';

const READ_LIMIT = 16_384;

const DAEMON_ADDRESS = /^(?:mailer-?daemon|postmaster|mail-?daemon|mdaemon|maildelivery|mail-?delivery|mail\.?system|bounces?|double-bounce|mail-?er|microsoftexchange[0-9a-f]*|exchange|systemadmin|antispam|mailsystem|abuse-?report|nondelivery|ndr|mailerdaemon|mail-?gateway|quarantine|noreply-?bounce)(?:[-+=_.@]|$)/;
const DAEMON_NAME = /mail(?:er)?[ -]?(?:delivery|daemon|system)|delivery (?:subsystem|system|status|service|notification)|postmaster|system administrator|mail administrator|microsoft outlook|microsoft exchange|mail gateway|internet mail|message transfer|systemadministrator|zustell|remise|entrega|recapito|система доставки|почтовая система|почтовый робот|mail ?service/;

/** Evidence that a machine of the mail system wrote a mail: its sender, its empty return path, headers that only reports have. */
export function daemonEvidence(mail: ParsedMail): string | null {
  const address = mail.from?.address ?? '';
  if (headerOf(mail, 'x-failed-recipients')) return 'X-Failed-Recipients';
  if (DAEMON_ADDRESS.test(address)) return `From: ${address}`;
  const name = comparable(mail.from?.name ?? '', 200);
  if (DAEMON_NAME.test(name)) return `From: ${mail.from!.name}`;
  if (/^<\s*>$/.test(headerOf(mail, 'return-path').trim())) return 'Return-Path: <>';
  if (address === '' && (mail.from === null || name === '')) return 'no From';
  return null;
}

export interface ReportText {
  recipients: ReportedRecipient[];
  /** The copy of the returned mail, when the text has one. */
  returned: string;
}

/**
 * Reads a report that has no machine-readable part. Three independent things must come together: a machine's sender, a
 * failing sentence or subject, and an address or a reason. A person who forwards or quotes a report has only the latter two.
 */
export function readReportText(mail: ParsedMail): ReportText | null {
  const daemon = daemonEvidence(mail);
  if (!daemon) return null;
  const { own, returned } = splitReturned(mail.text);
  const text = comparable(own, READ_LIMIT);
  const subject = comparable(mail.subject, 500);
  const failure = FAILURE_TEXT.first(text);
  const isSubject = REPORT_SUBJECT.first(subject) !== null;
  const isAutomaticReply = /auto-replied/i.test(headerOf(mail, 'auto-submitted'));
  if (isAutomaticReply && !headerOf(mail, 'x-failed-recipients')) return null;
  const reply = readSmtpReply(reasonOf(own));
  const hasReason = reply.status !== null || reply.code !== null;
  const isByHeader = daemon === 'X-Failed-Recipients';
  if (!isByHeader && !(failure && (isSubject || hasReason)) && !(isSubject && (hasReason || classifyRefusal(reply).class === 'recipient_invalid'))) return null;
  // An empty return path alone is also a vacation responder's: the text must then speak of a failure in so many words.
  if (daemon === 'Return-Path: <>' && !(failure && (isSubject || hasReason))) return null;

  const delay = DELAY_TEXT.first(text) ?? DELAY_TEXT.first(subject);
  const isFinal = /permanent|failed permanently|giving up|given up|undeliverable|final|will not be (?:retried|attempted)|no further attempts/.test(`${text} ${subject}`);
  const action: DeliveryAction = delay && !(isFinal && !/do not need|no action|warning message only/.test(text)) ? 'delayed' : 'failed';
  const found = classifyRefusal({ ...reply, text: own.slice(0, 4_000) });
  const addresses = failedAddresses(mail, own);
  const recipients = (addresses.length > 0 ? addresses : [null]).map((address): ReportedRecipient => {
    const reason = address === null ? null : reasonBeside(own, address);
    const one = reason ? readSmtpReply(reason) : null;
    const result = one && (one.code !== null || one.status !== null) ? classifyRefusal(one) : found;
    const used = one && (one.code !== null || one.status !== null) ? one : reply;
    return { address, originalAddress: null, action, status: used.status, diagnostic: used.text.trim().slice(0, 1_000), remoteMta: null, class: result.class, reason: result.reason };
  });
  return { recipients, returned };
}

function splitReturned(text: string): { own: string; returned: string } {
  const head = text.slice(0, 100_000);
  const match = RETURNED_COPY.exec(head);
  if (!match || match.index < 40) return { own: head, returned: '' };
  const rest = head.slice(match.index);
  const from = rest.search(/^[ \t>]*(?:received|return-path|from|date|message-id|subject|to|dkim-signature|mime-version|x-[a-z-]+):/im);
  return { own: head.slice(0, match.index), returned: from < 0 ? '' : rest.slice(from).replace(/^[ \t>]+(?=[A-Za-z-]{2,40}:)/gm, '') };
}

/** The lines that carry a refusal, else all of the text. */
function reasonOf(own: string): string {
  const lines = own.slice(0, READ_LIMIT).split('\n');
  const at = lines.findIndex((line) => /(?<![\d.])[45]\d\d[ -](?!\d{2}:)|#?(?<![\d.])[45]\.\d{1,3}\.\d{1,3}(?![\d.])/.test(line) && !/^\s*(?:message-id|date|received)/i.test(line));
  return at < 0 ? own : lines.slice(at, at + 4).join(' ');
}

/** The words just behind an address: servers write the reason there. */
function reasonBeside(own: string, address: string): string | null {
  const at = own.toLowerCase().indexOf(address);
  return at < 0 ? null : own.slice(at + address.length, at + address.length + 600).split(/\n[ \t]*\n[ \t]*\n|\n[ \t]*\n(?=[ \t]*<?[^\s<>@]{1,100}@)/, 1)[0]!;
}

const ADDRESS = /[a-z0-9!#$%&'*+/=?^_{|}~.-]{1,100}@[a-z0-9](?:[a-z0-9-]{0,62}\.){1,8}[a-z]{2,24}/gi;

/** The addresses a report speaks of, without the reporter's own, ours and the postmasters'. */
function failedAddresses(mail: ParsedMail, own: string): string[] {
  const listed = headerOf(mail, 'x-failed-recipients').match(ADDRESS);
  if (listed) return [...new Set(listed.map((address) => address.toLowerCase()))].slice(0, 100);
  const ignored = new Set([...mail.to, ...mail.cc, ...(mail.from ? [mail.from] : [])].map(({ address }) => address));
  const found = new Set<string>();
  for (const match of own.slice(0, READ_LIMIT).matchAll(ADDRESS)) {
    const address = match[0].toLowerCase().replace(/^[.']+|['.]+$/g, '');
    const before = own.slice(Math.max(0, match.index - 25), match.index).toLowerCase();
    if (ignored.has(address) || DAEMON_ADDRESS.test(address) || /message-?id:?\s*<?$|from:?\s*<?$|contact |help|support/.test(before)) continue;
    found.add(address);
    if (found.size >= 20) break;
  }
  return [...found];
}
