import { plainTextToHtml } from '@skein/template/plain-text';
import type { OutgoingView } from '@skein/contracts/main/inbox-views';
import { CONSTRAINTS } from '#engine/sending/constraints';
import type { OutgoingRecord } from './outgoing.store';

const statuses: Record<string, OutgoingView['status']> = {
  RESERVED: 'SCHEDULED',
  SUBMITTING: 'INPROGRESS',
  SENT: 'COMPLETED',
  IN_DOUBT: 'COMPLETED',
  FAILED: 'FAILED',
  CANCELLED: 'SKIPPED',
};

const constraints = new Map<string, string>(CONSTRAINTS.map(({ code, text }) => [code, text]));

/** A reply that a rule keeps back has the rule's code for its reason: people read the rule's words. */
const reasonOf = (failure: string | null): string | null => failure && (constraints.get(failure) ?? failure);

export function toOutgoingView(record: OutgoingRecord): OutgoingView {
  return {
    stats_id: record.stats_id,
    kind: record.kind,
    status: statuses[record.state] ?? 'SKIPPED',
    status_message:
      record.state === 'SENT'
        ? record.smtp_response
        : record.state === 'IN_DOUBT'
          ? 'The server did not confirm the email; it counts as sent'
          : reasonOf(record.failure_text),
    message_id: record.message_id,
    send_at: record.send_at.toISOString(),
    sent_at: record.sent_at?.toISOString() ?? null,
    to_email: record.to_email,
    cc: record.cc,
    bcc: record.bcc,
    subject: record.subject ?? '',
    html: record.body_html ?? plainTextToHtml(record.body_text ?? ''),
    attachments: record.attachments,
    created_by: record.created_by === null ? null : { id: record.created_by, name: record.created_name ?? '' },
    is_drafted: record.drafted_by !== null,
    can_cancel: record.state === 'RESERVED' || record.state === 'FAILED',
  };
}
