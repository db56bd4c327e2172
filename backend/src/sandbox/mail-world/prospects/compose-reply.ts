import MailComposer from 'nodemailer/lib/mail-composer';
import type { ReplyTone } from './behaviour';
import type { ProspectPerson } from './prospect-person';
import type { CampaignMail } from './read-campaign-mail';
import { absenceText, quotationIntroduction, replyText } from './reply-texts';
import type { SeededRandom } from './seeded-random';

export interface OutgoingMail {
  /** Envelope sender; empty for reports and automatic replies. */
  sender: string;
  recipient: string;
  messageId: string;
  raw: Buffer;
}

export interface ReplyInput {
  mail: CampaignMail;
  person: ProspectPerson;
  /** The mailbox the campaign mail came from (envelope sender). */
  mailbox: string;
  tone: ReplyTone;
  from: 'self' | 'alias' | 'alias-bare';
  language: 'en' | 'de' | 'fr' | 'es';
  /** Campaign time. */
  at: number;
  messageId: string;
  random: SeededRandom;
}

const mailPrograms = [
  'Apple Mail (2.3826.600.51.1.1)',
  'Microsoft Outlook 16.0',
  'Thunderbird 140.4',
  null,
  null,
] as const;

/** A person's answer with quotation and threading headers; an answer from a bare other address has neither. */
export async function composeReply(input: ReplyInput): Promise<OutgoingMail> {
  const { mail, person, random } = input;
  const isBare = input.from === 'alias-bare';
  const address = input.from === 'self' ? person.address : person.otherAddress;
  const recipient = (isBare ? mail.from : mail.replyTo) || input.mailbox;
  const text = replyText(input.tone, input.language, person.firstName, random);
  const introduction = quotationIntroduction(input.language, mail.date, mail.author);
  const quoted = mail.text
    .slice(0, 20_000)
    .trimEnd()
    .split('\n')
    .map((line) => `> ${line.trimEnd()}`.trimEnd());
  const program = random.pick(mailPrograms);
  const withHtml = random.next() < 0.7;
  const body = isBare ? text : `${text}\n\n${introduction}\n${quoted.join('\n')}\n`;
  const htmlQuotation = `<div class="gmail_quote"><div dir="ltr">${escapeHtml(introduction)}<br></div><blockquote style="margin:0 0 0 .8ex;border-left:1px solid #ccc;padding-left:1ex">${mail.html ?? paragraphs(mail.text)}</blockquote></div>`;
  const raw = await buildMail({
    from: { name: person.fullName, address },
    to: recipient,
    subject: prefixed('Re: ', mail.subject),
    date: new Date(input.at),
    messageId: input.messageId,
    text: body,
    ...(withHtml ? { html: `<div dir="ltr">${paragraphs(text)}</div>${isBare ? '' : htmlQuotation}` } : {}),
    ...(isBare ? {} : threading(mail)),
    headers: program ? { 'X-Mailer': program } : {},
  });
  return { sender: address, recipient, messageId: input.messageId, raw };
}

export interface AbsenceInput {
  mail: CampaignMail;
  person: ProspectPerson;
  mailbox: string;
  language: 'en' | 'de' | 'fr' | 'es';
  at: number;
  returnsAt: number;
  messageId: string;
  random: SeededRandom;
}

/** An absence note as RFC 3834 has it: null sender, Auto-Submitted, to the envelope sender, no quotation. */
export async function composeAbsence(input: AbsenceInput): Promise<OutgoingMail> {
  const { mail, person, random } = input;
  const note = absenceText(input.language, new Date(input.returnsAt), person.firstName, random);
  const raw = await buildMail({
    from: { name: person.fullName, address: person.address },
    to: input.mailbox,
    subject: `${note.subjectPrefix}${mail.subject}`,
    date: new Date(input.at),
    messageId: input.messageId,
    text: note.text,
    ...threading(mail),
    headers: { 'Auto-Submitted': 'auto-replied', 'X-Auto-Response-Suppress': 'All', Precedence: 'auto_reply' },
  });
  return { sender: '', recipient: input.mailbox, messageId: input.messageId, raw };
}

/** The request a mailto: unsubscribe target asks for. */
export async function composeUnsubscribe(input: {
  person: ProspectPerson;
  recipient: string;
  subject: string;
  at: number;
  messageId: string;
}): Promise<OutgoingMail> {
  const raw = await buildMail({
    from: { name: input.person.fullName, address: input.person.address },
    to: input.recipient,
    subject: input.subject,
    date: new Date(input.at),
    messageId: input.messageId,
    text: 'Please unsubscribe me.\n',
  });
  return { sender: input.person.address, recipient: input.recipient, messageId: input.messageId, raw };
}

function threading(mail: CampaignMail): { inReplyTo?: string; references?: string[] } {
  if (!mail.messageId) return {};
  return { inReplyTo: mail.messageId, references: [...mail.references.slice(-20), mail.messageId] };
}

function prefixed(prefix: string, subject: string): string {
  return /^re\s*:/i.test(subject) ? subject : `${prefix}${subject}`;
}

/** A mail as it is sent. */
export function buildMail(options: ConstructorParameters<typeof MailComposer>[0]): Promise<Buffer> {
  // Nothing of a received mail is ever read from disk or fetched.
  return new Promise((resolve, reject) => {
    new MailComposer({ ...options, disableFileAccess: true, disableUrlAccess: true })
      .compile()
      .build((error, raw) => (error ? reject(error) : resolve(raw)));
  });
}

function paragraphs(text: string): string {
  return text
    .split(/\n{2,}/)
    .map((part) => `<p>${escapeHtml(part).replaceAll('\n', '<br>')}</p>`)
    .join('');
}

function escapeHtml(text: string): string {
  return text.replace(
    /[&<>"]/g,
    (character) => ({ '&': '&amp;', '<': '&lt;', '>': '&gt;', '"': '&quot;' })[character] as string,
  );
}
