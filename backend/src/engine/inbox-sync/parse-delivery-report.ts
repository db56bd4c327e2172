import { originalMailOf } from './original-mail';
import { asciiAddress, readHeaderBlock, textOfPart } from './parse-mail';
import type { ParsedMail } from './parsed-mail';
import { classifyRefusal, readSmtpReply } from './bounce-class';
import { findMailSystem } from './find-mail-system';
import type { DeliveryAction, DeliveryReport, ReportedRecipient } from './delivery-report';
import { readReportText, reasonBeside } from './read-report-text';

const STATUS_TYPES = new Set(['message/delivery-status', 'message/global-delivery-status']);

/** Reads a delivery report: the parts of RFC 3464, or else the text as servers without them write it. null when the mail is no report. */
export function parseDeliveryReport(mail: ParsedMail): DeliveryReport | null {
  const statusPart = mail.parts.find((part) => STATUS_TYPES.has(part.contentType));
  if (statusPart) {
    const report = readStatusPart(textOfPart(statusPart), mail.text);
    if (report) return { ...withRecipient(report, mail), ...originalOf(mail) };
  }
  const inline = findMailSystem(mail)?.isSure ? statusFieldsInText(mail) : null;
  const misplaced = inline === null ? null : readStatusPart(inline, mail.text);
  if (misplaced) return { ...withRecipient(misplaced, mail), ...originalOf(mail) };
  const read = readReportText(mail);
  if (!read) return null;
  return {
    source: 'text',
    reportingMta: null,
    envelopeId: null,
    recipients: read.recipients,
    ...originalOf(mail, read.returned),
  };
}

/** The fields of RFC 3464 where a server or a gateway put them into a plain part or into the text. */
function statusFieldsInText(mail: ParsedMail): string | null {
  const texts = [
    mail.text.slice(0, 50_000),
    ...mail.parts
      .filter(({ contentType }) => /^(?:text\/plain|application\/octet-stream)$/.test(contentType))
      .slice(0, 5)
      .map((part) => textOfPart(part, 50_000)),
  ];
  for (const text of texts) {
    const at = text.search(/^(?:reporting-mta|final-recipient|original-recipient)[ \t]?:/im);
    if (at >= 0 && /^final-recipient[ \t]?:/im.test(text) && /^(?:action|status)[ \t]?:/im.test(text))
      return text.slice(at);
  }
  return null;
}

/** A report that names nobody is about whom the returned mail went to. */
function withRecipient<T extends Pick<DeliveryReport, 'recipients'>>(report: T, mail: ParsedMail): T {
  const only = report.recipients.length === 1 ? report.recipients[0]! : null;
  if (only === null || only.address !== null) return report;
  return { ...report, recipients: [{ ...only, address: originalMailOf(mail).recipients[0] ?? null }] };
}

/** Whether a mail carries the machine-readable part of RFC 3464. */
export function hasStatusPart(mail: ParsedMail): boolean {
  return mail.parts.some((part) => STATUS_TYPES.has(part.contentType));
}

