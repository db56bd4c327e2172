import { bodyOffset } from '../mime/parse-headers';
import { mailDate } from '../smtp/accept-mail';
import { prospectDomain } from './behaviour';
import type { OutgoingMail } from './compose-reply';
import type { SeededRandom } from './seeded-random';

export interface ReportInput {
  outcome: 'failed' | 'delivered';
  /** The campaign mail's envelope sender, to whom the report goes. */
  mailbox: string;
  recipient: string;
  originalRecipient: string | null;
  envelopeId: string | null;
  raw: Buffer;
  arrivedAt: number;
  /** Campaign time of the report. */
  at: number;
  messageId: string;
  random: SeededRandom;
}

const failures = [
  { status: '5.1.1', code: 550, text: 'The email account that you tried to reach does not exist' },
  { status: '5.1.1', code: 550, text: 'User unknown in virtual mailbox table' },
  { status: '5.1.10', code: 550, text: 'Recipient not found by SMTP address lookup' },
  { status: '5.2.1', code: 550, text: 'The email account that you tried to reach is disabled' },
  { status: '5.4.1', code: 550, text: 'Recipient address rejected: Access denied' },
] as const;

/** A delivery status notification (RFC 3461, RFC 3464): multipart/report with the fields and the original's header. */
export function composeReport(input: ReportInput): OutgoingMail {
  const host = `mx.${prospectDomain}`;
  const boundary = `=_report_${input.messageId.replace(/[^a-z0-9]/gi, '').slice(0, 40)}`;
  const failure = input.random.pick(failures);
  const isFailed = input.outcome === 'failed';
  const status = isFailed ? failure.status : '2.0.0';
  const diagnostic = isFailed ? `smtp; ${failure.code} ${failure.status} ${failure.text}` : 'smtp; 250 2.0.0 Delivered';
  const header = input.raw.subarray(0, Math.min(bodyOffset(input.raw), 64 * 1024));
  const human = isFailed
    ? `This is the mail system at host ${host}.\r\n\r\nYour message could not be delivered to one recipient:\r\n\r\n<${input.recipient}>: ${failure.code} ${failure.status} ${failure.text}\r\n`
    : `This is the mail system at host ${host}.\r\n\r\nYour message was delivered to:\r\n\r\n<${input.recipient}>\r\n`;
  const top = [
    `From: Mail Delivery System <MAILER-DAEMON@${host}>`,
    `To: ${input.mailbox}`,
    `Subject: ${isFailed ? input.random.pick(['Undelivered Mail Returned to Sender', 'Delivery Status Notification (Failure)', `Undeliverable: message to ${input.recipient}`]) : 'Successful Mail Delivery Report'}`,
    `Date: ${mailDate(input.at)}`,
    `Message-ID: ${input.messageId}`,
    'Auto-Submitted: auto-replied',
    'MIME-Version: 1.0',
    `Content-Type: multipart/report; report-type=delivery-status; boundary="${boundary}"`,
    '',
    'This is a MIME-encapsulated message.',
    '',
    `--${boundary}`,
    'Content-Description: Notification',
    'Content-Type: text/plain; charset=us-ascii',
    '',
    human,
    `--${boundary}`,
    'Content-Description: Delivery report',
    'Content-Type: message/delivery-status',
    '',
    ...(input.envelopeId ? [`Original-Envelope-Id: ${xtext(input.envelopeId)}`] : []),
    `Reporting-MTA: dns; ${host}`,
    `Arrival-Date: ${mailDate(input.arrivedAt)}`,
    '',
    ...(input.originalRecipient ? [`Original-Recipient: ${input.originalRecipient}`] : []),
    `Final-Recipient: rfc822; ${input.recipient}`,
    `Action: ${input.outcome}`,
    `Status: ${status}`,
    `Remote-MTA: dns; ${host}`,
    `Diagnostic-Code: ${diagnostic}`,
    '',
    `--${boundary}`,
    'Content-Description: Undelivered Message Headers',
    'Content-Type: text/rfc822-headers',
    'Content-Transfer-Encoding: 8bit',
    '',
    '',
  ].join('\r\n');
  const raw = Buffer.concat([Buffer.from(top), header, Buffer.from(`\r\n--${boundary}--\r\n`)]);
  return { sender: '', recipient: input.mailbox, messageId: input.messageId, raw };
}

/** smtp-server hands ENVID over decoded; a report carries it as text without control characters. */
function xtext(value: string): string {
  return value.replace(/[^\x21-\x7e]/g, '?');
}
