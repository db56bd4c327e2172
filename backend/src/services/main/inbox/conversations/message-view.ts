import type { CalendarAnswer } from '@skein/contracts/calendar-answer';
import type { ThreadMessage } from '@skein/contracts/main/inbox-views';
import {
  cleanMailsTask,
  uncleaned,
  weightOfMails,
  type CleanContent,
  type StoredContent,
} from '#engine/inbox-sync/clean-mails';
import { readOrElse } from '#platform/workers/answer-heavy';
import type { HeavyWork } from '#platform/workers/heavy-work';
import type { MessageRecord } from './thread.store';

type EvidenceList = { rule: string; text: string }[];

type Work = Pick<HeavyWork, 'run'>;

/** Mails as they may be shown: cleaned HTML, own words and quotation apart, and why each was taken for what it is. */
export async function toThreadMessages(work: Work, records: readonly MessageRecord[]): Promise<ThreadMessage[]> {
  const contents = await safeContents(work, records);
  return records.map((record, index) => toThreadMessage(record, contents[index] as SafeContent));
}

function toThreadMessage(record: MessageRecord, content: SafeContent): ThreadMessage {
  const classification = record.classification as {
    bounce?: string | null;
    category?: number | null;
    calendar?: CalendarAnswer | null;
    evidence?: EvidenceList;
    categoryEvidence?: EvidenceList;
  };
  const match = record.match as { by?: string | null; evidence?: EvidenceList };
  return {
    id: Number(record.id),
    direction: record.direction,
    kind: record.kind,
    at: record.at.toISOString(),
    from: { name: record.from_name, email: record.from_email },
    to: record.to_emails,
    cc: record.cc_emails,
    subject: record.subject,
    message_id: record.message_id,
    ...content,
    is_read: record.is_read,
    is_automatic: record.is_automatic,
    is_ignored: record.is_ignored,
    stats_id: record.stats_id,
    seq_number: record.direction === 'out' ? record.seq_number : null,
    variant_label: record.direction === 'out' ? record.variant_label : null,
    state: record.direction === 'out' ? record.state : null,
    open_count: record.direction === 'out' ? (record.open_count ?? 0) : 0,
    click_count: record.direction === 'out' ? (record.click_count ?? 0) : 0,
    machine_open_count: record.direction === 'out' ? (record.machine_open_count ?? 0) : 0,
    is_bounced: record.direction === 'out' && (record.is_bounced ?? false),
    classification: {
      kind: record.kind,
      bounce: classification.bounce ?? null,
      category_id: classification.category ?? null,
      calendar: classification.calendar ?? null,
      evidence: [...(classification.evidence ?? []), ...(classification.categoryEvidence ?? [])],
    },
    match: { by: match.by ?? null, evidence: match.evidence ?? [] },
    attachments: attachmentsOf(record),
  };
}

export type SafeContent = Pick<
  ThreadMessage,
  'html' | 'is_text_only' | 'remote_images' | 'own_text' | 'quoted_text' | 'quoted_lines'
>;

type Content = Pick<MessageRecord, 'html_body' | 'text_body' | 'links' | 'direction'>;

/**
 * Cleaned contents of mails, in their order; the text alone of mails that take too long.
 * @throws SkeinError UNAVAILABLE when too many wait
 */
export async function safeContents(work: Work, records: readonly Content[]): Promise<SafeContent[]> {
  const mails = records.map(storedContent);
  const contents = await readOrElse<readonly StoredContent[], CleanContent[]>(work, cleanMailsTask, mails, {
    size: weightOfMails(mails),
    instead: () => mails.map(uncleaned),
  });
  return contents.map((content, index) => ({
    ...content,
    remote_images: records[index]?.direction === 'out' ? 0 : content.remote_images,
    quoted_lines: content.quoted_text === '' ? 0 : content.quoted_text.split('\n').length,
  }));
}

/** Cleaned content of one mail. @throws SkeinError UNAVAILABLE when too many wait */
export const safeContent = async (work: Work, record: Content): Promise<SafeContent> =>
  (await safeContents(work, [record]))[0] as SafeContent;

/** A stored mail with our own tracking taken out of what we sent. */
export const storedContent = (record: Content): StoredContent => ({
  html:
    record.direction === 'out' && record.html_body
      ? withOwnLinks(record.html_body, record.links ?? [])
      : record.html_body,
  text: record.text_body,
});

/** Our own mails were stored with their tracking links: a person who reads the thread must not count as the lead. */
function withOwnLinks(html: string, links: readonly string[]): string {
  let index = 0;
  return html
    .replace(/href\s*=\s*(["'])https?:\/\/[^"'\s]{1,300}\/c\/[\w-]{31}\1/gi, (whole, quote: string) => {
      const link = links[index++];
      return link === undefined
        ? whole
        : `href=${quote}${link.replace(/&/g, '&amp;').replace(/"/g, '&quot;').replace(/'/g, '&#39;')}${quote}`;
    })
    .replace(/href\s*=\s*(["'])https?:\/\/[^"'\s]{1,300}\/u\/[\w-]{31}\1/gi, '')
    .replace(/<img\b[^>]{0,300}\/o\/[\w-]{31}\.gif[^>]{0,300}>/gi, '');
}

export function attachmentsOf(record: Pick<MessageRecord, 'attachments'>): ThreadMessage['attachments'] {
  return record.attachments.map((file, index) => ({
    index,
    name: file.name ?? 'attachment',
    content_type: file.content_type ?? 'application/octet-stream',
    size: file.size ?? 0,
    is_inline: file.is_inline ?? false,
    content_id: file.content_id ?? null,
    is_stored: Boolean(file.storage_key),
  }));
}