function readStatusPart(
  text: string,
  humanText: string,
): Omit<DeliveryReport, 'originalMessageIds' | 'originalSubject'> | null {
  const groups = text
    .replace(/\r\n?/g, '\n')
    .split(/\n[ \t]*\n/, 500)
    .map(readHeaderBlock)
    .filter((group) => group.size > 0);
  const value = (group: ReadonlyMap<string, string[]>, name: string): string => group.get(name)?.[0] ?? '';
  // Some servers forget the empty line between the two kinds of fields, so any group with a recipient or an action counts.
  const perRecipient = groups.filter(
    (group) =>
      group.has('final-recipient') || group.has('original-recipient') || group.has('action') || group.has('status'),
  );
  if (perRecipient.length === 0) return null;
  const all = (name: string): string | null => groups.map((group) => value(group, name)).find(Boolean) ?? null;
  const each = perRecipient.flatMap(recipientsOf).slice(0, 200);
  const isAlone = each.length === 1;
  const recipients = each.map((group): ReportedRecipient => {
    const address = addressIn(value(group, 'final-recipient'));
    const diagnostic =
      typed(value(group, 'diagnostic-code')) ||
      // The first reason in words may be another's where the report is about several.
      (isAlone ? firstReason(humanText) : (address && reasonBeside(humanText, address)?.trim()) || '');
    const reply = readSmtpReply(diagnostic);
    const stated = /[245]\.\d{1,3}\.\d{1,3}/.exec(value(group, 'status'))?.[0] ?? null;
    // A status of x.0.0 says nothing: the code in the server's words is better.
    const status = stated && !/^\d\.0\.0$/.test(stated) ? stated : (reply.status ?? stated);
    const action = readAction(value(group, 'action'), status);
    // The refusing server's own status tells more than the one that the reporting server made of its basic code (553 becomes 5.1.3).
    const said =
      reply.status !== null && !/^\d\.0\.0$/.test(reply.status) && stated?.startsWith(reply.status[0]!)
        ? reply.status
        : status;
    const found = classifyRefusal({ code: reply.code, status: said, text: diagnostic }, 'report');
    const originalAddress = addressIn(value(group, 'original-recipient'));
    const remoteMta = typed(value(group, 'remote-mta')) || null;
    return {
      address: address ?? originalAddress,
      originalAddress,
      action,
      status,
      diagnostic,
      remoteMta,
      class: found.class,
      reason: found.reason,
      sender: found.sender,
    };
  });
  return {
    source: 'standard',
    reportingMta: typed(all('reporting-mta') ?? '') || null,
    envelopeId: all('original-envelope-id'),
    recipients,
  };
}

/** Some servers write several recipients into one group: each has the fields of its place, or those that stand there once. */
function recipientsOf(group: Map<string, string[]>): Map<string, string[]>[] {
  const count = Math.max(group.get('final-recipient')?.length ?? 0, group.get('original-recipient')?.length ?? 0);
  if (count < 2) return [group];
  return Array.from(
    { length: Math.min(count, 200) },
    (_, place) => new Map([...group].map(([name, values]) => [name, [values[place] ?? values[0]!]])),
  );
}

function readAction(value: string, status: string | null): DeliveryAction {
  const action = /failed|failure|delayed|delivered|relayed|expanded/i.exec(value)?.[0].toLowerCase();
  if (action === 'failure' || action === 'failed') return 'failed';
  if (action) return action as DeliveryAction;
  return status?.startsWith('2') ? 'delivered' : status?.startsWith('4') ? 'delayed' : 'failed';
}

/** Drops the type of a typed field: `smtp; 550 …`, `dns; mx.example.com`. */
function typed(value: string): string {
  return value
    .replace(/^\s*[a-z0-9-]{1,20}\s*;\s*/i, '')
    .trim()
    .slice(0, 2_000);
}

function addressIn(value: string): string | null {
  const address = /[^\s<>;"()]{1,200}@[^\s<>;"()]{1,200}/.exec(value.slice(0, 1_000))?.[0];
  return address ? asciiAddress(address.toLowerCase().replace(/(?<![.,:])[.,:]+$/, '')) : null;
}

/** The sentence of the human part that has a code, for reports whose Diagnostic-Code is absent. */
function firstReason(text: string): string {
  const line = text
    .slice(0, 8_000)
    .split('\n')
    .find((candidate) => /(?<![\d.])[45]\d\d[ -]|#?[45]\.\d\.\d/.test(candidate));
  return (line ?? text.slice(0, 500)).trim().slice(0, 1_000);
}

function originalOf(
  mail: ParsedMail,
  returnedText = '',
): Pick<DeliveryReport, 'originalMessageIds' | 'originalSubject'> {
  const { messageIds, subject } = originalMailOf(mail, returnedText);
  return { originalMessageIds: messageIds, originalSubject: subject };
}
