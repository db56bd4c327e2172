import type { Readable } from 'node:stream';
import { composeMime, streamMime, type MailParts } from '#platform/mail/compose-mime';
import type { ComposedIntent } from './compose-intent';
import type { SendJob } from './send-job.store';
import type { SendDeps } from './settle-sending';

/** An email as it was composed, and what goes around it. */
interface MailToWrite {
  job: SendJob;
  mail: ComposedIntent;
  /** Campaign time in milliseconds. */
  now: number;
  /** Headers that this email has besides. */
  headers?: Record<string, string>;
}

/**
 * The bytes of an email: to a lead, and of a campaign's placement test to a seed. Files are read while they are sent: 25 MB of them never
 * stand in memory.
 * @param files takes in what was opened; the caller closes it
 */
export async function writeMail(
  deps: Pick<SendDeps, 'readAttachment'>,
  { job, mail, now, headers }: MailToWrite,
  files: Readable[],
): Promise<Buffer | Readable> {
  for (const file of job.intent.attachments) {
    const stream = await deps.readAttachment(file);
    // A file that fails before its turn is told when it is read; until then nobody listens.
    stream.on('error', () => undefined);
    files.push(stream);
  }
  const named = (name: string) => mail.headers.find((header) => header.name.toLowerCase() === name)?.value;
  const others = mail.headers.filter((header) => !['in-reply-to', 'references'].includes(header.name.toLowerCase()));
  const parts: MailParts = {
    from: { name: job.intent.from_name ?? job.mailbox.from_name, address: job.mailbox.from_email },
    to: {
      name: [job.lead?.first_name, job.lead?.last_name].filter(Boolean).join(' ') || undefined,
      address: job.intent.to_email,
    },
    cc: job.intent.cc,
    replyTo: job.intent.reply_to ?? job.mailbox.different_reply_to_address,
    subject: mail.subject,
    html: mail.html,
    text: mail.text,
    messageId: job.intent.message_id,
    inReplyTo: named('in-reply-to') ?? mail.inReplyTo,
    references: mail.references,
    date: new Date(now),
    headers: { ...Object.fromEntries(others.map((header) => [header.name, header.value])), ...headers },
    attachments: job.intent.attachments.map((file, index) => ({
      filename: file.name,
      contentType: file.content_type,
      content: files[index] as Readable,
    })),
  };
  return files.length > 0 ? streamMime(parts) : await composeMime(parts);
}
